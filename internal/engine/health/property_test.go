// SPDX-License-Identifier: MPL-2.0

package health_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/engine/topology/topologytest"
)

// world is a random producer in up to four regions and its consumer, endpoint
// by endpoint.
type world struct {
	regions []regionWorld
}

type regionWorld struct {
	name    string
	covered bool
	sources []sourceWorld
}

type sourceWorld struct {
	percent, minimum int
	endpoints        [][]bool // by group: healthy or not
}

func drawWorld(t *rapid.T) world {
	var w world
	for i := range rapid.IntRange(1, 4).Draw(t, "regions") {
		r := regionWorld{name: fmt.Sprintf("region-%d", i), covered: rapid.IntRange(0, 5).Draw(t, "covered") > 0}
		for range rapid.IntRange(1, 3).Draw(t, "sources") {
			s := sourceWorld{percent: rapid.IntRange(1, 100).Draw(t, "percent"), minimum: rapid.IntRange(1, 5).Draw(t, "minimum")}
			for range rapid.IntRange(1, 2).Draw(t, "groups") {
				s.endpoints = append(s.endpoints, rapid.SliceOfN(rapid.Bool(), 0, 5).Draw(t, "endpoints"))
			}
			r.sources = append(r.sources, s)
		}
		w.regions = append(w.regions, r)
	}
	return w
}

// state counts the endpoints of a source one by one.
func (s sourceWorld) state() health.State {
	healthy, total := 0, 0
	for _, group := range s.endpoints {
		for _, up := range group {
			total++
			if up {
				healthy++
			}
		}
	}
	return naive(healthy, total, s.percent, s.minimum)
}

// available says whether a region keeps its traffic.
func (r regionWorld) available() bool {
	return !r.covered || !slices.ContainsFunc(r.sources, func(s sourceWorld) bool { return s.state() == health.Unhealthy })
}

// veil says which parts of the world the input shows.
type veil func() bool

func clear() bool { return false }

// build makes the snapshot and its scenario; hidden parts are not known.
func (w world) build(hides veil) (*topology.Snapshot, health.Scenario) {
	b := topologytest.New()
	consumer := consumerOf(b, "shop")
	healthy := map[string]int{}
	for _, r := range w.regions {
		rule := publish(b, consumer, r.name)
		if !r.covered {
			continue
		}
		c := b.Composite(r.name, rule)
		for i, s := range r.sources {
			name := fmt.Sprintf("%s-%d", r.name, i)
			v := b.Service(name)
			for j, group := range s.endpoints {
				g := b.Group(fmt.Sprintf("%s-%d", name, j), r.name+"-a", len(group))
				if hides() {
					g.Capacity.Members = topology.Unknown[int]()
				}
				for _, up := range group {
					if up {
						healthy[v.Address]++
					}
				}
				topologytest.Attach(v, g, false)
			}
			p := b.Policy(name, fmt.Sprint(s.percent), fmt.Sprint(s.minimum))
			if hides() {
				p.Percent = topology.Unknown[topology.Ratio]()
			}
			if hides() {
				p.Minimum = topology.Unknown[topology.Ratio]()
			}
			h := b.Source(name, v, p)
			if hides() {
				h.Sources.Links[0] = topologytest.UnresolvedLink("it is hidden")
			}
			c.Sources.Links = append(c.Sources.Links, topologytest.To(h))
		}
		if hides() {
			c.Sources.Complete = false
		}
		if hides() {
			c.Destination = topologytest.UnresolvedLink("it is hidden")
		}
	}
	sc := health.Scenario{Name: "s", Counts: func(v *topology.BackendService) health.Counts {
		l := sizing.Of(v, sizing.Nothing)
		if !l.Decided() {
			return health.Counts{Undecided: l.Undecided}
		}
		return health.Counts{Healthy: topology.Of(healthy[v.Address]), Total: l.Members(), FailoverHealthy: topology.Of(0), FailoverTotal: topology.Of(0)}
	}}
	return b.Snapshot(), sc
}

// check compares a result with the world, endpoint by endpoint. Open answers
// are right where the input hides something.
func (w world) check(t *rapid.T, got health.Result, mayBeOpen bool) {
	for _, c := range got.Composites {
		i := slices.IndexFunc(w.regions, func(r regionWorld) bool { return topology.Is(c.Object.Name, r.name) })
		want := health.Healthy
		if !w.regions[i].available() {
			want = health.Unhealthy
		}
		if s, ok := c.Evaluations[0].State.Value(); ok && s != want || !ok && !mayBeOpen {
			t.Fatalf("%s: %v, want %s", c.Object.Address, c.Evaluations[0].State, want)
		}
	}
	var up []string
	for _, r := range w.regions {
		if r.available() {
			up = append(up, r.name)
		}
	}
	for i, cell := range got.Consumers[0].Evaluations {
		want, serving := health.Failover, ""
		switch {
		case w.regions[i].available():
			want, serving = health.Local, cell.ClientRegion
		case len(up) == 0:
			want = health.AllRegionsUnhealthy
		case len(up) == 1:
			serving = up[0]
		}
		open := cell.Verdict == health.Undecided || cell.Serving == ""
		if (!mayBeOpen || !open) && (cell.Verdict != want || cell.Serving != serving) {
			t.Fatalf("%s: %s %q, want %s %q", cell.ClientRegion, cell.Verdict, cell.Serving, want, serving)
		}
		if cell.Verdict != health.Undecided && cell.Verdict != want {
			t.Fatalf("%s: %s, want %s", cell.ClientRegion, cell.Verdict, want)
		}
		for _, r := range cell.Available {
			if !slices.Contains(up, r) {
				t.Fatalf("%s is not available", r)
			}
		}
	}
	if len(got.Consumers[0].Evaluations) != len(w.regions) {
		t.Fatalf("%d cells of %d regions", len(got.Consumers[0].Evaluations), len(w.regions))
	}
}

// Counting endpoints one by one gives the same states and cells.
func TestPredictAgainstEndpoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		s, sc := w.build(clear)
		w.check(t, health.Predict(s, []health.Scenario{sc}), false)
	})
}

// Whatever the input hides, an answer that is given is the right one.
func TestPredictOfLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		s, sc := w.build(func() bool { return rapid.IntRange(0, 4).Draw(t, "hides") == 0 })
		w.check(t, health.Predict(s, []health.Scenario{sc}), true)
	})
}

// One more sick endpoint never makes a region available, and never brings
// clients home.
func TestPredictIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		s, sc := w.build(clear)
		before := health.Predict(s, []health.Scenario{sc}).Consumers[0].Evaluations
		r := rapid.IntRange(0, len(w.regions)-1).Draw(t, "region")
		src := rapid.IntRange(0, len(w.regions[r].sources)-1).Draw(t, "source")
		for _, group := range w.regions[r].sources[src].endpoints {
			if i := slices.Index(group, true); i >= 0 {
				group[i] = false
				break
			}
		}
		s, sc = w.build(clear)
		for i, after := range health.Predict(s, []health.Scenario{sc}).Consumers[0].Evaluations {
			if len(after.Available) > len(before[i].Available) || after.Verdict == health.Local && before[i].Verdict != health.Local {
				t.Fatalf("%+v after %+v", after, before[i])
			}
		}
	})
}

// The same snapshot gives the same result, field by field.
func TestPredictIsDeterministic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		s, sc := w.build(clear)
		first := fmt.Sprintf("%+v", health.Predict(s, []health.Scenario{sc}).Consumers[0].Evaluations)
		if again := fmt.Sprintf("%+v", health.Predict(s, []health.Scenario{sc}).Consumers[0].Evaluations); again != first {
			t.Fatalf("%s, then %s", first, again)
		}
	})
}

// large is n published services, each with a consumer of its own.
func large(n int) (*topology.Snapshot, []health.Scenario) {
	b := topologytest.New()
	for i := range n {
		consumer := consumerOf(b, fmt.Sprintf("shop-%d", i))
		for _, region := range []string{"us-central1", "us-east1"} {
			name := fmt.Sprintf("%d-%s", i, region)
			rule := publish(b, consumer, name)
			v := b.Service("dep-" + name)
			for _, zone := range []string{"-a", "-b", "-c"} {
				topologytest.Attach(v, b.Group(name+zone, region+zone, 3), false)
			}
			b.Composite(name, rule, b.Source(name, v, b.Policy(name, "60", "2")))
		}
	}
	s := b.Snapshot()
	layouts := map[*topology.BackendService]*sizing.Layout{}
	for _, v := range s.Services {
		layouts[v] = sizing.Of(v, sizing.Nothing)
	}
	var list []health.Scenario
	for i := range 8 {
		list = append(list, health.Scenario{Name: fmt.Sprint(i), Counts: func(v *topology.BackendService) health.Counts {
			c := health.AllHealthy(layouts[v])
			c.Healthy = topology.Of(max(c.Healthy.Default(0)-i, 0))
			return c
		}})
	}
	return s, list
}

func BenchmarkPredict(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		s, list := large(n)
		b.Run(fmt.Sprintf("%d services, 8 scenarios", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				health.Predict(s, list)
			}
		})
	}
}

func BenchmarkAggregate(b *testing.B) {
	healthy, total, percent, minimum := topology.Of(7), topology.Of(10), topology.Of(60), topology.Of(2)
	for b.Loop() {
		health.Aggregate(healthy, total, percent, minimum)
	}
}
