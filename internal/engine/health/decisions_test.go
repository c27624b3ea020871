// SPDX-License-Identifier: MPL-2.0

package health_test

import (
	"strconv"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/engine/decisiontable"
	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/engine/topology/topologytest"
)

const page = "composite-health.md"

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAggregationTable(t *testing.T) {
	for _, row := range decisiontable.Read(t, page, "Aggregation") {
		t.Run(row.Get(t, "id"), func(t *testing.T) {
			p := topologytest.New().Policy("p", row.Get(t, "percent"), row.Get(t, "minimum"))
			p.ZeroIsSent = true
			th := health.ThresholdsOf(p)
			healthy, total := number(t, row.Get(t, "healthy")), number(t, row.Get(t, "total"))
			got := health.Aggregate(topology.Of(healthy), topology.Of(total), th.Percent, th.Minimum)
			if want := health.State(row.Get(t, "state")); !topology.Is(got, want) {
				t.Errorf("state %v, want %s", got, want)
			}
			needs, reachable := health.Needs(th.Percent.Default(-1), th.Minimum.Default(-1), total)
			if want := row.Get(t, "needs"); reachable != (want != "-") || reachable && needs != number(t, want) {
				t.Errorf("needs %d, reachable %v; want %s", needs, reachable, want)
			}
		})
	}
}

func TestThresholdTable(t *testing.T) {
	for _, row := range decisiontable.Read(t, page, "Thresholds that apply") {
		t.Run(row.Get(t, "id"), func(t *testing.T) {
			percent, minimum := row.Get(t, "written"), ""
			if row.Get(t, "threshold") == "minimum" {
				percent, minimum = minimum, percent
			}
			p := topologytest.New().Policy("p", percent, minimum)
			p.ZeroIsSent = row.Get(t, "resource") == "spillway"
			th := health.ThresholdsOf(p)
			got := th.Percent
			if row.Get(t, "threshold") == "minimum" {
				got = th.Minimum
			}
			if want := row.Get(t, "applies"); want == "-" {
				if got.IsSet() || len(th.Undecided) != 1 {
					t.Errorf("applies %v with causes %v, want none that applies and one cause", got, th.Undecided)
				}
			} else if !topology.Is(got, number(t, want)) || len(th.Undecided) > 0 {
				t.Errorf("applies %v with causes %v, want %s", got, th.Undecided, want)
			}
			zeroDropped := row.Get(t, "resource") == "google" && row.Get(t, "written") == "0"
			if zeroDropped != (len(th.Defaulted) == 1) {
				t.Errorf("defaulted %v", th.Defaulted)
			}
		})
	}
}

var letters = map[string]topology.Known[health.State]{
	"H": topology.Of(health.Healthy), "U": topology.Of(health.Unhealthy),
	"K": topology.Of(health.Unknown), "?": topology.Unknown[health.State](),
}

func TestCompositeTable(t *testing.T) {
	for _, row := range decisiontable.Read(t, page, "Composite") {
		t.Run(row.Get(t, "id"), func(t *testing.T) {
			b := topologytest.New()
			sc := health.Scenario{Name: "s", Counts: countNothing, Sources: map[string]health.State{}}
			c := b.Composite("c", b.Rule("r", b.Service("front")))
			policy := b.Policy("p", "", "")
			for i, letter := range strings.Fields(row.Get(t, "sources")) {
				if letter == "…" {
					c.Sources.Complete = false
					continue
				}
				h := b.Source("s"+strconv.Itoa(i), b.Service("v"+strconv.Itoa(i)), policy)
				if s, ok := letters[letter].Value(); ok {
					sc.Sources[h.Address] = s
				}
				c.Sources.Links = append(c.Sources.Links, topologytest.To(h))
			}
			ev, causes, ok := health.EvaluateComposite(c, sc, health.Switches{})
			if !ok {
				t.Fatal("the scenario does not apply")
			}
			got := string(ev.State.Default("undecided"))
			if got == "undecided" && len(causes) == 1 && strings.Contains(causes[0].Reason, "Google takes 1 to 10") {
				got = "refused"
			}
			if want := row.Get(t, "state"); got != want {
				t.Errorf("state %s, want %s; causes %v", got, want, causes)
			}
			if (len(causes) == 0) != ev.State.IsSet() {
				t.Errorf("state %v with causes %v", ev.State, causes)
			}
		})
	}
}

// countNothing is a scenario of which no count is known.
func countNothing(v *topology.BackendService) health.Counts {
	return health.Counts{}
}

func TestConsumerTable(t *testing.T) {
	for _, row := range decisiontable.Read(t, page, "Consumer") {
		t.Run(row.Get(t, "id"), func(t *testing.T) {
			b := topologytest.New()
			sc := health.Scenario{Name: "s", Counts: countNothing, Composites: map[string]health.State{}}
			v := consumerOf(b, "shop")
			for _, field := range strings.Fields(row.Get(t, "regions")) {
				region, state, _ := strings.Cut(field, "=")
				rule := publish(b, v, region)
				if state == "none" {
					continue
				}
				c := b.Composite(region, rule, b.Source(region, b.Service(region+"-dep"), b.Policy(region, "", "")))
				if state != "?" {
					sc.Composites[c.Address] = health.State(state)
				}
			}
			got := health.Predict(b.Snapshot(), []health.Scenario{sc})
			if len(got.Consumers) != 1 {
				t.Fatalf("%d consumers", len(got.Consumers))
			}
			for _, cell := range got.Consumers[0].Evaluations {
				if cell.ClientRegion != row.Get(t, "client") {
					continue
				}
				if want := row.Get(t, "verdict"); string(cell.Verdict) != want {
					t.Errorf("verdict %s, want %s", cell.Verdict, want)
				}
				if want := strings.Trim(row.Get(t, "serving"), "-"); cell.Serving != want {
					t.Errorf("serving %q, want %q", cell.Serving, want)
				}
				if cell.Verdict == health.Undecided && got.Consumers[0].Decided() {
					t.Errorf("verdict %s, causes %v", cell.Verdict, got.Consumers[0].Undecided)
				}
				return
			}
			t.Error("no cell for the client")
		})
	}
}

func TestPortTable(t *testing.T) {
	for _, row := range decisiontable.Read(t, page, "Port") {
		t.Run(row.Get(t, "id"), func(t *testing.T) {
			ports, all := strings.Fields(row.Get(t, "ports")), false
			if row.Get(t, "ports") == "all" {
				ports, all = nil, true
			}
			if got, want := health.ProducerPort(ports, all), row.Get(t, "port"); got != want {
				t.Errorf("port %s, want %s", got, want)
			}
		})
	}
}
