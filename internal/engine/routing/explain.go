// SPDX-License-Identifier: MPL-2.0

package routing

import (
	"fmt"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/engine/sizing"
)

// mostSteps is how many sentences explain a decision that is made.
const mostSteps = 5

// Explain says how the decision for a client came about: one sentence for
// each step of the pipeline, with its numbers.
func (s *State) Explain(c Client, d Decision) []string {
	out := append(make([]string, 0, mostSteps), s.explainAdmission(c, d))
	if !d.Decided() {
		for _, cause := range s.Causes(d.Missing) {
			out = append(out, "This is not decided, because "+cause.Reason+".")
		}
		return out
	}
	if d.Row == RE01 {
		return out
	}
	out = append(out, s.explainEligible())
	switch d.Row {
	case ZA03:
		return append(out, "With nothing eligible the packet is dropped, for every client and whatever zonal affinity says.")
	case ZA00:
		out = append(out, "Zonal affinity is disabled, so the eligible set stays as it is.")
	case ZA01:
		out = append(out, s.explainIncompatible(c))
	case ZA02:
		out = append(out, s.explainNoMatch(c))
	default:
		out = append(out, s.explainMatch(d), s.explainOption(d))
	}
	return append(out, s.explainResult(d))
}

func (s *State) explainAdmission(c Client, d Decision) string {
	who := "The client, " + c.describe() + ","
	abroad, known := s.abroad(c)
	switch {
	case !known && s.policy.GlobalAccess:
		return who + " gets in from any region: " + s.explainAccess() + "."
	case !known:
		return who + " may be in another region than the load balancer."
	case !abroad:
		return who + " is in " + s.placeOf(c) + ", like the load balancer."
	case d.Row == RE01:
		return fmt.Sprintf("%s is in %s and the load balancer in %s, and no forwarding rule of the service allows global access: the client cannot reach it.",
			who, c.Region, s.policy.Region)
	case s.missing&MissingAccess != 0:
		return fmt.Sprintf("%s is in %s and the load balancer in %s, so it gets in only through global access.", who, c.Region, s.policy.Region)
	}
	return fmt.Sprintf("%s is in %s and the load balancer in %s, and it gets in: %s.", who, c.Region, s.policy.Region, s.explainAccess())
}

func (s *State) explainAccess() string {
	if s.access.NoRule {
		return "no forwarding rule of the service is in the input, which counts as reachable from everywhere"
	}
	return "a forwarding rule of the service allows global access"
}

func (c Client) describe() string {
	switch {
	case c.Kind == VPN:
		return "behind a Cloud VPN tunnel"
	case c.Kind == Interconnect:
		return "behind a Cloud Interconnect VLAN attachment"
	case c.Kind == PSCBackend:
		return "a proxy that uses the service as a Private Service Connect backend"
	case c.Zone == OtherZone && c.Kind == PSCEndpoint:
		return "a VM in a zone without endpoints that sends to a Private Service Connect endpoint"
	case c.Kind == PSCEndpoint:
		return "a VM in " + c.Zone + " that sends to a Private Service Connect endpoint"
	case c.Zone == OtherZone:
		return "a VM in a zone without endpoints"
	}
	return "a VM in " + c.Zone
}

func (s *State) explainEligible() string {
	total := s.total
	serve := func(n int, what string) string {
		return ": " + are(n, what) + " eligible (" + s.kind.String() + ")."
	}
	switch s.kind {
	case AllHealthy:
		return "No failover is configured and " + isAre(outOf(s.eligible, total[0]+total[1], "endpoint"), s.eligible) +
			" healthy" + serve(s.eligible, "healthy endpoint")
	case All:
		return fmt.Sprintf("No failover is configured and none of %s is healthy, so the last resort is to use them all%s",
			count(s.eligible, "endpoint"), serve(s.eligible, "endpoint"))
	case AllPrimary:
		return fmt.Sprintf("None of %s is healthy and the failover policy does not drop traffic, so the last resort is to use every primary endpoint%s",
			count(total[0]+total[1], "endpoint"), serve(s.eligible, "primary endpoint"))
	case HealthyFailover:
		return s.whyFailover() + serve(s.eligible, "healthy failover endpoint")
	case HealthyPrimary:
		return s.whyPrimary() + serve(s.eligible, "healthy primary endpoint")
	}
	switch {
	case total == [2]int{}:
		return "The service has no endpoint, so nothing is eligible (NONE)."
	case total[sizing.Primary] == 0:
		return fmt.Sprintf("None of %s is healthy and there is no primary endpoint as a last resort, so nothing is eligible (NONE).",
			count(total[sizing.Failover], "failover endpoint"))
	}
	return fmt.Sprintf("None of %s is healthy and drop_traffic_if_unhealthy is set, so nothing is eligible (NONE).", count(total[0]+total[1], "endpoint"))
}

// primaries says how many primary endpoints are healthy.
func (s *State) primaries() string {
	n := s.healthy[sizing.Primary]
	return isAre(outOf(n, s.total[sizing.Primary], "primary endpoint"), n) + " healthy"
}

func (s *State) whyFailover() string {
	switch {
	case s.total[sizing.Primary] == 0:
		return "The service has no primary endpoint, so the failover pool serves"
	case s.healthy[sizing.Primary] == 0:
		return fmt.Sprintf("None of %s is healthy, so the failover pool serves", count(s.total[sizing.Primary], "primary endpoint"))
	}
	return fmt.Sprintf("%s, less than the failover ratio %s asks for (%s), so the failover pool serves",
		s.primaries(), s.policy.FailoverRatio, needed(s.failoverNeed, s.total[sizing.Primary]))
}

func (s *State) whyPrimary() string {
	up := s.primaries()
	switch {
	case s.total[sizing.Failover] == 0:
		return up + " and there is no failover endpoint, so the primary pool serves"
	case s.healthy[sizing.Failover] == 0:
		return fmt.Sprintf("%s and none of %s is, so the primary pool serves", up, count(s.total[sizing.Failover], "failover endpoint"))
	case s.failoverNeed == 0:
		return up + ", and with a failover ratio of " + s.policy.FailoverRatio.String() + " one is enough for the primary pool to serve"
	}
	return fmt.Sprintf("%s, at least what the failover ratio %s asks for (%s), so the primary pool serves",
		up, s.policy.FailoverRatio, needed(s.failoverNeed, s.total[sizing.Primary]))
}

// needed says how many of n meet a ratio.
func needed(need, n int) string {
	if need > n {
		return "more than all " + strconv.Itoa(n)
	}
	return strconv.Itoa(need)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

func outOf(n, total int, what string) string {
	return strconv.Itoa(n) + " of " + count(total, what)
}

func isAre(subject string, n int) string {
	if n == 1 {
		return subject + " is"
	}
	return subject + " are"
}

func are(n int, what string) string { return isAre(count(n, what), n) }

// list joins words with commas and a final "and".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
