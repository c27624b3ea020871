// SPDX-License-Identifier: MPL-2.0

package predict_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/scenario"
)

// row is one right answer of expected.json.
type row struct {
	Service, Scenario, Client, Kind, Action, Decision string
	Count                                             int
	Match                                             *bool
	Ratio                                             []int
	Dest                                              [][4]any
}

func (r row) key() string { return r.Service + " " + r.Scenario + " " + r.Client }

// TestCases holds every outcome of the plans under cases/routing against an
// independent reference.
func TestCases(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(casesDir, "routing", "*"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			var want struct {
				Scenarios []string
				Expected  []row
			}
			readJSON(t, filepath.Join(dir, "expected.json"), &want)
			got := caseOutcomes(t, dir, want.Scenarios)
			for _, w := range want.Expected {
				g, ok := got[w.key()]
				if !ok {
					t.Errorf("%s: no outcome", w.key())
					continue
				}
				delete(got, w.key())
				if diff := cmp.Diff(asJSON(w), asJSON(g)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", w.key(), diff)
				}
			}
			for key := range got {
				t.Errorf("%s: an outcome that the reference does not have", key)
			}
		})
	}
}

func asJSON(r row) string {
	b, err := json.Marshal(r)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// caseOutcomes predicts everything for a case, by service, scenario, client.
func caseOutcomes(t *testing.T, dir string, names []string) map[string]row {
	t.Helper()
	snapshot := readPlan(t, filepath.Join(dir, "plan.json"))
	named := readScenarios(t, filepath.Join(dir, ".spillway.hcl"))
	var o predict.Options
	for _, n := range names {
		s, err := scenario.Parse(n, named)
		if err != nil {
			t.Fatal(err)
		}
		o.Scenarios = append(o.Scenarios, s)
	}
	got := map[string]row{}
	for _, clients := range [][]routing.Client{nil, {{Kind: routing.VPN}}} {
		o.Clients = clients
		p, err := predict.New(snapshot, snapshot.Index(), o)
		if err != nil {
			t.Fatal(err)
		}
		for s := range p.Services() {
			if !s.Decided() {
				t.Errorf("%s is undecided: %v", s.Object.Address, s.Undecided)
			}
			for i := range s.Outcomes {
				r := rowOf(s, &s.Outcomes[i])
				got[r.key()] = r
			}
		}
	}
	return got
}

func rowOf(s *predict.Service, o *predict.Outcome) row {
	d := o.Decision
	r := row{
		Service: s.Object.Name.Default(""), Scenario: o.Scenario.Name, Client: o.Client.String(),
		Kind: d.Kind.String(), Action: d.Action.String(), Decision: d.Row.String(), Count: d.Eligible, Dest: [][4]any{},
	}
	if o.Client.Zone == routing.OtherZone {
		r.Client = "*"
	}
	if d.Match != routing.MatchNotAsked {
		m := d.Match == routing.Matched
		r.Match = &m
	}
	if d.Compared {
		r.Ratio = []int{d.Ratio.Healthy, d.Ratio.Configured}
	}
	for _, to := range o.Destinations(nil) {
		r.Dest = append(r.Dest, [4]any{
			to.Zone, to.Pool.String(), json.Number(fmt.Sprint(to.Healthy)), json.Number(fmt.Sprint(to.Unhealthy)),
		})
	}
	return r
}
