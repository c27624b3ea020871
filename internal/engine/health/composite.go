// SPDX-License-Identifier: MPL-2.0

package health

import (
	"cmp"
	"fmt"
	"slices"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// evaluator computes states of one snapshot.
type evaluator struct {
	snapshot *topology.Snapshot
	paths    *Paths
	switches Switches
	notes    notes
}

// Predict returns what each scenario does to the composites and consumers of
// a snapshot.
func Predict(s *topology.Snapshot, scenarios []Scenario) Result {
	e := &evaluator{snapshot: s, paths: NewPaths(s)}
	var out Result
	states := make([]compositeStates, len(scenarios))
	for i := range states {
		states[i] = compositeStates{}
	}
	for _, c := range s.Composites {
		out.Composites = append(out.Composites, e.composite(c, scenarios, states))
	}
	for _, v := range s.Services {
		if maybe := e.consumer(v); maybe != nil {
			e.cells(maybe, scenarios, states)
			out.Consumers = append(out.Consumers, *maybe)
		}
	}
	out.Assumptions = e.notes.sorted()
	return out
}

// compositeStates holds the states of one scenario, by address. A composite
// of which the scenario says nothing is not in it.
type compositeStates map[string]compositeState

type compositeState struct {
	state     topology.Known[State]
	undecided []sizing.Cause
}

func (e *evaluator) composite(c *topology.CompositeHealth, scenarios []Scenario, states []compositeStates) Composite {
	out := Composite{Object: c, Destination: spell(c.Destination)}
	for i := range scenarios {
		ev, causes, ok := e.evaluate(c, &scenarios[i])
		if !ok {
			continue
		}
		states[i][c.Address] = compositeState{ev.State, causes}
		if scenarios[i].concerns([]string{c.Address}) {
			out.Evaluations = append(out.Evaluations, ev)
			out.Undecided = merge(out.Undecided, causes...)
		}
	}
	return out
}

// EvaluateComposite returns a composite in one scenario, with the causes that
// keep its state undecided. It returns false where the scenario says nothing
// of a service that the composite watches.
func EvaluateComposite(c *topology.CompositeHealth, sc Scenario, sw Switches) (Evaluation, []sizing.Cause, bool) {
	e := &evaluator{switches: sw}
	return e.evaluate(c, &sc)
}

func (e *evaluator) evaluate(c *topology.CompositeHealth, sc *Scenario) (Evaluation, []sizing.Cause, bool) {
	ev := Evaluation{Scenario: sc.Name}
	var causes []sizing.Cause
	var states []topology.Known[State]
	seen := map[string]bool{}
	for _, l := range c.Sources.Links {
		src, ok := e.source(c, l, sc)
		if !ok {
			return ev, nil, false
		}
		states = append(states, src.State)
		if src.Address == "" || !seen[src.Address] {
			seen[src.Address] = true
			ev.Sources = append(ev.Sources, src)
			causes = merge(causes, src.Undecided...)
		}
	}
	slices.SortStableFunc(ev.Sources, func(a, b Source) int { return cmp.Compare(a.Address, b.Address) })
	if s, ok := byHand(sc.Composites, c); ok {
		ev.State, ev.ByHand = topology.Of(s), true
		return ev, nil, true
	}
	if cause, refused := refusedList(c); refused {
		return ev, []sizing.Cause{cause}, true
	}
	ev.State = Combine(states, c.Sources.Complete)
	if !ev.State.IsUnknown() {
		if topology.Is(ev.State, Unknown) {
			e.notes.add(c.Address, "a source is UNKNOWN and none is UNHEALTHY; the composite is taken as UNKNOWN, which the documentation does not state")
		}
		return ev, nil, true
	}
	if !c.Sources.Complete {
		causes = merge(causes, incomplete(c, c.Sources, "health_sources"))
	}
	return ev, causes, true
}

// refusedList says why Google refuses the list of sources: it takes 1 to 10.
func refusedList(c *topology.CompositeHealth) (sizing.Cause, bool) {
	n := len(c.Sources.Links)
	if n <= MaxSources && (n > 0 || !c.Sources.Complete) {
		return sizing.Cause{}, false
	}
	return because(c.Address, fmt.Sprintf("%s names %d health sources, and Google takes 1 to %d", c.Address, n, MaxSources)), true
}

// incomplete says why a list of links of an object is not complete.
func incomplete(owner topology.Node, l topology.LinkList, what string) sizing.Cause {
	address := owner.Base().Address
	return because(address, cmp.Or(l.Reason, what+" of "+address+" is known after apply"))
}

// source evaluates the health source that a composite's link names.
func (e *evaluator) source(c *topology.CompositeHealth, l topology.Link, sc *Scenario) (Source, bool) {
	h, ok := topology.To[*topology.HealthSource](l)
	if !ok {
		out := Source{Address: spell(l)}
		if s, set := sc.Sources[out.Address]; set {
			out.State, out.ByHand = topology.Of(s), true
			return out, true
		}
		out.Undecided = []sizing.Cause{dangling(c, l, "health source")}
		return out, true
	}
	return e.evaluateSource(h, sc)
}

// evaluateSource returns a health source in one scenario. It returns false
// where the scenario says nothing of the service that the source watches.
func (e *evaluator) evaluateSource(h *topology.HealthSource, sc *Scenario) (Source, bool) {
	out := Source{Address: h.Address}
	var counts Counts
	if v, ok := Watched(h); ok {
		counts = sc.Counts(v)
		out.Service = v.Address
		e.noteCounts(h, v, counts)
	} else {
		counts.Undecided, out.Service = unwatched(h)
	}
	var t Thresholds
	if p, ok := PolicyOf(h); ok {
		t = ThresholdsOf(p)
		for _, d := range t.Defaulted {
			e.notes.add(p.Address, d)
		}
	} else {
		t.Undecided = []sizing.Cause{dangling(h, h.Policy, "aggregation policy")}
	}
	out.evaluate(counts, t, e.switches)
	if out.State.IsUnknown() && len(out.Undecided) == 0 {
		out.Undecided = []sizing.Cause{because(out.Service, "the healthy endpoints of "+out.Service+" are not known")}
	}
	if s, set := byHand(sc.Sources, h); set {
		out.State, out.ByHand, out.Undecided = topology.Of(s), true, nil
		return out, true
	}
	return out, !counts.Skip
}

// unwatched says why the service of a source is not known, and what is known
// of it.
func unwatched(h *topology.HealthSource) ([]sizing.Cause, string) {
	n := len(h.Sources.Links)
	switch {
	case n > 1 || n == 0 && h.Sources.Complete:
		return []sizing.Cause{because(h.Address, fmt.Sprintf("%s names %d sources, and Google takes exactly one", h.Address, n))}, ""
	case !h.Sources.Complete:
		return []sizing.Cause{incomplete(h, h.Sources, "sources")}, ""
	}
	return []sizing.Cause{dangling(h, h.Sources.Links[0], "backend service")}, spell(h.Sources.Links[0])
}

// noteCounts records what the counts of a source rest on, as [Predict] takes
// them.
func (e *evaluator) noteCounts(h *topology.HealthSource, v *topology.BackendService, c Counts) {
	for _, a := range c.Assumptions {
		e.notes.add(a.Address, a.Text)
	}
	if n, ok := c.Total.Value(); ok && n == 0 {
		e.notes.add(h.Address, v.Address+" has no endpoints; the source is taken as UNHEALTHY, which the documentation does not state")
	}
	if n, ok := c.FailoverTotal.Value(); ok && n > 0 {
		e.notes.add(v.Address, "the endpoints of its failover backends count for health aggregation like primary ones; the documentation does not say whether they do")
	}
	if v.HealthChecks.Complete && len(v.HealthChecks.Links) == 0 {
		e.notes.add(v.Address, "it has no health check, and is taken as if its endpoints were as the scenario says")
	}
}

// byHand returns the state that a scenario sets for an object, by its address
// or its identity.
func byHand(states map[string]State, n topology.Node) (State, bool) {
	if len(states) == 0 {
		return "", false
	}
	if s, ok := states[n.Base().Address]; ok {
		return s, true
	}
	id := n.Base().Identity()
	if !id.Complete() {
		return "", false
	}
	s, ok := states[id.String()]
	return s, ok
}
