package predict

import (
	"slices"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Health returns what the same scenarios do to the composites and consumers
// of the snapshot. Of the family of zones each composite gets the zones with
// an endpoint behind its sources, and each consumer those of its composites.
func (p *Predictor) Health(sw health.Switches) health.Result {
	if len(p.snapshot.Composites) == 0 && !hasConsumer(p.snapshot) {
		return health.Result{}
	}
	p.makeWorld()
	var all []*scenario.Scenario
	all = scenarios(all, p.families, p.world.Zones())
	list := make([]health.Scenario, len(all))
	for i, sc := range all {
		list[i] = p.healthScenario(sc)
	}
	out := health.Predict(p.snapshot, list, sw)
	p.limit(&out)
	return out
}

// healthScenario puts a scenario in the form that package health takes.
func (p *Predictor) healthScenario(sc *scenario.Scenario) health.Scenario {
	out := health.Scenario{
		Name: sc.Name, Reaches: sc.Reaches,
		Counts:  func(s *topology.BackendService) health.Counts { return p.counts(sc, s) },
		Sources: map[string]health.State{}, Composites: map[string]health.State{}, Attachments: map[string]health.State{},
	}
	for _, set := range sc.Settings() {
		switch state := health.State(set.State); set.Object {
		case scenario.Source:
			out.Sources[set.Name] = state
		case scenario.Composite:
			out.Composites[set.Name] = state
		case scenario.Attachment:
			for _, name := range p.world.Attachments(set.Name) {
				out.Attachments[name] = worse(out.Attachments[name], state)
			}
		}
	}
	return out
}

// worse returns the worse of two states that one scenario sets for one service
// attachment under two names.
func worse(a, b health.State) health.State {
	order := []health.State{"", health.Healthy, health.Unknown, health.Unhealthy}
	if slices.Index(order, a) > slices.Index(order, b) {
		return a
	}
	return b
}

func (p *Predictor) counts(sc *scenario.Scenario, s *topology.BackendService) health.Counts {
	l := p.layout(s)
	if !l.Decided() {
		return undecidedCounts(sc, l)
	}
	t, ok := sc.Tally(l)
	return health.Counts{
		Healthy: topology.Of(t.Healthy), Total: topology.Of(t.Total),
		FailoverHealthy: topology.Of(t.FailoverHealthy), FailoverTotal: topology.Of(t.FailoverTotal),
		Skip: !ok, Assumptions: l.Assumptions,
	}
}

// undecidedCounts returns what holds of a service whatever the missing part of
// its layout is.
func undecidedCounts(sc *scenario.Scenario, l *sizing.Layout) health.Counts {
	c := health.AllHealthy(l)
	if sc.Spares(l) {
		return c
	}
	c.Healthy, c.FailoverHealthy = topology.Unknown[int](), topology.Unknown[int]()
	if sc.Everything() {
		c.Healthy, c.FailoverHealthy = topology.Of(0), topology.Of(0)
	}
	c.Undecided = l.Undecided
	return c
}

// limit takes out of a result the scenarios of zones that are not an object's
// own.
func (p *Predictor) limit(r *health.Result) {
	zones := map[string][]string{}
	for i := range r.Composites {
		c := &r.Composites[i]
		own := p.zonesBehind(c.Object)
		zones[c.Object.Address] = own
		names := p.names(own)
		c.Evaluations = slices.DeleteFunc(c.Evaluations, func(e health.Evaluation) bool { return !names[e.Scenario] })
	}
	for i := range r.Consumers {
		c := &r.Consumers[i]
		var own []string
		for _, region := range c.Regions {
			own = append(own, zones[region.Composite]...)
		}
		slices.Sort(own)
		names := p.names(slices.Compact(own))
		c.Evaluations = slices.DeleteFunc(c.Evaluations, func(e health.Cell) bool { return !names[e.Scenario] })
	}
}

// names returns the names of the scenarios of an object with the given zones.
func (p *Predictor) names(zones []string) map[string]bool {
	out := map[string]bool{}
	for _, sc := range scenarios(nil, p.families, zones) {
		out[sc.Name] = true
	}
	return out
}

// zonesBehind returns the zones with an endpoint of a service that a source of
// the composite watches, sorted.
func (p *Predictor) zonesBehind(c *topology.CompositeHealth) []string {
	var layouts []*sizing.Layout
	for _, l := range c.Sources.Links {
		h, ok := topology.To[*topology.HealthSource](l)
		if !ok {
			continue
		}
		if s, ok := health.Watched(h); ok {
			layouts = append(layouts, p.layout(s))
		}
	}
	return scenario.ZonesOf(layouts)
}
