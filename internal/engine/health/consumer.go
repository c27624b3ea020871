// SPDX-License-Identifier: MPL-2.0

package health

import (
	"cmp"
	"slices"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// consumer returns a backend service as a consumer: a global one with a PSC
// NEG among its backends, or with backends that may be PSC NEGs. It returns
// nil for any other service.
func (e *evaluator) consumer(v *topology.BackendService) *Consumer {
	if !v.IsGlobal() {
		return nil
	}
	out := &Consumer{Object: v}
	certain, possible := false, !v.Backends.Complete && e.idlePSC(v)
	for _, b := range v.Backends.List {
		g, ok := topology.To[*topology.Group](b.Group)
		if ok {
			psc, known := g.IsPSC().Value()
			certain, possible = certain || psc, possible || !known
			if psc || !known {
				out.Regions = append(out.Regions, e.region(g))
			}
			continue
		}
		possible = possible || b.Group.State == topology.LinkUnresolved && e.mayBePSC(v, b.Group)
	}
	if !certain && !possible {
		return nil
	}
	slices.SortFunc(out.Regions, func(a, b Region) int {
		return cmp.Or(cmp.Compare(a.Region, b.Region), cmp.Compare(a.NEG, b.NEG))
	})
	return out
}

// idlePSC reports whether a service may use a PSC NEG that none is known to
// use.
func (e *evaluator) idlePSC(v *topology.BackendService) bool {
	return slices.ContainsFunc(e.paths.idlePSC, func(g *topology.Group) bool { return topology.MayReach(v, g) })
}

// mayBePSC reports whether an unresolved backend of a service may be a PSC NEG
// of the input.
func (e *evaluator) mayBePSC(v *topology.BackendService, l topology.Link) bool {
	if len(l.Candidates) == 0 {
		return e.idlePSC(v)
	}
	return slices.ContainsFunc(e.snapshot.Groups, func(g *topology.Group) bool {
		psc, known := g.IsPSC().Value()
		return (psc || !known) && slices.Contains(l.Candidates, g.Address)
	})
}

// region follows a PSC NEG to the composite of the service that it reaches.
func (e *evaluator) region(g *topology.Group) Region {
	r := Region{Region: g.Region().Default(""), NEG: g.Address, Attachment: spell(g.TargetService)}
	a, ok := topology.To[*topology.ServiceAttachment](g.TargetService)
	if !ok {
		return r
	}
	r.Rule = spell(a.TargetService)
	if certain, _ := e.paths.CompositesOf(a); len(certain) > 0 {
		r.Composite = certain[0].Address
	}
	return r
}

// usable says whether a consumer may use a PSC NEG, with the causes where that
// is not decided. It returns false as its last result where the scenario says
// nothing of the service behind the NEG.
func (e *evaluator) usable(g *topology.Group, sc *Scenario, states compositeStates) (topology.Known[bool], []sizing.Cause, bool) {
	l := g.TargetService
	a, ok := topology.To[*topology.ServiceAttachment](l)
	if !ok {
		return e.foreign(g, l, sc)
	}
	if s, set := byHand(sc.Attachments, a); set {
		return e.judge(a.Address, s), nil, true
	}
	certain, possible := e.paths.CompositesOf(a)
	switch {
	case len(certain) > 0:
		return e.published(certain, states)
	case a.TargetService.State == topology.LinkUnresolved || a.TargetService.State == topology.LinkAbsent:
		return topology.Unknown[bool](), []sizing.Cause{dangling(a, a.TargetService, "target service")}, true
	case len(possible) > 0:
		return topology.Unknown[bool](), []sizing.Cause{dangling(possible[0], possible[0].Destination, "health destination")}, true
	case !e.snapshot.ReadFor(a):
		why := "a part of the input is missing or could not be read, so that a composite of " + a.Address + " may be missing"
		return topology.Unknown[bool](), []sizing.Cause{because(a.Address, why)}, true
	case a.TargetService.State == topology.LinkExternal:
		return e.assumed(a.Address, a.Region().Default(g.Region().Default("")), sc)
	}
	return topology.Of(true), nil, true // no composite, no signal: it stays in use
}

// published says whether a service with composites is usable. Google allows
// one composite for each rule; several count only where they agree.
func (e *evaluator) published(list []*topology.CompositeHealth, states compositeStates) (topology.Known[bool], []sizing.Cause, bool) {
	var first topology.Known[bool]
	for i, c := range list {
		st, ok := states[c.Address]
		if !ok {
			return topology.Unknown[bool](), nil, false
		}
		s, known := st.state.Value()
		if !known {
			return topology.Unknown[bool](), st.undecided, true
		}
		u := e.judge(c.Address, s)
		if i > 0 && u != first {
			return topology.Unknown[bool](), []sizing.Cause{{
				Reason:    list[0].Address + " and " + c.Address + " have one destination and different states; Google allows one composite for each forwarding rule",
				Addresses: []string{list[0].Address, c.Address},
			}}, true
		}
		first = u
	}
	return first, nil, true
}

// foreign says whether a NEG is usable whose service attachment is not in the
// input.
func (e *evaluator) foreign(g *topology.Group, l topology.Link, sc *Scenario) (topology.Known[bool], []sizing.Cause, bool) {
	if l.State != topology.LinkExternal {
		return topology.Unknown[bool](), []sizing.Cause{dangling(g, l, "service attachment")}, true
	}
	key := spell(l)
	if s, set := sc.Attachments[key]; set {
		return e.judge(key, s), nil, true
	}
	if l.ID.Kind != topology.KindServiceAttachment {
		return topology.Of(true), nil, true // a Google API: it has no composite
	}
	return e.assumed(key, cmp.Or(topology.RegionOf(l.ID.Location), g.Region().Default("")), sc)
}

// assumed takes a service whose producer is not in the input as available,
// unless the scenario touches its region.
func (e *evaluator) assumed(service, region string, sc *Scenario) (topology.Known[bool], []sizing.Cause, bool) {
	if sc.Touches != nil && sc.Touches(region) {
		return topology.Unknown[bool](), []sizing.Cause{because(service, "what the scenario does to "+service+" depends on its producer, which is not in the input")}, true
	}
	e.notes.add(service, "its producer is not in the input; it is taken as available unless a scenario sets its state")
	return topology.Of(true), nil, true
}

// judge turns the state of a published service into whether a consumer keeps
// sending connections to it: unless it is UNHEALTHY.
func (e *evaluator) judge(address string, s State) topology.Known[bool] {
	if s == Unknown {
		e.notes.add(address, "its state is UNKNOWN; a region in that state is taken as one that keeps its traffic, which the documentation does not state")
	}
	return topology.Of(s != Unhealthy)
}
