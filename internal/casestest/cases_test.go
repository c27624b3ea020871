// SPDX-License-Identifier: MPL-2.0

package casestest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/source"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig"
	"terraform-provider-spillway/internal/source/planjson"
	"terraform-provider-spillway/internal/source/statejson"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

const cases = "../../testdata/cases"

// expectation is the expected.json of a case; see testdata/cases/README.md.
type expectation struct {
	Title   string           `json:"title"`
	Input   string           `json:"input"`
	Edition topology.Edition `json:"edition"`
	Config  string           `json:"config"`
	Must    []wanted         `json:"must"`
	May     []wanted         `json:"may"`
	MustNot []wanted         `json:"must_not"`

	// NeedsSource says that the plan JSON alone does not tell everything: then
	// it may leave a finding undecided.
	NeedsSource bool `json:"needs_source"`
}

// wanted is a finding that a case asks for, allows or forbids.
type wanted struct {
	Rule     string   `json:"rule"`
	Address  string   `json:"address"`
	AlsoOK   []string `json:"also_ok"`
	Severity string   `json:"severity"`
}

func (w wanted) is(f validate.Finding) bool {
	return w.Rule == f.Rule.ID && (w.Address == f.Address || slices.Contains(w.AlsoOK, f.Address))
}

func (w wanted) isOpen(u validate.Undecided) bool {
	return w.Rule == u.Rule.ID && (w.Address == u.Address || slices.Contains(w.AlsoOK, u.Address))
}

// The bad configurations are reported, and their near twins are not, from the
// plan JSON alone.
func TestFindingsOfPlanJSON(t *testing.T) {
	for _, folder := range []string{"bad", "clean"} {
		for _, dir := range casesIn(t, folder) {
			want := readExpectation(t, dir)
			if want.Input != "plan.json" {
				continue // the provider refuses the plan: see the test of configurations
			}
			t.Run(folder+"/"+filepath.Base(dir), func(t *testing.T) {
				judge(t, want, run(t, dir, want, readPlan(t, filepath.Join(dir, want.Input))))
			})
		}
	}
}

// With the configuration's source at hand, in a saved plan or beside the plan
// JSON, nothing that the source tells is left undecided.
func TestFindingsOfPlansWithSource(t *testing.T) {
	for name, folders := range map[string][]string{
		"tfplan":    {"forms", "psc"},
		"plan.json": {"bad", "clean", "forms", "psc"},
	} {
		for _, folder := range folders {
			for _, file := range filesIn(t, folder, name) {
				dir := filepath.Dir(file)
				t.Run(name+"/"+folder+"/"+filepath.Base(dir), func(t *testing.T) {
					set, err := source.Open([]string{file}, source.Options{})
					if err != nil {
						t.Fatal(err)
					}
					for _, p := range set.Problems {
						t.Error(p.Text)
					}
					want := readExpectation(t, dir)
					want.NeedsSource = false
					after, before := set.Topology()
					judge(t, want, runOn(t, dir, want, after, before))
				})
			}
		}
	}
}

// From the configuration alone the same findings come, as far as they rest on
// no state. Where the provider refuses the plan, it is the only input.
func TestFindingsOfConfiguration(t *testing.T) {
	for _, folder := range []string{"bad", "clean", "forms", "psc"} {
		for _, dir := range casesIn(t, folder) {
			t.Run(folder+"/"+filepath.Base(dir), func(t *testing.T) {
				want := readExpectation(t, dir).withoutPlan()
				g, diags := hclconfig.Load(dir, hclconfig.Options{Select: google.Selection()})
				for _, d := range diags {
					t.Error(d)
				}
				judge(t, want, run(t, dir, want, g))
			})
		}
	}
}

// The findings of the forms and of the composite health cases hold from the
// plan JSON alone, as far as that tells, and from the state after the apply.
func TestFindingsOfForms(t *testing.T) {
	for _, folder := range []string{"forms", "psc"} {
		for _, dir := range casesIn(t, folder) {
			want := readExpectation(t, dir)
			name := folder + "/" + filepath.Base(dir)
			t.Run(name+"/plan", func(t *testing.T) {
				judge(t, want, run(t, dir, want, readPlan(t, filepath.Join(dir, "plan.json"))))
			})
			state := filepath.Join(dir, "state.json")
			if _, err := os.Stat(state); err != nil {
				continue
			}
			t.Run(name+"/state", func(t *testing.T) {
				judge(t, want.withoutPlan(), run(t, dir, want, readState(t, state)))
			})
		}
	}
}

// casesIn returns the folders of the cases of a kind.
func casesIn(t *testing.T, folder string) []string {
	t.Helper()
	return filesIn(t, folder, "")
}

// filesIn returns the files of a name in the folders of a kind; there are some.
func filesIn(t *testing.T, folder, name string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(cases, folder, "*", name))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases %s/*/%s: %v", folder, name, err)
	}
	return files
}

// withoutPlan is what holds without a plan: nothing about its changes.
func (e expectation) withoutPlan() expectation {
	e.Must = slices.DeleteFunc(slices.Clone(e.Must), func(w wanted) bool {
		return slices.Contains(rules.Find(w.Rule)[0].Needs, validate.NeedDiff)
	})
	e.NeedsSource = false
	return e
}

func readState(t *testing.T, path string) *graph.Graph {
	t.Helper()
	return readGraph(t, path, func(f *os.File) (*graph.Graph, error) {
		return statejson.Read(f, path, google.Selection(), statejson.Options{})
	})
}

func readPlan(t *testing.T, path string) *graph.Graph {
	t.Helper()
	return readGraph(t, path, func(f *os.File) (*graph.Graph, error) {
		return planjson.Read(f, path, google.Selection(), planjson.Options{})
	})
}

func readGraph(t *testing.T, path string, read func(*os.File) (*graph.Graph, error)) *graph.Graph {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	g, err := read(f)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func readExpectation(t *testing.T, dir string) expectation {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want expectation
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatalf("%s: %v", dir, err)
	}
	return want
}

// run runs all rules over an input, with the configuration file of the case.
func run(t *testing.T, dir string, want expectation, g *graph.Graph) validate.Result {
	t.Helper()
	var before *topology.Snapshot
	if g.HasPrior {
		before = google.Build([]*graph.Graph{g}, google.Before)
	}
	return runOn(t, dir, want, google.Build([]*graph.Graph{g}, google.After), before)
}

func runOn(t *testing.T, dir string, want expectation, after, before *topology.Snapshot) validate.Result {
	t.Helper()
	in := validate.Input{After: after, Before: before, Edition: want.Edition}
	if want.Config != "" {
		c, err := policy.Load(filepath.Join(dir, want.Config))
		if err != nil {
			t.Fatal(err)
		}
		in.Traffic, in.Settings = c.Traffic, c.Rules
	}
	return validate.Run(in, rules.All)
}

func judge(t *testing.T, want expectation, got validate.Result) {
	t.Helper()
	for _, w := range want.Must {
		i := slices.IndexFunc(got.Findings, w.is)
		switch {
		case i < 0 && want.NeedsSource && slices.ContainsFunc(got.Undecided, w.isOpen):
		case i < 0:
			t.Errorf("no %s at %s", w.Rule, w.Address)
			for _, u := range got.Undecided {
				if u.Rule.ID == w.Rule {
					t.Logf("undecided at %s: %s", u.Address, u.Reason)
				}
			}
		case got.Findings[i].Severity.String() != w.Severity:
			t.Errorf("%s is of severity %s, want %s", w.Rule, got.Findings[i].Severity, w.Severity)
		}
	}
	for _, f := range got.Findings {
		is := func(w wanted) bool { return w.is(f) }
		// What the edition makes less severe than the rule is by itself, a case
		// of that edition forbids in its full severity only.
		if f.Severity == f.Rule.Severity && slices.ContainsFunc(want.MustNot, is) {
			t.Errorf("%s at %s must not be: %s", f.Rule.ID, f.Address, f.Detail)
		}
		if f.Severity >= validate.Warning && !slices.ContainsFunc(want.Must, is) && !slices.ContainsFunc(want.May, is) {
			t.Errorf("false alarm %s (%s) at %s, %s: %s", f.Rule.ID, f.Severity, f.Address, f.Path, f.Detail)
		}
	}
}
