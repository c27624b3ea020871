// SPDX-License-Identifier: MPL-2.0

package topology

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestObjectIsCalled(t *testing.T) {
	single := Object{Address: "a_b.c"}
	alone := Object{Address: "a_b.c", Input: "live (1)/prod"}
	shared := Object{Address: `a_b.c["x (y)"] (live (1)/prod)`, Input: "live (1)/prod"}
	tests := map[string]struct {
		object Object
		text   string
		want   bool
	}{
		"the only input":                  {single, "a_b.c", true},
		"another address":                 {single, "a_b.d", false},
		"a label where there is no input": {single, "a_b.c ()", false},
		"one of several, unshared":        {alone, "a_b.c", true},
		"with its input":                  {alone, "a_b.c (live (1)/prod)", true},
		"with another input":              {alone, "a_b.c (live (1)/dev)", false},
		"a longer address":                {alone, "a_b.cd", false},
		"shared, by its own address":      {shared, `a_b.c["x (y)"]`, true},
		"shared, with its input":          {shared, `a_b.c["x (y)"] (live (1)/prod)`, true},
		"shared, with another input":      {shared, `a_b.c["x (y)"] (dev)`, false},
		"shared, the resource":            {shared, "a_b.c", false},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if got := tc.object.IsCalled(tc.text); got != tc.want {
				t.Errorf("IsCalled(%q) is %v", tc.text, got)
			}
		})
	}
	if got, want := shared.TerraformAddress(), `a_b.c["x (y)"]`; got != want {
		t.Errorf("the address is %s, want %s", got, want)
	}
	if got := Labelled(shared.TerraformAddress(), shared.Input); got != shared.Address {
		t.Errorf("labelled it is %s, want %s", got, shared.Address)
	}
}

// A link of which nothing is known stays within its own input.
func TestUnknownLinkStaysInItsInput(t *testing.T) {
	service := func(address, input string, beside ...string) *BackendService {
		return &BackendService{Object: Object{Address: address, Input: input, Beside: beside}}
	}
	rule := func(address, input string, link Link) *ForwardingRule {
		return &ForwardingRule{Object: Object{Address: address, Input: input}, BackendService: link}
	}
	own, other, both := service("s.own", "a"), service("s.other", "b"), service("s.both", "b", "a")
	loose := rule("r.loose", "a", Link{})
	aimed := rule("r.aimed", "a", Link{Candidates: []string{"s.other"}})
	x := (&Snapshot{
		Services: []*BackendService{both, other, own},
		Rules:    []*ForwardingRule{aimed, loose},
	}).Index()
	for s, want := range map[*BackendService][]string{
		own: {"r.loose"}, other: {"r.aimed"}, both: {"r.loose"},
	} {
		var got []string
		for _, r := range x.RulesOf(s).Possible {
			got = append(got, r.Address)
			if !r.BackendService.MayMean(r, s) {
				t.Errorf("%s is possible for %s, but may not mean it", r.Address, s.Address)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", s.Address, diff)
		}
	}
	if (&Link{State: LinkResolved, Target: own}).MayMean(loose, own) {
		t.Error("a link that is resolved may mean nothing else")
	}
}

func TestReadFor(t *testing.T) {
	o := func(input string, beside ...string) *Group {
		return &Group{Object: Object{Input: input, Beside: beside}}
	}
	tests := map[string]struct {
		snapshot Snapshot
		of       *Group
		want     bool
	}{
		"everything":              {Snapshot{LinksComplete: true}, o(""), true},
		"a single input":          {Snapshot{}, o(""), false},
		"another input":           {Snapshot{Partial: map[string]bool{"a": true}}, o("b"), true},
		"its own input":           {Snapshot{Partial: map[string]bool{"a": true}}, o("a"), false},
		"one that holds it, too":  {Snapshot{Partial: map[string]bool{"a": true}}, o("b", "c", "a"), false},
		"none of those that hold": {Snapshot{Partial: map[string]bool{"a": true}}, o("b", "c"), true},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if got := tc.snapshot.ReadFor(tc.of); got != tc.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
