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
	var list []health.Scenario
	for _, sc := range scenarios(nil, p.families, p.world.Zones()) {
		list = append(list, health.In(sc, p.world, p.layout))
	}
	out := health.Predict(p.snapshot, list, sw)
	p.limit(&out)
	return out
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
