// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// projectName is where a case names a project, in either of its inputs.
var projectName = regexp.MustCompile(`(projects/|project\s*=\s*"|"project":\s*(?:\{\s*"constant_value":\s*)?")([a-z0-9-]+)`)

// independent copies one input of every bad and clean case, each in projects
// of its own, so that nothing joins them; it returns their paths, sorted.
func independent(t *testing.T, input string) []string {
	t.Helper()
	cases, err := filepath.Abs(casesDir)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(cases, "*", "*", input))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	var out []string
	for i, file := range files {
		dir := filepath.Dir(file)
		group, name := filepath.Base(filepath.Dir(dir)), filepath.Base(dir)
		if group != "bad" && group != "clean" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(group, name)
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(path, input), projectName.ReplaceAll(text, fmt.Appendf(nil, "${1}${2}-%d", i)), 0o644); err != nil {
			t.Fatal(err)
		}
		if input == "plan.json" {
			path = filepath.Join(path, input)
		}
		out = append(out, path)
	}
	if len(out) < 100 {
		t.Fatalf("there are only %d cases", len(out))
	}
	return out
}

// answers is what a document says of one input, as sorted JSON texts.
type answers map[string][]string

// add files elements of a document under their inputs; those of a single input
// do not name it.
func (a answers) add(t *testing.T, list []map[string]any, only string) {
	t.Helper()
	for _, e := range list {
		input, _ := e["input"].(string)
		if only != "" {
			input = only
		} else if input == "" {
			t.Fatalf("an answer names no input: %v", e)
		}
		text, err := json.Marshal(withoutInputs(e))
		if err != nil {
			t.Fatal(err)
		}
		a[input] = append(a[input], string(text))
		slices.Sort(a[input])
	}
}

// withoutInputs takes the fields out of a document that only joined inputs
// have.
func withoutInputs(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range []string{"input", "inputs", "destination_input", "backend_service_input", "neg_input", "service_attachment_input", "forwarding_rule_input", "composite_input"} {
			delete(v, name)
		}
		for _, inner := range v {
			withoutInputs(inner)
		}
	case []any:
		for _, inner := range v {
			withoutInputs(inner)
		}
	}
	return v
}

// TestIndependentInputsStayIndependent holds that inputs that share nothing
// give the same answers together as each of them alone, fingerprints included.
func TestIndependentInputsStayIndependent(t *testing.T) {
	for _, input := range []string{"main.tf", "plan.json"} {
		t.Run(input, func(t *testing.T) {
			paths := independent(t, input)
			alone, joined := answers{}, answers{}
			for _, p := range paths {
				checkAnswers(t, alone, p, p)
				predictAnswers(t, alone, p, p)
			}
			together := paths
			if input == "main.tf" {
				together = []string{"--recursive", "."}
			}
			checkAnswers(t, joined, "", together...)
			predictAnswers(t, joined, "", together...)
			if diff := cmp.Diff(alone, joined, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func checkAnswers(t *testing.T, into answers, only string, args ...string) {
	t.Helper()
	var doc struct{ Findings, Undecided []map[string]any }
	lintJSON(t, &doc, append([]string{"check"}, args...)...)
	into.add(t, doc.Findings, only)
	into.add(t, doc.Undecided, only)
}

func predictAnswers(t *testing.T, into answers, only string, args ...string) {
	t.Helper()
	var doc struct {
		Services, Consumers []map[string]any
		CompositeHealth     []map[string]any `json:"composite_health"`
	}
	lintJSON(t, &doc, append([]string{"predict", "--scenario", "all-healthy", "--scenario", "zone-down"}, args...)...)
	into.add(t, doc.Services, only)
	into.add(t, doc.Consumers, only)
	into.add(t, doc.CompositeHealth, only)
}
