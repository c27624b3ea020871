// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"terraform-provider-spillway/internal/report"
)

// sarifDocument is what the tests look at of a SARIF document.
type sarifDocument struct {
	Runs []struct {
		ColumnKind string
		Tool       struct {
			Driver struct {
				Rules []struct {
					ID   string
					Help struct{ Text, Markdown string }
				}
			}
		}
		Results []sarifResult
	}
}

type sarifResult struct {
	RuleID              string
	Message             struct{ Text string }
	Locations           []sarifLocation
	RelatedLocations    []sarifLocation
	PartialFingerprints map[string]string
	Suppressions        []struct{ Kind, Justification string }
}

type sarifLocation struct {
	ID               *int
	PhysicalLocation *struct {
		ArtifactLocation struct{ URI string }
		Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
	}
	Message *struct{ Text string }
}

// code returns the text of a region, which has to lie within its file.
func (l *sarifLocation) code(t *testing.T, root string) string {
	t.Helper()
	p := l.PhysicalLocation
	name, err := url.PathUnescape(p.ArtifactLocation.URI)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	at := func(line, column int) int {
		if line < 1 || line > len(lines) || column < 1 || column > len([]rune(lines[line-1]))+1 {
			t.Fatalf("%s:%d:%d is not in the file", name, line, column)
		}
		return len(strings.Join(lines[:line-1], "")) + len(string([]rune(lines[line-1])[:column-1]))
	}
	from, to := at(p.Region.StartLine, p.Region.StartColumn), at(p.Region.EndLine, p.Region.EndColumn)
	if from >= to {
		t.Fatalf("%s: the region %+v is empty", name, p.Region)
	}
	return string(text[from:to])
}

// TestSARIFOfFolders validates the documents of all folders with their sources
// against the schema of the format, and looks every place up in its file.
func TestSARIFOfFolders(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "internal", "report", "testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	folders := independent(t, "main.tf") // the working directory is now a copy, and no repository
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	results := 0
	for _, folder := range folders {
		t.Run(folder, func(t *testing.T) {
			doc := sarifOf(t, schema, folder)
			for _, r := range doc.Runs[0].Results {
				results++
				if len(r.Locations) != 1 || r.Locations[0].PhysicalLocation == nil {
					t.Fatalf("%s has no place", r.RuleID)
				}
				if code := r.Locations[0].code(t, root); strings.TrimSpace(code) != code {
					t.Errorf("%s: the region is not tight: %q", r.RuleID, code)
				}
				for i, l := range r.RelatedLocations {
					if l.ID == nil || *l.ID != i || l.Message == nil || l.Message.Text == "" {
						t.Errorf("%s: related location %d: %+v", r.RuleID, i, l)
					}
					if l.PhysicalLocation != nil {
						l.code(t, root)
					}
				}
			}
			for _, rule := range doc.Runs[0].Tool.Driver.Rules {
				if rule.Help.Text == "" || !strings.HasPrefix(rule.Help.Markdown, "# ") {
					t.Errorf("%s has no help", rule.ID)
				}
			}
		})
	}
	if results < 100 {
		t.Errorf("there are only %d results", results)
	}
}

// sarifOf checks a path and returns its document, which has to be valid.
func sarifOf(t *testing.T, schema *jsonschema.Schema, args ...string) sarifDocument {
	t.Helper()
	out, errs, code := lint(t, append([]string{"check", "--format", "sarif"}, args...)...)
	if code == exitFault {
		t.Fatal(errs)
	}
	if schema != nil {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Error(err)
		}
	}
	if here, err := os.Getwd(); err == nil && strings.Contains(out, here) {
		t.Errorf("the document names the local folder %s", here)
	}
	var doc sarifDocument
	decode(t, out, &doc)
	return doc
}

// TestFingerprintsSurviveEdits holds that fingerprints do not depend on where
// in which file, and in what order, the blocks of a configuration stand.
func TestFingerprintsSurviveEdits(t *testing.T) {
	folders := independent(t, "main.tf")
	for _, folder := range folders {
		t.Run(folder, func(t *testing.T) {
			before := fingerprints(t, folder)
			spread(t, folder)
			if diff := cmp.Diff(before, fingerprints(t, folder)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// fingerprints returns the findings of a folder by rule and fingerprint.
func fingerprints(t *testing.T, folder string) []string {
	t.Helper()
	var doc struct{ Findings []report.Finding }
	lintJSON(t, &doc, "check", folder)
	var out []string
	for _, f := range doc.Findings {
		out = append(out, f.Rule+" "+f.Address+" "+f.Fingerprint)
	}
	slices.Sort(out)
	return out
}

// spread moves the blocks of a folder's main.tf into two files, backwards and
// with lines in between.
func spread(t *testing.T, folder string) {
	t.Helper()
	name := filepath.Join(folder, "main.tf")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, diags := hclsyntax.ParseConfig(text, name, hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var files [2]bytes.Buffer
	body, ok := file.Body.(*hclsyntax.Body)
	if !ok {
		t.Fatalf("the body is a %T", file.Body)
	}
	blocks := body.Blocks
	for i := len(blocks) - 1; i >= 0; i-- {
		files[i%2].WriteString("\n# moved\n\n")
		files[i%2].Write(blocks[i].Range().SliceBytes(text))
		files[i%2].WriteString("\n")
	}
	for i, other := range []string{"main.tf", "another.tf"} {
		if err := os.WriteFile(filepath.Join(folder, other), files[i].Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestColumnsOfOtherPrograms holds that SARIF and workflow commands count code
// points, whatever stands before the place in its line.
func TestColumnsOfOtherPrograms(t *testing.T) {
	t.Chdir(t.TempDir())
	const line = "  /* \U0001F469\u200d\U0001F469\u200d\U0001F467 e\u0301\U0001F1EB\U0001F1F7 */ protocol = \"HTTP\"\n"
	text := "resource \"google_compute_region_backend_service\" \"web\" {\n  name = \"web\"\n  region = \"us-central1\"\n  load_balancing_scheme = \"INTERNAL\"\n" + line + "}\n"
	name := "a b/ma\u00efn.tf"
	if err := os.Mkdir("a b", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	doc := sarifOf(t, nil, "--only", "LB021", "a b")
	if doc.Runs[0].ColumnKind != "unicodeCodePoints" || len(doc.Runs[0].Results) != 1 {
		t.Fatalf("%+v", doc.Runs[0])
	}
	l := doc.Runs[0].Results[0].Locations[0]
	if got := l.PhysicalLocation.ArtifactLocation.URI; got != "a%20b/ma%C3%AFn.tf" {
		t.Errorf("the file is %s", got)
	}
	if got := l.code(t, "."); got != `protocol = "HTTP"` {
		t.Errorf("the region is %q", got)
	}
	out, _, _ := lint(t, "check", "--format", "github", "--only", "LB021", "a b")
	if !strings.HasPrefix(out, "::error file=a b/ma\u00efn.tf,line=5,endLine=5,col=20,endColumn=37,title=") {
		t.Errorf("the annotation is %s", out)
	}
	var check struct{ Findings []report.Finding }
	lintJSON(t, &check, "check", "--only", "LB021", "a b")
	if got := check.Findings[0].Range.Start.Column; got != 14 {
		t.Errorf("text and JSON count what a reader sees as one character: column %d, want 14", got)
	}
}

// TestFilesSeenFromTheRepository holds that paths in forms for other programs
// begin at the repository, wherever the linter runs.
func TestFilesSeenFromTheRepository(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"repository/.git", "repository/live/prod"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	const text = "resource \"google_compute_region_backend_service\" \"web\" {\n  name = \"web\"\n  region = \"us-central1\"\n  load_balancing_scheme = \"INTERNAL\"\n  protocol = \"HTTP\"\n}\n"
	if err := os.WriteFile("repository/live/prod/main.tf", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for from, path := range map[string]string{
		".": "repository/live/prod", "repository": "live/prod", "repository/live": "prod", "repository/live/prod": ".",
	} {
		t.Run(from, func(t *testing.T) {
			t.Chdir(from)
			doc := sarifOf(t, nil, "--only", "LB021", path)
			if got := doc.Runs[0].Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI; got != "live/prod/main.tf" {
				t.Errorf("the file is %s", got)
			}
			out, _, _ := lint(t, "check", "--format", "github", "--only", "LB021", path)
			if !strings.HasPrefix(out, "::error file=live/prod/main.tf,") {
				t.Errorf("the annotation is %s", out)
			}
		})
	}
}
