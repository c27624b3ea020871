// SPDX-License-Identifier: MPL-2.0

package routing

import (
	"math/bits"
	"strconv"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Fraction is an exact share of new connections, from 0 to 1. The zero value
// is 0.
type Fraction struct{ Num, Den int }

// AppendTo appends the fraction as a decimal number, rounded to 6 places (a
// half up), without trailing zeros.
func (f Fraction) AppendTo(dst []byte) []byte {
	if f.Num <= 0 || f.Den <= 0 {
		return append(dst, '0')
	}
	const places = 1_000_000
	hi, lo := bits.Mul64(uint64(f.Num), 2*places)
	lo, carry := bits.Add64(lo, uint64(f.Den), 0)
	hi += carry
	den := uint64(f.Den) * 2
	if hi >= den { // more than any share; Div64 would panic
		return strconv.AppendInt(dst, int64(f.Num/f.Den), 10)
	}
	micros, _ := bits.Div64(hi, lo, den)
	dst = strconv.AppendUint(dst, micros/places, 10)
	rest := micros % places
	if rest == 0 {
		return dst
	}
	digits := strconv.AppendUint(nil, places+rest, 10)
	digits[0] = '.'
	for digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	return append(dst, digits...)
}

// String returns the fraction as AppendTo writes it.
func (f Fraction) String() string { return string(f.AppendTo(nil)) }

// IsZero reports whether the share is 0.
func (f Fraction) IsZero() bool { return f.Num == 0 }

// Destination is the endpoints of one zone and pool that a connection may
// reach.
type Destination struct {
	Zone               string
	Pool               sizing.Pool
	Healthy, Unhealthy int
	// Share is this entry's part of new connections while they spread evenly
	// over all endpoints of the result.
	Share Fraction
}

// Destinations appends to dst where the connection may go: one entry for each
// zone and pool with an endpoint in the result, sorted by zone, then pool. A
// decision that drops, does not reach the service, or is not decided has none.
func (s *State) Destinations(dst []Destination, d Decision) []Destination {
	switch d.Row.Set() {
	case SetEligible:
		for i := range s.zones {
			healthy, sick := s.eligibleIn(i)
			dst = s.destination(dst, d, i, healthy, sick)
		}
	case SetLocal:
		healthy, sick := s.eligibleIn(d.zone)
		dst = s.destination(dst, d, d.zone, healthy, sick)
	case SetLocalSick:
		dst = s.destination(dst, d, d.zone, 0, s.zones[d.zone].pool(s.serving()).sick())
	}
	return dst
}

func (s *State) destination(dst []Destination, d Decision, zone, healthy, sick int) []Destination {
	if healthy+sick == 0 {
		return dst
	}
	return append(dst, Destination{
		Zone: s.zones[zone].Name, Pool: s.serving(), Healthy: healthy, Unhealthy: sick,
		Share: Fraction{healthy + sick, d.Result},
	})
}

// Shares are the parts of a client's new connections that stay in its zone,
// leave it, and reach unhealthy endpoints.
type Shares struct {
	// InZone and CrossZone are null for clients without a zone of the region.
	InZone, CrossZone topology.Known[Fraction]
	Unhealthy         topology.Known[Fraction]
}

// Shares adds up the destinations of a decision for its client. Connections
// that are dropped or never arrive have shares of 0.
func (s *State) Shares(c Client, d Decision) Shares {
	if !d.Decided() {
		return Shares{}
	}
	zero := topology.Of(Fraction{0, 1})
	if d.Result == 0 {
		return Shares{zero, zero, zero}
	}
	zone := s.zoneOf(c)
	var local, sick int
	var space [8]Destination
	for _, to := range s.Destinations(space[:0], d) {
		sick += to.Unhealthy
		if topology.Is(zone, to.Zone) {
			local += to.Healthy + to.Unhealthy
		}
	}
	out := Shares{Unhealthy: topology.Of(Fraction{sick, d.Result})}
	if zone.IsSet() {
		out.InZone = topology.Of(Fraction{local, d.Result})
		out.CrossZone = topology.Of(Fraction{d.Result - local, d.Result})
	} else if zone.IsNull() {
		out.InZone, out.CrossZone = topology.Null[Fraction](), topology.Null[Fraction]()
	}
	return out
}
