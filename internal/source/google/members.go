// SPDX-License-Identifier: MPL-2.0

package google

import (
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// members sizes an unmanaged group and names its members: its instances, and
// those that memberships of the input add.
func (b *builder) members(o *object, g *topology.Group, a *attached) {
	v := o.value.Get("instances")
	c := &g.Capacity
	if v.IsEvaluated() {
		c.From = topology.SizeFromConfiguration
	}
	added := a.memberships[o]
	switch {
	case v.Kind() == graph.List:
		g.Members = b.linkList(o, "instances", toInstanceByURL)
	case v.IsUnknown() && o.written("instances"):
		g.Members = b.referencedMembers(o)
		c.From = topology.SizeFromConfiguration
	case o.base.Data && v.IsUnknown():
		g.Members.Reason = afterApply(o, "instances")
	case len(added) > 0:
		g.Members = topology.LinkList{Complete: true}
	default:
		g.Members.Reason = "the members of " + o.base.Address + " are not in the input: they are attached elsewhere"
	}
	for _, m := range added {
		g.Members.Links = append(g.Members.Links, b.link(m, m.value.Get("instance"), "instance", "instance", toInstance))
	}
	g.Members.Links = distinct(without(g.Members.Links, a.left[o]))
	if other := a.strayMemberships.of(o); other != nil {
		g.Members.Complete = false
		g.Members.Reason = other.base.Address + " may add an instance to " + o.base.Address
	}
	c.Members = g.Members.Count()
	if size := o.nonZero(o.value.Get("size")); v.IsNull() && o.base.Data && size.IsSet() {
		c.Members = size // of a list of groups, which has no instances
	}
	if c.Members.IsUnknown() {
		c.From, c.Reason = topology.SizeUnknown, g.Members.Reason
	}
}

// referencedMembers counts the instances that the references of "instances"
// name. A resource that is named as a whole counts with all its instances,
// unless some are in another zone: then a filter may be at work.
func (b *builder) referencedMembers(o *object) topology.LinkList {
	l := b.referencedList(o, "instances", toInstanceByURL)
	if l.Complete {
		return l
	}
	e, _ := o.conf.Expression(o.inst, "instances")
	direct, _ := readReferences(e.References)
	tr := b.follow(o, e, toInstanceByURL)
	if !tr.whole || tr.grade != graph.Ambiguous || len(tr.beside) > 0 || !allWhole(direct) {
		return l
	}
	all := topology.LinkList{Complete: true}
	for i, to := range tr.targets {
		if to.id.Location == "" || to.id.Location != o.id.Location {
			l.Reason = "the members of " + o.base.Address + " cannot be told: " + to.base.Address + " is not in its zone"
			return l
		}
		all.Links = append(all.Links, topology.Link{
			State: topology.LinkResolved, Target: to.node, ID: to.id, Proof: topology.ByReference, Path: b.at("instances", i),
		})
	}
	return all
}

// allWhole reports whether references name resources by their ids or as a
// whole, and pick nothing out of variables and outputs.
func allWhole(direct []directReference) bool {
	for _, d := range direct {
		if !d.whole && (!d.object || !d.id) {
			return false
		}
	}
	return len(direct) > 0
}

// without takes out the instances whose membership the plan destroys: the
// group shows them as long as it is not refreshed.
func without(links, left []topology.Link) []topology.Link {
	if len(left) == 0 {
		return links
	}
	gone := make(map[topology.Identity]bool, len(left))
	for _, l := range left {
		gone[l.ID] = l.ID.Complete()
	}
	return slices.DeleteFunc(links, func(l topology.Link) bool { return gone[l.ID] })
}

// meaning is what a member link means.
type meaning struct {
	target topology.Node
	id     topology.Identity
	text   string
}

func meaningOf(l *topology.Link) meaning {
	switch {
	case l.Target != nil:
		return meaning{target: l.Target}
	case l.ID.Name != "":
		return meaning{id: l.ID}
	}
	return meaning{text: l.Text}
}

// distinct drops links that mean what an earlier one means.
func distinct(links []topology.Link) []topology.Link {
	const few = 8
	var seen map[meaning]bool
	if len(links) > few {
		seen = make(map[meaning]bool, len(links))
	}
	kept := links[:0]
	for i := range links {
		m := meaningOf(&links[i])
		known := m != meaning{}
		if known && (seen[m] || seen == nil && holds(kept, m)) {
			continue
		}
		if seen != nil {
			seen[m] = true
		}
		kept = append(kept, links[i])
	}
	return kept
}

func holds(links []topology.Link, m meaning) bool {
	for i := range links {
		if meaningOf(&links[i]) == m {
			return true
		}
	}
	return false
}
