// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// reaches reports whether an unresolved link of an object may lead to one of
// the objects that pick collects: whether the object's own input holds any. Key
// stands for pick.
func reaches[T topology.Node](p *validate.Pass, from topology.Node, key string, pick func() []T) bool {
	return validate.Shared(p, key, func() map[string]bool {
		held := map[string]bool{}
		for _, o := range pick() {
			held[o.Base().Input] = true
			for _, input := range o.Base().Beside {
				held[input] = true
			}
		}
		return held
	})[from.Base().Input]
}

// linkName returns how a detail calls what a link names.
func linkName(l topology.Link) string {
	switch {
	case l.State == topology.LinkResolved:
		return l.Target.Base().Address
	case l.ID.Complete():
		return l.ID.String()
	}
	return cmp.Or(l.Text, l.ID.Name, l.Path)
}

// linkReason returns why it is not known what a link names, as a sentence
// without a final period.
func linkReason(l topology.Link, what string) string {
	switch {
	case isHidden(l):
		return what + " is marked as sensitive, and leads out of the input"
	case l.State == topology.LinkExternal:
		return linkName(l) + " is not in the input"
	}
	return cmp.Or(l.Reason, what+" is known after apply")
}

// isBare reports whether a link is a text that is neither a URL nor a name that
// the provider looks up.
func isBare(l topology.Link) bool {
	return l.State == topology.LinkExternal && l.ID.Kind == "" && l.Text != ""
}

// isHidden reports whether a link leads out of the input and is sensitive, so
// that nothing else is known of it.
func isHidden(l topology.Link) bool {
	return l.State == topology.LinkExternal && l.ID == topology.Identity{} && l.Text == ""
}

// ofGroup returns what is true of the group that a link names: of the object,
// or of its identity where it is outside the input. Where the link may mean
// several groups of the input, it is known what is true of all of them.
func ofGroup[T comparable](
	p *validate.Pass, l topology.Link, of func(*topology.Group) topology.Known[T], byID func(topology.Identity) topology.Known[T],
) topology.Known[T] {
	switch l.State {
	case topology.LinkExternal:
		return byID(l.ID)
	case topology.LinkResolved:
		if g, ok := topology.To[*topology.Group](l); ok {
			return of(g)
		}
		return byID(l.ID)
	case topology.LinkAbsent:
		return topology.Unknown[T]()
	}
	var all topology.Known[T]
	for i, address := range l.Candidates {
		g, ok := p.Index.At(address).(*topology.Group)
		if !ok {
			return topology.Unknown[T]()
		}
		v := of(g)
		if i > 0 && v != all {
			return topology.Unknown[T]()
		}
		all = v
	}
	return all
}
