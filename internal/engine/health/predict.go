// SPDX-License-Identifier: MPL-2.0

package health

import (
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Scenario is one state of affairs that composites and consumers are asked
// about.
type Scenario struct {
	Name string
	// Counts returns the endpoints of a backend service of the snapshot.
	Counts func(*topology.BackendService) Counts
	// Touches reports whether the scenario says that endpoints of a region are
	// sick that the input does not hold: those behind a foreign service
	// attachment. Nil means never.
	Touches func(region string) bool
	// Sources, Composites and Attachments hold the states that are set by hand,
	// by address or, for what the input does not hold, by identity
	// ("projects/P/regions/R/serviceAttachments/N").
	Sources, Composites, Attachments map[string]State
	// Concerns reports whether the result tells what the scenario does to an
	// object, by the addresses of the composites behind it: the composite
	// itself, or those of a consumer's regions. Nil means always.
	Concerns func(composites []string) bool
}

func (s *Scenario) concerns(composites []string) bool {
	return s.Concerns == nil || s.Concerns(composites)
}

// Result is what scenarios do to composites and consumers. Both are sorted by
// address; evaluations follow the order of the scenarios, and within one the
// client regions are sorted.
type Result struct {
	Composites []Composite
	Consumers  []Consumer
	// Assumptions are what the states rest on beyond the input, without
	// repetition.
	Assumptions []topology.Notice
}

// Composite is a composite health check over all scenarios.
type Composite struct {
	Object *topology.CompositeHealth
	// Destination is the address or the identity of the forwarding rule that
	// gets the state; empty where it is not known.
	Destination string
	Evaluations []Evaluation
	// Undecided says why some state is not decided; empty where all are.
	Undecided []sizing.Cause
}

// Decided reports whether the state is decided in every scenario.
func (c *Composite) Decided() bool { return len(c.Undecided) == 0 }

// Evaluation is a composite in one scenario.
type Evaluation struct {
	Scenario string
	State    topology.Known[State]
	ByHand   bool
	Sources  []Source // sorted by address
}

// Consumer is a global backend service over PSC NEGs, in all scenarios.
type Consumer struct {
	Object      *topology.BackendService
	Regions     []Region // sorted by region, then NEG
	Evaluations []Cell
	// Undecided says what keeps cells undecided; empty where all are decided.
	Undecided []sizing.Cause
}

// Decided reports whether every cell has a verdict.
func (c *Consumer) Decided() bool { return len(c.Undecided) == 0 }

// Region is one PSC NEG of a consumer and what it leads to. A text is empty
// where there is nothing, or nothing known.
type Region struct {
	Region     string // of the NEG
	NEG        string // address
	Attachment string // address or identity
	Rule       string // address or identity
	Composite  string // address
}

// Cell is what a consumer does with clients near one region in a scenario.
type Cell struct {
	Scenario     string
	ClientRegion string
	// Serving is the client's own region while it is available, else the only
	// available one; empty where Google picks one of several (the nearest,
	// which is not modelled) or none is left.
	Serving                string
	Available, Unavailable []string // sorted
	Verdict                Verdict
}

// Verdict says where the connections of a client region go. The words are part
// of the JSON output.
type Verdict string

// The verdicts.
const (
	Local               Verdict = "LOCAL"
	Failover            Verdict = "FAILOVER"
	AllRegionsUnhealthy Verdict = "ALL_REGIONS_UNHEALTHY"
	Undecided           Verdict = "UNDECIDED"
)
