// SPDX-License-Identifier: MPL-2.0

package predict

import (
	"iter"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Options says what to predict.
type Options struct {
	// Edition is the edition of the documentation that holds; empty means
	// preview.
	Edition topology.Edition
	// Assume says what may be assumed where sizes are not known.
	Assume sizing.Assume
	// Scenarios are what may happen; nil means the defaults: everything healthy
	// and each zone down, and each region down where the input holds composites
	// or consumers.
	Scenarios []scenario.Spec
	// Clients are who connects; nil means the defaults: a VM in each zone with
	// an endpoint of the service, and one in another zone of its region.
	Clients []routing.Client
	// Services picks the services; nil means all.
	Services func(*topology.BackendService) bool
}

// Predictor predicts over one snapshot.
type Predictor struct {
	snapshot *topology.Snapshot
	index    *topology.Index
	options  Options
	families []*family
	world    *scenario.World // nil while no scenario needs it
	// layouts holds what world was made from, by the address of the service.
	layouts map[string]*sizing.Layout
}

// New prepares predictions over a snapshot with its index. It returns an error
// when a scenario names something that the input does not hold.
func New(s *topology.Snapshot, x *topology.Index, o Options) (*Predictor, error) {
	if o.Edition == "" {
		o.Edition = topology.Preview
	}
	if o.Scenarios == nil {
		o.Scenarios = scenario.Defaults(len(s.Composites) > 0 || hasConsumer(s))
	}
	p := &Predictor{snapshot: s, index: x, options: o}
	for _, spec := range o.Scenarios {
		_, regional := spec.Families()
		if regional || spec.Explicit() {
			p.makeWorld()
			if err := p.world.Check(spec); err != nil {
				return nil, err
			}
		}
	}
	p.families = familiesOf(o.Scenarios, p.world)
	return p, nil
}

// hasConsumer reports whether a backend service of the input connects to a
// published service through a PSC NEG.
func hasConsumer(s *topology.Snapshot) bool {
	for _, v := range s.Services {
		for _, b := range v.Backends.List {
			if g, ok := topology.To[*topology.Group](b.Group); ok && topology.Is(g.IsPSC(), true) {
				return true
			}
		}
	}
	return false
}

func (p *Predictor) makeWorld() {
	if p.world != nil {
		return
	}
	p.layouts = make(map[string]*sizing.Layout, len(p.snapshot.Services))
	var all []*sizing.Layout
	for _, s := range p.snapshot.Services {
		if !s.IsGlobal() {
			l := sizing.Of(s, p.options.Assume)
			p.layouts[s.Address] = l
			all = append(all, l)
		}
	}
	p.world = scenario.WorldOf(p.snapshot, all, p.options.Assume)
}

// layout returns the endpoints of a service.
func (p *Predictor) layout(s *topology.BackendService) *sizing.Layout {
	if l, ok := p.layouts[s.Address]; ok {
		return l
	}
	return sizing.Of(s, p.options.Assume)
}

// Services yields one result for each regional backend service that is, or
// may be, of scheme INTERNAL, sorted by address.
func (p *Predictor) Services() iter.Seq[*Service] {
	return func(yield func(*Service) bool) {
		for _, s := range p.snapshot.Services {
			if topology.Is(s.Passthrough(), false) || p.options.Services != nil && !p.options.Services(s) {
				continue
			}
			if !yield(p.service(s)) {
				return
			}
		}
	}
}
