// SPDX-License-Identifier: MPL-2.0

package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// door is a way into one configuration. Alone is a plan whose configuration is
// not at hand.
type door struct {
	name  string
	alone bool
	path  func(t *testing.T, dir string) string
}

func file(name string) func(*testing.T, string) string {
	return func(t *testing.T, dir string) string {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err != nil {
			t.Skip("the case has no " + name)
		}
		return path
	}
}

// doors are all ways into a case.
var doors = []door{
	{name: "plan with its folder", path: file("plan.json")},
	{name: "saved plan", path: file("tfplan")},
	{name: "folder", path: func(_ *testing.T, dir string) string { return dir }},
	{name: "state", path: file("state.json")},
	{name: "plan alone", alone: true, path: func(t *testing.T, dir string) string {
		content, err := os.ReadFile(file("plan.json")(t, dir))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "plan.json")
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}},
}

// eachDoor runs a test for every case of a folder through every door.
func eachDoor(t *testing.T, folder string, test func(t *testing.T, dir string, d door)) {
	dirs, err := os.ReadDir(filepath.Join(casesDir, folder))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range dirs {
		for _, d := range doors {
			t.Run(e.Name()+"/"+d.name, func(t *testing.T) { test(t, filepath.Join(casesDir, folder, e.Name()), d) })
		}
	}
}

// form is expected.json of the forms.
type form struct {
	verdict
	Services []struct {
		Address string
		Region  string
		Groups  []formGroup
		Unknown string
	}
	Outcomes []struct {
		Service, Scenario, Client, Action, Decision string
		Destinations                                [][4]any
	}
	PlanJSONAlone string `json:"plan_json_alone"`
}

type formGroup struct {
	Address, Pool string
	Zones         map[string]*int
	Or            []string
}

// predictedForm is the part of a prediction that forms state.
type predictedForm struct{ Services []predictedService }

type predictedService struct {
	Address   string
	Groups    []formGroup
	Undecided []struct{ Reason string }
	Outcomes  []struct {
		Scenario string
		Client   struct{ Kind, Zone string }

		Action, Decision string
		Destinations     []struct {
			Zone, Pool         string
			Healthy, Unhealthy float64
		}
	}
}

// outcome returns the action, decision and destinations of an outcome.
func (p *predictedForm) outcome(service, scenario, client string) (action, decision string, to [][4]any, ok bool) {
	for _, s := range p.Services {
		if s.Address != service {
			continue
		}
		for _, o := range s.Outcomes {
			name := o.Client.Zone
			if o.Client.Kind != "vm" || name == "*" {
				name = strings.TrimSuffix(o.Client.Kind+":"+name, ":")
			}
			if o.Scenario != scenario || name != client {
				continue
			}
			to = [][4]any{}
			for _, d := range o.Destinations {
				to = append(to, [4]any{d.Zone, d.Pool, d.Healthy, d.Unhealthy})
			}
			return o.Action, o.Decision, to, true
		}
	}
	return "", "", nil, false
}

// TestFormsThroughEveryDoor holds groups, outcomes and findings of each form.
// A plan alone may leave open what its README says it may, but is never wrong.
func TestFormsThroughEveryDoor(t *testing.T) {
	eachDoor(t, "forms", func(t *testing.T, dir string, d door) {
		var want form
		readJSON(t, &want, dir, "expected.json")
		input := d.path(t, dir)
		args := []string{"predict", input, "--assume", "none"}
		for _, o := range want.Outcomes {
			args = appendNew(args, "--scenario", o.Scenario)
			args = appendNew(args, "--client", o.Client)
		}
		var got predictedForm
		lintJSON(t, &got, args...)
		open := d.alone && want.PlanJSONAlone == "undecided"
		want.groups(t, &got, open)
		want.outcomes(t, &got, open)
		if d.name == "folder" {
			want.Must = withoutPrior(want.Must)
		}
		if !d.alone && d.name != "state" {
			want.holds(t, dir, input)
		}
	})
}

// withoutPrior drops the findings that only a plan gives, since they rest on
// the prior state.
func withoutPrior(list []expected) []expected {
	return slices.DeleteFunc(list, func(e expected) bool { return slices.Contains([]string{"CH024", "LB019", "ZA031"}, e.Rule) })
}

// appendNew appends a flag with its value, unless it is there.
func appendNew(args []string, flag, value string) []string {
	for i := range len(args) - 1 {
		if args[i] == flag && args[i+1] == value {
			return args
		}
	}
	return append(args, flag, value)
}

func (w *form) groups(t *testing.T, got *predictedForm, open bool) {
	for _, s := range w.Services {
		i := slices.IndexFunc(got.Services, func(g predictedService) bool { return g.Address == s.Address })
		if i < 0 {
			t.Errorf("no service %s", s.Address)
			continue
		}
		if open && len(got.Services[i].Undecided) > 0 {
			continue
		}
		if diff := cmp.Diff(sortGroups(s.Groups), sortGroups(got.Services[i].Groups)); diff != "" && s.Unknown == "" {
			t.Errorf("groups of %s (-want +got):\n%s", s.Address, diff)
		}
	}
}

func sortGroups(list []formGroup) []formGroup {
	out := slices.Clone(list)
	for i := range out {
		out[i].Or = nil
	}
	slices.SortFunc(out, func(a, b formGroup) int { return strings.Compare(a.Pool+a.Address, b.Pool+b.Address) })
	return out
}

func (w *form) outcomes(t *testing.T, got *predictedForm, open bool) {
	for _, o := range w.Outcomes {
		action, decision, to, ok := got.outcome(o.Service, o.Scenario, o.Client)
		if !ok && open {
			continue
		}
		if o.Destinations == nil {
			o.Destinations = [][4]any{}
		}
		if !ok || action != o.Action || decision != o.Decision || !cmp.Equal(to, o.Destinations) {
			t.Errorf("%s, %s, %s: got %s %s %v, want %s %s %v", o.Service, o.Scenario, o.Client, action, decision, to, o.Action, o.Decision, o.Destinations)
		}
	}
}

// pscCase is expected.json of the composite health cases.
type pscCase struct {
	verdict
	Composites []struct {
		Address   string
		Scenarios map[string]string
		Sources   []pscSource
	}
	Consumers []struct {
		Address string
		Cells   []pscCell
	}
	PlanJSONAlone string `json:"plan_json_alone"`
}

type pscSource struct {
	Address, State        string
	BackendService        string `json:"backend_service"`
	Healthy, Total, Needs *int
	PercentThreshold      *int `json:"percent_threshold"`
	MinHealthy            *int `json:"min_healthy"`
}

type pscCell struct {
	Scenario, Verdict      string
	ClientRegion           string  `json:"client_region"`
	ServingRegion          *string `json:"serving_region"`
	Available, Unavailable []string
}

type predictedHealth struct {
	CompositeHealth []struct {
		Address     string
		Evaluations []pscEvaluation
	} `json:"composite_health"`
	Consumers []struct {
		Address     string
		Evaluations []pscCell
	}
}

type pscEvaluation struct {
	Scenario, State string
	Sources         []pscSource
}

// TestCompositeHealthThroughEveryDoor holds every state and every cell.
func TestCompositeHealthThroughEveryDoor(t *testing.T) {
	eachDoor(t, "psc", func(t *testing.T, dir string, d door) {
		var want pscCase
		readJSON(t, &want, dir, "expected.json")
		input := d.path(t, dir)
		args := []string{"predict", input}
		for _, c := range want.Composites {
			for _, s := range slices.Sorted(maps.Keys(c.Scenarios)) {
				args = appendNew(args, "--scenario", s)
			}
		}
		var got predictedHealth
		lintJSON(t, &got, args...)
		if d.alone && want.PlanJSONAlone == "undecided" {
			want.neverWrong(t, &got)
			return
		}
		want.composites(t, &got)
		want.cells(t, &got)
		if d.name != "state" {
			want.holds(t, dir, input)
		}
	})
}

// states returns the states of the composites by address and scenario.
func (p *predictedHealth) states() map[string]string {
	out := map[string]string{}
	for _, c := range p.CompositeHealth {
		for _, e := range c.Evaluations {
			out[c.Address+" "+e.Scenario] = e.State
		}
	}
	return out
}

// neverWrong accepts what is undecided, and nothing that is not so.
func (w *pscCase) neverWrong(t *testing.T, got *predictedHealth) {
	states := got.states()
	for _, c := range w.Composites {
		for s, want := range c.Scenarios {
			if state, ok := states[c.Address+" "+s]; ok && state != want {
				t.Errorf("%s, %s: %s, want %s or undecided", c.Address, s, state, want)
			}
		}
	}
}

func (w *pscCase) composites(t *testing.T, got *predictedHealth) {
	states := got.states()
	for _, c := range w.Composites {
		for s, want := range c.Scenarios {
			if state := states[c.Address+" "+s]; state != want {
				t.Errorf("%s, %s: %q, want %s", c.Address, s, state, want)
			}
		}
		for _, g := range got.CompositeHealth {
			if g.Address != c.Address || len(g.Evaluations) == 0 {
				continue
			}
			i := slices.IndexFunc(g.Evaluations, func(e pscEvaluation) bool { return e.Scenario == "all-healthy" })
			if diff := cmp.Diff(c.Sources, g.Evaluations[i].Sources); diff != "" {
				t.Errorf("sources of %s (-want +got):\n%s", c.Address, diff)
			}
		}
	}
}

func (w *pscCase) cells(t *testing.T, got *predictedHealth) {
	for _, c := range w.Consumers {
		cells := map[string]pscCell{}
		for _, g := range got.Consumers {
			if g.Address == c.Address {
				for _, cell := range g.Evaluations {
					cells[cell.Scenario+" "+cell.ClientRegion] = cell
				}
			}
		}
		for _, cell := range c.Cells {
			if diff := cmp.Diff(cell, cells[cell.Scenario+" "+cell.ClientRegion]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.Address, diff)
			}
		}
	}
}

// TestBadAndCleanFolders holds the findings from the source alone, and those
// of the cases whose plan the provider itself refuses.
func TestBadAndCleanFolders(t *testing.T) {
	for _, kind := range []string{"bad", "clean"} {
		dirs, err := os.ReadDir(filepath.Join(casesDir, kind))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range dirs {
			t.Run(kind+"/"+d.Name(), func(t *testing.T) {
				dir := filepath.Join(casesDir, kind, d.Name())
				var want verdict
				readJSON(t, &want, dir, "expected.json")
				want.Must = withoutPrior(want.Must)
				want.holds(t, dir, dir)
			})
		}
	}
}
