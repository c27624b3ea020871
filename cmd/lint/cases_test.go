// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// casesDir holds real plans with what is right for each; see its README.
var casesDir = filepath.Join("..", "..", "testdata", "cases")

// nowhen is the time of every test.
func nowhen() time.Time { return time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC) }

// lint runs one command line in this process.
func lint(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	a := &app{
		stdin: strings.NewReader(""), stdout: &out, stderr: &errs,
		now:      nowhen,
		terminal: func() (int, bool) { return 0, false },
	}
	code = a.run(args)
	return out.String(), errs.String(), code
}

// lintJSON runs a command that has to do its job, and decodes its document.
func lintJSON(t *testing.T, into any, args ...string) {
	t.Helper()
	out, errs, code := lint(t, append(args, "--format", "json")...)
	if code == exitFault {
		t.Fatalf("%s: %s", strings.Join(args, " "), errs)
	}
	decode(t, out, into)
}

func decode(t *testing.T, document string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(document), into); err != nil {
		t.Fatal(err)
	}
}

func readJSON(t *testing.T, into any, path ...string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", filepath.Join(path...), err)
	}
}

// row is an outcome as the reference of the routing cases gives it.
type row struct {
	Service, Scenario, Client string
	Kind                      string
	Count                     int
	Match                     *bool
	Ratio                     []int
	Action, Decision          string
	Dest                      [][4]any
}

type predictedDocument struct {
	Services []struct {
		Name     string
		Outcomes []struct {
			Scenario string
			Client   struct{ Kind, Zone string }
			Eligible struct {
				Kind  string
				Count int
			}
			ZonalMatch *bool `json:"zonal_match"`
			Ratio      *struct{ Healthy, Configured int }
			Action     string
			Decision   string

			Destinations []struct {
				Zone, Pool         string
				Healthy, Unhealthy float64
			}
		}
	}
}

// rows returns the outcomes in the form of the reference.
func (d *predictedDocument) rows() []row {
	var out []row
	for _, s := range d.Services {
		for _, o := range s.Outcomes {
			r := row{
				Service: s.Name, Scenario: o.Scenario, Client: o.Client.Zone, Kind: o.Eligible.Kind, Count: o.Eligible.Count,
				Match: o.ZonalMatch, Action: o.Action, Decision: o.Decision, Dest: [][4]any{},
			}
			if r.Client == "" {
				r.Client = o.Client.Kind
			}
			if o.Ratio != nil {
				r.Ratio = []int{o.Ratio.Healthy, o.Ratio.Configured}
			}
			for _, to := range o.Destinations {
				r.Dest = append(r.Dest, [4]any{to.Zone, to.Pool, to.Healthy, to.Unhealthy})
			}
			out = append(out, r)
		}
	}
	return out
}

// TestRoutingCases holds every row of the independent reference.
func TestRoutingCases(t *testing.T) {
	for _, n := range []string{"1", "2"} {
		for _, input := range []string{"plan.json", "tfplan"} {
			t.Run(n+"/"+input, func(t *testing.T) { routingCase(t, filepath.Join(casesDir, "routing", n), input) })
		}
	}
}

func routingCase(t *testing.T, dir, input string) {
	var want struct {
		Scenarios []string
		Expected  []row
	}
	readJSON(t, &want, dir, "expected.json")
	args := []string{"predict", filepath.Join(dir, input), "--config", filepath.Join(dir, ".spillway.hcl")}
	for _, s := range want.Scenarios {
		args = append(args, "--scenario", s)
	}
	var clients []string
	for _, r := range want.Expected {
		if !slices.Contains(clients, r.Client) {
			clients = append(clients, r.Client)
			args = append(args, "--client", strings.Replace(r.Client, "*", "vm:*", 1))
		}
	}
	var doc predictedDocument
	lintJSON(t, &doc, args...)
	got := map[string]row{}
	for _, r := range doc.rows() {
		got[r.Service+" "+r.Scenario+" "+r.Client] = r
	}
	for _, r := range want.Expected {
		if diff := cmp.Diff(r, got[r.Service+" "+r.Scenario+" "+r.Client]); diff != "" {
			t.Errorf("%s, %s, %s (-want +got):\n%s", r.Service, r.Scenario, r.Client, diff)
		}
	}
	if len(want.Expected) == 0 {
		t.Error("the reference is empty")
	}
}

// verdict is expected.json of the bad and clean cases.
type verdict struct {
	Input, Edition, Config string
	Must                   []expected
	May                    []expected
	MustNot                []expected `json:"must_not"`
}

type expected struct {
	Rule, Address, Severity string
	AlsoOK                  []string `json:"also_ok"`
}

func (e expected) means(f found) bool {
	return f.Rule == e.Rule && (e.Severity == "" || f.Severity == e.Severity) &&
		(e.Address == "" || f.Address == e.Address || slices.Contains(e.AlsoOK, f.Address))
}

type found struct{ Rule, Address, Severity string }

func (f found) String() string { return f.Severity + " " + f.Rule + " at " + f.Address }

// TestBadAndCleanCases holds the findings of severity error and warning: all
// that must be there, and no others.
func TestBadAndCleanCases(t *testing.T) {
	for _, kind := range []string{"bad", "clean"} {
		dirs, err := os.ReadDir(filepath.Join(casesDir, kind))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range dirs {
			dir := filepath.Join(casesDir, kind, d.Name())
			var want verdict
			readJSON(t, &want, dir, "expected.json")
			if want.Input != "plan.json" {
				continue // a plan that the provider itself refuses: see the tests of folders
			}
			t.Run(kind+"/"+d.Name(), func(t *testing.T) { want.holds(t, dir, filepath.Join(dir, want.Input)) })
		}
	}
}

// holds checks an input against what is expected of it.
func (v *verdict) holds(t *testing.T, dir, input string) {
	args := []string{"check", input}
	if v.Edition != "" {
		args = append(args, "--edition", v.Edition)
	}
	if v.Config != "" {
		args = append(args, "--config", filepath.Join(dir, v.Config))
	}
	var doc struct{ Findings []found }
	lintJSON(t, &doc, args...)
	got := slices.DeleteFunc(doc.Findings, func(f found) bool { return f.Severity == "info" })
	for _, e := range v.Must {
		i := slices.IndexFunc(got, e.means)
		if i < 0 {
			t.Errorf("missing: %s %s at %s", e.Severity, e.Rule, e.Address)
			continue
		}
		got = slices.Delete(got, i, i+1)
	}
	for _, f := range got {
		if slices.ContainsFunc(v.MustNot, func(e expected) bool { return e.means(f) }) {
			t.Errorf("must not be: %s", f)
		} else if !slices.ContainsFunc(v.May, func(e expected) bool { return e.means(f) }) {
			t.Errorf("not expected: %s", f)
		}
	}
}

// inputs returns every plan and state of the cases.
func inputs(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, name := range []string{"plan.json", "state.json", "tfplan"} {
		found, err := filepath.Glob(filepath.Join(casesDir, "*", "*", name))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, found...)
	}
	if len(out) < 100 {
		t.Fatalf("only %d inputs among the cases", len(out))
	}
	return out
}

// TestEveryCaseTwice runs every command in every form on every input: none
// fails, and two runs print the same bytes.
func TestEveryCaseTwice(t *testing.T) {
	forms := [][]string{{"predict"}, {"predict", "--explain"}, {"predict", "--format", "json"}}
	for _, f := range []string{"text", "json", "sarif", "junit", "github", "markdown"} {
		forms = append(forms, []string{"check", "--format", f})
	}
	for _, input := range inputs(t) {
		t.Run(input, func(t *testing.T) {
			t.Parallel()
			for _, form := range forms {
				twice(t, append(slices.Clone(form), input))
			}
		})
	}
}

func twice(t *testing.T, args []string) {
	t.Helper()
	first, errs, code := lint(t, args...)
	if code == exitFault {
		t.Errorf("%v: %s", args, errs)
		return
	}
	if again, _, _ := lint(t, args...); again != first {
		t.Errorf("%v: two runs differ:\n%s", args, cmp.Diff(first, again))
	}
	if slices.Contains(args, "json") && !json.Valid([]byte(first)) {
		t.Errorf("%v: not JSON", args)
	}
}

// TestAllInputsJoined joins all inputs into one model.
func TestAllInputsJoined(t *testing.T) {
	var doc struct {
		Inputs  []struct{ Path string }
		Summary struct {
			Services struct{ Decided, Undecided int }
		}
	}
	all := inputs(t)
	lintJSON(t, &doc, append([]string{"predict"}, all...)...)
	if len(doc.Inputs) != len(all) {
		t.Errorf("%d inputs of %d", len(doc.Inputs), len(all))
	}
	if doc.Summary.Services.Decided == 0 {
		t.Error("nothing is decided")
	}
}
