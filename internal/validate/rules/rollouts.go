// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// rollout is what the rolling update of a managed group takes away at once:
// in all its zones together, and in each of them.
type rollout struct {
	// rolls says whether updates are rolled out at all: of type PROACTIVE, with
	// a minimal action that takes instances away.
	rolls topology.Known[bool]
	// total and zone count endpoints; a regional group spreads its budget
	// evenly over its zones, rounded down.
	total, zone span
}

// rolloutOf returns what a rolling update of a group takes away at once.
//
// The budget is max_unavailable, a number or a percentage of the group's size.
// Google rounds a percentage, and its documents have said so both ways; a
// budget that is left out is one instance, or one for each zone, by the
// edition of the document (Compute API v1, InstanceGroupManagerUpdatePolicy).
// Where these make a difference, the counts are a span.
func rolloutOf(g *topology.Group) rollout {
	u, ok := g.Update.Value()
	switch {
	case g.Update.IsUnknown():
		everything := span{0, sizing.Unbounded, "update_policy of " + g.Address + " is known after apply"}
		return rollout{total: everything, zone: everything}
	case !ok:
		return rollout{rolls: topology.Of(false)}
	}
	r := rollout{rolls: and(equals(u.Type, "PROACTIVE"), or(equals(u.MinimalAction, "REPLACE"), equals(u.MinimalAction, "RESTART")))}
	zones, zonesKnown := g.Capacity.Zones.Value()
	if g.GroupKind == topology.ManagedGroup {
		zones, zonesKnown = []string{""}, true
	}
	r.total = budget(g, u, max(len(zones), 1))
	r.zone = r.total
	switch {
	case !zonesKnown || len(zones) == 0:
		r.zone.low = 0
		r.zone.why = "the zones of " + g.Address + " are not known"
	case r.total.high != sizing.Unbounded:
		r.zone.low, r.zone.high = r.total.low/len(zones), r.total.high/len(zones)
	default:
		r.zone.low = r.total.low / len(zones)
	}
	return r
}

// budget returns max_unavailable as a number of instances.
func budget(g *topology.Group, u topology.UpdatePolicy, zones int) span {
	percent, hasPercent := u.MaxUnavailablePercent.Value()
	fixed, hasFixed := u.MaxUnavailableFixed.Value()
	size, sized := sizing.OfGroup(g, sizing.Nothing).Members.Value()
	switch {
	case hasPercent && percent > 0 && sized:
		return span{size * percent / 100, (size*percent + 99) / 100, "the rounding of max_unavailable_percent of " + g.Address + " is not documented in one way"}
	case hasPercent && percent > 0:
		return span{0, sizing.Unbounded, "the size of " + g.Address + ", of which max_unavailable_percent is a part, is not known"}
	case hasFixed && (fixed > 0 || !u.MaxUnavailablePercent.IsUnknown()):
		return span{low: max(fixed, 0), high: max(fixed, 0)}
	case u.MaxUnavailableFixed.IsUnknown() || u.MaxUnavailablePercent.IsUnknown():
		return span{0, sizing.Unbounded, "max_unavailable of " + g.Address + " is known after apply"}
	}
	return span{1, zones, "max_unavailable of " + g.Address + " is left out, and its default is not documented in one way"}
}
