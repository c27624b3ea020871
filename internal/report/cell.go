// SPDX-License-Identifier: MPL-2.0

package report

import (
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// names shortens the names of zones for one service: to their letter, where
// all are in the service's region. The zero value shortens nothing.
type names struct {
	region string
	home   map[string]bool // the zones with primary endpoints
}

// namesOf returns how the zones of a service are called.
func namesOf(s *Service) names {
	n := names{region: s.Region, home: map[string]bool{}}
	for i := range s.Zones {
		n.home[s.Zones[i].Zone] = s.Zones[i].Primary > 0
		if topology.RegionOf(s.Zones[i].Zone) != s.Region {
			n.region = ""
		}
	}
	return n
}

func (n names) zone(z string) string {
	if n.region != "" && topology.RegionOf(z) == n.region && topology.IsZone(z) {
		return z[len(z)-1:]
	}
	return Printable(z)
}

// client names a client in the first column.
func (n names) client(c routing.Client) string {
	place := ""
	switch {
	case c.Zone == routing.OtherZone:
		place = "other zones"
	case c.Zone != "":
		place = n.zone(c.Zone)
	case c.Region != "":
		place = c.Region
	}
	switch {
	case c.Kind == routing.VM:
		return place
	case place != "":
		return strings.ReplaceAll(c.Kind.String(), "-", " ") + " in " + place
	}
	return strings.ReplaceAll(c.Kind.String(), "-", " ")
}

// maxListed is how many zones a cell lists.
const maxListed = 3

// cell says at a glance what happens to the connections of one client.
func (n names) cell(o *Outcome) cell {
	d := o.Decision
	switch {
	case !d.Decided():
		return cell{"undecided", rankUndecided}
	case d.Action == routing.Drop:
		return cell{"drops", rankLost}
	case d.Action == routing.Unreachable:
		return cell{"unreachable", rankLost}
	}
	sick := 0
	for _, to := range o.Destinations {
		sick += to.Unhealthy
	}
	if sick > 0 {
		return cell{n.sick(o, sick), rankSick}
	}
	local, zoned := n.local(o)
	switch {
	case zoned && local == d.Result && d.Action == routing.Refine:
		return cell{"stay · " + count(o.Destinations, d.Result), rankStay}
	case zoned && local == 0 && n.home[o.Client.Zone]:
		return cell{"all leave → " + n.list(o.Destinations), rankLeave}
	case d.Match == routing.Matched && local < d.Result:
		return cell{"spill · " + count(o.Destinations, d.Result) + n.crossing(o), rankSpill}
	case len(o.Destinations) == 1, zoned && local == 0 && o.Client.Zone != routing.OtherZone:
		return cell{n.list(o.Destinations), rankAny}
	}
	return cell{"any · " + count(o.Destinations, d.Result) + n.crossing(o), rankAny}
}

// sick names the unhealthy endpoints that connections reach: those of the
// client's own zone, or all of the last resort.
func (n names) sick(o *Outcome, sick int) string {
	local, zoned := n.local(o)
	text := "SICK " + count(o.Destinations, sick)
	switch {
	case zoned && local == o.Decision.Result && o.Decision.Match == routing.Matched:
		return "stay · " + text
	case len(o.Destinations) == 1:
		return "SICK " + n.list(o.Destinations)
	}
	return "any · " + text + n.crossing(o)
}

// local returns how many endpoints of the result are in the client's zone;
// zoned is false for a client without one in the region.
func (n names) local(o *Outcome) (endpoints int, zoned bool) {
	zone := o.Client.Zone
	zoned = zone != "" && o.Decision.Row != routing.ZA01 && !o.Shares.InZone.IsNull()
	if o.Shares.Unhealthy.IsNull() { // no shares: the spread is not even
		_, own := n.home[zone]
		zoned = o.Decision.Row != routing.ZA01 && (own || zone == routing.OtherZone)
	}
	for _, to := range o.Destinations {
		if to.Zone == o.Client.Zone {
			endpoints += to.Healthy + to.Unhealthy
		}
	}
	return endpoints, zoned
}

// crossing returns the part of the connections that leaves the client's zone.
func (n names) crossing(o *Outcome) string {
	f, ok := o.Shares.CrossZone.Value()
	if !ok || f.IsZero() || f.Num == f.Den {
		return ""
	}
	return " (" + percent(f) + " cross-zone)"
}

// count returns a number of endpoints, and says so where they are failover
// backends.
func count(to []routing.Destination, n int) string {
	if len(to) > 0 && to[0].Pool == sizing.Failover {
		return "failover " + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// list names the zones with their endpoints.
func (n names) list(to []routing.Destination) string {
	if len(to) == 0 {
		return "none"
	}
	total := 0
	parts := make([]string, len(to))
	for i, d := range to {
		parts[i] = n.zone(d.Zone) + " " + strconv.Itoa(d.Healthy+d.Unhealthy)
		total += d.Healthy + d.Unhealthy
	}
	prefix := ""
	if to[0].Pool == sizing.Failover {
		prefix = "failover "
	}
	if len(parts) > maxListed {
		return prefix + strconv.Itoa(total) + " in " + strconv.Itoa(len(parts)) + " zones"
	}
	return prefix + strings.Join(parts, ", ")
}

// percent returns a share in whole percent, but never rounds to none or all
// what is neither.
func percent(f routing.Fraction) string {
	p := (200*f.Num + f.Den) / (2 * f.Den)
	switch {
	case p == 0 && f.Num > 0:
		return "under 1 %"
	case p == 100 && f.Num < f.Den:
		return "over 99 %"
	}
	return strconv.Itoa(p) + " %"
}
