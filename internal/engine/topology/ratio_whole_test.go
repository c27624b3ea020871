// SPDX-License-Identifier: MPL-2.0

package topology

import "testing"

func TestRatioWhole(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want int
		ok   bool
	}{
		"zero":                {"0", 0, true},
		"written as decimal":  {"60.0", 60, true},
		"written as exponent": {"1e2", 100, true},
		"negative":            {"-5", -5, true},
		"fraction":            {"62.5", 0, false},
		"tiny fraction":       {"60.0000000000000000000000001", 0, false},
		"beyond int64":        {"9223372036854775808", 0, false},
		"largest":             {"9223372036854775807", 9223372036854775807, true},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := MustRatio(tt.text).Whole()
			if got != tt.want || ok != tt.ok {
				t.Errorf("Whole(%s) = %d, %v; want %d, %v", tt.text, got, ok, tt.want, tt.ok)
			}
		})
	}
	if got, ok := (Ratio{}).Whole(); got != 0 || !ok {
		t.Errorf("Whole of the zero value = %d, %v; want 0, true", got, ok)
	}
}

func TestRatioRat(t *testing.T) {
	r := MustRatio("0.8")
	r.Rat().SetInt64(7)
	if got := r.Rat().RatString(); got != "4/5" {
		t.Errorf("Rat() = %s after a caller changed its own, want 4/5", got)
	}
}
