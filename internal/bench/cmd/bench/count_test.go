// SPDX-License-Identifier: MPL-2.0

package main

import "testing"

func TestCounterCountsAcrossWrites(t *testing.T) {
	t.Parallel()
	const text = `x{"rule":1}{"rule":2}ru{"rule":"name"`
	of := []counted{{"rules", `"rule":`}, {"names", `"name"`}, {"x", "x"}, {"none", "nothing of the kind"}}
	for size := 1; size <= len(text); size++ {
		c := newCounter(of)
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if _, err := c.Write([]byte(rest[:n])); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if got, want := c.String(), "3 rules, 1 names, 1 x"; got != want {
			t.Errorf("in writes of %d bytes: %s, want %s", size, got, want)
		}
	}
}
