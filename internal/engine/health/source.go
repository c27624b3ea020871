// SPDX-License-Identifier: MPL-2.0

package health

import (
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Counts is how many endpoints a backend service has in a scenario, over both
// pools and all zones, and how many of them are healthy.
type Counts struct {
	Healthy, Total topology.Known[int]
	// FailoverHealthy and FailoverTotal are the failover backends' part of both.
	FailoverHealthy, FailoverTotal topology.Known[int]
	// Skip is true where the scenario says nothing of the service: it asks for
	// more sick endpoints than the service has.
	Skip bool
	// Undecided says why a count is not known.
	Undecided []sizing.Cause
	// Assumptions are those that the counts rest on.
	Assumptions []topology.Notice
}

// AllHealthy returns the counts of a service of which every endpoint is
// healthy.
func AllHealthy(l *sizing.Layout) Counts {
	n := l.Members()
	c := Counts{Healthy: n, Total: n, Assumptions: l.Assumptions}
	if l.Decided() {
		c.FailoverTotal = topology.Of(l.Total(sizing.Failover))
		c.FailoverHealthy = c.FailoverTotal
	}
	if n.IsUnknown() {
		c.Undecided = l.Undecided
	}
	return c
}

// primary returns the counts without the failover backends.
func (c Counts) primary() Counts {
	less := func(a, b topology.Known[int]) topology.Known[int] {
		x, okX := a.Value()
		y, okY := b.Value()
		if !okX || !okY {
			return topology.Unknown[int]()
		}
		return topology.Of(x - y)
	}
	c.Healthy, c.Total = less(c.Healthy, c.FailoverHealthy), less(c.Total, c.FailoverTotal)
	return c
}

// Source is a health source in one scenario.
type Source struct {
	// Address is the source's address; its identity, or what the link says,
	// where the input does not hold it.
	Address string
	// Service is the address of the service that it watches, or its identity;
	// empty where that is not known.
	Service string
	// Healthy and Total count endpoints.
	Healthy, Total topology.Known[int]
	// Percent and Minimum are the thresholds that apply.
	Percent, Minimum topology.Known[int]
	// Needs is the smallest number of healthy endpoints that keeps the source
	// healthy; null where no number does, since the service has too few.
	Needs topology.Known[int]
	// Tolerates is how many more endpoints may fail before the source turns
	// UNHEALTHY; null while it is not healthy.
	Tolerates topology.Known[int]
	State     topology.Known[State]
	// ByHand is true when a term of the scenario sets the state.
	ByHand bool
	// Undecided says why the state is not decided; empty where it is.
	Undecided []sizing.Cause
}

// evaluate computes everything that follows from counts and thresholds.
func (s *Source) evaluate(c Counts, t Thresholds, sw Switches) {
	if sw.FailoverApart {
		c = c.primary()
	}
	s.Healthy, s.Total, s.Percent, s.Minimum = c.Healthy, c.Total, t.Percent, t.Minimum
	s.State = Aggregate(c.Healthy, c.Total, t.Percent, t.Minimum)
	if n, ok := c.Total.Value(); ok && n <= 0 && sw.EmptyUnknown {
		s.State = topology.Of(Unknown)
	}
	if s.State.IsUnknown() {
		s.Undecided = append(append(s.Undecided, c.Undecided...), t.Undecided...)
	}
	s.Needs, s.Tolerates = topology.Unknown[int](), topology.Unknown[int]()
	total, okN := c.Total.Value()
	percent, okP := t.Percent.Value()
	minimum, okM := t.Minimum.Value()
	if okN && (total <= 0 || okM && minimum > total) {
		s.Needs = topology.Null[int]()
	} else if okN && okP && okM {
		needs, _ := Needs(percent, minimum, total)
		s.Needs = topology.Of(needs)
		if h, ok := c.Healthy.Value(); ok && h >= needs {
			s.Tolerates = topology.Of(h - needs)
		}
	}
	if topology.IsNot(s.State, Healthy) {
		s.Tolerates = topology.Null[int]()
	}
}

// Watched returns the backend service that a health source watches, and false
// where the input does not hold it or does not say.
func Watched(h *topology.HealthSource) (*topology.BackendService, bool) {
	if !h.Sources.Complete || len(h.Sources.Links) != 1 {
		return nil, false
	}
	return topology.To[*topology.BackendService](h.Sources.Links[0])
}

// PolicyOf returns the aggregation policy of a health source, and false where
// the input does not hold it or does not say.
func PolicyOf(h *topology.HealthSource) (*topology.HealthPolicy, bool) {
	return topology.To[*topology.HealthPolicy](h.Policy)
}
