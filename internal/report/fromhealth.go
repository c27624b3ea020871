// SPDX-License-Identifier: MPL-2.0

package report

import (
	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/topology"
)

// FromHealth turns what scenarios do to composites and consumers into their
// part of the document. An undecided composite has no evaluations.
func FromHealth(r *health.Result) ([]Composite, []Consumer) {
	composites := make([]Composite, len(r.Composites))
	for i := range r.Composites {
		c := &r.Composites[i]
		out := &composites[i]
		*out = Composite{
			Address: c.Object.Address, Name: c.Object.Name.Default(""), Region: c.Object.Region().Default(""),
			Destination: c.Destination, Evaluations: []Evaluation{}, Undecided: causes(c.Undecided),
		}
		if !c.Decided() {
			continue
		}
		for _, e := range c.Evaluations {
			out.Evaluations = append(out.Evaluations, evaluation(&e))
		}
	}
	consumers := make([]Consumer, len(r.Consumers))
	for i := range r.Consumers {
		consumers[i] = consumer(&r.Consumers[i])
	}
	return composites, consumers
}

func evaluation(e *health.Evaluation) Evaluation {
	out := Evaluation{Scenario: e.Scenario, State: string(e.State.Default("")), Sources: make([]HealthSource, len(e.Sources))}
	for i := range e.Sources {
		s := &e.Sources[i]
		out.Sources[i] = HealthSource{
			Address: s.Address, BackendService: s.Service,
			Healthy: pointer(s.Healthy), Total: pointer(s.Total),
			PercentThreshold: pointer(s.Percent), MinHealthy: pointer(s.Minimum), Needs: pointer(s.Needs),
			State: string(s.State.Default("")),
		}
	}
	return out
}

func pointer(k topology.Known[int]) *int {
	n, ok := k.Value()
	if !ok {
		return nil
	}
	return &n
}

func consumer(c *health.Consumer) Consumer {
	out := Consumer{
		Address: c.Object.Address, Undecided: causes(c.Undecided),
		Regions: make([]ConsumerRegion, len(c.Regions)), Evaluations: make([]ConsumerCell, len(c.Evaluations)),
	}
	for i := range c.Regions {
		r := &c.Regions[i]
		out.Regions[i] = ConsumerRegion{
			Region: r.Region, NEG: r.NEG, ServiceAttachment: r.Attachment, ForwardingRule: r.Rule, Composite: r.Composite,
		}
	}
	for i := range c.Evaluations {
		e := &c.Evaluations[i]
		out.Evaluations[i] = ConsumerCell{
			Scenario: e.Scenario, ClientRegion: e.ClientRegion, ServingRegion: e.Serving,
			Available: e.Available, Unavailable: e.Unavailable, Verdict: string(e.Verdict),
		}
	}
	return out
}
