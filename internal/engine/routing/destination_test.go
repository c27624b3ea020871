// SPDX-License-Identifier: MPL-2.0

package routing_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/topology"
)

func TestFraction(t *testing.T) {
	for want, f := range map[string]routing.Fraction{
		"0": {}, "1": {Num: 7, Den: 7}, "0.625": {Num: 5, Den: 8}, "0.333333": {Num: 1, Den: 3}, "0.666667": {Num: 2, Den: 3},
		"0.007813": {Num: 1, Den: 128}, "0.000001": {Num: 1, Den: 2_000_000}, "0.1": {Num: 1, Den: 10},
		"0.999999": {Num: 999_999, Den: 1_000_000}, "0.5": {Num: math.MaxInt / 2, Den: math.MaxInt - 1}, "3": {Num: 3, Den: 1},
	} {
		if got := f.String(); got != want {
			t.Errorf("%d/%d is %s, want %s", f.Num, f.Den, got, want)
		}
	}
	for name, f := range map[string]routing.Fraction{"negative": {Num: -1, Den: 2}, "by nothing": {Num: 1}, "below half a millionth": {Num: 1, Den: 2_000_001}} {
		if got := f.String(); got != "0" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestFractionRounds compares with exact arithmetic.
func TestFractionRounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		den := rapid.IntRange(1, math.MaxInt32).Draw(t, "den")
		f := routing.Fraction{Num: rapid.IntRange(0, den).Draw(t, "num"), Den: den}
		got, ok := new(big.Rat).SetString(f.String())
		if !ok {
			t.Fatalf("%q is no number", f.String())
		}
		difference := new(big.Rat).Sub(got, big.NewRat(int64(f.Num), int64(f.Den)))
		if difference.Abs(difference).Cmp(big.NewRat(1, 2_000_000)) > 0 {
			t.Fatalf("%d/%d is %s", f.Num, f.Den, f)
		}
	})
}

// TestShares covers when shares are null: the contract of the JSON output.
func TestShares(t *testing.T) {
	zones := zonesOf(t, "a P5/5; b P3/5")
	down := zonesOf(t, "a P0/5; b P0/5")
	null := topology.Null[routing.Fraction]()
	of := func(n, d int) topology.Known[routing.Fraction] { return topology.Of(routing.Fraction{Num: n, Den: d}) }
	for name, tc := range map[string]struct {
		zones             []routing.Zone
		failover, client  string
		in, cross, sickly topology.Known[routing.Fraction]
	}{
		"a VM that spills":            {zones, "-", "b", of(3, 8), of(5, 8), of(0, 8)},
		"a VM that stays":             {zones, "-", "a", of(5, 5), of(0, 5), of(0, 5)},
		"a VM in any other zone":      {zones, "-", "*", of(0, 8), of(8, 8), of(0, 8)},
		"a VM in a named other zone":  {zones, "-", "c", of(0, 8), of(8, 8), of(0, 8)},
		"a tunnel":                    {zones, "-", "vpn", null, null, of(0, 8)},
		"a VLAN attachment":           {zones, "-", "interconnect", null, null, of(0, 8)},
		"a PSC backend":               {zones, "-", "psc-backend", null, null, of(0, 8)},
		"a PSC endpoint":              {zones, "-", "psc-endpoint:us-central1-a", of(5, 8), of(3, 8), of(0, 8)},
		"another region":              {zones, "-", "vm:europe-west1-b", null, null, of(0, 8)},
		"another region, shut out":    {zones, "-", "vm:europe-west1-b (no global access)", of(0, 1), of(0, 1), of(0, 1)},
		"last resort":                 {down, "-", "a", of(5, 10), of(5, 10), of(10, 10)},
		"dropped":                     {down, "0.5 drop", "a", of(0, 1), of(0, 1), of(0, 1)},
		"dropped, a client elsewhere": {down, "0.5 drop", "vpn", of(0, 1), of(0, 1), of(0, 1)},
	} {
		t.Run(name, func(t *testing.T) {
			p := policyOf(t, tc.failover, "SPILL 0.8")
			c := clientOf(t, tc.client, &p)
			s := routing.New(p, tc.zones)
			got := s.Shares(c, s.Decide(c))
			if want := (routing.Shares{InZone: tc.in, CrossZone: tc.cross, Unhealthy: tc.sickly}); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		})
	}
}
