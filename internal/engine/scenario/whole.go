// SPDX-License-Identifier: MPL-2.0

package scenario

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Spares reports whether the scenario certainly leaves every endpoint of a
// service healthy. It can tell so also where the layout is not decided.
func (s *Scenario) Spares(l *sizing.Layout) bool {
	if s.everything {
		return false
	}
	for i := range s.places {
		if t := &s.places[i]; t.takes() && mayHold(l, t) {
			return false
		}
	}
	for group, terms := range s.groups {
		if slices.ContainsFunc(terms, func(t term) bool { return t.takes() }) && mayUse(l, group) {
			return false
		}
	}
	return true
}

// Downs reports whether the scenario certainly makes every endpoint of a
// service unhealthy, however many it has. The groups of a regional service are
// in its region, or Google refuses them.
func (s *Scenario) Downs(l *sizing.Layout) bool {
	if s.everything {
		return true
	}
	region, known := l.Service.Region().Value()
	if !known || !s.takesRegion(region) {
		return false
	}
	return !slices.ContainsFunc(l.Groups, func(g sizing.GroupLayout) bool {
		return g.Group != nil && !topology.Is(g.Group.Region(), region)
	})
}

// Touches reports whether the scenario makes endpoints of a region unhealthy
// by their place, be it the whole region or a zone of it: then it says
// something also of services there that the input does not hold.
func (s *Scenario) Touches(region string) bool {
	return s.everything || slices.ContainsFunc(s.places, func(t term) bool {
		return t.takes() && (t.region == region || t.region == "" && topology.RegionOf(t.zone) == region)
	})
}

// takes reports whether the term can make an endpoint unhealthy.
func (t *term) takes() bool {
	return t.amount.all || t.amount.relative && !t.amount.percent.IsZero() || !t.amount.relative && t.amount.count > 0
}

// mayHold reports whether a service may have an endpoint in the place of a
// term.
func mayHold(l *sizing.Layout, t *term) bool {
	place := t.region
	if place == "" {
		place = topology.RegionOf(t.zone)
	}
	region := l.Service.Region()
	own := region.IsUnknown() || topology.Is(region, place)
	if !l.Service.Backends.Complete && own {
		return true
	}
	return slices.ContainsFunc(l.Groups, func(g sizing.GroupLayout) bool {
		switch {
		case g.Group == nil:
			return own
		case g.Size.Zones == nil:
			return !topology.IsNot(g.Group.Region(), place)
		}
		return slices.ContainsFunc(g.Size.Zones, func(z sizing.ZoneCount) bool {
			return !topology.Is(z.Count, 0) && (z.Zone == t.zone || t.zone == "" && topology.RegionOf(z.Zone) == place)
		})
	})
}

// mayUse reports whether a group that a spec calls by a name may be one of a
// service's.
func mayUse(l *sizing.Layout, name string) bool {
	return !l.Service.Backends.Complete || slices.ContainsFunc(l.Groups, func(g sizing.GroupLayout) bool {
		if g.Group != nil {
			return g.Group.IsCalled(name)
		}
		link := g.Backend.Group
		return link.State == topology.LinkUnresolved && (len(link.Candidates) == 0 ||
			slices.ContainsFunc(link.Candidates, func(address string) bool { return mayBeCalled(address, name) }))
	})
}

// mayBeCalled reports whether the object at an address may be called by a
// name: one of them may have the path of an input behind it.
func mayBeCalled(address, name string) bool {
	return address == name || strings.HasPrefix(address, name+" (") || strings.HasPrefix(name, address+" (")
}
