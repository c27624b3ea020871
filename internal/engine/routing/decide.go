// SPDX-License-Identifier: MPL-2.0

package routing

import "terraform-provider-spillway/internal/engine/topology"

// Match says whether the client's zone matches: it holds a configured
// endpoint of the pool that serves, healthy or not.
type Match uint8

// The values of a match. The zero value is that no match was looked for.
const (
	MatchNotAsked Match = iota
	NoMatch
	Matched
)

// Decision is where one new connection goes.
type Decision struct {
	// Row is the row of the decision table, NoRow while the decision misses
	// inputs.
	Row    Row
	Action Action
	// Kind and Eligible are the eligible set before zonal affinity.
	Kind     EligibleKind
	Eligible int
	Match    Match
	// Compared is true when a spillover ratio above 0 was compared with Ratio,
	// the client's zone.
	Compared bool
	Ratio    Counts
	// Result is the number of endpoints that the connection may reach.
	Result int
	// Missing are inputs that this decision needs and that are not known.
	Missing Missing

	zone int // of the client in State.zones, -1 where it holds no endpoint
}

// Decided reports whether every input that the decision needs is known.
func (d Decision) Decided() bool { return d.Missing == 0 }

// Decide says where a new connection of a client goes: first whether it gets
// in, then what is eligible, then zonal affinity.
func (s *State) Decide(c Client) Decision {
	d := Decision{Kind: s.kind, Eligible: s.eligible, zone: -1}
	abroad, abroadKnown := s.abroad(c)
	if d.Missing = s.admission(abroad, abroadKnown); d.Missing != 0 {
		return d
	}
	switch {
	case s.open != 0:
		d.Missing = s.open
	case abroad && !s.policy.GlobalAccess:
		d.Row = RE01
	case s.kind == None:
		d.Row = ZA03
	case s.missing&MissingMode != 0:
		d.Missing = MissingMode
	case s.policy.Mode == Disabled:
		d.Row = ZA00
	case abroad || !c.compatible(s.policy.Edition):
		d.Row = ZA01
	case !abroadKnown:
		d.Missing = MissingRegion
	default:
		s.affinity(c, &d)
	}
	return s.finish(d)
}

// abroad reports whether the client is in another region than the service,
// and whether that is known.
func (s *State) abroad(c Client) (yes, known bool) {
	switch {
	case c.Region == "":
		return false, true
	case s.missing&MissingRegion != 0:
		return false, false
	}
	return c.Region != s.policy.Region, true
}

// admission returns the inputs that are missing to tell whether the client
// gets in.
func (s *State) admission(abroad, known bool) Missing {
	switch {
	case known && !abroad, s.policy.GlobalAccess:
		return 0
	case known:
		return s.missing & MissingAccess
	}
	return s.missing & (MissingRegion | MissingAccess)
}

// affinity applies the option for a compatible client.
func (s *State) affinity(c Client, d *Decision) {
	d.zone = s.zoneIndex(c.Zone)
	serving := s.serving()
	if d.zone < 0 || s.zones[d.zone].pool(serving).Configured == 0 {
		d.Row, d.Match = ZA02, NoMatch
		return
	}
	d.Match = Matched
	local := *s.zones[d.zone].pool(serving)
	healthy, sick := s.eligibleIn(d.zone)
	switch {
	case s.policy.Mode == Stay:
		d.Row = optionRow(ST01, s.kind, healthy+sick > 0)
	case s.missing&MissingRatio != 0:
		d.Missing = MissingRatio
	case s.policy.Ratio.IsZero() || s.policy.Ratio.Negative():
		d.Row = optionRow(S001, s.kind, healthy+sick > 0)
	default:
		d.Compared, d.Ratio = true, local
		d.Row = optionRow(SN01, s.kind, local.Healthy >= s.needs[d.zone][serving])
	}
}

// finish fills in what follows from the row.
func (s *State) finish(d Decision) Decision {
	d.Action = d.Row.Action()
	switch d.Row.Set() {
	case SetEligible:
		d.Result = s.eligible
	case SetLocal:
		healthy, sick := s.eligibleIn(d.zone)
		d.Result = healthy + sick
	case SetLocalSick:
		d.Result = s.zones[d.zone].pool(s.serving()).sick()
	}
	return d
}

// Clients returns the clients that are looked at by default: a VM in each
// zone with an endpoint, and one in any other zone of the region.
func (c *Config) Clients() []Client {
	out := make([]Client, 0, len(c.zones)+1)
	for _, z := range c.zones {
		out = append(out, VMIn(z.Name))
	}
	return append(out, VMIn(OtherZone))
}

// placeOf names the region of a client for messages.
func (s *State) placeOf(c Client) string {
	if c.Region != "" {
		return c.Region
	}
	if s.missing&MissingRegion != 0 {
		return "the region of the load balancer"
	}
	return s.policy.Region
}

// zoneOf returns the zone whose traffic a share counts as local: that of a
// client with a zone in the service's region.
func (s *State) zoneOf(c Client) topology.Known[string] {
	abroad, known := s.abroad(c)
	if c.Zone == "" || abroad {
		return topology.Null[string]()
	}
	if !known {
		return topology.Unknown[string]()
	}
	return topology.Of(c.Zone)
}
