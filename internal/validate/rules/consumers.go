// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// isPSC reports whether a backend is a PSC NEG.
func isPSC(p *validate.Pass, l topology.Link) topology.Known[bool] {
	return ofGroup(p, l,
		func(g *topology.Group) topology.Known[bool] { return g.IsPSC() },
		func(id topology.Identity) topology.Known[bool] {
			if negTypeByID(id).IsNull() || topology.IsZone(id.Location) || id.Location == topology.Global {
				return topology.Of(false)
			}
			return topology.Unknown[bool]()
		})
}

// pscBackend reports whether a service has a PSC NEG among its backends, and
// which, or why that is not known.
func pscBackend(p *validate.Pass, s *topology.BackendService) (has topology.Known[bool], text string) {
	has = topology.Of(false)
	for i := range s.Backends.List {
		l := s.Backends.List[i].Group
		if l.State == topology.LinkAbsent {
			continue
		}
		switch psc := isPSC(p, l); {
		case topology.Is(psc, true):
			return psc, linkName(l)
		case psc.IsUnknown() && !has.IsUnknown():
			has, text = psc, "the type of "+linkName(l)+", a backend of "+s.Address+", is not known"
		}
	}
	if !s.Backends.Complete && !has.IsUnknown() {
		return topology.Unknown[bool](), s.BackendsReason()
	}
	return has, text
}

// eachConsumer gives an answer for every backend service, regional or global,
// with a PSC NEG among its backends. A service that only may have one is left
// open where the answer is a failure.
func eachConsumer(p *validate.Pass, check func(*topology.BackendService) answer) {
	for _, s := range p.After.Services {
		has, why := pscBackend(p, s)
		if s.Data || topology.Is(has, false) || has.IsUnknown() && !mayConsume(p, s) {
			continue
		}
		give(p, s, has, why, check(s))
	}
}

// mayConsume reports whether a service whose backends are not all known is
// worth an answer: the input holds a PSC NEG that it may use. An internal
// passthrough load balancer is no consumer.
func mayConsume(p *validate.Pass, s *topology.BackendService) bool {
	if topology.Is(s.Passthrough(), true) {
		return false
	}
	return validate.Shared(p, "services that may use PSC NEGs", func() map[*topology.BackendService]bool {
		out := map[*topology.BackendService]bool{}
		for _, g := range p.After.Groups {
			if !topology.Is(g.IsPSC(), false) {
				users := p.Index.UsersOf(g)
				for _, u := range slices.Concat(users.Certain, users.Possible) {
					out[u] = true
				}
			}
		}
		return out
	})[s]
}

// pscNEGs returns the PSC NEGs of the input among a service's backends. More
// says why there may be others; empty where there are none.
func pscNEGs(p *validate.Pass, s *topology.BackendService) (negs []*topology.Group, more string) {
	if !s.Backends.Complete {
		more = s.BackendsReason()
	}
	for i := range s.Backends.List {
		l := s.Backends.List[i].Group
		if g, ok := topology.To[*topology.Group](l); ok && topology.Is(g.IsPSC(), true) {
			negs = append(negs, g)
		} else if l.State != topology.LinkAbsent && !topology.Is(isPSC(p, l), false) && more == "" {
			more = linkReason(l, s.Backends.List[i].Path+".group")
		}
	}
	return negs, more
}

// producer is what a PSC NEG leads to.
type producer struct {
	neg        *topology.Group
	attachment *topology.ServiceAttachment // nil where the input does not hold it
	rule       *topology.ForwardingRule    // nil likewise
	// missing says why the rule is nil.
	missing string
}

// producerOf follows a PSC NEG to the forwarding rule that it reaches.
func producerOf(g *topology.Group) producer {
	out := producer{neg: g}
	a, ok := topology.To[*topology.ServiceAttachment](g.TargetService)
	if !ok {
		out.missing = linkReason(g.TargetService, "psc_target_service of "+g.Address)
		return out
	}
	out.attachment = a
	if r, ok := topology.To[*topology.ForwardingRule](a.TargetService); ok {
		out.rule = r
		return out
	}
	out.missing = linkReason(a.TargetService, "target_service of "+a.Address)
	return out
}

// eachNEG gives an answer for every group that is, or may be, a PSC NEG.
func eachNEG(p *validate.Pass, check func(*topology.Group) answer) {
	for _, g := range p.After.Groups {
		psc := g.IsPSC()
		if g.Data || topology.Is(psc, false) {
			continue
		}
		give(p, g, psc, "network_endpoint_type is known after apply", check(g))
	}
}

// googleAPI reports whether a PSC NEG certainly leads to a Google API, and to
// no published service: its target is the name of a host.
func googleAPI(g *topology.Group) bool {
	return isBare(g.TargetService)
}
