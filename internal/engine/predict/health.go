// SPDX-License-Identifier: MPL-2.0

package predict

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Health returns what the same scenarios do to the composites and consumers
// of the snapshot. Of the family of zones each composite gets the zones with
// an endpoint behind its sources, and each consumer those of its composites.
func (p *Predictor) Health() health.Result {
	if len(p.snapshot.Composites) == 0 && !hasConsumer(p.snapshot) {
		return health.Result{}
	}
	p.makeWorld()
	own := p.ownScenarios()
	var list []health.Scenario
	for _, sc := range scenarios(nil, p.families, p.world.Zones()) {
		one := health.In(sc, p.world, p.layout)
		one.Concerns = func(composites []string) bool { return own(composites)[sc.Name] }
		list = append(list, one)
	}
	return health.Predict(p.snapshot, list)
}

// ownScenarios returns the names of the scenarios of an object with the given
// composites behind it.
func (p *Predictor) ownScenarios() func(composites []string) map[string]bool {
	zones := make(map[string][]string, len(p.snapshot.Composites))
	for _, c := range p.snapshot.Composites {
		zones[c.Address] = p.zonesBehind(c)
	}
	known := map[string]map[string]bool{} // by the zones
	return func(composites []string) map[string]bool {
		var own []string
		for _, address := range composites {
			own = append(own, zones[address]...)
		}
		slices.Sort(own)
		own = slices.Compact(own)
		key := strings.Join(own, " ")
		names, ok := known[key]
		if !ok {
			names = map[string]bool{}
			for _, sc := range scenarios(nil, p.families, own) {
				names[sc.Name] = true
			}
			known[key] = names
		}
		return names
	}
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
