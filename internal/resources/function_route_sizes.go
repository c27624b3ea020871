// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Two sizes far above any that a known part of a question has, and far from
// each other: with them one group outweighs all others.
const (
	bigSize  = 1 << 36
	hugeSize = 1 << 46
)

// chooseSizes tries the sizes that are open. The answer changes with a size
// only where an endpoint is there at all, and where a ratio is just met or just
// missed; those sizes are tried, with one on either side. Groups that make the
// same difference take turns: only the first of them has endpoints.
func (a *asking) chooseSizes() {
	type likeness struct {
		zone     string
		failover bool
	}
	var open []int
	seen := map[likeness]bool{}
	before := slices.Clone(a.now.groups)
	for i := range a.now.groups {
		g := &a.now.groups[i]
		if g.size >= 0 {
			continue
		}
		g.size = 0
		if like := (likeness{g.zone, g.failover}); !seen[like] {
			seen[like] = true
			open = append(open, i)
		}
	}
	a.size(open)
	a.now.groups = before
}

func (a *asking) size(open []int) {
	if len(open) == 0 {
		a.look()
		return
	}
	g := &a.now.groups[open[0]]
	for _, n := range a.sizesOf(open[0]) {
		if a.done() {
			break
		}
		g.size = n
		a.size(open[1:])
	}
	g.size = 0
}

// sizesOf returns the sizes of a group that can make a difference, while the
// groups after it have none.
func (a *asking) sizesOf(i int) []int {
	out := []int{0, 1, 2, bigSize, hugeSize}
	g := &a.now.groups[i]
	if n := a.countIn(g.zone); n > mostPossibilities {
		a.left = 0
		return nil
	} else if n > 0 { // up to there each endpoint is a sick one, of the one pool or the other
		for size := range n + 2 {
			out = append(out, size)
		}
	}
	counts := func(size int) (zone, pool routing.Counts, ok bool) {
		g.size = size
		s, err := a.now.predict()
		if err != nil || len(s.Outcomes) == 0 {
			return zone, pool, false
		}
		for _, z := range s.Outcomes[0].State.Zones() {
			c := z.Primary
			if g.failover {
				c = z.Failover
			}
			pool.Configured += c.Configured
			pool.Healthy += c.Healthy
			if z.Name == g.zone {
				zone = c
			}
		}
		return zone, pool, true
	}
	zone, pool, ok := counts(bigSize)
	zoneNext, poolNext, okNext := counts(bigSize + 1)
	a.left -= 2
	g.size = 0
	if !ok || !okNext {
		return out
	}
	out = append(out, flips(a.ratios[0], zone, zoneNext)...)
	if !g.failover {
		out = append(out, flips(a.ratios[1], pool, poolNext)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// countIn returns the largest number of endpoints of a zone that the scenario
// takes by number.
func (a *asking) countIn(zone string) (most int) {
	for _, term := range a.now.sick {
		for _, m := range zoneCount.FindAllStringSubmatch(term, -1) {
			if n, err := strconv.Atoi(m[2]); err == nil && m[1] == zone {
				most = max(most, n)
			}
		}
	}
	return most
}

// zoneCount finds terms with a number: unhealthy:us-central1-a/primary=2.
var zoneCount = regexp.MustCompile(`:([-a-z0-9]+)(?:/[a-z]+)?=([0-9]+)`)

// flips returns the sizes around the one at which a ratio begins or ceases to
// be met. From size bigSize on, one more endpoint makes next of now.
func flips(k topology.Known[topology.Ratio], now, next routing.Counts) []int {
	ratio, ok := k.Value()
	if !ok || ratio.IsZero() || ratio.Negative() {
		return nil
	}
	// healthy + s·(x − big) = r·(configured + x − big), with s 0 or 1.
	r, whole := ratio.Rat(), func(n int) *big.Rat { return new(big.Rat).SetInt64(int64(n)) }
	slope := new(big.Rat).Sub(whole(next.Healthy-now.Healthy), r)
	if slope.Sign() == 0 {
		return nil
	}
	x := new(big.Rat).Sub(new(big.Rat).Mul(r, whole(now.Configured)), whole(now.Healthy))
	x.Add(x.Quo(x, slope), whole(bigSize))
	floor := new(big.Int).Div(x.Num(), x.Denom())
	if !floor.IsInt64() || floor.Int64() < 0 || floor.Int64() > hugeSize {
		return nil
	}
	n := int(floor.Int64())
	return []int{max(n-1, 0), n, n + 1, n + 2}
}
