// SPDX-License-Identifier: MPL-2.0

package sizing

import (
	"cmp"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
)

// Pool is one of the two pools of a backend service.
type Pool uint8

// The pools.
const (
	Primary Pool = iota
	Failover
)

func (p Pool) String() string { return [...]string{"primary", "failover"}[p] }

// Layout is a backend service's endpoints, by group, zone and pool.
type Layout struct {
	Service *topology.BackendService
	// Slots are sorted in the order in which endpoints of a zone are taken as
	// sick: primary pool first, then failover, each by the address of the
	// group and then by zone.
	Slots []Slot
	// Groups has one entry for each backend, in the order of the service.
	Groups []GroupLayout
	// Zones are the zones with at least one endpoint, sorted.
	Zones []Zone
	// Undecided says what keeps the layout from being complete; empty when it
	// is.
	Undecided []Cause
	// Assumptions are those that the counts rest on.
	Assumptions []topology.Notice
}

// Slot is the endpoints of one group in one zone.
type Slot struct {
	Group *topology.Group
	Zone  string
	Pool  Pool
	Count int
}

// GroupLayout is one backend of the service.
type GroupLayout struct {
	Backend *topology.Backend
	Group   *topology.Group // nil where the link is not resolved
	Pool    topology.Known[Pool]
	Size    Size
}

// Zone is the endpoints of a service in one zone.
type Zone struct {
	Name              string
	Primary, Failover int
}

// Cause is a reason why something is not decided.
type Cause struct {
	Reason    string   // a clause: "the size of … is autoscaled, 2 to 9"
	Addresses []string // the objects that it is about, sorted
}

// Decided reports whether all endpoints of the service are known.
func (l *Layout) Decided() bool { return len(l.Undecided) == 0 }

// Of lays out a backend service. A group that stands twice in one pool
// counts once: Google refuses it (LB022 says so).
func Of(s *topology.BackendService, a Assume) *Layout {
	l := &Layout{Service: s}
	if !s.Backends.Complete {
		l.undecided(s.BackendsReason(), s.Address)
	}
	seen := map[string]bool{}
	for i := range s.Backends.List {
		l.add(&s.Backends.List[i], a, seen)
	}
	slices.SortStableFunc(l.Slots, func(a, b Slot) int {
		return cmp.Or(cmp.Compare(a.Pool, b.Pool), cmp.Compare(a.Group.Address, b.Group.Address), cmp.Compare(a.Zone, b.Zone))
	})
	l.sumZones()
	return l
}

func (l *Layout) add(b *topology.Backend, a Assume, seen map[string]bool) {
	gl := GroupLayout{Backend: b}
	if f, ok := b.Failover.Or(false).Value(); ok {
		gl.Pool = topology.Of(Primary)
		if f {
			gl.Pool = topology.Of(Failover)
		}
	} else {
		l.undecided(b.Path+".failover of "+l.Service.Address+" is known after apply", l.Service.Address)
	}
	g, ok := topology.To[*topology.Group](b.Group)
	if !ok {
		l.unresolved(b)
		l.Groups = append(l.Groups, gl)
		return
	}
	gl.Group, gl.Size = g, OfGroup(g, a)
	l.Groups = append(l.Groups, gl)
	if seen[g.Address] {
		return
	}
	seen[g.Address] = true
	if gl.Size.Assumption != "" {
		l.Assumptions = append(l.Assumptions, topology.Notice{Address: g.Address, Text: gl.Size.Assumption})
	}
	if !gl.Size.Known {
		l.undecided(gl.Size.Reason, g.Address)
		return
	}
	pool, ok := gl.Pool.Value()
	if !ok {
		return
	}
	for _, z := range gl.Size.Zones {
		l.Slots = append(l.Slots, Slot{Group: g, Zone: z.Zone, Pool: pool, Count: z.Count.Default(0)})
	}
}

func (l *Layout) unresolved(b *topology.Backend) {
	switch b.Group.State {
	case topology.LinkExternal:
		what := cmp.Or(b.Group.Outside(), b.Path+".group of "+l.Service.Address)
		l.undecided("the size of "+what+" is not in the input", l.Service.Address)
	case topology.LinkAbsent:
		l.undecided(b.Path+" of "+l.Service.Address+" names no group", l.Service.Address)
	default:
		l.undecided(cmp.Or(b.Group.Reason, b.Path+".group of "+l.Service.Address+" is known after apply"), l.Service.Address)
	}
}

func (l *Layout) undecided(reason, address string) {
	for i := range l.Undecided {
		if l.Undecided[i].Reason == reason {
			if !slices.Contains(l.Undecided[i].Addresses, address) {
				l.Undecided[i].Addresses = append(l.Undecided[i].Addresses, address)
			}
			return
		}
	}
	l.Undecided = append(l.Undecided, Cause{Reason: reason, Addresses: []string{address}})
}

func (l *Layout) sumZones() {
	for _, s := range l.Slots {
		if s.Count == 0 {
			continue
		}
		i, ok := slices.BinarySearchFunc(l.Zones, s.Zone, func(z Zone, name string) int { return cmp.Compare(z.Name, name) })
		if !ok {
			l.Zones = slices.Insert(l.Zones, i, Zone{Name: s.Zone})
		}
		if s.Pool == Primary {
			l.Zones[i].Primary += s.Count
		} else {
			l.Zones[i].Failover += s.Count
		}
	}
}

// Members returns the number of endpoints of the service in both pools and
// all zones. It is known also where only their spread over zones or pools is
// not.
func (l *Layout) Members() topology.Known[int] {
	if !l.Service.Backends.Complete {
		return topology.Unknown[int]()
	}
	n, seen := 0, map[string]bool{}
	for _, g := range l.Groups {
		if g.Group == nil {
			return topology.Unknown[int]()
		}
		if seen[g.Group.Address] {
			continue
		}
		seen[g.Group.Address] = true
		m, ok := g.Size.Members.Value()
		if !ok {
			return topology.Unknown[int]()
		}
		n += m
	}
	return topology.Of(n)
}

// Total returns the number of endpoints in a pool over all zones.
func (l *Layout) Total(p Pool) int {
	n := 0
	for _, s := range l.Slots {
		if s.Pool == p {
			n += s.Count
		}
	}
	return n
}
