// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"strconv"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// span says between which numbers, both included, a count certainly is, and
// why it is not known exactly.
type span struct {
	low, high int
	why       string
}

func (s span) plus(t span) span {
	out := span{low: s.low + t.low, high: sizing.Unbounded, why: cmp.Or(s.why, t.why)}
	if s.high != sizing.Unbounded && t.high != sizing.Unbounded {
		out.high = s.high + t.high
	}
	return out
}

// exact returns the count where it is known.
func (s span) exact() (int, bool) { return s.low, s.low == s.high }

// atLeast reports whether the count is n or more.
func (s span) atLeast(n int) topology.Known[bool] {
	switch {
	case s.low >= n:
		return topology.Of(true)
	case s.high < n:
		return topology.Of(false)
	}
	return topology.Unknown[bool]()
}

// all reports whether test holds for the count, whichever it is. A wide span
// is not searched: then it is not known.
func (s span) all(test func(n int) bool) topology.Known[bool] {
	const wide = 64
	if s.high-s.low > wide {
		return topology.Unknown[bool]()
	}
	first := test(s.low)
	for n := s.low + 1; n <= s.high; n++ {
		if test(n) != first {
			return topology.Unknown[bool]()
		}
	}
	return topology.Of(first)
}

// String returns the count as a text says it: "3", "2 to 4", "at least 2".
func (s span) String() string {
	switch {
	case s.low == s.high:
		return strconv.Itoa(s.low)
	case s.high == sizing.Unbounded:
		return "at least " + strconv.Itoa(s.low)
	}
	return strconv.Itoa(s.low) + " to " + strconv.Itoa(s.high)
}

// exactly reports whether the count is n.
func (s span) exactly(n int) topology.Known[bool] { return and(s.atLeast(n), not(s.atLeast(n+1))) }
