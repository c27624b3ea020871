// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"maps"
	"math/big"
	"slices"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// withTraffic gives an answer for every service of an internal passthrough
// load balancer that has a traffic block; the others get none.
func withTraffic(p *validate.Pass, check func(*topology.BackendService, validate.Traffic) answer) {
	if len(p.Traffic) == 0 {
		return
	}
	for _, s := range p.After.Services {
		t, ok := p.Traffic[s.Address]
		if !ok || s.Data || topology.Is(s.Passthrough(), false) {
			continue
		}
		give(p, s, s.Passthrough(), "load_balancing_scheme is known after apply", check(s, t))
	}
}

// flows is where the connections of a service's clients go while everything
// is healthy.
type flows struct {
	list []flow
	// endpoints is the number of endpoints that serve, in all zones.
	endpoints int
}

// flow is the connections of the clients of one zone.
type flow struct {
	zone string
	// share is the part of all connections that arrive.
	share *big.Rat
	// crossing is the part of them that leaves the zone; null for clients of
	// another region, whose connections leave the region.
	crossing topology.Known[routing.Fraction]
	to       []routing.Destination
}

// flowsOf routes the clients of a traffic block, with every endpoint healthy.
// Where the input does not decide it, missing says why.
func flowsOf(p *validate.Pass, s *topology.BackendService, t validate.Traffic) (f flows, missing string) {
	access := routing.AccessOf(s, p.Index, p.After.ReadFor(s))
	config, causes := routing.Compile(s, p.Layout(s), access, p.Edition)
	if len(causes) > 0 {
		return flows{}, causes[0].Reason
	}
	state := config.AllHealthy()
	sum := new(big.Rat)
	for _, zone := range slices.Sorted(maps.Keys(t.Clients)) {
		if share := t.Clients[zone]; share.IsZero() || share.Negative() {
			continue
		}
		client := routing.VMIn(zone)
		d := state.Decide(client)
		if !d.Decided() {
			return flows{}, config.Causes(d.Missing)[0].Reason
		}
		if d.Result == 0 {
			continue // nothing arrives
		}
		share := t.Clients[zone].Rat()
		sum.Add(sum, share)
		f.endpoints = d.Eligible
		f.list = append(f.list, flow{zone, share, state.Shares(client, d).CrossZone, state.Destinations(nil, d)})
	}
	for _, one := range f.list {
		one.share.Quo(one.share, sum)
	}
	return f, ""
}

// spreadsEvenly passes where connections certainly spread evenly over the
// endpoints that serve, and fails where ha_policy, subsetting or a weighted
// locality policy decides who gets them.
func spreadsEvenly(s *topology.BackendService) answer {
	subsetting, weighted := s.SubsettingOn(), s.Weighted()
	switch {
	case s.HAPolicy.IsSet(), topology.Is(subsetting, true), topology.Is(weighted, true):
		return answer{verdict: fails}
	case s.HAPolicy.IsUnknown():
		return open("ha_policy", "ha_policy is known after apply")
	case subsetting.IsUnknown():
		return open("subsetting", "subsetting is known after apply")
	case weighted.IsUnknown():
		return open("locality_lb_policy", "locality_lb_policy is known after apply")
	}
	return answer{}
}

// load is the connections of one zone's endpoints.
type load struct {
	zone      string
	endpoints int
	share     *big.Rat // of all connections
}

// loads adds up, by zone, what arrives at the endpoints; sorted by zone.
func (f flows) loads() []load {
	byZone := map[string]*load{}
	for _, one := range f.list {
		for _, d := range one.to {
			l := byZone[d.Zone]
			if l == nil {
				l = &load{zone: d.Zone, endpoints: d.Healthy + d.Unhealthy, share: new(big.Rat)}
				byZone[d.Zone] = l
			}
			l.share.Add(l.share, new(big.Rat).Mul(one.share, fraction(d.Share)))
		}
	}
	out := make([]load, 0, len(byZone))
	for _, zone := range slices.Sorted(maps.Keys(byZone)) {
		out = append(out, *byZone[zone])
	}
	return out
}

// times returns how many times the mean an endpoint of the zone carries, of
// all endpoints that serve.
func (l load) times(endpoints int) *big.Rat {
	return new(big.Rat).Mul(l.share, big.NewRat(int64(endpoints), int64(l.endpoints)))
}

func fraction(f routing.Fraction) *big.Rat { return big.NewRat(int64(f.Num), int64(max(f.Den, 1))) }

// percent returns a part of the whole as a percentage with at most one
// decimal.
func percent(r *big.Rat) string {
	return decimal(new(big.Rat).Mul(r, big.NewRat(100, 1)), 1) + " %"
}

// decimal returns a number rounded to some decimal places, without trailing
// zeros.
func decimal(r *big.Rat, places int) string {
	text := r.FloatString(places)
	for places > 0 && text[len(text)-1] == '0' {
		text, places = text[:len(text)-1], places-1
	}
	if text[len(text)-1] == '.' {
		text = text[:len(text)-1]
	}
	return text
}
