package policy_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
		t.Error("two findings of one run share a fingerprint")
	}
}

func TestBaselineComesBackAsItWasWritten(t *testing.T) {
	for name, entries := range map[string][]policy.BaselineEntry{
		"none": nil,
		"two":  {{Fingerprint: "a", Rule: "ZA011", Address: `s.web["x"]`}, {Fingerprint: "b", Rule: "LB004", Address: "s.api"}},
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
			want := map[string]policy.BaselineEntry{}
			for _, e := range entries {
				want[e.Fingerprint] = e
			}
			if diff := cmp.Diff(want, got.Accepted); diff != "" {
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
