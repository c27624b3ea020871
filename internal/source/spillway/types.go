// SPDX-License-Identifier: MPL-2.0

package spillway

import "terraform-provider-spillway/internal/engine/topology"

// Place says where objects of a type are.
type Place uint8

// The places.
const (
	Regional Place = iota
	Zonal
	Global
)

// Attribute returns the argument that names the place, empty for global
// objects.
func (p Place) Attribute() string { return [...]string{"region", "zone", ""}[p] }

// Type is one resource type of the provider.
type Type struct {
	Name  string
	Kind  topology.Kind
	Place Place
	// References are the arguments that name other objects of the model.
	References []Argument

	noun  noun
	group topology.GroupKind
}

// Argument is an argument that names other objects.
type Argument struct {
	// Path leads to it; "[]" stands for every element: "backend[].group".
	Path string
	// Kind is what the argument usually names.
	Kind topology.Kind
	// Bare is true where google's resource of the same name compares names, so
	// that a bare name means the object of that name in the same place.
	Bare bool
}

type noun uint8

const (
	group noun = iota
	service
	rule
	mirroring
	attachment
	policy
	source
	composite
)

// Types are the resource types by name. The guard is none of them: it is no
// object of the model.
var Types = func() map[string]*Type {
	out := make(map[string]*Type)
	for _, t := range []*Type{
		{Name: "spillway_instance_group", Kind: topology.KindInstanceGroup, Place: Zonal, noun: group, group: topology.UnmanagedGroup},
		{Name: "spillway_region_instance_group", Kind: topology.KindInstanceGroup, noun: group, group: topology.RegionManagedGroup},
		{Name: "spillway_network_endpoint_group", Kind: topology.KindNetworkEndpointGroup, Place: Zonal, noun: group, group: topology.ZonalNEG},
		{
			Name: "spillway_psc_network_endpoint_group", Kind: topology.KindNetworkEndpointGroup, noun: group, group: topology.RegionNEG,
			References: []Argument{{Path: "psc_target_service", Kind: topology.KindServiceAttachment}},
		},
		{
			Name: "spillway_region_backend_service", Kind: topology.KindBackendService, noun: service,
			References: []Argument{{Path: "backend[].group", Kind: topology.KindInstanceGroup}},
		},
		{
			Name: "spillway_backend_service", Kind: topology.KindBackendService, Place: Global, noun: service,
			References: []Argument{{Path: "backend[].group", Kind: topology.KindNetworkEndpointGroup}},
		},
		{
			Name: "spillway_forwarding_rule", Kind: topology.KindForwardingRule, noun: rule,
			References: []Argument{
				{Path: "backend_service", Kind: topology.KindBackendService, Bare: true},
				{Path: "target", Kind: topology.KindServiceAttachment},
			},
		},
		{
			Name: "spillway_packet_mirroring", Kind: topology.KindPacketMirroring, noun: mirroring,
			References: []Argument{{Path: "collector_ilb.url", Kind: topology.KindForwardingRule, Bare: true}},
		},
		{
			Name: "spillway_service_attachment", Kind: topology.KindServiceAttachment, noun: attachment,
			References: []Argument{{Path: "target_service", Kind: topology.KindForwardingRule, Bare: true}},
		},
		{Name: "spillway_health_aggregation_policy", Kind: topology.KindHealthPolicy, noun: policy},
		{
			Name: "spillway_health_source", Kind: topology.KindHealthSource, noun: source,
			References: []Argument{
				{Path: "sources[]", Kind: topology.KindBackendService},
				{Path: "health_aggregation_policy", Kind: topology.KindHealthPolicy, Bare: true},
			},
		},
		{
			Name: "spillway_composite_health_check", Kind: topology.KindCompositeHealth, noun: composite,
			References: []Argument{
				{Path: "health_sources[]", Kind: topology.KindHealthSource},
				{Path: "health_destination", Kind: topology.KindForwardingRule, Bare: true},
			},
		},
	} {
		out[t.Name] = t
	}
	return out
}()

// modelled are the kinds of objects that the provider has a resource for.
var modelled = func() map[topology.Kind]bool {
	out := map[topology.Kind]bool{}
	for _, t := range Types {
		out[t.Kind] = true
	}
	return out
}()
