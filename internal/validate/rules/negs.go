// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// The types of network endpoint groups that the rules tell apart (Compute API
// v1, NetworkEndpointGroup.networkEndpointType).
const (
	negVMIP        = "GCE_VM_IP"
	negVMIPPort    = "GCE_VM_IP_PORT" // the provider's default for a zonal group
	negPortMapping = "GCE_VM_IP_PORTMAP"
)

// negType returns the type of a group that is a NEG, null for an instance
// group.
func negType(g *topology.Group) topology.Known[string] {
	switch {
	case !g.GroupKind.IsNEG():
		return topology.Null[string]()
	case g.GroupKind == topology.ZonalNEG:
		return g.NEGType.Or(negVMIPPort)
	}
	return g.NEGType
}

// negTypeByID returns null for an instance group outside the input; the type
// of a NEG is not a part of its name.
func negTypeByID(id topology.Identity) topology.Known[string] {
	if id.Kind == topology.KindInstanceGroup || id.Kind == topology.KindInstanceGroupManager {
		return topology.Null[string]()
	}
	return topology.Unknown[string]()
}

// portMapping reports whether a backend of a service is a port mapping NEG. Its
// service looks like an internal passthrough load balancer, and balances nothing
// (Google documentation, create port mapping services).
func portMapping(p *validate.Pass, s *topology.BackendService, l topology.Link) topology.Known[bool] {
	if l.State == topology.LinkUnresolved && !anyPortMapping(p, s) {
		return topology.Of(false) // what is known after apply is of this input
	}
	return ofGroup(p, l,
		func(g *topology.Group) topology.Known[bool] {
			t := negType(g)
			if t.IsUnknown() {
				return topology.Unknown[bool]()
			}
			return topology.Of(topology.Is(t, negPortMapping))
		},
		func(id topology.Identity) topology.Known[bool] {
			if negTypeByID(id).IsNull() || topology.IsZone(id.Location) {
				return topology.Of(false)
			}
			return topology.Unknown[bool]()
		})
}

// anyPortMapping reports whether a group of a service's input is, or may be, a
// port mapping NEG.
func anyPortMapping(p *validate.Pass, s *topology.BackendService) bool {
	return !p.After.ReadFor(s) || reaches(p, s, "port mapping", func() []*topology.Group {
		return slices.DeleteFunc(slices.Clone(p.After.Groups), func(g *topology.Group) bool {
			t := negType(g)
			return !t.IsUnknown() && !topology.Is(t, negPortMapping)
		})
	})
}

// isNEG reports whether a backend is a NEG, and not an instance group.
func isNEG(p *validate.Pass, l topology.Link) topology.Known[bool] {
	return ofGroup(p, l,
		func(g *topology.Group) topology.Known[bool] { return topology.Of(g.GroupKind.IsNEG()) },
		func(id topology.Identity) topology.Known[bool] {
			switch {
			case negTypeByID(id).IsNull():
				return topology.Of(false)
			case id.Kind == topology.KindNetworkEndpointGroup:
				return topology.Of(true)
			}
			return topology.Unknown[bool]()
		})
}
