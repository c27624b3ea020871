// SPDX-License-Identifier: MPL-2.0

package predict

import (
	"cmp"
	"slices"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Service is what is predicted of one backend service.
type Service struct {
	Object *topology.BackendService
	Layout *sizing.Layout
	// Config is the compiled service; nil where its layout is undecided, and
	// where it may be no passthrough load balancer.
	Config *routing.Config
	// Zones are the zones with an endpoint, sorted; nil where Config is.
	Zones []Zone
	// Outcomes are sorted by scenario in the order asked for, then by client in
	// the order asked for. They hold what is decided.
	Outcomes []Outcome
	// Undecided says what keeps an outcome from being decided; empty where all
	// are.
	Undecided   []sizing.Cause
	Assumptions []topology.Notice
	Notices     []topology.Notice
	// Uneven says, as a sentence without a final period, why connections do not
	// spread evenly over a set, so that its shares say nothing; empty where
	// they do.
	Uneven string
}

// Decided reports whether every outcome is decided.
func (s *Service) Decided() bool { return len(s.Undecided) == 0 }

// Zone is the endpoints of a service in one zone, and how many healthy ones of
// each pool keep the zone's clients local (routing.Config.KeepsLocalAt).
type Zone struct {
	Name                               string
	Primary, Failover                  int
	KeepsLocalAt, KeepsLocalAtFailover topology.Known[int]
}

// Outcome is where the new connections of one client go in one scenario.
type Outcome struct {
	Scenario *scenario.Scenario
	Client   routing.Client
	State    *routing.State
	Decision routing.Decision
	uneven   bool
}

// Destinations appends to dst where connections may go. Shares of an uneven
// spread are as if it were even; see Service.Uneven.
func (o *Outcome) Destinations(dst []routing.Destination) []routing.Destination {
	return o.State.Destinations(dst, o.Decision)
}

// Shares returns the parts of connections that stay, leave and reach unhealthy
// endpoints; all are null where the spread is uneven.
func (o *Outcome) Shares() routing.Shares {
	if o.uneven {
		null := topology.Null[routing.Fraction]()
		return routing.Shares{InZone: null, CrossZone: null, Unhealthy: null}
	}
	return o.State.Shares(o.Client, o.Decision)
}

// Explain says how the outcome came about, one sentence for each step.
func (o *Outcome) Explain() []string { return o.State.Explain(o.Client, o.Decision) }

func (p *Predictor) service(s *topology.BackendService) *Service {
	out := &Service{Object: s, Layout: p.layout(s)}
	out.Assumptions = out.Layout.Assumptions
	if s.Passthrough().IsUnknown() {
		out.Undecided = []sizing.Cause{{
			Reason:    "load_balancing_scheme of " + s.Address + " is known after apply",
			Addresses: []string{s.Address},
		}}
		return out
	}
	access := routing.AccessOf(s, p.index, p.snapshot.ReadFor(s))
	out.Config, out.Undecided = routing.Compile(s, out.Layout, access, p.options.Edition)
	out.Uneven = uneven(s)
	p.notices(out, access)
	if out.Config == nil {
		return out
	}
	for _, z := range out.Layout.Zones {
		out.Zones = append(out.Zones, Zone{
			Name: z.Name, Primary: z.Primary, Failover: z.Failover,
			KeepsLocalAt:         out.Config.KeepsLocalAt(z.Name, sizing.Primary),
			KeepsLocalAtFailover: out.Config.KeepsLocalAt(z.Name, sizing.Failover),
		})
	}
	p.outcomes(out)
	return out
}

// outcomes decides every scenario and client.
func (p *Predictor) outcomes(out *Service) {
	clients := p.options.Clients
	if clients == nil {
		clients = out.Config.Clients()
	}
	all := scenarios(nil, p.families, scenario.Zones(out.Layout))
	out.Outcomes = make([]Outcome, 0, len(all)*len(clients))
	var missing routing.Missing
	var buffer []int
	for _, sc := range all {
		healthy, fits := sc.Apply(out.Layout, buffer)
		buffer = healthy
		if !fits {
			out.notice("scenario " + sc.Name + " asks for more unhealthy endpoints than the service has there, so it has no outcome for it")
			continue
		}
		state := out.Config.State(healthy)
		for _, c := range clients {
			d := state.Decide(c)
			if !d.Decided() {
				missing |= d.Missing
				continue
			}
			out.Outcomes = append(out.Outcomes, Outcome{Scenario: sc, Client: c, State: state, Decision: d, uneven: out.Uneven != ""})
		}
	}
	out.Undecided = append(out.Undecided, out.Config.Causes(missing)...)
}

func (s *Service) notice(text string) {
	s.Notices = append(s.Notices, topology.Notice{Address: s.Object.Address, Text: text})
}

// notices says what a reader of the outcomes should know.
func (p *Predictor) notices(out *Service, access routing.Access) {
	if access.NoRule {
		out.notice("no forwarding rule of the service is in the input; it counts as reachable from every region")
	}
	if out.Uneven != "" {
		out.notice(out.Uneven + ", so the sets are right and the shares within them are not known")
	}
	if out.Config != nil && p.hasBackendClients(out.Layout) {
		out.notice("a VM that is itself a backend of the service stays on itself, whatever its zone's outcome says")
	}
}

// hasBackendClients reports whether a client may be a backend of the service:
// a VM in a zone with an endpoint (Google documentation, troubleshooting
// internal passthrough load balancers: such connections never leave the VM).
func (p *Predictor) hasBackendClients(l *sizing.Layout) bool {
	if p.options.Clients == nil {
		return len(l.Zones) > 0
	}
	return slices.ContainsFunc(p.options.Clients, func(c routing.Client) bool {
		_, found := slices.BinarySearchFunc(l.Zones, c.Zone, func(z sizing.Zone, name string) int { return cmp.Compare(z.Name, name) })
		return c.Kind == routing.VM && found
	})
}

// uneven says why connections to a service do not spread evenly over a set.
func uneven(s *topology.BackendService) string {
	subsetting, weighted := s.SubsettingOn(), s.Weighted()
	switch {
	case s.HAPolicy.IsSet():
		return "ha_policy forwards to one active endpoint at a time"
	case topology.Is(subsetting, true):
		return "subsetting gives each client a part of the endpoints"
	case topology.Is(weighted, true):
		return s.LocalityPolicy.Default("") + " weighs the endpoints"
	case s.HAPolicy.IsUnknown():
		return "whether ha_policy is set is known after apply"
	case subsetting.IsUnknown():
		return "whether subsetting is on is known after apply"
	case weighted.IsUnknown():
		return "whether locality_lb_policy weighs the endpoints is known after apply"
	}
	return ""
}
