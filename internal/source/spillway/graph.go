// SPDX-License-Identifier: MPL-2.0

package spillway

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// reads are the arguments that [Build] reads, by what an object becomes, beside
// those that make up its identity.
var reads = map[noun][]string{
	group:      {"network", "size", "zones", "endpoints", "network_endpoint_type", "psc_target_service", "psc_data"},
	service:    {"load_balancing_scheme", "protocol", "session_affinity", "locality_lb_policy", "network", "description", "connection_draining_timeout_sec", "health_checks", "backend", trafficPolicy, "failover_policy", "subsetting", "ha_policy", "connection_tracking_policy", "outlier_detection"},
	rule:       {"load_balancing_scheme", "backend_service", "target", "ip_protocol", "all_ports", "ports", "port_range", "allow_global_access", "is_mirroring_collector", "ip_address", "network", "subnetwork"},
	mirroring:  {"enable", "collector_ilb"},
	attachment: {"target_service"},
	policy:     {"policy_type", "healthy_percent_threshold", "min_healthy_threshold"},
	source:     {"source_type", "sources", "health_aggregation_policy"},
	composite:  {"health_sources", "health_destination"},
}

// Selection returns the resource types and attributes that [Read] reads, for
// the readers of inputs.
func Selection() graph.Selection {
	s := make(graph.Selection, len(Types))
	for name, t := range Types {
		a := graph.Select(reads[t.noun]...)
		for _, part := range []string{"name", "project", t.Place.Attribute()} {
			if part != "" {
				a[part] = struct{}{}
			}
		}
		s[name] = a
	}
	return s
}

// Read returns the topology of the provider's objects in one input, or in
// several that are joined: what is planned, and all there is of a state, or
// what was before. It is nil where the inputs hold none.
//
// The address of an object that stands in several inputs gets the input's path
// in parentheses. Of an object that both a plan and a state hold, the first
// input's stands for both.
func Read(graphs []*graph.Graph, before bool) *topology.Snapshot {
	if !holds(graphs) {
		return nil
	}
	c := collector{before: before, names: graph.Names(graphs), shared: graph.Shared(graphs), partial: map[string]bool{}, at: map[heldAs]int{}}
	for i, g := range graphs {
		if g == nil {
			continue
		}
		for _, inst := range g.Instances {
			if isOurs(inst) {
				c.take(g, c.names[i], inst)
			}
		}
		for _, u := range g.Unexpanded {
			if Types[u.Type] != nil && !before {
				c.partial[c.names[i]] = true
			}
		}
		if g.Incomplete != "" && g.Configuration == nil && !before {
			c.partial[c.names[i]] = true
		}
	}
	s := Build(c.objects, Options{Removed: c.removed, Complete: len(c.partial) == 0})
	if !s.LinksComplete {
		s.Partial = c.partial
	}
	s.Notices = c.notices
	return s
}

// holds reports whether there is anything to read.
func holds(graphs []*graph.Graph) bool {
	for _, g := range graphs {
		if g == nil {
			continue
		}
		for _, inst := range g.Instances {
			if isOurs(inst) {
				return true
			}
		}
		for _, u := range g.Unexpanded {
			if Types[u.Type] != nil {
				return true
			}
		}
	}
	return false
}

// isOurs reports whether an instance is an object of the provider; an input
// that does not say whose it is counts as one.
func isOurs(inst *graph.Instance) bool {
	return inst != nil && !inst.Data && Types[inst.Type] != nil &&
		(inst.Provider == "" || topology.LastSegment(inst.Provider) == "spillway")
}

type collector struct {
	before           bool
	names            []string
	shared           map[string]bool
	objects, removed []Object
	notices          []topology.Notice
	partial          map[string]bool
	at               map[heldAs]int // among objects
}

// heldAs names an object by what several inputs that hold it agree on; state
// tells whether the input is one.
type heldAs struct {
	id      topology.Identity
	address string
	state   bool
}

func (c *collector) take(g *graph.Graph, input string, inst *graph.Instance) {
	v, change, removed := c.valueOf(g, inst)
	if v.IsNull() {
		return
	}
	o := Object{
		Type: Types[inst.Type], Address: inst.Address, Input: input, Change: change, Value: v,
		Data: inst.Change == graph.Forget && !c.before,
	}
	if c.shared[inst.Address] {
		o.Address = topology.Labelled(inst.Address, input)
	}
	if v.Kind() != graph.Object {
		c.partial[input] = true
		c.notices = append(c.notices, topology.Notice{Address: o.Address, Text: "the input holds a " + v.Kind().String() + " where an object is expected; it is not read"})
		return
	}
	v, hid := open(v)
	if hid {
		c.notices = append(c.notices, topology.Notice{Address: o.Address, Text: "arguments that are marked as sensitive are not read, and count as not known"})
	}
	o.Value = v
	if !c.before && !removed && !g.IsState() && g.Configuration != nil {
		o.Value, o.Config = written(g.Configuration, inst, v)
	}
	if removed {
		c.removed = append(c.removed, o)
		return
	}
	id := o.Type.Identity(o.Value)
	if i, ok := c.at[heldAs{id, inst.Address, !g.IsState()}]; ok && id.Complete() {
		first := &c.objects[i]
		first.Beside = append(first.Beside, input)
		c.notices = append(c.notices, topology.Notice{Address: first.Address, Text: "stands in several inputs; what " + first.Input + " says of it counts"})
		return
	}
	c.at[heldAs{id, inst.Address, g.IsState()}] = len(c.objects)
	c.objects = append(c.objects, o)
}

// open returns a value in which what is marked as sensitive is unknown, and
// whether there was any.
func open(v graph.Value) (out graph.Value, hid bool) {
	if v.IsSensitive() {
		return graph.UnknownValue(), true
	}
	elements := v.Elements()
	names, fields := v.Fields()
	if v.Kind() == graph.Object {
		elements = fields
	}
	opened := make([]graph.Value, len(elements))
	for i, e := range elements {
		var one bool
		opened[i], one = open(e)
		hid = hid || one
	}
	switch {
	case !hid:
		return v, false
	case v.Kind() == graph.Object:
		out = graph.ObjectValue(names, opened)
	default:
		out = graph.ListValue(opened)
	}
	if v.IsEvaluated() {
		out = out.Evaluated()
	}
	return out, true
}

// valueOf returns what an instance is at the moment, null where it is nothing
// then, and whether the plan destroys it.
func (c *collector) valueOf(g *graph.Graph, inst *graph.Instance) (v graph.Value, change topology.Change, removed bool) {
	switch {
	case c.before && g.IsState():
		return inst.After, topology.ChangeNone, false
	case c.before && !g.HasPrior:
		return graph.NullValue(), topology.ChangeNone, false
	case c.before:
		return inst.Before, changes[inst.Change], false
	case !inst.After.IsNull():
		return inst.After, changes[inst.Change], false
	case inst.Change == graph.Forget: // it goes on to exist
		return inst.Before, topology.ChangeNone, false
	case inst.Change == graph.Delete:
		return inst.Before, topology.ChangeDelete, true
	}
	return graph.NullValue(), topology.ChangeNone, false
}

var changes = map[graph.ChangeKind]topology.Change{
	graph.Create: topology.ChangeCreate, graph.Update: topology.ChangeUpdate, graph.Replace: topology.ChangeReplace,
	graph.ReplaceCreateFirst: topology.ChangeReplaceCreateFirst, graph.Delete: topology.ChangeDelete,
}

// written returns the arguments of an object with the project and the place of
// its provider block, and without what is left out and known after apply, and
// what of them the author wrote, as far as the configuration shows it.
func written(conf graph.Configuration, inst *graph.Instance, v graph.Value) (value, config graph.Value) {
	if _, ok := conf.Expression(inst, "name"); !ok {
		return v, graph.UnknownValue() // the configuration does not show the object
	}
	names, planned := v.Fields()
	values, asWritten := make([]graph.Value, len(names)), make([]graph.Value, len(names))
	for i, name := range names {
		values[i] = planned[i]
		e, ok := conf.Expression(inst, name)
		switch {
		case ok && planned[i].IsEvaluated():
			asWritten[i] = planned[i]
		case ok:
			asWritten[i] = e.Constant
		default:
			asWritten[i] = graph.NullValue()
		}
		if ok || !planned[i].IsUnknown() {
			continue
		}
		switch name {
		case "project", "region", "zone":
			if p := conf.ProviderArgument(inst, name); text(p) != "" {
				values[i] = p
			}
		default:
			values[i] = graph.NullValue()
		}
	}
	return graph.ObjectValue(names, values), graph.ObjectValue(names, asWritten)
}
