// SPDX-License-Identifier: MPL-2.0

package sizing

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
)

// Assume says what may be assumed where the input gives no size.
type Assume struct {
	// Minimum counts an autoscaled group at its minimum and gives what cannot
	// be spread evenly over a regional group's zones to the first zones in
	// order. Without it such a group has no known size.
	Minimum bool
	// Groups holds sizes given by hand, by the address of the group.
	Groups map[string]Given
}

// Nothing assumes nothing: what findings rest on.
var Nothing = Assume{}

// Given is a size given by hand: by zone, or in total.
type Given struct {
	Zones map[string]int
	Total int // where Zones is nil
}

// Size is what is known of a group's endpoints.
type Size struct {
	// Zones are the zones of the group, in order, and the count in each where
	// it is known. It is nil where not even the zones are known.
	Zones []ZoneCount
	// Known says that all counts are known, or assumed.
	Known bool
	// From says where the counts come from.
	From topology.SizeSource
	// Assumption says what was assumed, as a sentence without a final period;
	// empty where nothing was.
	Assumption string
	// Reason says why the size is not known, as a clause.
	Reason string
	// Members is the number of endpoints in all zones. It is known also where
	// only their spread over the zones, or the zones, are not.
	Members topology.Known[int]
}

// ZoneCount is the number of endpoints in one zone.
type ZoneCount struct {
	Zone  string
	Count topology.Known[int]
}

// Total returns the number of endpoints in all zones, where it is known how
// many each zone has.
func (s Size) Total() topology.Known[int] {
	if !s.Known {
		return topology.Unknown[int]()
	}
	n := 0
	for _, z := range s.Zones {
		n += z.Count.Default(0)
	}
	return topology.Of(n)
}

// OfGroup returns the size of a group.
func OfGroup(g *topology.Group, a Assume) Size {
	s := ofGroup(g, a)
	if s.Known {
		s.Members = s.Total()
	} else if _, given := a.Groups[g.Address]; !given {
		if t := totalOf(g, a); t.reason == "" && t.assumption == "" {
			s.Members = topology.Of(t.n)
		}
	}
	return s
}

func ofGroup(g *topology.Group, a Assume) Size {
	zones, zonesKnown := groupZones(g)
	if given, ok := a.Groups[g.Address]; ok {
		return given.size(zones)
	}
	if g.Capacity.ByZone != nil {
		return byZone(g)
	}
	if !zonesKnown {
		return Size{From: topology.SizeUnknown, Reason: "the zones of " + g.Address + " are not known"}
	}
	t := totalOf(g, a)
	if t.reason != "" {
		return unsized(zones, t.reason)
	}
	if len(zones) == 1 {
		return Size{Zones: []ZoneCount{{zones[0], topology.Of(t.n)}}, Known: true, From: t.from, Assumption: t.assumption}
	}
	return spread(g, zones, t, a)
}

func groupZones(g *topology.Group) ([]string, bool) {
	if z, ok := g.Capacity.Zones.Value(); ok && len(z) > 0 {
		return z, true
	}
	if l, ok := g.Location.Value(); ok && topology.IsZone(l) {
		return []string{l}, true
	}
	return nil, false
}

// byZone is the size of a group of which the input gives each zone's.
func byZone(g *topology.Group) Size {
	s := Size{Known: true, From: g.Capacity.From}
	for _, z := range g.Capacity.ByZone {
		s.Zones = append(s.Zones, ZoneCount{z.Zone, z.Members})
		if !z.Members.IsSet() {
			s.Known, s.From = false, topology.SizeUnknown
			s.Reason = cmp.Or(g.Capacity.Reason, "the members of "+g.Address+" in "+z.Zone+" are not known")
		}
	}
	return s
}

func unsized(zones []string, reason string) Size {
	s := Size{From: topology.SizeUnknown, Reason: reason}
	for _, z := range zones {
		s.Zones = append(s.Zones, ZoneCount{Zone: z})
	}
	return s
}

func (g Given) size(zones []string) Size {
	s := Size{Known: true, From: topology.SizeAssumed}
	if g.Zones != nil {
		for _, z := range slices.Sorted(maps.Keys(g.Zones)) {
			s.Zones = append(s.Zones, ZoneCount{z, topology.Of(g.Zones[z])})
		}
		s.Assumption = "given by hand: " + describe(s.Zones)
		return s
	}
	if len(zones) == 0 {
		return Size{From: topology.SizeUnknown, Reason: "a total is given by hand, but the zones are not known; give the size of each zone"}
	}
	s.Zones = evenly(zones, g.Total)
	s.Assumption = "given by hand: " + describe(s.Zones)
	return s
}

// total is the number of endpoints of a group, over all its zones.
type total struct {
	n          int
	from       topology.SizeSource
	assumption string
	reason     string
}

func totalOf(g *topology.Group, a Assume) total {
	c := g.Capacity
	if !managed(g) {
		if n, ok := c.Members.Value(); ok {
			return total{n: n, from: c.From}
		}
		return total{reason: cmp.Or(c.Reason, "the members of "+g.Address+" are not known")}
	}
	autoscaled, known := c.Autoscaled.Value()
	switch {
	case !known:
		return total{reason: cmp.Or(c.Reason, "an autoscaler may own the size of "+g.Address)}
	case autoscaled && c.Autoscaler != nil:
		return autoscaledTotal(g, c.Autoscaler, a)
	case autoscaled:
		return total{reason: "the size of " + g.Address + " is autoscaled"}
	}
	if n, ok := c.TargetSize.Value(); ok {
		if n < 0 {
			return total{reason: fmt.Sprintf("the target size of %s is %d", g.Address, n)}
		}
		return total{n: n, from: c.From}
	}
	return total{reason: cmp.Or(c.Reason, "the target size of "+g.Address+" is not known")}
}

func autoscaledTotal(g *topology.Group, s *topology.Autoscaler, a Assume) total {
	lo, okLo := s.Min.Value()
	hi, okHi := s.Max.Value()
	switch {
	case okLo && okHi && lo == hi:
		return total{n: lo, from: topology.SizeFromConfiguration}
	case okLo && a.Minimum && lo >= 0:
		return total{n: lo, from: topology.SizeAssumed, assumption: "autoscaled" + span(s) + "; counted at its minimum of " + strconv.Itoa(lo)}
	}
	return total{reason: "the size of " + g.Address + " is autoscaled" + span(s)}
}

func span(s *topology.Autoscaler) string {
	lo, okLo := s.Min.Value()
	hi, okHi := s.Max.Value()
	if !okLo || !okHi {
		return ""
	}
	return fmt.Sprintf(", %d to %d", lo, hi)
}

// managed reports whether the group's size is its manager's.
func managed(g *topology.Group) bool {
	return g.GroupKind == topology.ManagedGroup || g.GroupKind == topology.RegionManagedGroup
}

// spread gives a total to the zones of a regional group (Compute API,
// distributionPolicy.targetShape: EVEN keeps the zones within one of each
// other, the other shapes promise less).
func spread(g *topology.Group, zones []string, t total, a Assume) Size {
	shape, known := g.Capacity.Shape.Or("EVEN").Value()
	even := known && shape == "EVEN"
	if t.n == 0 || even && t.n%len(zones) == 0 {
		return Size{Zones: evenly(zones, t.n), Known: true, From: t.from, Assumption: t.assumption}
	}
	var why string
	switch {
	case !known:
		why = "the distribution shape of " + g.Address + " is not known"
	case even && t.n == 1:
		why = fmt.Sprintf("it is not known in which of %d zones the one member of %s is", len(zones), g.Address)
	case even:
		why = fmt.Sprintf("%d members of %s do not spread evenly over %d zones", t.n, g.Address, len(zones))
	default:
		why = "shape " + shape + " of " + g.Address + " promises no even spread"
	}
	if !a.Minimum {
		return unsized(zones, why)
	}
	s := Size{Known: true, From: topology.SizeAssumed}
	if shape == "ANY_SINGLE_ZONE" {
		s.Zones = evenly(zones[:1], t.n)
		for _, z := range zones[1:] {
			s.Zones = append(s.Zones, ZoneCount{z, topology.Of(0)})
		}
	} else {
		s.Zones = evenly(zones, t.n)
	}
	s.Assumption = strings.TrimPrefix(t.assumption+"; ", "; ") + why + "; counted as " + describe(s.Zones)
	return s
}

// evenly spreads n over zones, what is left over to the first ones.
func evenly(zones []string, n int) []ZoneCount {
	out := make([]ZoneCount, len(zones))
	for i, z := range zones {
		c := n / len(zones)
		if i < n%len(zones) {
			c++
		}
		out[i] = ZoneCount{z, topology.Of(c)}
	}
	return out
}

func describe(zones []ZoneCount) string {
	parts := make([]string, len(zones))
	for i, z := range zones {
		parts[i] = z.Zone + " " + strconv.Itoa(z.Count.Default(0))
	}
	return strings.Join(parts, ", ")
}
