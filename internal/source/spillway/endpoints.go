// SPDX-License-Identifier: MPL-2.0

package spillway

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// CountEndpoints returns how many endpoints a set of them holds. It is not
// known while two of its elements may turn out as the same one: what is known
// after apply can make them equal, and a set holds each but once.
func CountEndpoints(set graph.Value) topology.Known[int] {
	if set.Kind() != graph.List {
		return topology.Unknown[int]()
	}
	all := set.Elements()
	for i, e := range all {
		if whole(e) {
			continue
		}
		for j, other := range all {
			if i != j && mayBeSame(e, other) {
				return topology.Unknown[int]()
			}
		}
	}
	return topology.Of(len(all))
}

// endpoint are the arguments of an endpoint.
var endpoint = []string{"ip_address", "port", "instance"}

// whole reports whether all of an endpoint is known.
func whole(e graph.Value) bool {
	if e.IsUnknown() {
		return false
	}
	for _, name := range endpoint {
		if e.Get(name).IsUnknown() {
			return false
		}
	}
	return true
}

// mayBeSame reports whether no argument tells two endpoints apart.
func mayBeSame(a, b graph.Value) bool {
	if a.IsUnknown() || b.IsUnknown() {
		return true
	}
	for _, name := range endpoint {
		v, w := a.Get(name), b.Get(name)
		if v.IsUnknown() || w.IsUnknown() {
			continue
		}
		text, _ := v.Text()
		other, _ := w.Text()
		if v.Kind() != w.Kind() || text != other {
			return false
		}
	}
	return true
}
