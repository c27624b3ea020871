// SPDX-License-Identifier: MPL-2.0

package health

import "terraform-provider-spillway/internal/engine/topology"

// State is the state of a health source, a composite health check or a
// published service (Compute API v1, healthState). The words are part of the
// JSON output. A state that the input does not decide is an unknown
// topology.Known[State], which is another thing than [Unknown].
type State string

// The states.
const (
	Healthy   State = "HEALTHY"
	Unhealthy State = "UNHEALTHY"
	Unknown   State = "UNKNOWN"
)

// ParseState reads one of the three words.
func ParseState(s string) (State, bool) {
	switch st := State(s); st {
	case Healthy, Unhealthy, Unknown:
		return st, true
	}
	return "", false
}

// MaxSources is how many health sources a composite may have; it has at least
// one (Compute API v1, healthSources).
const MaxSources = 10

// Combine returns the state of a composite over the states of its sources:
// UNHEALTHY as soon as one is, whatever the others are; else UNKNOWN as soon
// as one is; else HEALTHY (Google documentation, composite health check; that
// UNKNOWN outranks HEALTHY is an inference from the API's words). An undecided
// source, or a list that may hold more sources than the given ones, leaves the
// composite undecided unless one is UNHEALTHY.
func Combine(states []topology.Known[State], complete bool) topology.Known[State] {
	undecided := !complete
	worst := Healthy
	for _, k := range states {
		s, ok := k.Value()
		switch {
		case !ok:
			undecided = true
		case s == Unhealthy:
			return topology.Of(Unhealthy)
		case s == Unknown:
			worst = Unknown
		}
	}
	if undecided {
		return topology.Unknown[State]()
	}
	return topology.Of(worst)
}
