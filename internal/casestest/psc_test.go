// SPDX-License-Identifier: MPL-2.0

package casestest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
)

// healthExpectation is what a case of composite health states: states in each
// scenario, sources with all endpoints healthy, and the cells of consumers.
type healthExpectation struct {
	Composites []struct {
		Address, Name, Region, Destination string
		Scenarios                          map[string]string
		Sources                            []sourceRow
	}
	Consumers []struct {
		Address string
		Regions map[string]string
		Cells   []cellRow
	}
	PlanJSONAlone string `json:"plan_json_alone"`
}

type sourceRow struct {
	Address          string `json:"address"`
	BackendService   string `json:"backend_service"`
	Healthy          int    `json:"healthy"`
	Total            int    `json:"total"`
	PercentThreshold int    `json:"percent_threshold"`
	MinHealthy       int    `json:"min_healthy"`
	Needs            *int   `json:"needs"`
	State            string `json:"state"`
}

type cellRow struct {
	Scenario      string   `json:"scenario"`
	ClientRegion  string   `json:"client_region"`
	Verdict       string   `json:"verdict"`
	ServingRegion *string  `json:"serving_region"`
	Available     []string `json:"available"`
	Unavailable   []string `json:"unavailable"`
}

// The states of composites and the cells of consumers hold from the plan JSON,
// as far as that tells, and from the state after the apply.
func TestCompositeHealth(t *testing.T) {
	for _, dir := range casesIn(t, "psc") {
		want := readHealth(t, dir)
		for input, g := range map[string]*graph.Graph{
			"plan":  readPlan(t, filepath.Join(dir, "plan.json")),
			"state": readState(t, filepath.Join(dir, "state.json")),
		} {
			t.Run(filepath.Base(dir)+"/"+input, func(t *testing.T) {
				mayBeOpen := input == "plan" && want.PlanJSONAlone == "undecided"
				got := predictHealth(t, want, g)
				judgeComposites(t, want, got, mayBeOpen)
				judgeConsumers(t, want, got, mayBeOpen)
			})
		}
	}
}

func readHealth(t *testing.T, dir string) healthExpectation {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want healthExpectation
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	return want
}

func predictHealth(t *testing.T, want healthExpectation, g *graph.Graph) health.Result {
	t.Helper()
	var specs []scenario.Spec
	seen := map[string]bool{}
	for _, c := range want.Composites {
		for name := range c.Scenarios {
			if seen[name] {
				continue
			}
			seen[name] = true
			spec, err := scenario.Parse(name, nil)
			if err != nil {
				t.Fatal(err)
			}
			specs = append(specs, spec)
		}
	}
	s := google.Build([]*graph.Graph{g}, google.After)
	p, err := predict.New(s, s.Index(), predict.Options{Scenarios: specs})
	if err != nil {
		t.Fatal(err)
	}
	return p.Health()
}

func judgeComposites(t *testing.T, want healthExpectation, got health.Result, mayBeOpen bool) {
	t.Helper()
	composites := map[string]health.Composite{}
	for _, c := range got.Composites {
		composites[c.Object.Address] = c
	}
	for _, w := range want.Composites {
		c, ok := composites[w.Address]
		if !ok {
			t.Errorf("no composite %s", w.Address)
			continue
		}
		if !c.Decided() && mayBeOpen {
			continue
		}
		states := map[string]string{}
		for _, e := range c.Evaluations {
			states[e.Scenario] = string(e.State.Default("undecided"))
			if e.Scenario == "all-healthy" {
				if diff := cmp.Diff(w.Sources, sourceRows(e)); diff != "" {
					t.Errorf("%s: sources (-want +got):\n%s", w.Address, diff)
				}
			}
		}
		if diff := cmp.Diff(w.Scenarios, states); diff != "" {
			t.Errorf("%s: states (-want +got):\n%s\ncauses: %v", w.Address, diff, c.Undecided)
		}
		if c.Destination != w.Destination {
			t.Errorf("%s: destination %s, want %s", w.Address, c.Destination, w.Destination)
		}
	}
}

func judgeConsumers(t *testing.T, want healthExpectation, got health.Result, mayBeOpen bool) {
	t.Helper()
	consumers := map[string]health.Consumer{}
	for _, c := range got.Consumers {
		consumers[c.Object.Address] = c
	}
	for _, w := range want.Consumers {
		c, ok := consumers[w.Address]
		if !ok {
			t.Errorf("no consumer %s", w.Address)
			continue
		}
		if !c.Decided() && mayBeOpen {
			continue
		}
		regions := map[string]string{}
		for _, r := range c.Regions {
			regions[r.Region] = r.Composite
		}
		if diff := cmp.Diff(w.Regions, regions); diff != "" {
			t.Errorf("%s: regions (-want +got):\n%s", w.Address, diff)
		}
		if diff := cmp.Diff(byCell(w.Cells), byCell(cellRows(c))); diff != "" {
			t.Errorf("%s: cells (-want +got):\n%s", w.Address, diff)
		}
	}
}

func sourceRows(e health.Evaluation) []sourceRow {
	var out []sourceRow
	for _, s := range e.Sources {
		r := sourceRow{
			Address: s.Address, BackendService: s.Service, Healthy: s.Healthy.Default(-1), Total: s.Total.Default(-1),
			PercentThreshold: s.Percent.Default(-1), MinHealthy: s.Minimum.Default(-1), State: string(s.State.Default("undecided")),
		}
		if n, ok := s.Needs.Value(); ok {
			r.Needs = &n
		}
		out = append(out, r)
	}
	return out
}

func cellRows(c health.Consumer) []cellRow {
	var out []cellRow
	for _, x := range c.Evaluations {
		r := cellRow{Scenario: x.Scenario, ClientRegion: x.ClientRegion, Verdict: string(x.Verdict), Available: x.Available, Unavailable: x.Unavailable}
		if x.Serving != "" {
			serving := x.Serving
			r.ServingRegion = &serving
		}
		out = append(out, r)
	}
	return out
}

func byCell(rows []cellRow) map[string]cellRow {
	out := map[string]cellRow{}
	for _, r := range rows {
		out[r.Scenario+" · "+r.ClientRegion] = r
	}
	return out
}

// The example plan of both regions and their consumer.
func TestExamplePlanHealth(t *testing.T) {
	g := readPlan(t, filepath.Join(cases, "plans", "08-psc-health", "plan.json"))
	s := google.Build([]*graph.Graph{g}, google.After)
	p, err := predict.New(s, s.Index(), predict.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := p.Health()
	states := map[string]string{}
	for _, c := range got.Composites {
		for _, e := range c.Evaluations {
			states[c.Object.Address+" "+e.Scenario] = string(e.State.Default("undecided"))
		}
	}
	const central, east = "google_compute_region_composite_health_check.c1 ", "google_compute_region_composite_health_check.e1 "
	want := map[string]string{
		central + "all-healthy": "HEALTHY", central + "zone-down:us-central1-a": "UNHEALTHY", central + "zone-down:us-central1-b": "UNHEALTHY",
		central + "region-down:us-central1": "UNHEALTHY", central + "region-down:us-east1": "HEALTHY",
		east + "all-healthy": "HEALTHY", east + "zone-down:us-east1-b": "UNHEALTHY",
		east + "region-down:us-central1": "HEALTHY", east + "region-down:us-east1": "UNHEALTHY",
	}
	if diff := cmp.Diff(want, states); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
	verdicts := map[string]string{}
	for _, c := range got.Consumers {
		for _, x := range c.Evaluations {
			verdicts[x.Scenario+" "+x.ClientRegion] = string(x.Verdict) + " " + x.Serving
		}
	}
	for cell, want := range map[string]string{
		"all-healthy us-central1": "LOCAL us-central1", "region-down:us-central1 us-central1": "FAILOVER us-east1",
		"region-down:us-east1 us-east1": "FAILOVER us-central1", "zone-down:us-central1-b us-east1": "LOCAL us-east1",
	} {
		if verdicts[cell] != want {
			t.Errorf("%s: %q, want %q", cell, verdicts[cell], want)
		}
	}
	if diff := cmp.Diff([]topology.Notice(nil), got.Assumptions); diff != "" {
		t.Errorf("assumptions (-want +got):\n%s", diff)
	}
}
