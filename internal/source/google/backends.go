// SPDX-License-Identifier: MPL-2.0

package google

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// limits are the max_* arguments of a backend.
var limits = []string{
	"max_connections", "max_connections_per_endpoint", "max_connections_per_instance",
	"max_in_flight_requests", "max_in_flight_requests_per_endpoint", "max_in_flight_requests_per_instance",
	"max_rate", "max_rate_per_endpoint", "max_rate_per_instance", "max_utilization",
}

// backends reads the backend set of a service.
func (b *builder) backends(o *object) topology.Backends {
	v := o.value.Get("backend")
	switch v.Kind() {
	case graph.Null:
		return topology.Backends{Complete: true}
	case graph.List:
	default:
		return topology.Backends{Reason: "the backends of " + o.base.Address + " are known after apply"}
	}
	elements := v.Elements()
	out := topology.Backends{Complete: true, List: make([]topology.Backend, len(elements))}
	open := false
	for i, e := range elements {
		path := b.at("backend", i)
		backend := &out.List[i]
		backend.Path = path
		backend.Failover = o.flag(e.Get("failover")).Or(false)
		backend.BalancingMode = o.text(o.orDefault(e.Get("balancing_mode"), utilizationMode))
		backend.Capacity = o.capacity(e)
		var later bool
		backend.Limits, later = o.limits(e)
		if g := e.Get("group"); !isOpenLink(g) {
			backend.Group = b.link(o, g, path+".group", path+".group", toGroup)
		} else {
			later = true
		}
		open = open || later || backend.Failover.IsUnknown()
	}
	if open {
		b.pair(o, elements, out.List)
	}
	return out
}

// capacity reads capacity_scaler. A regional service that leaves it out shows
// 0 once it exists; of a global one the provider plans a default.
func (o *object) capacity(e graph.Value) topology.Known[topology.Ratio] {
	c := o.number(e.Get("capacity_scaler"))
	if r, ok := c.Value(); ok && r.IsZero() && (o.settled || o.inst.Change == graph.NoChange) && o.typ.place == regional {
		return topology.Null[topology.Ratio]()
	}
	return c
}

// limits reads the max_* arguments that are known; 0 is what a state shows of
// one that is left out. later says that others are known after apply.
func (o *object) limits(e graph.Value) (out []topology.Limit, later bool) {
	names, values := e.Fields()
	for i, v := range values {
		switch {
		case !strings.HasPrefix(names[i], "max_") || v.IsNull():
			continue
		case v.IsUnknown():
			later = true
			continue
		}
		n := o.number(v)
		if r, ok := n.Value(); n.IsNull() || ok && r.IsZero() {
			continue
		}
		out = append(out, topology.Limit{Name: names[i], Value: n})
	}
	return out, later || e.IsUnknown()
}

// laterLimits names the limits of a planned backend that are known after apply.
func laterLimits(e graph.Value) (out []string) {
	if e.IsUnknown() {
		return limits
	}
	names, values := e.Fields()
	for i, v := range values {
		if v.IsUnknown() && slices.Contains(limits, names[i]) {
			out = append(out, names[i])
		}
	}
	return out
}
