// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// The paths of failover in a backend service.
const (
	failoverPath      = "failover_policy"
	failoverRatioPath = failoverPath + "[0].failover_ratio"
	dropPath          = failoverPath + "[0].drop_traffic_if_unhealthy"
	drainPath         = failoverPath + "[0].disable_connection_drain_on_failover"
)

// hasFailoverBackend reports whether a backend of the service is a failover
// backend. Where it is not known, why says what is missing.
func hasFailoverBackend(s *topology.BackendService) (has topology.Known[bool], why string) {
	has = topology.Of(false)
	if !s.Backends.Complete {
		has, why = topology.Unknown[bool](), cmp.Or(s.Backends.Reason, "the backends are known after apply")
	}
	for i := range s.Backends.List {
		b := &s.Backends.List[i]
		if topology.Is(b.Failover, true) {
			return topology.Of(true), ""
		}
		if b.Failover.IsUnknown() {
			has, why = topology.Unknown[bool](), cmp.Or(why, b.Path+".failover is known after apply")
		}
	}
	return has, why
}

// withFailover gives an answer for every service of an internal passthrough
// load balancer. One without a failover backend passes; check looks at the
// others, and at those that may have one.
func withFailover(p *validate.Pass, check func(*topology.BackendService) answer) {
	eachPassthrough(p, func(s *topology.BackendService) answer { return underFailover(s, check) })
}

func underFailover(s *topology.BackendService, check func(*topology.BackendService) answer) answer {
	has, why := hasFailoverBackend(s)
	switch {
	case topology.Is(has, false):
		return answer{}
	case has.IsUnknown():
		return check(s).unless("backend", why)
	}
	return check(s)
}

// failoverReason says which part of the failover policy, of which field is
// the path, is not known.
func failoverReason(s *topology.BackendService, field string) string {
	if s.Failover.IsUnknown() {
		return failoverPath + " is known after apply"
	}
	return field + " is known after apply"
}

// servesWithout reports whether the primary pool goes on serving when a number
// of its endpoints fail, from least to most, all others being healthy: without
// failover endpoints always, otherwise while the failover ratio is met (Google
// documentation, traffic distribution for internal passthrough Network Load
// Balancers, eligible backends). Where it is not known, why says what is
// missing.
func servesWithout(p *validate.Pass, s *topology.BackendService, least, most int) (serves topology.Known[bool], why string) {
	spare, primary := failoversOf(p, s).total, primariesOf(p, s).total
	ratio, _ := s.EffectiveFailover()
	r, known := ratio.Value()
	switch {
	case spare.high == 0:
		return topology.Of(true), ""
	case known && most < primary.low && r.AtMost(primary.low-most, primary.low):
		return topology.Of(true), ""
	case known && spare.low > 0 && primary.high != sizing.Unbounded && (least >= primary.high || !r.AtMost(primary.high-least, primary.high)):
		return topology.Of(false), ""
	case !known:
		return topology.Unknown[bool](), failoverReason(s, failoverRatioPath)
	}
	return topology.Unknown[bool](), cmp.Or(primary.why, spare.why)
}

// whileServing keeps those zones of the primary pool from which so many
// endpoints can be lost, and the pool still serves. Where more may be kept, why
// says what is missing.
func whileServing(p *validate.Pass, s *topology.BackendService, zones []zoneCount, lost func(n int) int) (kept []zoneCount, why string) {
	for _, z := range zones {
		most := sizing.Unbounded
		if z.high != sizing.Unbounded {
			most = lost(z.high)
		}
		serves, missing := servesWithout(p, s, lost(z.low), most)
		switch yes, known := serves.Value(); {
		case known && yes:
			kept = append(kept, z)
		case !known:
			why = cmp.Or(why, missing, z.why)
		}
	}
	return kept, why
}

// duringFailback ends a detail about the primary pool of a service that has a
// failover pool, too.
func duringFailback(p *validate.Pass, s *topology.BackendService) string {
	if failoversOf(p, s).total.high == 0 {
		return ""
	}
	return " This holds while the primary pool serves."
}
