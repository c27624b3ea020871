// SPDX-License-Identifier: MPL-2.0

package sizing

import (
	"math"

	"terraform-provider-spillway/internal/engine/topology"
)

// Unbounded is the upper bound of a number that nothing limits.
const Unbounded = math.MaxInt

// ZoneRange says between which numbers, both included, the endpoints of a
// group in a zone certainly are.
type ZoneRange struct {
	Zone      string
	Low, High int
}

// Bounds returns what is certain of a group's endpoints in each of its zones,
// in order, where no exact size may be known: an autoscaler keeps between its
// limits, and an EVEN group keeps its zones within one of each other (Compute
// API, autoscalingPolicy and distributionPolicy.targetShape). It returns nil
// where not even the zones are known.
func Bounds(g *topology.Group) []ZoneRange {
	size := OfGroup(g, Nothing)
	if size.Zones == nil {
		return nil
	}
	low, high := bounds(g, size)
	out := make([]ZoneRange, len(size.Zones))
	n := len(size.Zones)
	shape, known := g.Capacity.Shape.Or("EVEN").Value()
	for i, z := range size.Zones {
		out[i] = ZoneRange{Zone: z.Zone, High: high}
		switch count, exact := z.Count.Value(); {
		case exact:
			out[i].Low, out[i].High = count, count
		case n == 1:
			out[i].Low = low
		case known && shape == "EVEN":
			out[i].Low = low / n
			if high != Unbounded {
				out[i].High = (high + n - 1) / n
			}
		}
	}
	return out
}

// MemberBounds is Bounds for all zones of a group together; it needs no
// zones.
func MemberBounds(g *topology.Group) (low, high int) { return bounds(g, OfGroup(g, Nothing)) }

func bounds(g *topology.Group, size Size) (low, high int) {
	if n, ok := size.Members.Value(); ok {
		return n, n
	}
	s := g.Capacity.Autoscaler
	if !managed(g) || !topology.Is(g.Capacity.Autoscaled, true) || s == nil || topology.Is(s.Mode, "OFF") || s.Mode.IsUnknown() {
		return 0, Unbounded
	}
	low, okLow := s.Min.Value()
	high, okHigh := s.Max.Value()
	if okLow && okHigh && high < low {
		return 0, Unbounded // Google refuses it
	}
	if !okLow || low < 0 {
		low = 0
	}
	if !okHigh || high < 0 {
		high = Unbounded
	}
	return low, high
}
