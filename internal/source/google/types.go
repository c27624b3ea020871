// SPDX-License-Identifier: MPL-2.0

package google

import (
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// resourceType says what the package makes of a resource type, and of the data
// source of the same name.
type resourceType struct {
	noun  noun
	kind  topology.Kind
	place place
	// name is the attribute with the object's name, where it is not "name".
	name string
	// leads is the attribute that leads on to another object, where the types
	// of a noun differ in it.
	leads string
	// group is the kind of a group.
	group topology.GroupKind
	// reads are the attributes that the package reads, beside those above and
	// those that every type has.
	reads []string
}

// noun is what an object becomes.
type noun uint8

const (
	service noun = iota
	group
	autoscaler
	instance
	rule
	attachment
	mirroring
	deployment
	route
	hybrid
	firewall
	policyRule // of a firewall policy
	healthCheck
	proxy
	urlMap
	otherTarget
	policy
	source
	composite

	// What follows becomes no object of a topology.
	endpoint   // of a NEG
	membership // of an instance group
	networking // leads to a network
	listing    // a data source that lists objects of another type
)

// isObject reports whether a topology has objects of the noun.
func (n noun) isObject() bool { return n <= composite }

// place is where the objects of a type live.
type place uint8

const (
	global place = iota
	zonal
	regional
	located // zone or region, attribute "location"
	nowhere // outside projects
)

// attribute returns the attribute that holds the location.
func (p place) attribute() string {
	return [...]string{zonal: "zone", regional: "region", located: "location", nowhere: ""}[p]
}

// Kinds that only this package meets: what leads to a network, and targets
// that the model does not look into.
const (
	kindSubnetwork topology.Kind = "subnetworks"
	kindRouter     topology.Kind = "routers"
	kindHAGateway  topology.Kind = "vpnGateways"
	kindClassicVPN topology.Kind = "targetVpnGateways"
	kindTargetPool topology.Kind = "targetPools"
	kindAddress    topology.Kind = "addresses"
	kindBucket     topology.Kind = "backendBuckets"
	kindPolicyRule topology.Kind = "firewallPolicyRules"
)

// everyType reads of every type.
var everyType = []string{"id", "self_link", "project"}

// Selection returns the resource types and attributes that [Build] reads, for
// the readers of inputs.
func Selection() graph.Selection {
	s := make(graph.Selection, len(types))
	for name, t := range types {
		a := graph.Select(slices.Concat(everyType, t.reads)...)
		for _, more := range []string{t.nameAttribute(), t.place.attribute(), t.leads} {
			if more != "" {
				a[more] = struct{}{}
			}
		}
		s[name] = a
	}
	return s
}

func (t *resourceType) nameAttribute() string {
	if t.name != "" {
		return t.name
	}
	return "name"
}

// are returns a filter for the types of some nouns.
func are(nouns ...noun) func(resourceType string) bool {
	return func(resourceType string) bool {
		t := types[resourceType]
		return t != nil && slices.Contains(nouns, t.noun)
	}
}

// isObjectType reports whether a type becomes an object of a topology.
func isObjectType(resourceType string) bool {
	t := types[resourceType]
	return t != nil && t.noun.isObject()
}
