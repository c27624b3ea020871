// SPDX-License-Identifier: MPL-2.0

package client

import (
	"slices"
	"strconv"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
)

// Now is the scenario of the endpoints that are sick at present, beside the
// ones that may happen.
const Now = "now"

// outputs computes the attributes of an object that follow from its
// neighbours. What is not decided is unknown while a part of the plan is, and
// null otherwise: then the catalogue does not hold what would decide it. A new
// object that names what nothing knows so far waits, too: the same plan may
// create that, in any order.
func (c *Client) outputs(about *item, n *neighbourhood, planning bool) map[string]graph.Value {
	switch about.typ.Name {
	case "spillway_region_backend_service", "spillway_composite_health_check":
	default:
		return nil
	}
	open := graph.NullValue()
	if slices.ContainsFunc(n.items, func(i *item) bool { return partlyUnknown(i.value) }) || planning && n.missing && about.prior.IsNull() {
		open = graph.UnknownValue()
	}
	s := topologyOf(n)
	p := prediction{snapshot: s, index: s.Index(), sick: sickOf(n), address: about.address(), open: open, edition: c.options.Edition}
	switch node := p.index.At(p.address).(type) {
	case *topology.BackendService:
		return p.service(node)
	case *topology.CompositeHealth:
		return p.composite(node)
	}
	return nil
}

// computed are the attributes that follow from others, of whatever type.
var computed = []string{"id", "self_link", "routing", "keeps_local_at", "state", "tolerates"}

// partlyUnknown reports whether a part of an object that something may follow
// from is unknown: any argument, but no computed attribute.
func partlyUnknown(v graph.Value) bool {
	names, values := v.Fields()
	for i, name := range names {
		if name != "description" && !slices.Contains(computed, name) && !known(values[i]) {
			return true
		}
	}
	return false
}

func known(v graph.Value) bool {
	if v.IsUnknown() {
		return false
	}
	_, fields := v.Fields()
	return !slices.ContainsFunc(append(fields[:len(fields):len(fields)], v.Elements()...), func(e graph.Value) bool { return !known(e) })
}

// sick are the endpoints that are unhealthy at present, by the address of the
// group and the zone.
type sick struct {
	counts map[string]map[string]int
	open   map[string]bool // groups of which it is not known
}

func sickOf(n *neighbourhood) sick {
	s := sick{counts: map[string]map[string]int{}, open: map[string]bool{}}
	for _, i := range n.items {
		o := i.object(i.value)
		counts, ok := spillway.Unhealthy(&o)
		if !ok {
			s.open[o.Address] = true
		}
		if len(counts) > 0 {
			s.counts[o.Address] = counts
		}
	}
	return s
}

// healthy returns how many endpoints of each slot are healthy at present, and
// whether any is not; false where it is not known.
func (s sick) healthy(l *sizing.Layout) (healthy []int, some, ok bool) {
	for _, slot := range l.Slots {
		if s.open[slot.Group.Address] {
			return nil, false, false
		}
		n := min(s.counts[slot.Group.Address][slot.Zone], slot.Count)
		some = some || n > 0
		healthy = append(healthy, slot.Count-n)
	}
	return healthy, some, true
}

type prediction struct {
	snapshot *topology.Snapshot
	index    *topology.Index
	sick     sick
	address  string
	open     graph.Value
	edition  topology.Edition
}

// service returns routing and keeps_local_at.
func (p *prediction) service(s *topology.BackendService) map[string]graph.Value {
	out := map[string]graph.Value{"routing": p.open, "keeps_local_at": p.open}
	if topology.Is(s.Passthrough(), false) {
		return map[string]graph.Value{"routing": graph.NullValue(), "keeps_local_at": graph.NullValue()}
	}
	predictor, err := predict.New(p.snapshot, p.index, predict.Options{
		Edition: p.edition, Scenarios: scenario.Defaults(false),
		Services: func(o *topology.BackendService) bool { return o == s },
	})
	if err != nil {
		return out // the default scenarios name nothing that may be missing
	}
	for r := range predictor.Services() {
		if r.Config == nil || !r.Decided() {
			return out
		}
		clients := map[string]map[string]graph.Value{}
		for i := range r.Outcomes {
			o := &r.Outcomes[i]
			enter(clients, o.Client.String(), o.Scenario.Name, outcome(o.Decision, o.Destinations(nil)))
		}
		if !p.now(r, clients) {
			return out
		}
		out["routing"], out["keeps_local_at"] = mapOfMaps(clients), keepsLocal(r.Zones)
	}
	return out
}

// now adds where connections go at present, where an endpoint is sick.
func (p *prediction) now(r *predict.Service, clients map[string]map[string]graph.Value) bool {
	healthy, some, ok := p.sick.healthy(r.Layout)
	if !ok || !some {
		return ok
	}
	state := r.Config.State(healthy)
	for _, c := range r.Config.Clients() {
		d := state.Decide(c)
		if !d.Decided() {
			return false
		}
		enter(clients, c.String(), Now, outcome(d, state.Destinations(nil, d)))
	}
	return true
}

func enter(clients map[string]map[string]graph.Value, client, scenario string, v graph.Value) {
	if clients[client] == nil {
		clients[client] = map[string]graph.Value{}
	}
	clients[client][scenario] = v
}

func outcome(d routing.Decision, to []routing.Destination) graph.Value {
	var zones []graph.Value
	for _, t := range to {
		zones = append(zones, graph.StringValue(t.Zone))
	}
	return graph.ObjectValue([]string{"action", "decision", "zones"},
		[]graph.Value{graph.StringValue(d.Action.String()), graph.StringValue(d.Row.String()), graph.ListValue(zones)})
}

func mapOfMaps(m map[string]map[string]graph.Value) graph.Value {
	outer := map[string]graph.Value{}
	for name, inner := range m {
		outer[name] = mapOf(inner)
	}
	return mapOf(outer)
}

func mapOf(m map[string]graph.Value) graph.Value {
	names, values := make([]string, 0, len(m)), make([]graph.Value, 0, len(m))
	for name, v := range m {
		names, values = append(names, name), append(values, v)
	}
	return graph.ObjectValue(names, values) // which sorts them
}

func keepsLocal(zones []predict.Zone) graph.Value {
	out := map[string]graph.Value{}
	for _, z := range zones {
		if n, ok := z.KeepsLocalAt.Value(); ok {
			out[z.Name] = graph.NumberValue(strconv.Itoa(n))
		}
	}
	return mapOf(out)
}

// composite returns the state of a composite at present, and how many more
// endpoints may fail before it turns UNHEALTHY, whichever they are.
func (p *prediction) composite(c *topology.CompositeHealth) map[string]graph.Value {
	out := map[string]graph.Value{"state": p.open, "tolerates": p.open}
	ev, _, ok := health.EvaluateComposite(c, health.Scenario{Name: Now, Counts: p.counts}, health.Switches{})
	state, known := ev.State.Value()
	if !ok || !known {
		return out
	}
	out["state"], out["tolerates"] = graph.StringValue(string(state)), graph.NullValue()
	if state != health.Healthy {
		return out
	}
	least := topology.Null[int]()
	for _, s := range ev.Sources {
		n, ok := s.Tolerates.Value()
		switch m, any := least.Value(); {
		case !ok:
			out["tolerates"] = p.open
			return out
		case !any || n < m:
			least = topology.Of(n)
		}
	}
	if n, ok := least.Value(); ok {
		out["tolerates"] = graph.NumberValue(strconv.Itoa(n))
	}
	return out
}

// counts counts the endpoints of a service that are healthy at present.
func (p *prediction) counts(s *topology.BackendService) health.Counts {
	l := sizing.Of(s, sizing.Nothing)
	c := health.AllHealthy(l)
	healthy, some, ok := p.sick.healthy(l)
	switch {
	case ok && !some:
		return c
	case !ok || !l.Decided():
		c.Healthy, c.FailoverHealthy = topology.Unknown[int](), topology.Unknown[int]()
		return c
	}
	all, failover := 0, 0
	for i, n := range healthy {
		all += n
		if l.Slots[i].Pool == sizing.Failover {
			failover += n
		}
	}
	c.Healthy, c.FailoverHealthy = topology.Of(all), topology.Of(failover)
	return c
}
