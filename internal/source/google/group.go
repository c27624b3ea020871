// SPDX-License-Identifier: MPL-2.0

package google

import (
	"maps"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// group fills a group in, but for what other resources say of its size; see
// capacities.
func (b *builder) group(o *object, g *topology.Group) {
	g.GroupKind = o.typ.group
	g.NEGType = topology.Null[string]()
	g.Update = topology.Null[topology.UpdatePolicy]()
	g.TargetService = topology.Link{State: topology.LinkAbsent}
	g.ProducerPort = topology.Null[string]()
	g.Network = topology.Unknown[string]()
	g.Members = topology.LinkList{Reason: "the members of " + o.base.Address + " are not in the input"}
	g.Capacity = topology.Capacity{
		Members: topology.Null[int](), TargetSize: topology.Null[int](), TargetSizeWritten: topology.Of(false),
		Autoscaled: topology.Of(false), Shape: topology.Null[string](), From: b.sizeSource(o),
	}
	switch {
	case g.GroupKind == topology.UnmanagedGroup:
		g.Network = b.network(o)
	case g.GroupKind.IsNEG():
		b.neg(o, g)
	default:
		b.manager(o, g)
	}
	if zone, ok := o.base.Location.Value(); ok && o.typ.place == zonal {
		g.Capacity.Zones = topology.Of([]string{zone})
	}
}

// sizeSource says where the numbers of an object come from.
func (b *builder) sizeSource(o *object) topology.SizeSource {
	switch {
	case o.settled:
		return topology.SizeFromState
	case o.in.graph.Kind == graph.ConfigurationTree:
		return topology.SizeFromConfiguration
	}
	return topology.SizeFromPlan
}

func (b *builder) neg(o *object, g *topology.Group) {
	byDefault := vmIPPortType
	if g.GroupKind == topology.RegionNEG {
		byDefault = serverlessType
	}
	g.NEGType = o.text(o.planned("network_endpoint_type", byDefault))
	g.Network = b.network(o)
	if g.GroupKind != topology.RegionNEG {
		return
	}
	g.TargetService = b.link(o, o.value.Get("psc_target_service"), "psc_target_service", "psc_target_service", toAttachment)
	data := o.computedBlock("psc_data")
	port := first(data).Get("producer_port")
	if data.IsUnknown() {
		port = data
	}
	g.ProducerPort = o.text(port)
	if g.ProducerPort.IsUnknown() && o.blockIsStatic("psc_data") && !o.written("psc_data[0].producer_port") {
		g.ProducerPort = topology.Null[string]()
	}
}

// manager reads a managed group.
func (b *builder) manager(o *object, g *topology.Group) {
	g.Update = block(o.computedBlock("update_policy"), o.updatePolicy)
	c := &g.Capacity
	size := o.value.Get("target_size")
	c.TargetSize = o.count(size)
	c.TargetSizeWritten = topology.Unknown[bool]()
	if o.conf != nil {
		c.TargetSizeWritten = o.sizeWritten(size)
		c.TargetSizeIgnored = o.ignored("target_size", size)
	}
	if size.IsEvaluated() {
		c.From = topology.SizeFromConfiguration
	}
	if g.GroupKind != topology.RegionManagedGroup {
		return
	}
	if o.base.Type == "google_compute_region_instance_group" {
		o.listedMembers(g)
		return
	}
	c.Zones = o.zones(o.value.Get("distribution_policy_zones"))
	c.Shape = o.text(o.optional("distribution_policy_target_shape"))
}

// sizeWritten reports whether the configuration sets target_size. An expression
// may come out as null, which leaves the size to the group.
func (o *object) sizeWritten(planned graph.Value) topology.Known[bool] {
	switch {
	case planned.IsLeftOut() || !o.written("target_size"):
		return topology.Of(false)
	case o.setHere("target_size", planned):
		return topology.Of(true)
	}
	return topology.Unknown[bool]()
}

// zones reads distribution_policy_zones: names or URLs of zones, sorted. Where
// it is left out Google picks the zones.
func (o *object) zones(v graph.Value) topology.Known[[]string] {
	written, ok := o.texts(v).Value()
	if !ok {
		return topology.Unknown[[]string]()
	}
	zones := make([]string, 0, len(written))
	for _, z := range written {
		zones = append(zones, topology.LastSegment(z))
	}
	slices.Sort(zones)
	return topology.Of(slices.Compact(zones))
}

func (o *object) updatePolicy(v graph.Value) topology.UpdatePolicy {
	within := func(name string) topology.Known[int] { return o.count(o.within(v, "update_policy", name)) }
	return topology.UpdatePolicy{
		Type:                  o.text(v.Get("type")),
		MinimalAction:         o.text(v.Get("minimal_action")),
		MaxUnavailableFixed:   within("max_unavailable_fixed"),
		MaxUnavailablePercent: within("max_unavailable_percent"),
		MaxSurgeFixed:         within("max_surge_fixed"),
		MaxSurgePercent:       within("max_surge_percent"),
	}
}

// listedMembers reads the instances that a data source lists of a regional
// group, zone by zone.
func (o *object) listedMembers(g *topology.Group) {
	c := &g.Capacity
	c.TargetSize = topology.Unknown[int]()
	v := o.value.Get("instances")
	if v.Kind() != graph.List || !o.open(v) {
		return
	}
	count := map[string]int{}
	for _, e := range v.Elements() {
		text, _ := e.Get("instance").Text()
		id, ok := topology.ParseURL(text)
		if !ok {
			return
		}
		count[id.Location]++
	}
	zones := slices.Sorted(maps.Keys(count))
	for _, z := range zones {
		c.ByZone = append(c.ByZone, topology.ZoneMembers{Zone: z, Members: topology.Of(count[z])})
	}
	c.TargetSize = topology.Of(len(v.Elements()))
	if len(zones) > 0 {
		c.Zones = topology.Of(zones)
	}
}

func (b *builder) autoscaler(o *object, a *topology.Autoscaler) {
	a.Target = b.link(o, o.value.Get("target"), "target", "target", toManager)
	policy := first(o.value.Get("autoscaling_policy"))
	a.Min = o.count(policy.Get("min_replicas"))
	a.Max = o.count(policy.Get("max_replicas"))
	a.Mode = o.text(policy.Get("mode"))
}

func (b *builder) instance(o *object, i *topology.Instance) {
	interfaces := o.value.Get("network_interface")
	if interfaces.IsUnknown() {
		i.Networks = []topology.Known[string]{topology.Unknown[string]()}
		return
	}
	for n := range interfaces.Elements() {
		i.Networks = append(i.Networks, b.interfaceNetwork(o, n))
	}
}
