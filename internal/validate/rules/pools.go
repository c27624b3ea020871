// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"slices"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// pools is what is certain of the endpoints of a service, by pool.
type pools [2]pool

// pool is what is certain of the endpoints of one pool.
type pool struct {
	// zones are those in which the pool has, or may have, a group; sorted.
	zones []zoneCount
	// groups is the number of backends that are, or may be, of the pool, and
	// sure the number of those that certainly are.
	groups, sure int
	// total is the number of endpoints in all zones.
	total span
	// only are the zones each of which may hold all endpoints alone; nil while
	// no group of known zones certainly has an endpoint.
	only []string
	// elsewhere says why there may be endpoints in further zones; empty when
	// there certainly are none.
	elsewhere string
	// unplaced says why the zones of a group, perhaps an empty one, are not
	// known.
	unplaced string
}

// zoneCount is the endpoints of a pool in one zone.
type zoneCount struct {
	zone string
	span
}

// poolsOf returns what is certain of the endpoints of a service of either
// snapshot, with nothing assumed. It is computed once in a run.
func poolsOf(p *validate.Pass, s *topology.BackendService) *pools {
	all := validate.Shared(p, "pools", func() map[*topology.BackendService]*pools {
		return map[*topology.BackendService]*pools{}
	})
	c, ok := all[s]
	if !ok {
		c = countPools(p.Layout(s))
		all[s] = c
	}
	return c
}

func primariesOf(p *validate.Pass, s *topology.BackendService) *pool {
	return &poolsOf(p, s)[sizing.Primary]
}
func failoversOf(p *validate.Pass, s *topology.BackendService) *pool {
	return &poolsOf(p, s)[sizing.Failover]
}

func countPools(l *sizing.Layout) *pools {
	c := &pools{}
	if b := l.Service.Backends; !b.Complete {
		for i := range c {
			c[i].unseen(cmp.Or(b.Reason, "the backends are known after apply"))
		}
	}
	for i := range l.Groups {
		// A group that stands twice counts once: Google refuses it.
		if g := &l.Groups[i]; !slices.ContainsFunc(l.Groups[:i], func(o sizing.GroupLayout) bool { return o.Group != nil && o.Group == g.Group }) {
			c.add(g)
		}
	}
	for i := range c {
		c[i].settle()
	}
	return c
}

// add counts one backend: in its pool, or as possible in both.
func (c *pools) add(g *sizing.GroupLayout) {
	zones, total, elsewhere := groupCounts(g)
	if in, ok := g.Pool.Value(); ok {
		c[in].sure++
		if total.low > 0 && elsewhere == "" {
			c[in].narrow(aloneIn(g.Group, zones, total))
		}
		c[in].add(zones, total, elsewhere)
		return
	}
	why := g.Backend.Path + ".failover is known after apply"
	for i := range zones {
		zones[i].low, zones[i].why = 0, why
	}
	total.low, total.why = 0, why
	c[sizing.Primary].add(zones, total, elsewhere)
	c[sizing.Failover].add(zones, total, elsewhere)
}

func (c *pool) add(zones []zoneCount, total span, elsewhere string) {
	c.groups++
	c.total = c.total.plus(total)
	c.unplaced = cmp.Or(c.unplaced, elsewhere)
	if total.high > 0 {
		c.elsewhere = cmp.Or(c.elsewhere, elsewhere)
	}
	for _, z := range zones {
		i, found := c.find(z.zone)
		if !found {
			c.zones = slices.Insert(c.zones, i, zoneCount{zone: z.zone})
		}
		c.zones[i].span = c.zones[i].plus(z.span)
	}
}

// groupCounts returns what is certain of one backend's endpoints, and why
// they may be in other zones than those named.
func groupCounts(g *sizing.GroupLayout) (zones []zoneCount, total span, elsewhere string) {
	if g.Group == nil {
		return outsideCounts(g.Backend)
	}
	if g.Size.Known {
		for _, z := range g.Size.Zones {
			n := z.Count.Default(0)
			zones = append(zones, zoneCount{z.Zone, span{low: n, high: n}})
			total.low, total.high = total.low+n, total.high+n
		}
		return zones, total, ""
	}
	total.low, total.high = sizing.MemberBounds(g.Group)
	if total.low != total.high {
		total.why = g.Size.Reason
	}
	bounds := sizing.Bounds(g.Group)
	for _, z := range bounds {
		zones = append(zones, zoneCount{z.Zone, span{z.Low, z.High, g.Size.Reason}})
	}
	if bounds == nil {
		elsewhere = g.Size.Reason
	}
	return zones, total, elsewhere
}

// outsideCounts counts a backend whose group is not in the input: its URL may
// still tell the zone.
func outsideCounts(b *topology.Backend) (zones []zoneCount, total span, elsewhere string) {
	why := linkReason(b.Group, b.Path+".group")
	total = span{0, sizing.Unbounded, why}
	if zone := b.Group.ID.Location; b.Group.State == topology.LinkExternal && topology.IsZone(zone) {
		return []zoneCount{{zone, total}}, total, ""
	}
	return nil, total, why
}

// unseen notes that the pool may have groups that the input does not show.
func (c *pool) unseen(why string) {
	c.elsewhere = cmp.Or(c.elsewhere, why)
	c.total = c.total.plus(span{0, sizing.Unbounded, why})
}

// settle lets what may be anywhere count in the zones that are named.
func (c *pool) settle() {
	if c.elsewhere == "" {
		return
	}
	for i := range c.zones {
		c.zones[i].span = c.zones[i].plus(span{0, sizing.Unbounded, c.elsewhere})
	}
}

func (c *pool) find(zone string) (int, bool) {
	return slices.BinarySearchFunc(c.zones, zone, func(z zoneCount, name string) int { return cmp.Compare(z.zone, name) })
}

// in returns the endpoints of the pool in a zone.
func (c *pool) in(zone string) zoneCount {
	if i, ok := c.find(zone); ok {
		return c.zones[i]
	}
	if c.elsewhere != "" {
		return zoneCount{zone, span{0, sizing.Unbounded, c.elsewhere}}
	}
	return zoneCount{zone: zone}
}

// where returns the zones of the pool in which test certainly holds. Where it
// may hold in others, maybe says what is missing.
func (c *pool) where(test func(zoneCount) topology.Known[bool]) (zones []zoneCount, maybe string) {
	for _, z := range c.zones {
		switch holds, known := test(z).Value(); {
		case known && holds:
			zones = append(zones, z)
		case !known:
			maybe = cmp.Or(maybe, z.why, "the number of endpoints in "+z.zone+" is not known")
		}
	}
	if c.elsewhere != "" && !topology.Is(test(zoneCount{span: span{0, sizing.Unbounded, c.elsewhere}}), false) {
		maybe = cmp.Or(maybe, c.elsewhere)
	}
	return zones, maybe
}

// without returns the zones in which the pool certainly has an endpoint and
// another one certainly has none. Where there may be more, maybe says what is
// missing.
func (c *pool) without(other *pool) (zones []zoneCount, maybe string) {
	missing := ""
	zones, maybe = c.where(func(z zoneCount) topology.Known[bool] {
		o := other.in(z.zone)
		gap := and(z.atLeast(1), not(o.atLeast(1)))
		if gap.IsUnknown() {
			missing = cmp.Or(missing, o.why, z.why)
		}
		return gap
	})
	return zones, cmp.Or(missing, maybe)
}

// zoneNames returns the names of zones, for a sentence.
func zoneNames(zones []zoneCount) string {
	names := make([]string, len(zones))
	for i, z := range zones {
		names[i] = z.zone
	}
	return enumerate(names)
}

// eachZone is zoneNames for what is true of every single one.
func eachZone(zones []zoneCount) string {
	if len(zones) > 1 {
		return "each of " + zoneNames(zones)
	}
	return zoneNames(zones)
}

// zoneSizes returns zones with the number of their endpoints, for a sentence.
func zoneSizes(zones []zoneCount) string {
	names := make([]string, len(zones))
	for i, z := range zones {
		names[i] = z.zone + " (" + z.String() + ")"
	}
	return enumerate(names)
}
