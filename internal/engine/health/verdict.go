// SPDX-License-Identifier: MPL-2.0

package health

import (
	"maps"
	"slices"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Classic is the scheme of global load balancers that take no part in
// composite health (Google documentation, published services, consumers).
const Classic = "EXTERNAL"

// cells fills in a consumer's evaluations.
func (e *evaluator) cells(c *Consumer, scenarios []Scenario, states []compositeStates) {
	if topology.Is(c.Object.Scheme, Classic) {
		c.Undecided = []sizing.Cause{because(c.Object.Address, c.Object.Address+" belongs to a classic load balancer, on which composite health has no effect")}
		return
	}
	unseen := e.unseen(c.Object)
	c.Undecided = merge(c.Undecided, unseen...)
	behind := c.composites()
	for i := range scenarios {
		if !scenarios[i].concerns(behind) {
			continue
		}
		regions, causes, ok := e.regions(c.Object, &scenarios[i], states[i])
		if !ok {
			continue
		}
		c.Undecided = merge(c.Undecided, causes...)
		for _, r := range regions.names() {
			c.Evaluations = append(c.Evaluations, regions.cell(scenarios[i].Name, r, len(unseen) > 0))
		}
	}
	if c.decidedCells() && len(unseen) == 0 {
		c.Undecided = nil
	}
}

// composites returns the addresses of the composites of the regions.
func (c *Consumer) composites() []string {
	var out []string
	for i := range c.Regions {
		if address := c.Regions[i].Composite; address != "" {
			out = append(out, address)
		}
	}
	return out
}

func (c *Consumer) decidedCells() bool {
	return !slices.ContainsFunc(c.Evaluations, func(x Cell) bool { return x.Verdict == Undecided })
}

// unseen says which backends of a consumer the input does not show: each may
// be one more region.
func (e *evaluator) unseen(v *topology.BackendService) []sizing.Cause {
	var out []sizing.Cause
	if !v.Backends.Complete {
		out = merge(out, because(v.Address, v.BackendsReason()))
	}
	for _, b := range v.Backends.List {
		g, ok := topology.To[*topology.Group](b.Group)
		switch {
		case !ok && b.Group.State != topology.LinkAbsent:
			out = merge(out, dangling(v, b.Group, "group"))
		case !ok:
		case g.IsPSC().IsUnknown():
			out = merge(out, because(g.Address, "network_endpoint_type of "+g.Address+" is known after apply"))
		case g.Region().IsUnknown():
			out = merge(out, because(g.Address, "the region of "+g.Address+" is known after apply"))
		}
	}
	return out
}

// regionStates says of each region whether it is available; unknown where
// that is not decided.
type regionStates map[string]topology.Known[bool]

// regions judges the NEGs of a consumer. A region with several NEGs is
// available while one of them is.
func (e *evaluator) regions(v *topology.BackendService, sc *Scenario, states compositeStates) (regionStates, []sizing.Cause, bool) {
	out := regionStates{}
	var causes []sizing.Cause
	for _, b := range v.Backends.List {
		g, ok := topology.To[*topology.Group](b.Group)
		if !ok || !topology.Is(g.IsPSC(), true) {
			continue
		}
		region, ok := g.Region().Value()
		if !ok {
			continue
		}
		usable, why, ok := e.usable(g, sc, states)
		if !ok {
			return nil, nil, false
		}
		causes = merge(causes, why...)
		before, several := out[region]
		if several {
			e.notes.add(v.Address, "several NEGs are in "+region+"; the region is taken as available while one of them is")
		}
		out[region] = either(before, usable, several)
	}
	return out, causes, true
}

// either is "or" over what is known.
func either(a, b topology.Known[bool], both bool) topology.Known[bool] {
	switch {
	case !both:
		return b
	case topology.Is(a, true) || topology.Is(b, true):
		return topology.Of(true)
	case a.IsUnknown() || b.IsUnknown():
		return topology.Unknown[bool]()
	}
	return topology.Of(false)
}

func (r regionStates) names() []string { return slices.Sorted(maps.Keys(r)) }

// cell returns where clients near a region go: to their own region while it
// is available, else to another one that is. More says that the consumer may
// have regions that the input does not show.
func (r regionStates) cell(scenario, client string, more bool) Cell {
	out := Cell{Scenario: scenario, ClientRegion: client, Available: []string{}, Unavailable: []string{}, Verdict: Undecided}
	open := more
	for _, name := range r.names() {
		available, known := r[name].Value()
		switch {
		case !known:
			open = true
		case available:
			out.Available = append(out.Available, name)
		default:
			out.Unavailable = append(out.Unavailable, name)
		}
	}
	own, known := r[client].Value()
	switch {
	case known && own:
		out.Verdict, out.Serving = Local, client
	case !known:
	case len(out.Available) > 0:
		out.Verdict = Failover
		if len(out.Available) == 1 && !open {
			out.Serving = out.Available[0]
		}
	case !open:
		out.Verdict = AllRegionsUnhealthy
	}
	return out
}
