// SPDX-License-Identifier: MPL-2.0

package report

import (
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Predict is the document of the predict command, but for its services, which
// are written one after the other.
type Predict struct {
	FormatVersion   string           `json:"format_version"`
	Tool            Tool             `json:"tool"`
	Edition         string           `json:"edition"`
	Inputs          []Input          `json:"inputs"`
	Services        []Service        `json:"services"`
	CompositeHealth []Composite      `json:"composite_health"`
	Consumers       []Consumer       `json:"consumers"`
	Assumptions     []Notice         `json:"assumptions"`
	Notices         []Notice         `json:"notices"`
	Summary         PredictedSummary `json:"summary"`

	// Origin takes the addresses apart where several inputs are joined.
	Origin Origin `json:"-"`
}

// PredictedSummary counts what is decided.
type PredictedSummary struct {
	Services   Decided `json:"services"`
	Composites Decided `json:"composites"`
	Consumers  Decided `json:"consumers"`
}

// String says how much is decided: "2 of 2 services and 1 of 1 composite
// decided".
func (s PredictedSummary) String() string {
	var parts []string
	add := func(d Decided, what string) {
		if d.Total() > 0 {
			parts = append(parts, itoa(d.Decided)+" of "+plural(d.Total(), what))
		}
	}
	add(s.Services, "service")
	add(s.Composites, "composite")
	add(s.Consumers, "consumer")
	if len(parts) == 0 {
		return "no service to predict"
	}
	return join(parts) + " decided"
}

// Decided counts objects that are decided in all scenarios, and the others.
type Decided struct {
	Decided   int `json:"decided"`
	Undecided int `json:"undecided"`
}

// Add counts one more object.
func (d *Decided) Add(decided bool) {
	if decided {
		d.Decided++
	} else {
		d.Undecided++
	}
}

// Total returns the number of objects.
func (d Decided) Total() int { return d.Decided + d.Undecided }

// Service is one regional backend service with its outcomes. A pointer or a
// text is nil or empty where the input does not say.
type Service struct {
	Address  string
	Name     string
	Region   string
	Scheme   string
	Affinity Affinity
	Failover Failover
	Zones    []Zone
	Groups   []Group
	// Conflicts are the rules that say that Google refuses the configuration or
	// does not support it.
	Conflicts []string
	Undecided []Cause
	Outcomes  []Outcome
	Range     *Range
}

// Affinity is the zonal affinity of a service.
type Affinity struct {
	Spillover string // empty: known after apply
	Ratio     topology.Known[topology.Ratio]
}

// Failover is the failover policy of a service.
type Failover struct {
	Configured topology.Known[bool]
	Ratio      topology.Known[topology.Ratio]
	Drop       topology.Known[bool]
}

// Zone is the endpoints of a service in one zone.
type Zone struct {
	Zone              string
	Primary, Failover int
	// KeepsLocalAt is how many healthy endpoints of the pool keep the zone's
	// clients local under SPILL_CROSS_ZONE.
	KeepsLocalAt, KeepsLocalAtFailover topology.Known[int]
	// Loss says what happens when one more fails than the zone can lose.
	Loss *Loss
}

// Loss is the first loss of primary endpoints, all in one zone, that changes
// where the zone's clients go.
type Loss struct {
	Sick    int // endpoints of the zone that are unhealthy
	Outcome Outcome
}

// Group is one backend of a service.
type Group struct {
	Address  string
	Kind     string
	Pool     string // empty: known after apply
	Zones    []ZoneCount
	SizeFrom string
	LinkedBy string
}

// ZoneCount is the number of endpoints in one zone.
type ZoneCount struct {
	Zone  string
	Count topology.Known[int]
}

// Cause is a reason why something is not decided.
type Cause struct {
	Reason    string   `json:"reason"`
	Addresses []string `json:"addresses"`
}

// Outcome is where new connections of one client go in one scenario.
type Outcome struct {
	Scenario     string
	Client       routing.Client
	Decision     routing.Decision
	Destinations []routing.Destination
	// Shares are unknown where the spread is not even, and null where the
	// client has no zone.
	Shares      routing.Shares
	Explanation []string
}

// Composite is a composite health check in all scenarios.
type Composite struct {
	Address     string       `json:"address"`
	Name        string       `json:"name"`
	Region      string       `json:"region"`
	Destination string       `json:"destination"`
	Evaluations []Evaluation `json:"evaluations"`
	Undecided   []Cause      `json:"undecided"`
}

// Evaluation is a composite in one scenario.
type Evaluation struct {
	Scenario string         `json:"scenario"`
	State    string         `json:"state"`
	Sources  []HealthSource `json:"sources"`
}

// HealthSource is a health source in one scenario. Numbers are nil where they
// are not known or, for Needs, where no number is enough.
type HealthSource struct {
	Address          string `json:"address"`
	BackendService   string `json:"backend_service"`
	Healthy          *int   `json:"healthy"`
	Total            *int   `json:"total"`
	PercentThreshold *int   `json:"percent_threshold"`
	MinHealthy       *int   `json:"min_healthy"`
	Needs            *int   `json:"needs"`
	State            string `json:"state"`
}

// Consumer is a consumer's global backend service in all scenarios.
type Consumer struct {
	Address     string           `json:"address"`
	Regions     []ConsumerRegion `json:"regions"`
	Evaluations []ConsumerCell   `json:"evaluations"`
	Undecided   []Cause          `json:"undecided"`
}

// ConsumerRegion is one PSC NEG of a consumer and what it leads to.
type ConsumerRegion struct {
	Region            string `json:"region"`
	NEG               string `json:"neg"`
	ServiceAttachment string `json:"service_attachment"`
	ForwardingRule    string `json:"forwarding_rule"`
	Composite         string `json:"composite"`
}

// ConsumerCell is what clients near one region get in one scenario.
type ConsumerCell struct {
	Scenario      string   `json:"scenario"`
	ClientRegion  string   `json:"client_region"`
	ServingRegion string   `json:"serving_region"`
	Available     []string `json:"available"`
	Unavailable   []string `json:"unavailable"`
	Verdict       string   `json:"verdict"`
}
