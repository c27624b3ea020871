// SPDX-License-Identifier: MPL-2.0

package spelling

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"vpn", "interconnect", "psc-endpoint", "psc-backend"}
	for name, tc := range map[string]struct {
		word, want string
		ok         bool
	}{
		"one letter":     {"interconect", "interconnect", true},
		"equal":          {"vpn", "vpn", true},
		"far away":       {"laptop", "", false},
		"empty":          {"", "", false},
		"a tie":          {"psc-backpoint", "psc-backend", true},
		"a third is off": {"vpx", "vpn", true},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := Nearest(tc.word, names)
			if got != tc.want || ok != tc.ok {
				t.Errorf("Nearest(%q) = %q, %v; want %q, %v", tc.word, got, ok, tc.want, tc.ok)
			}
		})
	}
	if got, ok := Nearest("a", nil); ok {
		t.Errorf("Nearest without candidates = %q", got)
	}
}

func TestDistance(t *testing.T) {
	for name, tc := range map[string]struct {
		a, b string
		want int
	}{
		"both empty": {"", "", 0}, "insert": {"ab", "axb", 1}, "delete": {"axb", "ab", 1},
		"substitute": {"ab", "ac", 1}, "kitten": {"kitten", "sitting", 3}, "from empty": {"", "abc", 3},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Distance(tc.a, tc.b); got != tc.want {
				t.Errorf("Distance(%q, %q) = %d, want %d", tc.a, tc.b, got, tc.want)
			}
			if got := Distance(tc.b, tc.a); got != tc.want {
				t.Errorf("Distance is not symmetric: %d", got)
			}
		})
	}
}
