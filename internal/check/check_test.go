// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/check"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/report"
	"terraform-provider-spillway/internal/source"
	"terraform-provider-spillway/internal/validate"
)

// folder holds one configuration file with a content.
func folder(t *testing.T, content string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".spillway.hcl"), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestConfigure(t *testing.T) {
	t.Parallel()
	const current = "spillway {\n  edition = \"current\"\n  fail_on = \"warning\"\n}\n"
	for name, tc := range map[string]struct {
		content  string
		settings check.Settings
		edition  topology.Edition
		failOn   validate.Severity
		fault    string
	}{
		"nothing is set":                    {"", check.Settings{}, topology.Preview, validate.Error, ""},
		"the default of the caller":         {"", check.Settings{Default: topology.Current}, topology.Current, validate.Error, ""},
		"the file overrides the default":    {current, check.Settings{Default: topology.Preview}, topology.Current, validate.Warning, ""},
		"the caller overrides the file":     {current, check.Settings{Edition: topology.Preview}, topology.Preview, validate.Warning, ""},
		"a release that is new enough":      {"spillway {\n  required_version = \">= 0.1.0\"\n}\n", check.Settings{Program: "x", Version: "0.2.0"}, topology.Preview, validate.Error, ""},
		"a release that is too old":         {"spillway {\n  required_version = \">= 0.3.0\"\n}\n", check.Settings{Program: "x", Version: "0.2.0"}, "", 0, "required_version is >= 0.3.0, and this is x 0.2.0"},
		"a file that is not there":          {"", check.Settings{Config: "nowhere.hcl"}, "", 0, "configuration file nowhere.hcl"},
		"a file that has an unknown block":  {"spilway {}\n", check.Settings{}, "", 0, "spilway"},
		"a build that is no release at all": {"spillway {\n  required_version = \">= 9.0.0\"\n}\n", check.Settings{Program: "x"}, topology.Preview, validate.Error, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.settings.Folder = folder(t, tc.content)
			r, err := check.Configure(tc.settings)
			if tc.fault != "" {
				if err == nil || !strings.Contains(err.Error(), tc.fault) {
					t.Errorf("got %v, want %s", err, tc.fault)
				}
				return
			}
			if err != nil || r.Edition != tc.edition || r.FailOn("") != tc.failOn {
				t.Errorf("got %s, %s, %v; want %s, %s", r.Edition, r.FailOn(""), err, tc.edition, tc.failOn)
			}
			if wordy := r.FailOn("never"); wordy != validate.NoSeverity {
				t.Errorf("never is %s", wordy)
			}
			if tc.settings.Version == "" && strings.Contains(tc.content, "9.0.0") && len(r.Notices.Sorted()) != 1 {
				t.Error("nothing says that required_version is not checked")
			}
		})
	}
}

func TestSelect(t *testing.T) {
	t.Parallel()
	shown, err := check.Select("", []string{"ZA, LB001"}, []string{"affinity-with-subsetting"})
	if err != nil || !shown["ZA001"] || !shown["LB001"] || shown["ZA006"] || shown["LB002"] {
		t.Errorf("%v %v", shown, err)
	}
	if _, err := check.Select("--", nil, []string{"ZA0066"}); err == nil || !strings.HasPrefix(err.Error(), "--skip: ") {
		t.Errorf("got %v", err)
	}
}

// One document comes of a folder, whoever asks for it: only what is shown is
// in it, with its place, and what a comment accepts does not fail.
func TestCheck(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "testdata", "cases", "bad", "za-subsetting")
	r, err := check.Configure(check.Settings{Folder: dir})
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := source.Open([]string{dir}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.Take(inputs, true)
	shown, err := check.Select("", []string{"ZA006"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := r.Check(check.Options{Tool: report.Tool{Name: "x"}, Shown: shown})
	if err != nil || len(doc.Findings) != 1 {
		t.Fatalf("%d findings, %v", len(doc.Findings), err)
	}
	f := &doc.Findings[0]
	if f.Rule != "ZA006" || f.Range == nil || !strings.HasSuffix(f.Range.Filename, "za-subsetting/main.tf") || doc.Summary.Error != 1 {
		t.Errorf("got %+v, %+v", f, doc.Summary)
	}
	for severity, want := range map[validate.Severity]bool{validate.Error: true, validate.Info: true, validate.NoSeverity: false} {
		if got := check.Fails(f, severity); got != want {
			t.Errorf("fails on %s: %t", severity, got)
		}
	}
	f.Suppressed = &report.Suppressed{}
	if check.Fails(f, validate.Info) {
		t.Error("an accepted finding fails")
	}
}
