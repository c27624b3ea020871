// SPDX-License-Identifier: MPL-2.0

package topology

// GroupKind says what sort of group a backend is. The words are part of the
// JSON output.
type GroupKind string

// The kinds of groups.
const (
	UnmanagedGroup     GroupKind = "INSTANCE_GROUP"
	ManagedGroup       GroupKind = "MANAGED_INSTANCE_GROUP"
	RegionManagedGroup GroupKind = "REGION_MANAGED_INSTANCE_GROUP"
	ZonalNEG           GroupKind = "NETWORK_ENDPOINT_GROUP"
	RegionNEG          GroupKind = "REGION_NETWORK_ENDPOINT_GROUP"
	GlobalNEG          GroupKind = "GLOBAL_NETWORK_ENDPOINT_GROUP"
)

// IsNEG reports whether the kind is a network endpoint group.
func (k GroupKind) IsNEG() bool { return k == ZonalNEG || k == RegionNEG || k == GlobalNEG }

// Group is anything that a backend can name: an instance group, managed or
// not, or a network endpoint group. A managed group is one object, whether a
// link names the manager or its instance group.
type Group struct {
	Object
	GroupKind GroupKind

	// NEGType is network_endpoint_type; null for instance groups.
	NEGType Known[string]

	Capacity Capacity

	// Members are the instances of an unmanaged group, as far as the input
	// shows them, for the rules about them; sizes come from Capacity.
	Members LinkList

	// Update is the update policy of a managed group.
	Update Known[UpdatePolicy]

	// TargetService and ProducerPort belong to a PSC NEG
	// (network_endpoint_type PRIVATE_SERVICE_CONNECT).
	TargetService Link
	ProducerPort  Known[string]

	Network Known[string]
}

// IsPSC reports whether the group is a Private Service Connect NEG.
func (g *Group) IsPSC() Known[bool] {
	if !g.GroupKind.IsNEG() {
		return Of(false)
	}
	t, ok := g.NEGType.Value()
	if !ok {
		return Unknown[bool]()
	}
	return Of(t == "PRIVATE_SERVICE_CONNECT")
}

// Capacity holds the facts about how many endpoints a group has and where;
// package sizing computes counts from it.
type Capacity struct {
	// Members is the number of members that the input shows: instances of an
	// unmanaged group, endpoints of a NEG. Null for managed groups. Unknown
	// when members are attached elsewhere, or the list cannot be counted.
	Members Known[int]
	// TargetSize is target_size of a managed group; null when it is left out.
	TargetSize Known[int]
	// TargetSizeWritten says whether the configuration sets target_size: the
	// google provider carries the present number into every later plan and
	// state. Unknown without configuration.
	TargetSizeWritten Known[bool]
	// TargetSizeIgnored says that Terraform leaves the size alone once the group
	// exists, since lifecycle ignores its changes. Plan JSON does not always
	// show it.
	TargetSizeIgnored bool
	// Autoscaled says whether an autoscaler owns the size; unknown when one
	// of the input may.
	Autoscaled Known[bool]
	// Autoscaler owns the size, when Autoscaled is true and it is in the input.
	Autoscaler *Autoscaler
	// Zones are the zones over which a regional group spreads, sorted; the one
	// zone of a zonal group. Unknown when Google picks them.
	Zones Known[[]string]
	// ByZone holds how many members the group has in each zone, sorted by zone,
	// where the input says that much; nil where it gives a total at most. The
	// total, TargetSize or Members, then is their sum.
	ByZone []ZoneMembers
	// Shape is distribution_policy_target_shape; EVEN when it is left out.
	Shape Known[string]
	// From says where the numbers come from.
	From SizeSource
	// Reason says why the size is not known, in a clause after "because".
	Reason string
}

// ZoneMembers is the number of members that a group has in one zone.
type ZoneMembers struct {
	Zone    string
	Members Known[int]
}

// SizeSource says where a size comes from. The words are part of the JSON
// output.
type SizeSource string

// The sources of a size.
const (
	SizeFromPlan          SizeSource = "plan"
	SizeFromState         SizeSource = "state"
	SizeFromConfiguration SizeSource = "configuration"
	SizeAssumed           SizeSource = "assumed"
	SizeUnknown           SizeSource = "unknown"
)

// UpdatePolicy is the update_policy of a managed group.
type UpdatePolicy struct {
	Type                  Known[string] // PROACTIVE, OPPORTUNISTIC
	MinimalAction         Known[string]
	MaxUnavailableFixed   Known[int]
	MaxUnavailablePercent Known[int]
	MaxSurgeFixed         Known[int]
	MaxSurgePercent       Known[int]
}

// Autoscaler is a zonal or regional autoscaler.
type Autoscaler struct {
	Object
	Target Link
	Min    Known[int] // min_replicas
	Max    Known[int] // max_replicas
	Mode   Known[string]
}

// Instance is a VM.
type Instance struct {
	Object
	Networks []Known[string] // network or subnetwork of each interface
}
