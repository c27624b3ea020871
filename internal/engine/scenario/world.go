// SPDX-License-Identifier: MPL-2.0

package scenario

import (
	"maps"
	"slices"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// World is what an input holds that a scenario can name.
type World struct {
	snapshot *topology.Snapshot
	layouts  []*sizing.Layout
	assume   sizing.Assume
	// zones and regions hold every place that the input shows; open says which
	// regions may hold zones that it does not show.
	zones, regions map[string]bool
	open           map[string]bool
	// openAnywhere: endpoints may stand where nothing in the input says.
	openAnywhere bool
	// withEndpoints are the regions that hold, or may hold, an endpoint.
	withEndpoints map[string]bool
}

// WorldOf collects what a snapshot holds. The layouts are those of its
// regional backend services, of any scheme.
func WorldOf(s *topology.Snapshot, layouts []*sizing.Layout, a sizing.Assume) *World {
	w := &World{
		snapshot: s, layouts: layouts, assume: a, openAnywhere: !s.LinksComplete,
		zones: map[string]bool{}, regions: map[string]bool{}, open: map[string]bool{}, withEndpoints: map[string]bool{},
	}
	for _, g := range s.Groups {
		w.addGroup(g)
	}
	for _, l := range layouts {
		w.addLayout(l)
	}
	for _, r := range s.Rules {
		w.addRegion(r.Region())
	}
	for _, a := range s.Attachments {
		w.addRegion(a.Region())
	}
	for _, c := range s.Composites {
		w.addRegion(c.Region())
	}
	return w
}

func (w *World) addRegion(r topology.Known[string]) {
	if v, ok := r.Value(); ok && v != topology.Global && v != "" {
		w.regions[v] = true
	}
}

func (w *World) addGroup(g *topology.Group) {
	w.addRegion(g.Region())
	if g.GroupKind.IsNEG() && g.GroupKind != topology.ZonalNEG {
		return // endpoints of regional and global NEGs have no zone
	}
	size := sizing.OfGroup(g, w.assume)
	for _, z := range size.Zones {
		w.zones[z.Zone] = true
		w.regions[topology.RegionOf(z.Zone)] = true
	}
	if size.Zones == nil {
		w.openPlace(g.Location)
	}
}

// openPlace notes that endpoints may be in any zone of a place.
func (w *World) openPlace(location topology.Known[string]) {
	switch l, ok := location.Value(); {
	case !ok:
		w.openAnywhere = true
	case topology.IsZone(l):
		w.zones[l] = true
		w.regions[topology.RegionOf(l)] = true
	default:
		w.open[l] = true
		w.regions[l] = true
	}
}

func (w *World) addLayout(l *sizing.Layout) {
	w.addRegion(l.Service.Region())
	if !l.Service.Backends.Complete {
		w.openPlace(l.Service.Location)
	}
	for _, z := range l.Zones {
		w.withEndpoints[topology.RegionOf(z.Name)] = true
	}
	for _, g := range l.Groups {
		if g.Group == nil {
			w.addUnresolved(l, g.Backend.Group)
			continue
		}
		for _, z := range g.Size.Zones {
			if topology.IsNot(z.Count, 0) || z.Count.IsUnknown() {
				w.withEndpoints[topology.RegionOf(z.Zone)] = true
			}
		}
	}
}

// addUnresolved notes where the endpoints of a group outside the input may
// be.
func (w *World) addUnresolved(l *sizing.Layout, link topology.Link) {
	switch {
	case link.State == topology.LinkAbsent:
	case link.ID.Location != "":
		w.openPlace(topology.Of(link.ID.Location))
	default:
		w.openPlace(l.Service.Location)
	}
}

// Regions returns the regions that hold an endpoint of a service, or may hold
// one, sorted: what the family region-down stands for.
func (w *World) Regions() []string { return slices.Sorted(maps.Keys(w.withEndpoints)) }

// Zones returns the zones that the input shows, sorted.
func (w *World) Zones() []string { return slices.Sorted(maps.Keys(w.zones)) }
