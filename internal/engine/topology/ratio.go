// SPDX-License-Identifier: MPL-2.0

package topology

import (
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// Ratio is an exact decimal number, as its author wrote it: a spillover or
// failover ratio, a capacity. It is compared with counts in integers; no
// float takes part, so that 4 of 5 is 0.8 (Google documentation, zonal
// affinity: "at least" the ratio; a 32-bit 0.8 is a little more than that).
// The zero value is 0.
type Ratio struct {
	negative bool
	// num/den, den a power of ten or 0 for the zero value, while both fit.
	num, den uint64
	// exact holds what does not fit; rare, and off every hot path.
	exact *big.Rat
	text  string
}

// ParseRatio reads a decimal number, with or without an exponent, exactly.
func ParseRatio(text string) (Ratio, error) {
	r := Ratio{text: text}
	negative, digits, exponent, ok := splitDecimal(text)
	switch {
	case !ok:
		return Ratio{}, fmt.Errorf("%q is not a decimal number", text)
	case digits == "":
		r.den = 1
		return r, nil
	}
	r.negative = negative
	if len(digits)+max(exponent, 0) <= 19 && exponent >= -19 {
		num, err := strconv.ParseUint(digits, 10, 64)
		if err == nil {
			r.num, r.den = num*pow10(max(exponent, 0)), pow10(max(-exponent, 0))
			return r, nil
		}
	}
	r.exact, ok = new(big.Rat).SetString(digits + "e" + strconv.Itoa(exponent))
	if !ok {
		return Ratio{}, fmt.Errorf("%q is not a decimal number", text)
	}
	return r, nil
}

// splitDecimal reads ±digits × 10^exponent, without zeros at either end of the
// digits that say nothing; zero has no digits.
func splitDecimal(text string) (negative bool, digits string, exponent int, ok bool) {
	if len(text) == 0 || len(text) > 1024 {
		return false, "", 0, false
	}
	mantissa := text
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		e, err := strconv.Atoi(text[i+1:])
		if err != nil || e > 4096 || e < -4096 {
			return false, "", 0, false
		}
		mantissa, exponent = text[:i], e
	}
	switch mantissa[:min(1, len(mantissa))] {
	case "-":
		negative, mantissa = true, mantissa[1:]
	case "+":
		mantissa = mantissa[1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits = whole + fraction
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return false, "", 0, false
	}
	exponent -= len(fraction)
	digits = strings.TrimLeft(digits, "0")
	for exponent < 0 && strings.HasSuffix(digits, "0") {
		digits, exponent = digits[:len(digits)-1], exponent+1
	}
	return negative, digits, exponent, true
}

// MustRatio is ParseRatio for literals in code; it panics on anything else.
func MustRatio(text string) Ratio {
	r, err := ParseRatio(text)
	if err != nil {
		panic(err)
	}
	return r
}

func pow10(n int) uint64 {
	p := uint64(1)
	for range n {
		p *= 10
	}
	return p
}

// IsZero reports whether the ratio is 0.
func (r Ratio) IsZero() bool { return r.exact == nil && r.num == 0 }

// Negative reports whether the ratio is below 0.
func (r Ratio) Negative() bool { return r.negative }

// AboveOne reports whether the ratio is more than 1.
func (r Ratio) AboveOne() bool { return !r.negative && r.compare(1, 1) > 0 }

// IsOne reports whether the ratio is exactly 1.
func (r Ratio) IsOne() bool { return !r.negative && r.compare(1, 1) == 0 }

// AtMost reports whether the ratio is at most part/whole, for counts with
// whole above 0: the inclusive comparison of the documentation.
func (r Ratio) AtMost(part, whole int) bool {
	return r.negative || r.compare(uint64(part), uint64(whole)) <= 0
}

// Equals reports whether the ratio is exactly part/whole.
func (r Ratio) Equals(part, whole int) bool {
	if r.IsZero() {
		return part == 0
	}
	return !r.negative && r.compare(uint64(part), uint64(whole)) == 0
}

// compare compares |r| with a/b.
func (r Ratio) compare(a, b uint64) int {
	if r.exact != nil {
		other := new(big.Rat).SetFrac(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b))
		return r.exact.Cmp(other)
	}
	den := max(r.den, 1)
	lh, ll := bits.Mul64(r.num, b)
	rh, rl := bits.Mul64(a, den)
	switch {
	case lh != rh:
		if lh > rh {
			return 1
		}
		return -1
	case ll > rl:
		return 1
	case ll < rl:
		return -1
	}
	return 0
}

// Needs returns the smallest count that is at least the ratio's part of n,
// ⌈r·n⌉, for a ratio from 0 to 1 and n from 0.
func (r Ratio) Needs(n int) int { return r.needs(1, n) }

// PercentNeeds is Needs for a percentage from 0 to 100, and n below 2⁵⁶.
func (r Ratio) PercentNeeds(n int) int { return r.needs(100, n) }

// needs returns the smallest count k with r ≤ whole·k/n, at most n.
func (r Ratio) needs(whole, n int) int {
	if r.negative || r.IsZero() || n <= 0 {
		return 0
	}
	lo, hi := 0, n
	for lo < hi {
		mid := lo + (hi-lo)/2
		if r.AtMost(whole*mid, n) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// Whole returns the number as an int, and false when it has a fraction or does
// not fit.
func (r Ratio) Whole() (int, bool) {
	x := r.Rat()
	if !x.IsInt() || !x.Num().IsInt64() {
		return 0, false
	}
	n := x.Num().Int64()
	return int(n), int64(int(n)) == n
}

// Compare orders two ratios: -1, 0 or 1.
func (r Ratio) Compare(s Ratio) int { return r.Rat().Cmp(s.Rat()) }

// Rat returns the number as a fraction of the caller's own, for exact
// arithmetic off the hot paths.
func (r Ratio) Rat() *big.Rat {
	x := new(big.Rat)
	switch {
	case r.exact != nil:
		x.Set(r.exact)
	case r.num != 0:
		x.SetFrac(new(big.Int).SetUint64(r.num), new(big.Int).SetUint64(r.den))
	}
	if r.negative {
		x.Neg(x)
	}
	return x
}

// String returns the number as it was written, "0" for the zero value.
func (r Ratio) String() string {
	if r.text == "" {
		return "0"
	}
	return r.text
}
