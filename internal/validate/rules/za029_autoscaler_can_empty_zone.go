// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"
	"slices"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA029 looks at what autoscalers leave of a zone.
var ZA029 = &validate.Rule{
	ID:       "ZA029",
	Name:     "autoscaler-can-empty-zone",
	Title:    "Autoscaler that can leave a zone without an endpoint",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A zone matches while it has a configured endpoint. When an autoscaler takes the last one away in a quiet hour, affinity " +
		"is ignored for the zone's clients, without any failure: their connections cross zones again. An even regional group needs a " +
		"minimum of one for each of its zones.",
	Source: "Google Cloud documentation, zonal affinity, zonal match; Compute API v1, AutoscalingPolicy.minNumReplicas and " +
		"DistributionPolicy.targetShape",
	Fix:  "Raise `min_replicas` to the number of zones, or to one for a zonal group.",
	Bad:  hclRegionGroup + "}\n" + hclAutoscaler(2) + hclRegionService + hclSpill,
	Good: hclRegionGroup + "}\n" + hclAutoscaler(6) + hclRegionService + hclSpill,
	Check: func(p *validate.Pass) {
		withAffinity(p, func(s *topology.BackendService) answer { return checkEmptiedZone(p, s) })
	},
}

// hclAutoscaler is an autoscaler of the example's regional group.
func hclAutoscaler(least int) string {
	return fmt.Sprintf(`
resource "google_compute_region_autoscaler" "web" {
  name   = "web"
  region = "us-central1"
  target = google_compute_region_instance_group_manager.web.id

  autoscaling_policy {
    min_replicas = %d
    max_replicas = 12
    cpu_utilization {
      target = 0.6
    }
  }
}
`, least)
}

// floor is what is left of a group in a zone when its autoscaler, if it has
// one, goes down to its minimum.
type floor struct {
	empty    topology.Known[bool] // no endpoint is left
	scaledIn topology.Known[bool] // and the autoscaler is the reason
	why      string               // what is missing, where one is not known
}

// checkEmptiedZone passes where every zone of the primary pool keeps an
// endpoint, or has none whatever the autoscalers do.
func checkEmptiedZone(p *validate.Pass, s *topology.BackendService) answer {
	l := p.Layout(s)
	var bare []string
	var by *sizing.GroupLayout
	c := primariesOf(p, s)
	hidden := cmp.Or(hiddenPrimaries(l), c.unplaced) // what is not seen may keep a zone alive, or may empty one
	maybe := hiddenPrimaries(l)
	for _, z := range c.zones {
		group, empty, why := floorIn(l, z.zone)
		switch {
		case topology.Is(empty, true):
			bare = append(bare, z.zone)
			if by == nil {
				by = group
			}
		case empty.IsUnknown():
			maybe = cmp.Or(maybe, why)
		}
	}
	for i := range l.Groups {
		g := &l.Groups[i]
		if g.Group == nil || g.Size.Zones != nil || topology.Is(g.Pool, sizing.Failover) {
			continue
		}
		f := floorOf(g)
		switch {
		case topology.Is(f.empty, true) && topology.Is(f.scaledIn, true) && c.groups == 1 && c.sure == 1:
			bare, by, hidden = []string{"any of its zones"}, g, ""
		case !topology.Is(f.scaledIn, false):
			maybe = cmp.Or(maybe, f.why, "the zones of "+g.Group.Address+" are not known")
		}
	}
	switch {
	case by != nil && hidden == "":
		return emptied(by, bare)
	case by != nil || maybe != "":
		return open("backend", cmp.Or(maybe, hidden))
	}
	return answer{}
}

// floorIn returns whether autoscalers can leave a zone without a primary
// endpoint, and one of the groups whose autoscaler does.
func floorIn(l *sizing.Layout, zone string) (by *sizing.GroupLayout, empty topology.Known[bool], why string) {
	empty, scaledIn := topology.Of(true), topology.Of(false)
	for i := range l.Groups {
		g := &l.Groups[i]
		if topology.Is(g.Pool, sizing.Failover) || !inZone(g, zone) {
			continue
		}
		f := floorOf(g)
		if g.Pool.IsUnknown() {
			f = floor{why: g.Backend.Path + ".failover is known after apply"}
		}
		if by == nil && topology.Is(f.scaledIn, true) {
			by = g
		}
		empty, scaledIn, why = and(empty, f.empty), or(scaledIn, f.scaledIn), cmp.Or(why, f.why)
	}
	return by, and(empty, scaledIn), why
}

// inZone reports whether a backend's group is in a zone.
func inZone(g *sizing.GroupLayout, zone string) bool {
	if g.Group == nil {
		return g.Backend.Group.State == topology.LinkExternal && g.Backend.Group.ID.Location == zone
	}
	return slices.ContainsFunc(g.Size.Zones, func(z sizing.ZoneCount) bool { return z.Zone == zone })
}

// floorOf returns what is left of a group in each of its zones. A group that
// promises no even spread is ZA027's: its autoscaler is not the reason.
func floorOf(g *sizing.GroupLayout) floor {
	if g.Group == nil {
		f := floor{why: linkReason(g.Backend.Group, g.Backend.Path+".group")}
		if g.Backend.Group.ID.Kind == topology.KindNetworkEndpointGroup {
			f.scaledIn = topology.Of(false)
		}
		return f
	}
	c, zones := g.Group.Capacity, len(g.Size.Zones)
	if g.Size.Known { // and then even
		if n := g.Size.Zones[0].Count.Default(0); n > 0 || !topology.Is(c.Autoscaled, true) {
			return floor{empty: topology.Of(n == 0), scaledIn: topology.Of(false)}
		}
	}
	kept := floor{scaledIn: topology.Of(false), why: g.Size.Reason}
	switch {
	case c.Autoscaled.IsUnknown():
		return floor{why: g.Size.Reason}
	case topology.Is(c.Autoscaled, false) || c.Autoscaler == nil || scalesOutOnly(c.Autoscaler):
		if b := sizing.Bounds(g.Group); len(b) > 0 && b[0].Low > 0 {
			kept.empty = topology.Of(false)
		}
		return kept
	}
	least, known := c.Autoscaler.Min.Value()
	shape, shaped := c.Shape.Or("EVEN").Value()
	switch {
	case known && least <= 0:
		return floor{empty: topology.Of(true), scaledIn: topology.Of(true)}
	case !known:
		return floor{why: "min_replicas of " + c.Autoscaler.Address + " is known after apply"}
	case zones == 0:
		return floor{why: g.Size.Reason}
	case zones > 1 && !shaped:
		return floor{why: "distribution_policy_target_shape of " + g.Group.Address + " is known after apply"}
	case zones > 1 && shape != "EVEN" && shape != "BALANCED":
		return kept
	}
	return floor{empty: topology.Of(least < zones), scaledIn: topology.Of(least < zones)}
}

// scalesOutOnly reports whether an autoscaler certainly, or perhaps, takes no
// instance away (Compute API v1, AutoscalingPolicy.mode).
func scalesOutOnly(s *topology.Autoscaler) bool {
	switch mode, ok := s.Mode.Or("ON").Value(); {
	case !ok:
		return true
	default:
		return mode == "OFF" || mode == "ONLY_UP" || mode == "ONLY_SCALE_OUT"
	}
}

// hiddenPrimaries says why the primary pool may have groups in zones that are
// not seen; empty when it has none.
func hiddenPrimaries(l *sizing.Layout) string {
	if b := l.Service.Backends; !b.Complete {
		return cmp.Or(b.Reason, "the backends are known after apply")
	}
	for i := range l.Groups {
		g := &l.Groups[i]
		outside := g.Backend.Group.State == topology.LinkExternal && topology.IsZone(g.Backend.Group.ID.Location)
		if g.Group == nil && !outside && !topology.Is(g.Pool, sizing.Failover) {
			return linkReason(g.Backend.Group, g.Backend.Path+".group")
		}
	}
	return ""
}

func emptied(g *sizing.GroupLayout, zones []string) answer {
	s := g.Group.Capacity.Autoscaler
	over := ""
	if n := len(g.Size.Zones); n > 1 {
		over = " over " + count(n, "zone")
	}
	least := s.Min.Default(0)
	return fail(g.Backend.Path+".group", fmt.Sprintf("The autoscaler %s may take %s down to min_replicas %d%s, which can leave no primary endpoint in %s. "+
		"Affinity is then ignored for the clients there. Raise min_replicas to one for each zone.",
		s.Address, g.Group.Address, least, over, enumerate(zones)), validate.Related{Address: s.Address, Message: fmt.Sprintf("min_replicas is %d here", least)})
}
