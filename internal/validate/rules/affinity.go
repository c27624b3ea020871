// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// The paths of zonal affinity in a backend service.
const (
	policyPath    = "network_pass_through_lb_traffic_policy"
	affinityPath  = policyPath + "[0].zonal_affinity"
	spilloverPath = affinityPath + "[0].spillover"
	ratioPath     = affinityPath + "[0].spillover_ratio"
)

// eachService gives an answer for every backend service, regional or global,
// that this input may change.
func eachService(p *validate.Pass, check func(*topology.BackendService) answer) {
	for _, s := range p.After.Services {
		if !s.Data {
			give(p, s, topology.Of(true), "", check(s))
		}
	}
}

// withAffinity gives an answer for every service of an internal passthrough
// load balancer. One without affinity passes; check looks at the others, and
// at those where affinity may be on.
func withAffinity(p *validate.Pass, check func(*topology.BackendService) answer) {
	eachPassthrough(p, func(s *topology.BackendService) answer {
		return underOption(s, check, topology.AffinityStay, topology.AffinitySpill)
	})
}

// withStay is withAffinity for STAY_WITHIN_ZONE alone.
func withStay(p *validate.Pass, check func(*topology.BackendService) answer) {
	eachPassthrough(p, func(s *topology.BackendService) answer { return underOption(s, check, topology.AffinityStay) })
}

// withSpill is withAffinity for SPILL_CROSS_ZONE alone.
func withSpill(p *validate.Pass, check func(*topology.BackendService) answer) {
	eachPassthrough(p, func(s *topology.BackendService) answer { return underOption(s, check, topology.AffinitySpill) })
}

// underOption passes where spillover is certainly none of the options, and
// leaves a failure open where it is not known.
func underOption(s *topology.BackendService, check func(*topology.BackendService) answer, options ...string) answer {
	spillover, known := s.Affinity().Value()
	if !known {
		return check(s).unless(spilloverPath, affinityReason(s))
	}
	for _, o := range options {
		if spillover == o {
			return check(s)
		}
	}
	return answer{}
}

// unless leaves a failure open, for a reason why it may not be one.
func (a answer) unless(path, reason string) answer {
	if a.verdict == fails {
		return open(path, reason)
	}
	return a
}

// affinityReason says which part of the traffic policy is not known.
func affinityReason(s *topology.BackendService) string {
	switch {
	case s.TrafficPolicy.IsUnknown():
		return policyPath + " is known after apply"
	case s.ZonalAffinity().IsUnknown():
		return affinityPath + " is known after apply"
	}
	return spilloverPath + " is known after apply"
}

// spillRatio returns the spillover ratio of a service where it is from 0 to 1:
// null outside, which ZA003 reports.
func spillRatio(s *topology.BackendService) topology.Known[topology.Ratio] {
	r := s.SpilloverRatio()
	if v, ok := r.Value(); ok && outOfRange(v) {
		return topology.Null[topology.Ratio]()
	}
	return r
}

// outOfRange reports whether a ratio is outside 0.0 to 1.0.
func outOfRange(r topology.Ratio) bool { return r.Negative() || r.AboveOne() }

// keepsLocal returns how many of n healthy endpoints a zone needs so that
// SPILL_CROSS_ZONE keeps its clients: the ratio's part, and one at the least,
// since nobody stays where nothing is healthy.
func keepsLocal(r topology.Ratio, n int) int { return max(r.Needs(n), min(n, 1)) }
