// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
)

// onlyZone reports whether all endpoints of the pool are in one zone, and
// which one, empty where it is not known which. A pool whose groups name one
// zone has no other, however many endpoints they hold. Where it is not known,
// why says what is missing.
func (c *pool) onlyZone() (zone string, one topology.Known[bool], why string) {
	sure, may := 0, 0
	for _, z := range c.zones {
		if z.low > 0 {
			sure++
		}
		if z.high > 0 {
			may++
			zone, why = z.zone, cmp.Or(why, z.why)
		}
	}
	switch {
	case c.only != nil && len(c.only) == 0:
		return "", topology.Of(false), ""
	case c.elsewhere != "" || c.unplaced != "":
		return "", topology.Unknown[bool](), cmp.Or(c.elsewhere, c.unplaced)
	case may == 0 && len(c.zones) != 1 && c.sure == c.groups:
		return "", topology.Of(false), ""
	case len(c.zones) == 1 && c.sure > 0:
		return c.zones[0].zone, topology.Of(true), ""
	case may == 1 && sure == 1:
		return zone, topology.Of(true), ""
	case topology.Is(c.total.exactly(1), true):
		return "", topology.Of(true), ""
	}
	return "", topology.Unknown[bool](), cmp.Or(why, c.total.why)
}

// narrow keeps those of the zones that may hold all endpoints of the pool
// which may hold all of one of its groups.
func (c *pool) narrow(zones []string) {
	if c.only == nil {
		c.only = zones
		return
	}
	c.only = slices.DeleteFunc(c.only, func(z string) bool { return !slices.Contains(zones, z) })
}

// apartFrom reports whether two pools certainly do not share one only zone.
func (c *pool) apartFrom(other *pool) bool {
	return c.only != nil && other.only != nil && !slices.ContainsFunc(c.only, func(z string) bool { return slices.Contains(other.only, z) })
}

// aloneIn returns the zones each of which may hold all endpoints of a group
// that certainly has one. An EVEN group puts two into two zones.
func aloneIn(g *topology.Group, zones []zoneCount, total span) []string {
	sure, may := []string{}, []string{}
	for _, z := range zones {
		if z.low > 0 {
			sure = append(sure, z.zone)
		}
		if z.high > 0 {
			may = append(may, z.zone)
		}
	}
	switch {
	case len(sure) > 1, len(may) > 1 && total.low > 1 && topology.Is(g.Capacity.Shape.Or("EVEN"), "EVEN"):
		return []string{}
	case len(sure) == 1:
		return sure
	}
	return may
}
