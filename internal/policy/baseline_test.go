// SPDX-License-Identifier: MPL-2.0

package policy_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

func TestFingerprintsSurviveWhatDoesNotMatter(t *testing.T) {
	base := validate.Finding{Rule: rules.ZA011, Address: "s.web", Path: "backend[0].group", Detail: "one"}
	moved := base
	moved.Path, moved.Detail, moved.Severity = "backend[7].group", "another number", validate.Error
	if a, b := policy.Fingerprints([]validate.Finding{base}), policy.Fingerprints([]validate.Finding{moved}); a[0] != b[0] {
		t.Error("an index, a text or a severity changes the fingerprint")
	}
	others := map[string]func(*validate.Finding){
		"rule":    func(f *validate.Finding) { f.Rule = rules.ZA020 },
		"address": func(f *validate.Finding) { f.Address = "s.api" },
		"path":    func(f *validate.Finding) { f.Path = "backend[0].failover" },
	}
	for name, change := range others {
		t.Run(name, func(t *testing.T) {
			other := base
			change(&other)
			if a, b := policy.Fingerprints([]validate.Finding{base}), policy.Fingerprints([]validate.Finding{other}); a[0] == b[0] {
				t.Error("the fingerprint is the same")
			}
		})
	}
	if both := policy.Fingerprints([]validate.Finding{base, moved}); both[0] == both[1] {
		t.Error("two findings of one input share a fingerprint")
	}
}

// A root module has the same fingerprints alone and beside its copies.
func TestFingerprintsDoNotDependOnTheOtherInputs(t *testing.T) {
	in := func(address, input string) validate.Finding {
		return validate.Finding{Rule: rules.ZA011, Address: address, Input: input}
	}
	alone := policy.Fingerprints([]validate.Finding{in("s.web", "."), in("s.web", ".")})
	joined := policy.Fingerprints([]validate.Finding{in("s.web (dev)", "dev"), in("s.web (dev)", "dev"), in("s.web (prod)", "prod"), in("s.web (prod)", "prod")})
	if diff := cmp.Diff(slices.Concat(alone, alone), joined); diff != "" {
		t.Error(diff)
	}
}

func TestBaselineMatch(t *testing.T) {
	entry := func(print, input string) policy.BaselineEntry {
		return policy.BaselineEntry{Fingerprint: print, Input: input}
	}
	tests := map[string]struct {
		entries        []policy.BaselineEntry
		prints, inputs []string
		want           []int // the entry that accepts each finding; -1 for none
		left           int
	}{
		"nothing":                  {nil, []string{"a"}, []string{""}, []int{-1}, 0},
		"the finding":              {[]policy.BaselineEntry{entry("a", ""), entry("b", "")}, []string{"b"}, []string{""}, []int{1}, 1},
		"its own input first":      {[]policy.BaselineEntry{entry("a", "y"), entry("a", "x")}, []string{"a", "a"}, []string{"x", "y"}, []int{1, 0}, 0},
		"no more than were":        {[]policy.BaselineEntry{entry("a", "y")}, []string{"a", "a"}, []string{"x", "y"}, []int{-1, 0}, 0},
		"an input of another name": {[]policy.BaselineEntry{entry("a", "")}, []string{"a", "a"}, []string{"x", "y"}, []int{0, -1}, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			b := policy.Baseline{Entries: tt.entries}
			got, left := b.Match(tt.prints, tt.inputs)
			at := make([]int, len(got))
			for i, e := range got {
				at[i] = slices.IndexFunc(tt.entries, func(other policy.BaselineEntry) bool { return e != nil && other == *e })
			}
			if diff := cmp.Diff(tt.want, at); diff != "" || left != tt.left {
				t.Errorf("%s\nleft %d, want %d", diff, left, tt.left)
			}
		})
	}
}

func TestBaselineComesBackAsItWasWritten(t *testing.T) {
	for name, entries := range map[string][]policy.BaselineEntry{
		"none": nil,
		"two":  {{Fingerprint: "a", Rule: "ZA011", Address: `s.web["x"]`}, {Fingerprint: "b", Rule: "LB004", Address: "s.api", Input: "live"}},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := policy.EncodeBaseline(entries)
			if err != nil {
				t.Fatal(err)
			}
			got, err := policy.ReadBaseline(bytes.NewReader(text), "b.json")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(entries, got.Entries, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadBaselineErrors(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"empty":       {"", "not a file that --write-baseline made"},
		"no json":     {"hello", "not a file that --write-baseline made"},
		"no version":  {"{}", `format version "" is not known here`},
		"new version": {`{"format_version":"2.0"}`, `format version "2.0" is not known here`},
		"wrong type":  {`{"format_version":"1.0","findings":{}}`, "findings is of the wrong type: object"},
		"rest":        {`{"format_version":"1.0"} x`, "there is something after its end"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := policy.ReadBaseline(strings.NewReader(tt.text), "b.json")
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "b.json") {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
}
