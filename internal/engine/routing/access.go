// SPDX-License-Identifier: MPL-2.0

package routing

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Access says whether clients of other regions reach a service.
type Access struct {
	// Global is true when a forwarding rule of the service has global access,
	// and when the input certainly holds no forwarding rule of it: such a
	// service counts as reachable from everywhere.
	Global topology.Known[bool]
	// NoRule is true when no forwarding rule of the input certainly belongs to
	// the service.
	NoRule bool
	// Open are the addresses that keep Global from being known, sorted.
	Open []string
}

// AccessOf returns who may reach a service. Complete says whether every object
// that may refer to it could be read, so that no forwarding rule can hide
// (topology.Snapshot.ReadFor).
func AccessOf(s *topology.BackendService, x *topology.Index, complete bool) Access {
	rules := x.RulesOf(s)
	a := Access{NoRule: len(rules.Certain) == 0}
	shut := false
	for _, r := range rules.Certain {
		switch v, known := r.GlobalAccess.Or(false).Value(); {
		case known && v:
			return Access{Global: topology.Of(true)}
		case known:
			shut = true
		default:
			a.Open = append(a.Open, r.Base().Address)
		}
	}
	// A rule that may belong to the service decides only by what it may change:
	// global access opens a service that others leave shut, and its absence
	// shuts one that no certain rule fronts.
	for _, r := range rules.Possible {
		if !mayFront(r, s) {
			continue
		}
		v, known := r.GlobalAccess.Or(false).Value()
		if !known || v == shut {
			a.Open = append(a.Open, r.Base().Address)
		}
	}
	slices.Sort(a.Open)
	a.Open = slices.Compact(a.Open)
	if !shut && a.NoRule && len(a.Open) == 0 && complete {
		a.Global = topology.Of(true)
	} else if shut && len(a.Open) == 0 && complete {
		a.Global = topology.Of(false)
	}
	return a
}

// mayFront reports whether a rule whose link is open can belong to a service:
// both are in one region of one project.
func mayFront(r *topology.ForwardingRule, s *topology.BackendService) bool {
	return !r.IsGlobal() && !topology.Differ(r.Location, s.Location) && !topology.Differ(r.Project, s.Project)
}

func (a Access) cause(service string) sizing.Cause {
	switch {
	case len(a.Open) == 0:
		return sizing.Cause{
			Reason:    "a forwarding rule of " + service + " may stand in a part of the input that could not be read",
			Addresses: []string{service},
		}
	case a.NoRule:
		return sizing.Cause{
			Reason:    "whether " + strings.Join(a.Open, ", ") + " belongs to " + service + " and allows global access is known after apply",
			Addresses: a.Open,
		}
	}
	return sizing.Cause{
		Reason:    "allow_global_access of " + strings.Join(a.Open, ", ") + ", in front of " + service + ", is known after apply",
		Addresses: a.Open,
	}
}
