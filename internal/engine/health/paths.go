// SPDX-License-Identifier: MPL-2.0

package health

import (
	"cmp"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
)

// Paths answers which composites speak for which published services, also
// where both name a forwarding rule that the input does not hold. It is
// read-only once it is built.
type Paths struct {
	composites map[string][]*topology.CompositeHealth // by the Key of the destination
	loose      []*topology.CompositeHealth            // with a destination that has none
	// idlePSC holds the PSC NEGs that no service is known to use.
	idlePSC []*topology.Group
}

// NewPaths builds the paths of a snapshot.
func NewPaths(s *topology.Snapshot) *Paths {
	p := &Paths{composites: map[string][]*topology.CompositeHealth{}}
	for _, c := range s.Composites {
		if k := c.Destination.Key(); k != "" {
			p.composites[k] = append(p.composites[k], c)
		} else if c.Destination.State != topology.LinkAbsent {
			p.loose = append(p.loose, c)
		}
	}
	used := map[string]bool{}
	for _, v := range s.Services {
		for _, b := range v.Backends.List {
			used[b.Group.Key()] = true
		}
	}
	for _, g := range s.Groups {
		if topology.Is(g.IsPSC(), true) && !used[g.Address] {
			p.idlePSC = append(p.idlePSC, g)
		}
	}
	return p
}

// CompositesOf returns the composites whose state the service of a service
// attachment has: those whose destination is the rule that it publishes, and
// those whose destination may be.
func (p *Paths) CompositesOf(a *topology.ServiceAttachment) (certain, possible []*topology.CompositeHealth) {
	return p.CompositesFor(a, a.TargetService)
}

// CompositesFor returns the composites whose destination is what a link of an
// object leads to, and those whose destination may be.
func (p *Paths) CompositesFor(from topology.Node, l topology.Link) (certain, possible []*topology.CompositeHealth) {
	k := l.Key()
	if k != "" {
		certain = p.composites[k]
	}
	may := func(c *topology.CompositeHealth) bool {
		_, may := same(end{c, c.Destination}, end{from, l})
		return may
	}
	for _, c := range p.loose {
		if may(c) {
			possible = append(possible, c)
		}
	}
	if k == "" {
		possible = append(possible, p.withDestination(may)...)
	}
	return certain, possible
}

// withDestination returns the composites with a certain destination that a
// function accepts, by address.
func (p *Paths) withDestination(accept func(*topology.CompositeHealth) bool) []*topology.CompositeHealth {
	var out []*topology.CompositeHealth
	for _, list := range p.composites {
		for _, c := range list {
			if accept(c) {
				out = append(out, c)
			}
		}
	}
	slices.SortFunc(out, func(a, b *topology.CompositeHealth) int { return cmp.Compare(a.Address, b.Address) })
	return out
}
