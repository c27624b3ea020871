package health

import (
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
)

// Paths answers which composites speak for which published services, also
// where both name a forwarding rule that the input does not hold. It is
// read-only once it is built.
type Paths struct {
	composites map[string][]*topology.CompositeHealth // by the key of the destination
	loose      []*topology.CompositeHealth            // with a destination that has no key
	// idlePSC is true when the input holds a PSC NEG that no service is known to
	// use.
	idlePSC bool
}

// NewPaths builds the paths of a snapshot.
func NewPaths(s *topology.Snapshot) *Paths {
	p := &Paths{composites: map[string][]*topology.CompositeHealth{}}
	for _, c := range s.Composites {
		if k := key(c.Destination); k != "" {
			p.composites[k] = append(p.composites[k], c)
		} else if c.Destination.State != topology.LinkAbsent {
			p.loose = append(p.loose, c)
		}
	}
	used := map[string]bool{}
	for _, v := range s.Services {
		for _, b := range v.Backends.List {
			used[key(b.Group)] = true
		}
	}
	p.idlePSC = slices.ContainsFunc(s.Groups, func(g *topology.Group) bool {
		return topology.Is(g.IsPSC(), true) && !used["@"+g.Address]
	})
	return p
}

// key names what a link certainly leads to; empty where that cannot be told.
func key(l topology.Link) string {
	switch {
	case l.State == topology.LinkResolved && l.Target != nil:
		return "@" + l.Target.Base().Address
	case l.State == topology.LinkExternal && l.ID.Complete():
		return l.ID.String()
	}
	return ""
}

// CompositesOf returns the composites whose state the service of a service
// attachment has: those whose destination is the rule that it publishes, and
// those whose destination may be.
func (p *Paths) CompositesOf(a *topology.ServiceAttachment) (certain, possible []*topology.CompositeHealth) {
	return p.CompositesFor(a.TargetService)
}

// CompositesFor returns the composites whose destination is what a link leads
// to, and those whose destination may be.
func (p *Paths) CompositesFor(l topology.Link) (certain, possible []*topology.CompositeHealth) {
	if k := key(l); k != "" {
		certain = p.composites[k]
	}
	for _, c := range p.loose {
		if _, may := same(c.Destination, l); may {
			possible = append(possible, c)
		}
	}
	if key(l) == "" {
		possible = append(possible, p.mayMean(l)...)
	}
	return certain, possible
}

// mayMean returns the composites with a certain destination that a link
// without a key may lead to.
func (p *Paths) mayMean(l topology.Link) []*topology.CompositeHealth {
	var out []*topology.CompositeHealth
	for _, list := range p.composites {
		for _, c := range list {
			if _, may := same(c.Destination, l); may {
				out = append(out, c)
			}
		}
	}
	slices.SortFunc(out, func(a, b *topology.CompositeHealth) int {
		switch {
		case a.Address < b.Address:
			return -1
		case a.Address > b.Address:
			return 1
		}
		return 0
	})
	return out
}
