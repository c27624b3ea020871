// SPDX-License-Identifier: MPL-2.0

package scenario

import (
	"slices"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Apply returns how many endpoints of each slot of a layout are healthy, in
// the order of the slots, appended to buffer[:0]. It returns false when a
// count of the scenario is more than the service has there, though it has
// some: then the scenario cannot happen to this service. A term that names
// nothing of the service changes nothing. The layout has to be decided.
func (s *Scenario) Apply(l *sizing.Layout, buffer []int) ([]int, bool) {
	healthy := buffer[:0]
	for _, slot := range l.Slots {
		n := slot.Count
		if s.everything {
			n = 0
		}
		healthy = append(healthy, n)
	}
	fits := true
	for i := range s.places {
		fits = s.places[i].takeInOrder(l.Slots, healthy) && fits
	}
	if len(s.groups) == 0 {
		return healthy, fits
	}
	for from := 0; from < len(l.Slots); {
		to := groupEnd(l.Slots, from)
		for _, name := range l.Slots[from].Group.Names() {
			for _, t := range s.groups[name] {
				if t.pool.matches(l.Slots[from].Pool) {
					fits = t.takeEvenly(l.Slots[from:to], healthy[from:to]) && fits
				}
			}
		}
		from = to
	}
	return healthy, fits
}

// Tally is how many endpoints a service has in a scenario, over all zones and
// both pools, and the failover pool's part of that.
type Tally struct{ Healthy, Total, FailoverHealthy, FailoverTotal int }

// Tally counts the endpoints of a layout in the scenario, for package health;
// it returns false where Apply does.
func (s *Scenario) Tally(l *sizing.Layout) (Tally, bool) {
	healthy, ok := s.Apply(l, nil)
	var t Tally
	for i, slot := range l.Slots {
		t.Healthy += healthy[i]
		t.Total += slot.Count
		if slot.Pool == sizing.Failover {
			t.FailoverHealthy += healthy[i]
			t.FailoverTotal += slot.Count
		}
	}
	return t, ok
}

// takesRegion reports whether the scenario makes all endpoints of a region
// unhealthy, those included that the input does not hold.
func (s *Scenario) takesRegion(region string) bool {
	return s.everything || slices.ContainsFunc(s.places, func(t term) bool {
		return t.region == region && t.amount.all && t.pool == anyPool
	})
}

// groupEnd returns the end of the run of slots of one group and pool.
func groupEnd(slots []sizing.Slot, from int) int {
	to := from + 1
	for to < len(slots) && slots[to].Group == slots[from].Group && slots[to].Pool == slots[from].Pool {
		to++
	}
	return to
}

// names reports whether a slot is in the zone or region of a term, and in its
// pool.
func (t *term) names(s *sizing.Slot) bool {
	if !t.pool.matches(s.Pool) {
		return false
	}
	return t.zone != "" && t.zone == s.Zone || t.region != "" && t.region == topology.RegionOf(s.Zone)
}

// countIn counts the endpoints of the slots that the term names.
func (t *term) countIn(slots []sizing.Slot) int {
	n := 0
	for i := range slots {
		if t.names(&slots[i]) {
			n += slots[i].Count
		}
	}
	return n
}

// takeInOrder makes endpoints of a zone or region unhealthy: primary pool
// first, then failover, within a pool by the address of the group, and within
// a group of several zones evenly.
func (t *term) takeInOrder(slots []sizing.Slot, healthy []int) bool {
	there := t.countIn(slots)
	left := t.amount.of(there)
	if left > there {
		return there == 0
	}
	for from := 0; from < len(slots) && left > 0; {
		to := groupEnd(slots, from)
		left -= t.takeFrom(slots[from:to], healthy[from:to], left)
		from = to
	}
	return true
}

// takeFrom takes up to n endpoints of the slots of one group that the term
// names, and returns how many.
func (t *term) takeFrom(slots []sizing.Slot, healthy []int, n int) int {
	n = min(n, t.countIn(slots))
	spread(n, slots, healthy, t.names)
	return n
}

// takeEvenly makes endpoints of one group unhealthy, spread evenly over its
// zones.
func (t *term) takeEvenly(slots []sizing.Slot, healthy []int) bool {
	there := 0
	for i := range slots {
		there += slots[i].Count
	}
	n := t.amount.of(there)
	if n > there {
		return there == 0
	}
	spread(n, slots, healthy, func(*sizing.Slot) bool { return true })
	return true
}

// spread makes n endpoints of the named slots unhealthy: one in each slot in
// turn, in the order of the zones, while the slot has any left. The first
// endpoints of a slot are always the ones that fail, so that the terms of a
// scenario are a union.
func spread(n int, slots []sizing.Slot, healthy []int, names func(*sizing.Slot) bool) {
	if len(slots) == 1 {
		if names(&slots[0]) {
			healthy[0] = min(healthy[0], slots[0].Count-n)
		}
		return
	}
	sick := make([]int, len(slots))
	for n > 0 {
		open := 0
		for i := range slots {
			if names(&slots[i]) && sick[i] < slots[i].Count {
				open++
			}
		}
		if open == 0 {
			break
		}
		each := max(n/open, 1)
		for i := range slots {
			if n > 0 && names(&slots[i]) {
				take := min(each, slots[i].Count-sick[i], n)
				sick[i] += take
				n -= take
			}
		}
	}
	for i := range slots {
		healthy[i] = min(healthy[i], slots[i].Count-sick[i])
	}
}

// Zones returns the zones with an endpoint of a layout: what the family
// zone-down stands for there.
func Zones(l *sizing.Layout) []string {
	out := make([]string, len(l.Zones))
	for i, z := range l.Zones {
		out[i] = z.Name
	}
	return out
}

// ZonesOf returns the zones with an endpoint of any of several layouts,
// sorted: what the family stands for where an object depends on them all.
func ZonesOf(layouts []*sizing.Layout) []string {
	var out []string
	for _, l := range layouts {
		out = append(out, Zones(l)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
