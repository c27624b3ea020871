// SPDX-License-Identifier: MPL-2.0

package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNoticesWithOneTextBecomeOne(t *testing.T) {
	var n Notices
	at, later := &Range{Filename: "a.tf", Start: Position{2, 1}}, &Range{Filename: "a.tf", Start: Position{10, 1}}
	n.Add("b", "x.two")
	n.Add("a", "")
	n.Add("b", "x.one")
	n.Add("b", "x.two")
	n.AddAt("c", "", later)
	n.AddProblem("c", at, "line 2")
	n.AddAt("c", "", at)
	want := []Notice{
		{Message: "c", Addresses: []string{}, Range: at, Problem: true, Snippet: "line 2"},
		{Message: "c", Addresses: []string{}, Range: later},
		{Message: "a", Addresses: []string{}},
		{Message: "b", Addresses: []string{"x.one", "x.two"}},
	}
	if diff := cmp.Diff(want, n.Sorted()); diff != "" {
		t.Error(diff)
	}
}
