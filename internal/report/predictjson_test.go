// SPDX-License-Identifier: MPL-2.0

package report

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/golden"
)

// writePredict writes a whole document.
func writePredict(t testing.TB, out io.Writer, p *Predict) {
	t.Helper()
	w := NewPredictJSON(out, p)
	for i := range p.Services {
		if err := w.Service(&p.Services[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(p); err != nil {
		t.Fatal(err)
	}
}

func predictions() map[string]*Predict {
	two := 2
	all := predicted(snapshot(), FromPredict{Explain: true}, "all-healthy", "zone-down", "all-unhealthy", "unhealthy:us-central1-a=1")
	all.Services[3].Conflicts = []string{"ZA006"}
	all.Services[3].Range = &Range{"main.tf", Position{1, 1}, Position{3, 2}}
	all.CompositeHealth = []Composite{
		{Address: "c.a", Name: "shop", Region: "us-central1", Destination: "r.a", Undecided: []Cause{}, Evaluations: []Evaluation{
			{Scenario: "all-healthy", State: "HEALTHY", Sources: []HealthSource{{Address: "s.a", BackendService: "b.a", Healthy: &two, Total: &two, PercentThreshold: &two, MinHealthy: &two, Needs: &two, State: "HEALTHY"}}},
			{Scenario: "zone-down:us-central1-a", State: "UNHEALTHY", Sources: []HealthSource{{Address: "s.a"}}},
		}},
		{Address: "c.b", Evaluations: []Evaluation{}, Undecided: []Cause{{Reason: "sources of c.b are known after apply", Addresses: []string{"c.b"}}}},
	}
	all.Consumers = []Consumer{{
		Address: "google_compute_backend_service.c", Regions: []ConsumerRegion{{Region: "us-central1", NEG: "n.a", ServiceAttachment: "projects/p/x"}},
		Evaluations: []ConsumerCell{
			{Scenario: "all-healthy", ClientRegion: "us-central1", ServingRegion: "us-central1", Available: []string{"us-central1"}, Unavailable: []string{}, Verdict: "LOCAL"},
			{Scenario: "region-down:us-central1", ClientRegion: "us-central1", Available: []string{}, Unavailable: []string{"us-central1"}, Verdict: "ALL_REGIONS_UNHEALTHY"},
		}, Undecided: []Cause{},
	}}
	none := &Predict{FormatVersion: FormatVersion, Tool: Tool{"spillway-lint", "devel"}, Edition: "preview"}
	return map[string]*Predict{"all": all, "none": none}
}

func TestPredictJSON(t *testing.T) {
	for name, p := range predictions() {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			writePredict(t, &b, p)
			golden.Assert(t, filepath.Join("testdata", "predict", name+".json"), b.Bytes())
		})
	}
}

// jsonOutcome is an outcome as encoding/json would write it.
type jsonOutcome struct {
	Scenario       string         `json:"scenario"`
	Client         map[string]any `json:"client"`
	Eligible       map[string]any `json:"eligible"`
	ZonalMatch     *bool          `json:"zonal_match"`
	Ratio          map[string]int `json:"ratio"`
	Action         string         `json:"action"`
	Decision       string         `json:"decision"`
	Destinations   []any          `json:"destinations"`
	InZoneShare    *float64       `json:"in_zone_share"`
	CrossZoneShare *float64       `json:"cross_zone_share"`
	UnhealthyShare *float64       `json:"unhealthy_share"`
	Explanation    []string       `json:"explanation"`
}

// round6 is a share as the contract says it: rounded to six places.
func round6(k topology.Known[routing.Fraction]) *float64 {
	f, ok := k.Value()
	if !ok {
		return nil
	}
	v := math.Round(float64(f.Num)/float64(f.Den)*1e6) / 1e6
	return &v
}

func reflectedOutcome(o *Outcome) jsonOutcome {
	d := o.Decision
	out := jsonOutcome{
		Scenario: o.Scenario, Client: map[string]any{"kind": o.Client.Kind.String(), "zone": nil},
		Eligible: map[string]any{"kind": d.Kind.String(), "count": d.Eligible},
		Action:   d.Action.String(), Decision: d.Row.String(), Destinations: []any{}, Explanation: o.Explanation,
		InZoneShare: round6(o.Shares.InZone), CrossZoneShare: round6(o.Shares.CrossZone), UnhealthyShare: round6(o.Shares.Unhealthy),
	}
	if o.Client.Zone != "" {
		out.Client["zone"] = o.Client.Zone
	} else if o.Client.Region != "" {
		out.Client["region"] = o.Client.Region
	}
	if d.Match != routing.MatchNotAsked {
		match := d.Match == routing.Matched
		out.ZonalMatch = &match
	}
	if d.Compared {
		out.Ratio = map[string]int{"healthy": d.Ratio.Healthy, "configured": d.Ratio.Configured}
	}
	for _, to := range o.Destinations {
		out.Destinations = append(out.Destinations, map[string]any{
			"zone": to.Zone, "pool": to.Pool.String(), "healthy": to.Healthy, "unhealthy": to.Unhealthy,
			"share": round6(topology.Of(to.Share)),
		})
	}
	return out
}

// TestOutcomesAreWhatEncodingJSONWouldWrite compares every outcome with what
// reflection makes of its fields.
func TestOutcomesAreWhatEncodingJSONWouldWrite(t *testing.T) {
	p := predictions()["all"]
	var b bytes.Buffer
	writePredict(t, &b, p)
	var got struct {
		Services []struct{ Outcomes []any }
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	outcomes := 0
	for i := range p.Services {
		for j := range p.Services[i].Outcomes {
			outcomes++
			var want any
			if err := json.Unmarshal([]byte(reflected(t, reflectedOutcome(&p.Services[i].Outcomes[j]))), &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got.Services[i].Outcomes[j]); diff != "" {
				t.Errorf("%s, outcome %d (-want +got):\n%s", p.Services[i].Address, j, diff)
			}
		}
	}
	if outcomes < 40 {
		t.Errorf("only %d outcomes were compared", outcomes)
	}
}

func TestPredictJSONEscapesNames(t *testing.T) {
	p := predictions()["all"]
	p.Services[0].Name, p.Services[0].Address = hostile, hostile
	p.Services[0].Groups[0].Zones[0].Zone = hostile
	var b bytes.Buffer
	writePredict(t, &b, p)
	if !json.Valid(b.Bytes()) || strings.ContainsAny(b.String(), "\x1b\u202e\r") {
		t.Errorf("a name breaks the document: %q", b.String()[:400])
	}
}

// BenchmarkPredictJSON writes 60,000 outcomes with their explanations.
func BenchmarkPredictJSON(b *testing.B) {
	p := predicted(many(5000, 7), FromPredict{Explain: true})
	outcomes := 0
	for i := range p.Services {
		outcomes += len(p.Services[i].Outcomes)
	}
	b.ReportMetric(float64(outcomes), "outcomes")
	var size counter
	writePredict(b, &size, p)
	b.SetBytes(int64(size))
	for b.Loop() {
		writePredict(b, io.Discard, p)
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }
