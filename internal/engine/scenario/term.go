// SPDX-License-Identifier: MPL-2.0

package scenario

import (
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// kind is what a term does.
type kind uint8

const (
	allHealthy kind = iota
	allUnhealthy
	zoneFamily
	regionFamily
	unhealthy
	setState
)

// term is one part of a spec, or one block of a named scenario.
type term struct {
	kind kind
	// text is the term as it stands in the scenario's name.
	text string
	// Of an unhealthy term exactly one of zone, region and group is set.
	zone, region, group string
	pool                poolFilter
	amount              amount
	// Of a setState term: the object and its state.
	object ObjectKind
	name   string
	state  HealthState
}

// poolFilter limits a term to one pool; the zero value does not.
type poolFilter uint8

const (
	anyPool poolFilter = iota
	primaryPool
	failoverPool
)

func (f poolFilter) matches(p sizing.Pool) bool {
	return f == anyPool || (f == failoverPool) == (p == sizing.Failover)
}

func (f poolFilter) String() string { return [...]string{"", "primary", "failover"}[f] }

// amount is how many of the endpoints that a term names are unhealthy.
type amount struct {
	all     bool
	percent topology.Ratio // where relative
	// relative says that percent counts, else count.
	relative bool
	count    int
}

// of returns the number of unhealthy endpoints among n: a percentage is
// rounded up, so that any percentage above 0 means at least one.
func (a amount) of(n int) int {
	switch {
	case a.all:
		return n
	case a.relative:
		return a.percent.PercentNeeds(n)
	}
	return a.count
}

// HealthState is the state of a health source, a composite or a published
// service. The words are those of the Compute API.
type HealthState string

// The states.
const (
	Healthy   HealthState = "HEALTHY"
	Unhealthy HealthState = "UNHEALTHY"
	Unknown   HealthState = "UNKNOWN"
)

var healthStates = []string{string(Healthy), string(Unhealthy), string(Unknown)}

// ObjectKind is what a state is set for.
type ObjectKind uint8

// The kinds of objects whose state a scenario can set.
const (
	Source ObjectKind = iota
	Composite
	Attachment
)

func (o ObjectKind) String() string {
	return [...]string{"health source", "composite health check", "service attachment"}[o]
}
