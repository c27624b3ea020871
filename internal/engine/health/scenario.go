// SPDX-License-Identifier: MPL-2.0

package health

import (
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// In returns a scenario as this package takes it. Layout returns the endpoints
// of a backend service of the snapshot; the world says which
// objects a term means.
func In(sc *scenario.Scenario, w *scenario.World, layout func(*topology.BackendService) *sizing.Layout) Scenario {
	out := Scenario{
		Name:    sc.Name,
		Counts:  func(s *topology.BackendService) Counts { return countsIn(sc, layout(s)) },
		Touches: sc.Touches,
	}
	for _, set := range sc.Settings() {
		state := State(set.State)
		states := &out.Sources
		switch set.Object {
		case scenario.Composite:
			states = &out.Composites
		case scenario.Attachment:
			states = &out.Attachments
		}
		names := w.Objects(set.Object, set.Name)
		if len(names) == 0 {
			names = []string{set.Name} // in a part of the input that could not be read
		}
		for _, name := range names {
			put(states, name, state)
		}
	}
	return out
}

// put sets a state. Of two states for one object the worse holds, since the
// terms of a scenario are a union.
func put(states *map[string]State, name string, s State) {
	if *states == nil {
		*states = map[string]State{}
	}
	if before, ok := (*states)[name]; !ok || worse(s, before) {
		(*states)[name] = s
	}
}

func worse(a, b State) bool { return a == Unhealthy || a == Unknown && b == Healthy }

// countsIn counts the endpoints of a service in a scenario. Where the layout
// is not decided, a scenario that spares the whole service or takes all of it
// still counts.
func countsIn(sc *scenario.Scenario, l *sizing.Layout) Counts {
	if l.Decided() {
		t, fits := sc.Tally(l)
		return Counts{
			Healthy: topology.Of(t.Healthy), Total: topology.Of(t.Total),
			FailoverHealthy: topology.Of(t.FailoverHealthy), FailoverTotal: topology.Of(t.FailoverTotal),
			Skip: !fits, Assumptions: l.Assumptions,
		}
	}
	switch {
	case sc.Spares(l):
		return AllHealthy(l)
	case sc.Downs(l):
		return Counts{
			Healthy: topology.Of(0), FailoverHealthy: topology.Of(0), Total: l.Members(),
			Undecided: l.Undecided, Assumptions: l.Assumptions,
		}
	}
	return Counts{Total: l.Members(), Undecided: l.Undecided, Assumptions: l.Assumptions}
}
