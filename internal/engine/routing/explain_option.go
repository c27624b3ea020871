// SPDX-License-Identifier: MPL-2.0

package routing

import (
	"fmt"
	"strconv"

	"terraform-provider-spillway/internal/engine/sizing"
)

func (s *State) explainIncompatible(c Client) string {
	why := "connections from another region"
	if abroad, _ := s.abroad(c); !abroad {
		switch c.Kind {
		case VPN:
			why = "connections through Cloud VPN"
		case Interconnect:
			why = "connections through Cloud Interconnect"
		case PSCBackend:
			why = "connections from the proxy of a Private Service Connect backend"
		case PSCEndpoint:
			why = "connections through a Private Service Connect endpoint, in edition " + string(s.policy.Edition) + " of the documentation"
		}
	}
	return "Zonal affinity never holds for " + why + ", so the eligible set stays as it is."
}

func (s *State) explainNoMatch(c Client) string {
	where := c.Zone
	if where == OtherZone || where == "" {
		where = "The client's zone"
	}
	return where + " holds no " + s.configured("") + ", so there is no zonal match and the eligible set stays as it is."
}

func (s *State) explainMatch(d Decision) string {
	z := &s.zones[d.zone]
	n := z.pool(s.serving()).Configured
	return z.Name + " holds " + strconv.Itoa(n) + " " + s.configured(plural(n)) + ", so the client has a zonal match."
}

// configured names the endpoints that a zonal match looks at.
func (s *State) configured(ending string) string {
	switch {
	case !s.policy.FailoverConfigured:
		return "configured endpoint" + ending
	case s.serving() == sizing.Failover:
		return "configured failover endpoint" + ending
	}
	return "configured primary endpoint" + ending
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func (s *State) explainOption(d Decision) string {
	z := &s.zones[d.zone]
	local := *z.pool(s.serving())
	switch {
	case s.policy.Mode == Stay && d.Action == Replace:
		return fmt.Sprintf("None of them is healthy, and STAY_WITHIN_ZONE does not let the connection leave %s: it uses the unhealthy endpoints there.", z.Name)
	case s.policy.Mode == Stay:
		return fmt.Sprintf("STAY_WITHIN_ZONE keeps the connection among the eligible endpoints of %s.", z.Name)
	case !d.Compared && d.Action == Refine:
		return fmt.Sprintf("%s healthy, and with a spillover ratio of %s one is enough: the connection stays in %s.",
			isAre(fmt.Sprintf("%d of them", local.Healthy), local.Healthy), s.policy.Ratio, z.Name)
	case s.kind.LastResort():
		return "The eligible set is a last resort, which SPILL_CROSS_ZONE does not narrow."
	case !d.Compared:
		return "None of them is healthy, so connections spill to the whole eligible set, all of it in other zones."
	}
	return s.explainRatio(d, z.Name)
}

func (s *State) explainRatio(d Decision, zone string) string {
	part := outOf(d.Ratio.Healthy, d.Ratio.Configured, "endpoint")
	need := needed(s.needs[d.zone][s.serving()], d.Ratio.Configured)
	healthy := part + " in " + isAre(zone, d.Ratio.Healthy) + " healthy, "
	asked := "the spillover ratio " + s.policy.Ratio.String() + " asks for (" + need + "): "
	if d.Action == Refine {
		return healthy + "at least what " + asked + "the connection stays in the zone."
	}
	set := "the healthy endpoints of " + zone + " included"
	if d.Ratio.Healthy == 0 {
		set = "all of it in other zones"
	}
	return healthy + "less than " + asked + "connections spill to the whole eligible set, " + set + "."
}

func (s *State) explainResult(d Decision) string {
	var room [6]Destination
	parts := make([]string, 0, len(room))
	for _, to := range s.Destinations(room[:0], d) {
		where := " in "
		if to.Unhealthy > 0 {
			where = " unhealthy in "
		}
		parts = append(parts, strconv.Itoa(to.Healthy+to.Unhealthy)+where+to.Zone)
	}
	return "A new connection goes to " + oneOf(d.Result) + ": " + list(parts) + "."
}

func oneOf(n int) string {
	if n == 1 {
		return "the one endpoint left in the set"
	}
	return "one of " + strconv.Itoa(n) + " endpoints"
}
