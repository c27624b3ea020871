// SPDX-License-Identifier: MPL-2.0

package health_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/topology"
)

// naive compares with rational numbers, as the documentation words it.
func naive(healthy, total, percent, minimum int) health.State {
	if total == 0 || healthy < minimum {
		return health.Unhealthy
	}
	share := new(big.Rat).SetFrac64(int64(healthy), int64(total))
	if share.Cmp(new(big.Rat).SetFrac64(int64(percent), 100)) < 0 {
		return health.Unhealthy
	}
	return health.Healthy
}

func aggregate(healthy, total, percent, minimum int) health.State {
	return health.Aggregate(topology.Of(healthy), topology.Of(total), topology.Of(percent), topology.Of(minimum)).Default("undecided")
}

// Every small case, one endpoint at a time.
func TestAggregateExhaustively(t *testing.T) {
	for total := range 21 {
		for percent := range 101 {
			for _, minimum := range []int{0, 1, 2, 5, total, total + 1} {
				first := -1
				for healthy := range total + 1 {
					want := naive(healthy, total, percent, minimum)
					if got := aggregate(healthy, total, percent, minimum); got != want {
						t.Fatalf("%d of %d, %d percent, %d: %s, want %s", healthy, total, percent, minimum, got, want)
					}
					if want == health.Healthy && first < 0 {
						first = healthy
					}
				}
				needs, reachable := health.Needs(percent, minimum, total)
				if reachable != (first >= 0) || reachable && needs != first {
					t.Fatalf("of %d, %d percent, %d: needs %d, %v; want %d", total, percent, minimum, needs, reachable, first)
				}
			}
		}
	}
}

func TestAggregateProperties(t *testing.T) {
	const large = 1 << 40
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.IntRange(0, large).Draw(t, "total")
		healthy := rapid.IntRange(0, total).Draw(t, "healthy")
		percent := rapid.IntRange(0, 100).Draw(t, "percent")
		minimum := rapid.IntRange(1, large).Draw(t, "minimum")
		got := aggregate(healthy, total, percent, minimum)
		if want := naive(healthy, total, percent, minimum); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
		if got == health.Healthy && healthy < total && aggregate(healthy+1, total, percent, minimum) != health.Healthy {
			t.Fatal("one more healthy endpoint makes it unhealthy")
		}
		if got == health.Unhealthy && percent < 100 && aggregate(healthy, total, percent+1, minimum) == health.Healthy {
			t.Fatal("a higher percentage makes it healthy")
		}
		if got == health.Unhealthy && aggregate(healthy, total, percent, minimum+1) == health.Healthy {
			t.Fatal("a higher minimum makes it healthy")
		}
	})
}

// Making an input more known never changes an answer.
func TestAggregateOfLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.IntRange(0, 12).Draw(t, "total")
		values := []int{rapid.IntRange(0, total).Draw(t, "healthy"), total, rapid.IntRange(0, 100).Draw(t, "percent"), rapid.IntRange(1, 14).Draw(t, "minimum")}
		full := aggregate(values[0], values[1], values[2], values[3])
		known := make([]topology.Known[int], 4)
		for i, v := range values {
			if rapid.Bool().Draw(t, "known") {
				known[i] = topology.Of(v)
			}
		}
		got, decided := health.Aggregate(known[0], known[1], known[2], known[3]).Value()
		if decided && got != full {
			t.Fatalf("%s from a part, %s from all", got, full)
		}
	})
}

func TestCombineProperties(t *testing.T) {
	states := []topology.Known[health.State]{
		topology.Of(health.Healthy), topology.Of(health.Unhealthy), topology.Of(health.Unknown), topology.Unknown[health.State](),
	}
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SampledFrom(states), 0, 10).Draw(t, "states")
		complete := rapid.Bool().Draw(t, "complete")
		got := health.Combine(list, complete)
		// Whatever the undecided sources turn out to be, a decided composite stays.
		for _, s := range states[:3] {
			filled := make([]topology.Known[health.State], len(list))
			for i, k := range list {
				filled[i] = k
				if k.IsUnknown() {
					filled[i] = s
				}
			}
			if got.IsSet() && health.Combine(filled, true) != got {
				t.Fatalf("%v of %v, and %v of %v", got, list, health.Combine(filled, true), filled)
			}
		}
		more := append(append([]topology.Known[health.State]{}, list...), rapid.SampledFrom(states[:3]).Draw(t, "more"))
		if topology.Is(got, health.Unhealthy) && !topology.Is(health.Combine(more, complete), health.Unhealthy) {
			t.Fatal("one more source makes an unhealthy composite something else")
		}
	})
}

func TestParseState(t *testing.T) {
	for text, want := range map[string]bool{"HEALTHY": true, "UNHEALTHY": true, "UNKNOWN": true, "healthy": false, "": false, "DRAINING": false} {
		if s, ok := health.ParseState(text); ok != want || ok && string(s) != text {
			t.Errorf("%q: %q, %v", text, s, ok)
		}
	}
}

func FuzzAggregate(f *testing.F) {
	f.Add(3, 4, 75, 3)
	f.Add(0, 0, 60, 1)
	f.Add(1, 100, 0, 1)
	f.Fuzz(func(t *testing.T, healthy, total, percent, minimum int) {
		got := aggregate(healthy, total, percent, minimum)
		if got != health.Healthy && got != health.Unhealthy {
			t.Fatalf("%q", got)
		}
		if total < 0 || healthy < 0 || healthy > total || percent < 0 || percent > 100 || minimum < 0 {
			return
		}
		if want := naive(healthy, total, percent, minimum); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	})
}
