// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// eachPassthrough gives an answer for every backend service that is, or may
// be, one of an internal passthrough load balancer. Data sources get none:
// Google has accepted what they show, and this input does not change it.
func eachPassthrough(p *validate.Pass, check func(*topology.BackendService) answer) {
	for _, s := range p.After.Services {
		applies := s.Passthrough()
		if s.Data || topology.Is(applies, false) {
			continue
		}
		give(p, s, applies, "load_balancing_scheme is known after apply", check(s))
	}
}

// passthroughRule reports whether a forwarding rule is one of an internal
// passthrough load balancer: regional, scheme INTERNAL, with a backend service
// and no target. A PSC endpoint and a rule of a target instance are none.
func passthroughRule(r *topology.ForwardingRule) topology.Known[bool] {
	switch {
	case r.IsGlobal(), topology.IsNot(r.Scheme, "INTERNAL"), r.BackendService.State == topology.LinkAbsent,
		r.Target.State == topology.LinkResolved, r.Target.State == topology.LinkExternal:
		return topology.Of(false)
	case r.Scheme.IsUnknown(), r.Target.State == topology.LinkUnresolved:
		return topology.Unknown[bool]()
	}
	if s, ok := topology.To[*topology.BackendService](r.BackendService); ok {
		return s.Passthrough()
	}
	return topology.Of(true)
}

// eachPassthroughRule gives an answer for every forwarding rule that is, or
// may be, one of an internal passthrough load balancer.
func eachPassthroughRule(p *validate.Pass, check func(*topology.ForwardingRule) answer) {
	for _, r := range p.After.Rules {
		applies := passthroughRule(r)
		if r.Data || topology.Is(applies, false) {
			continue
		}
		give(p, r, applies, "it is known after apply whether it is the rule of an internal passthrough load balancer", check(r))
	}
}
