// SPDX-License-Identifier: MPL-2.0

package google

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// linkList reads an attribute that is a list or set of links.
func (b *builder) linkList(o *object, attribute string, t *target) topology.LinkList {
	v := o.value.Get(attribute)
	switch v.Kind() {
	case graph.Null:
		return topology.LinkList{Complete: true}
	case graph.List:
		elements := v.Elements()
		l := topology.LinkList{Complete: true, Links: make([]topology.Link, 0, len(elements))}
		for i, e := range elements {
			path := b.at(attribute, i)
			link, ok := b.referred(o, e, path)
			switch {
			case ok:
			case e.IsUnknown():
				link = unresolved(path, afterApply(o, path), nil)
			default:
				link = b.named(o, e, path, t)
			}
			l.Links = append(l.Links, link)
		}
		return l
	case graph.Unknown:
		return b.referencedList(o, attribute, t)
	}
	return topology.LinkList{Reason: attribute + " of " + o.base.Address + " is no list"}
}

// referencedList reads a list that is known after apply as a whole. References
// that name instances one by one give its elements; a resource that is named
// as a whole may be sliced or filtered, and what stands beside may add to it.
// A literal beside references leaves no trace in a plan's JSON.
func (b *builder) referencedList(o *object, attribute string, t *target) topology.LinkList {
	reason := afterApply(o, attribute)
	if o.conf == nil {
		return topology.LinkList{Links: []topology.Link{unresolved(attribute, reason, nil)}, Reason: reason}
	}
	e, ok := o.conf.Expression(o.inst, attribute)
	if !ok {
		return topology.LinkList{Links: []topology.Link{unresolved(attribute, reason, nil)}, Reason: reason}
	}
	tr := b.follow(o, e, t)
	beside := filter(tr.beside, func(r string) bool { return !isKey(r) })
	if tr.grade != graph.Exact {
		reason += b.hint(o, ", "+tr.sentence(t))
		return topology.LinkList{Links: []topology.Link{unresolved(attribute, reason, b.candidates(tr))}, Reason: reason}
	}
	l := topology.LinkList{Complete: len(beside) == 0}
	for i, to := range tr.targets {
		l.Links = append(l.Links, topology.Link{
			State: topology.LinkResolved, Target: to.node, ID: to.id, Proof: topology.ByReference, Path: b.at(attribute, i),
		})
	}
	switch {
	case !l.Complete:
		l.Reason = reason + b.hint(o, ", and "+enumerate(beside)+" may add to it")
	case t.repeats && tr.direct > len(tr.targets):
		l.Complete = false
		l.Reason = reason + b.hint(o, ", and names one "+t.what+" more than once")
	}
	return l
}

// isKey reports whether a reference only chooses among instances.
func isKey(reference string) bool {
	return reference == "each.key" || reference == "count.index" ||
		slices.ContainsFunc([]string{"path.", "terraform."}, func(p string) bool { return strings.HasPrefix(reference, p) })
}
