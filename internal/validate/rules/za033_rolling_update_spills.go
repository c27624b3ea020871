// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA033 compares rolling updates with what a zone can lose.
var ZA033 = &validate.Rule{
	ID:       "ZA033",
	Name:     "rolling-update-spills",
	Title:    "Rolling update that makes a zone spill",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks, validate.NeedSizes},
	Rationale: "A rolling update of type `PROACTIVE` takes up to `max_unavailable` instances of a group away at once; a regional group " +
		"spreads that budget over its zones. Where it is more than the zone can lose before its healthy part falls below the " +
		"spillover ratio, every rollout sends the zone's clients to other zones, and with the last one gone also under ratio 0.0.",
	Source: "Compute API v1, InstanceGroupManagerUpdatePolicy; Google Cloud documentation, zonal affinity, spillover ratio; regional " +
		"managed instance groups, rolling updates",
	Fix:  "Lower `max_unavailable`, use `max_surge` instead, or lower `spillover_ratio`.",
	Bad:  hclRegionGroup + "  target_size = 6\n" + hclRollout(6) + hclRegionService + hclSpill,
	Good: hclRegionGroup + "  target_size = 6\n" + hclRollout(3) + hclRegionService + hclSpill,
	Check: func(p *validate.Pass) {
		withSpill(p, func(s *topology.BackendService) answer { return checkRolloutSpills(p, s) })
	},
}

func hclRollout(unavailable int) string {
	return fmt.Sprintf(`  update_policy {
    type                  = "PROACTIVE"
    minimal_action        = "REPLACE"
    max_surge_fixed       = 0
    max_unavailable_fixed = %d
  }
}
`, unavailable)
}

func checkRolloutSpills(p *validate.Pass, s *topology.BackendService) answer {
	ratio := spillRatio(s)
	if ratio.IsNull() {
		return answer{}
	}
	l := p.Layout(s)
	a := backendsComplete(s)
	for i := range l.Groups {
		g := &l.Groups[i]
		switch {
		case topology.Is(g.Pool, sizing.Failover):
		case g.Group != nil:
			one := checkZoneRollout(p, g, s, ratio)
			if g.Pool.IsUnknown() {
				one = one.unless(g.Backend.Path+".failover", g.Backend.Path+".failover is known after apply")
			}
			a = worst(a, one)
		case g.Backend.Group.ID.Kind != topology.KindNetworkEndpointGroup:
			a = worst(a, open(g.Backend.Path+".group", linkReason(g.Backend.Group, g.Backend.Path+".group")))
		}
	}
	return a
}

// checkZoneRollout looks at one group in each of its zones.
func checkZoneRollout(p *validate.Pass, g *sizing.GroupLayout, s *topology.BackendService, ratio topology.Known[topology.Ratio]) answer {
	out := rolloutOf(g.Group)
	path := g.Backend.Path + ".group"
	if topology.Is(out.rolls, false) || out.zone.high == 0 {
		return answer{}
	}
	serves, why := servesAtRollout(p, s, g.Group, out)
	if topology.Is(serves, false) {
		return answer{}
	}
	r, known := ratio.Value()
	c := primariesOf(p, s)
	bounds := sizing.Bounds(g.Group)
	if bounds == nil {
		return open(path, cmp.Or(g.Size.Reason, out.zone.why))
	}
	var a answer
	for _, b := range bounds {
		// What the update takes from the zone, and what the zone can lose.
		low, high := min(out.zone.low, b.Low), min(out.zone.high, b.High)
		in := c.in(b.Zone)
		n, exact := in.exact()
		switch {
		case high == 0:
		case !known:
			a = worst(a, open(ratioPath, ratioReason(s)))
		case !exact:
			a = worst(a, open("backend", in.why))
		case high <= n-keepsLocal(r, n):
		case low <= n-keepsLocal(r, n):
			a = worst(a, open(path, cmp.Or(out.zone.why, g.Size.Reason)))
		case out.rolls.IsUnknown():
			a = worst(a, open(path, "update_policy of "+g.Group.Address+" is known after apply"))
		case serves.IsUnknown():
			a = worst(a, open(failoverPath, why))
		default:
			return fail(path, fmt.Sprintf("A rolling update of %s takes %s of %s away at once (max_unavailable), but the zone can lose %d: with "+
				"spillover_ratio %s it keeps its clients while %d of %d are healthy. Every rollout sends them to other zones. Lower max_unavailable, "+
				"or surge instead.%s", g.Group.Address, endpointsOf(span{low: low, high: high}), b.Zone, n-keepsLocal(r, n), r, keepsLocal(r, n), n,
				duringFailback(p, s)), validate.Related{Address: g.Group.Address, Message: "the update policy stands here"})
		}
	}
	return a
}

// servesAtRollout reports whether the primary pool goes on serving while a
// rolling update of a group has its endpoints away: otherwise nobody spills.
func servesAtRollout(p *validate.Pass, s *topology.BackendService, g *topology.Group, r rollout) (serves topology.Known[bool], why string) {
	least, most := r.atOnce(g)
	serves, why = servesWithout(p, s, least, most)
	return serves, cmp.Or(why, r.total.why)
}
