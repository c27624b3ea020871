// SPDX-License-Identifier: MPL-2.0

package topology

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestParseRatioRefusesWhatIsNoDecimal(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", ".", "-", "e5", "1e", "0x10", "1_000", "NaN", "Inf", "1.2.3", "--1", "1e5000", " 1", "½"} {
		if r, err := ParseRatio(text); err == nil {
			t.Errorf("ParseRatio(%q) = %v, want an error", text, r)
		}
	}
}

func TestParseRatioKeepsTheText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"0.8", "0.80", "1", "1e-3", "0", "-0.5", "0.3333333333333333333333333"} {
		r, err := ParseRatio(text)
		if err != nil || r.String() != text {
			t.Errorf("ParseRatio(%q) = %q, %v", text, r, err)
		}
	}
	if got := (Ratio{}).String(); got != "0" {
		t.Errorf("zero value prints %q", got)
	}
}

// The comparison must agree with rational arithmetic for any decimal,
// including those that do not fit the fast path.
func TestRatioAgreesWithRationals(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?[0-9]{1,24}(\.[0-9]{1,24})?(e-?[0-9]{1,2})?`).Draw(t, "text")
		whole := rapid.IntRange(1, 100_000).Draw(t, "whole")
		part := rapid.IntRange(0, whole).Draw(t, "part")
		r, err := ParseRatio(text)
		if err != nil {
			t.Fatal(err)
		}
		want, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatal("not a rational")
		}
		share := big.NewRat(int64(part), int64(whole))
		if got := r.AtMost(part, whole); got != (want.Cmp(share) <= 0) {
			t.Errorf("%s at most %d/%d: %v", text, part, whole, got)
		}
		if got := r.Equals(part, whole); got != (want.Cmp(share) == 0) {
			t.Errorf("%s equals %d/%d: %v", text, part, whole, got)
		}
		one := big.NewRat(1, 1)
		if r.AboveOne() != (want.Cmp(one) > 0) || r.IsOne() != (want.Cmp(one) == 0) || r.IsZero() != (want.Sign() == 0) || r.Negative() != (want.Sign() < 0) {
			t.Errorf("%s: above one %v, one %v, zero %v, negative %v", text, r.AboveOne(), r.IsOne(), r.IsZero(), r.Negative())
		}
	})
}

// Every k/n that a decimal can say exactly is equal to it and needs k of n:
// the traps of binary fractions.
func TestRatioAtEveryExactBoundary(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 250; n++ {
		for k := 0; k <= n; k++ {
			thousandths := k * 100_000 / n
			if thousandths*n != k*100_000 {
				continue
			}
			r := MustRatio(fmt.Sprintf("%d.%05d", thousandths/100_000, thousandths%100_000))
			if !r.AtMost(k, n) || !r.Equals(k, n) || k > 0 && r.AtMost(k-1, n) {
				t.Fatalf("%s against %d/%d", r, k, n)
			}
			if got := r.Needs(n); got != k {
				t.Fatalf("%s of %d needs %d, got %d", r, n, k, got)
			}
		}
	}
}

func TestRatioNeedsIsTheSmallestCount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := MustRatio(fmt.Sprintf("0.%06d", rapid.IntRange(0, 999_999).Draw(t, "millionths")))
		n := rapid.IntRange(0, 1000).Draw(t, "n")
		needs := r.Needs(n)
		if n == 0 || r.IsZero() {
			if needs != 0 {
				t.Errorf("%s of %d needs %d", r, n, needs)
			}
			return
		}
		if !r.AtMost(needs, n) || needs > 0 && r.AtMost(needs-1, n) {
			t.Errorf("%s of %d needs %d", r, n, needs)
		}
	})
}

func TestRatioComparesWithRatio(t *testing.T) {
	t.Parallel()
	order := []string{"-2", "-0.5", "0", "1e-30", "0.1", "0.3333333333333333333333", "0.5", "1", "1.5", "80"}
	for i, a := range order {
		for j, b := range order {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := MustRatio(a).Compare(MustRatio(b)); got != want {
				t.Errorf("%s against %s: %d, want %d", a, b, got, want)
			}
		}
	}
}

func FuzzParseRatio(f *testing.F) {
	for _, s := range []string{"0.8", "1e-3", "-1", "1e4096", "0.00000000000000000000001", "9999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := ParseRatio(s)
		if err != nil {
			return
		}
		if r.Needs(7) > 7 && !r.AboveOne() {
			t.Errorf("%q needs more than all", s)
		}
	})
}

func BenchmarkRatioAtMost(b *testing.B) {
	r := MustRatio("0.8")
	b.ReportAllocs()
	for b.Loop() {
		if !r.AtMost(4, 5) {
			b.Fatal("4 of 5 is 0.8")
		}
	}
}
