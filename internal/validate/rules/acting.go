// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"slices"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// allHealthy is the scenario in which every endpoint is healthy, with nothing
// assumed about sizes.
func allHealthy(p *validate.Pass) health.Scenario {
	return health.Scenario{Name: "all-healthy", Counts: func(s *topology.BackendService) health.Counts { return health.AllHealthy(p.Layout(s)) }}
}

// stateOf returns the state of a composite with every endpoint healthy, and
// why it is not decided: no finding rests on an assumption about what Google's
// documentation leaves open.
func stateOf(p *validate.Pass, c *topology.CompositeHealth) (health.Evaluation, string) {
	ev, causes, _ := health.EvaluateComposite(c, allHealthy(p), health.Switches{})
	if len(causes) > 0 {
		return ev, causes[0].Reason
	}
	for _, sw := range []health.Switches{{FailoverApart: true}, {EmptyUnknown: true}} {
		switch other, causes, _ := health.EvaluateComposite(c, allHealthy(p), sw); {
		case len(causes) > 0:
			return ev, causes[0].Reason
		case other.State != ev.State && sw.EmptyUnknown:
			return ev, "Google's documentation does not say in which state a service without endpoints is"
		case other.State != ev.State:
			return ev, "Google's documentation does not say whether the endpoints of failover backends count"
		}
	}
	return ev, ""
}

// changed reports whether the plan makes or changes an object.
func changed(n topology.Node) bool { return n.Base().Change != topology.ChangeNone }

// made reports whether the plan makes an object anew.
func made(n topology.Node) bool {
	switch n.Base().Change {
	case topology.ChangeCreate, topology.ChangeReplace, topology.ChangeReplaceCreateFirst:
		return true
	}
	return false
}

// parts are the objects of the input behind a composite, in the order in which
// a change of its state is put down to them.
type parts struct {
	sources  []*topology.HealthSource
	policies []*topology.HealthPolicy
	services []*topology.BackendService
	groups   []*topology.Group
}

// partsOf collects the objects behind a composite; only those of the given
// sources where any are given, by address.
func partsOf(c *topology.CompositeHealth, only map[string]bool) parts {
	var out parts
	for _, l := range c.Sources.Links {
		h, ok := topology.To[*topology.HealthSource](l)
		if !ok || only != nil && !only[h.Address] || slices.Contains(out.sources, h) {
			continue
		}
		out.sources = append(out.sources, h)
		if o, ok := health.PolicyOf(h); ok && !slices.Contains(out.policies, o) {
			out.policies = append(out.policies, o)
		}
		s, ok := health.Watched(h)
		if !ok || slices.Contains(out.services, s) {
			continue
		}
		out.services = append(out.services, s)
		for _, b := range s.Backends.List {
			if g, ok := topology.To[*topology.Group](b.Group); ok && !slices.Contains(out.groups, g) {
				out.groups = append(out.groups, g)
			}
		}
	}
	return out
}

// changedIn returns those of a list that the plan makes or changes.
func changedIn[T topology.Node](list []T) []topology.Node {
	var out []topology.Node
	for _, o := range list {
		if changed(o) {
			out = append(out, o)
		}
	}
	return out
}

// changes returns the parts that the plan makes or changes, in order.
func (x parts) changes() []topology.Node {
	return slices.Concat(changedIn(x.sources), changedIn(x.policies), changedIn(x.services), changedIn(x.groups))
}

// namesOf returns the addresses of objects.
func namesOf(list []topology.Node) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = n.Base().Address
	}
	return out
}

// hiddenPart says which part of a composite the input does not show, though it
// may be one that the plan changes; empty where there is none.
func hiddenPart(p *validate.Pass, c *topology.CompositeHealth) string {
	anyChange := func(from topology.Node) bool {
		return reaches(p, from, "changes of composite health", func() []topology.Node {
			return slices.Concat(changedIn(p.After.Sources), changedIn(p.After.Policies))
		})
	}
	if !c.Sources.Complete && anyChange(c) {
		return cmp.Or(c.Sources.Reason, "health_sources is known after apply")
	}
	for _, l := range c.Sources.Links {
		h, ok := topology.To[*topology.HealthSource](l)
		switch {
		case !ok && l.State == topology.LinkUnresolved && anyChange(c):
			return linkReason(l, "health_sources")
		case ok && h.Policy.State == topology.LinkUnresolved && anyChange(h):
			return linkReason(h.Policy, "health_aggregation_policy of "+h.Address)
		}
	}
	return ""
}
