// SPDX-License-Identifier: MPL-2.0

package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/topology"
)

func TestMergeCauses(t *testing.T) {
	const dynamic = " of s.x is known after apply, and it may come from a dynamic block" + topology.GiveSource
	one := func(reason string, addresses ...string) Cause { return Cause{reason, addresses} }
	tests := map[string]struct{ list, want []Cause }{
		"nothing": {nil, nil},
		"elements that differ in nothing else": {
			[]Cause{one("backend[10].group"+dynamic, "s.x"), one("backend[1].group"+dynamic, "s.x"), one("backend[2].group"+dynamic, "s.x")},
			[]Cause{one("group of backend[1], backend[2] and backend[10]"+dynamic, "s.x")},
		},
		"one element stays as it is": {
			[]Cause{one("backend[1].group"+dynamic, "s.x")},
			[]Cause{one("backend[1].group"+dynamic, "s.x")},
		},
		"another argument": {
			[]Cause{one("backend[0].failover"+dynamic, "s.x"), one("backend[0].group"+dynamic, "s.x")},
			[]Cause{one("backend[0].failover"+dynamic, "s.x"), one("backend[0].group"+dynamic, "s.x")},
		},
		"another reason": {
			[]Cause{one("backend[0].group of s.x is known after apply, and a", "s.x"), one("backend[1].group of s.x is known after apply, and b", "s.x")},
			[]Cause{one("backend[0].group of s.x is known after apply, and a", "s.x"), one("backend[1].group of s.x is known after apply, and b", "s.x")},
		},
		"groups of one fate": {
			[]Cause{one("the size of g.a is autoscaled, 2 to 9", "g.a"), one("the size of g.b is autoscaled, 2 to 9", "g.b"), one("the size of g.c is autoscaled, 1 to 9", "g.c")},
			[]Cause{one("the size of g.a and g.b is autoscaled, 2 to 9", "g.a", "g.b"), one("the size of g.c is autoscaled, 1 to 9", "g.c")},
		},
		"objects outside the input": {
			[]Cause{one("the size of projects/p/zones/a/instanceGroups/x is not in the input", "s.x"), one("the size of projects/p/zones/b/instanceGroups/y is not in the input", "s.x")},
			[]Cause{one("the size of projects/p/zones/a/instanceGroups/x and projects/p/zones/b/instanceGroups/y is not in the input", "s.x")},
		},
		"an address that begins another": {
			[]Cause{one("g.a[0] has no size", "g.a"), one("g.b[0] has no size", "g.b")},
			[]Cause{one("g.a[0] has no size", "g.a"), one("g.b[0] has no size", "g.b")},
		},
		"the same twice": {
			[]Cause{one("ha_policy is set", "s.x"), one("ha_policy is set", "s.x")},
			[]Cause{one("ha_policy is set", "s.x")},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, mergeCauses(tc.list)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestClause(t *testing.T) {
	for in, want := range map[string]string{
		"the size of g is autoscaled, 2 to 9":                              "the size of g is autoscaled, 2 to 9",
		"a is known after apply, and b; c":                                 "a is known after apply",
		"the members of g are not in the input: they are elsewhere":        "the members of g are not in the input",
		`x.y["a: b, and c; d"] is known after apply, and more`:             `x.y["a: b, and c; d"] is known after apply`,
		"a is known after apply" + topology.GiveSource:                     "a is known after apply",
		"a" + topology.GiveSource + topology.ByElimination + "g.a and g.b": "a",
	} {
		if got := clause(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestReasonsOfOneKind(t *testing.T) {
	tests := map[string]struct {
		reasons [][2]string // text, about
		want    []string
	}{
		"objects that the reason does not name": {
			[][2]string{{"the members of google_a.x are unknown", "s.one"}, {"the members of google_a.x are unknown", "s.two"}},
			[]string{"the members of google_a.x are unknown (s.one and s.two)"},
		},
		"each names its own object": {
			[][2]string{
				{`group of backend[0] and backend[1] of google_a.x["k"] is known after apply`, `google_a.x["k"]`},
				{`group of backend[0], backend[1] and backend[2] of module.m["q"].google_a.y is known after apply`, `module.m["q"].google_a.y`},
				{"backend_service of google_a.x is known after apply", "google_a.x"},
			},
			[]string{
				`group of backend[0] and backend[1] of google_a.x["k"] is known after apply (alike for module.m["q"].google_a.y)`,
				"backend_service of google_a.x is known after apply",
			},
		},
		"each about an object that it does not name": {
			[][2]string{{"google_a.x is not in the input", "s.one"}, {"google_a.y is not in the input", "s.two"}},
			[]string{"google_a.x is not in the input (s.one; alike for s.two)"},
		},
		"lists of different length": {
			[][2]string{{"it may be google_a.x, google_a.y and 3 more", "s.one"}, {"it may be google_a.x and google_a.y", "s.one"}, {"it may be google_b.x", "s.one"}},
			[]string{"it may be google_a.x, google_a.y and 3 more (s.one)", "it may be google_b.x (s.one)"},
		},
		"advice and guesses do not count": {
			[][2]string{{"a" + topology.GiveSource + topology.ByElimination + "g.a", "s.one"}, {"a" + topology.GiveSource, "s.two"}, {"a", "s.three"}},
			[]string{"a (s.one, s.two and s.three)"},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			var k kinds
			for _, r := range tc.reasons {
				k.add(r[0], r[1], "")
			}
			var got []string
			for _, e := range k.sorted() {
				got = append(got, e.line())
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAboutSize(t *testing.T) {
	for reason, want := range map[string]bool{
		"the size of google_compute_region_instance_group_manager.x is autoscaled, 2 to 9":  true,
		"the zones of google_compute_region_instance_group_manager.x are not known":         true,
		"the members of google_compute_instance_group.x are known after apply":              true,
		"the target size of google_compute_instance_group_manager.x is not known":           true,
		"a total is given by hand, but the zones are not known; give the size of each zone": true,
		"the backends of google_compute_region_backend_service.x are known after apply":     false,
		"backend[0].group of google_compute_region_backend_service.x is known after apply":  false,
	} {
		if got := aboutSize(reason); got != want {
			t.Errorf("%s: %t, want %t", reason, got, want)
		}
	}
}
