// SPDX-License-Identifier: MPL-2.0

package source

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
)

// join makes one topology of those of two providers. Neither adapter knows the
// objects of the other: a link from one to the other has an identity, and leads
// to nothing yet. An object that both describe stays two, and each is named by
// its own provider's.
func join(a, b *topology.Snapshot) *topology.Snapshot {
	connect(a, b)
	connect(b, a)
	out := &topology.Snapshot{LinksComplete: a.LinksComplete && b.LinksComplete}
	to, left, right := reflect.ValueOf(out).Elem(), reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for i := range to.NumField() {
		if f := to.Field(i); f.Kind() == reflect.Slice {
			f.Set(reflect.AppendSlice(left.Field(i), right.Field(i)))
			if isNodes(f.Type()) {
				byAddress(f)
			}
		}
	}
	for _, part := range []map[string]bool{a.Partial, b.Partial} {
		for name := range part {
			if out.Partial == nil {
				out.Partial = map[string]bool{}
			}
			out.Partial[name] = true
		}
	}
	slices.SortFunc(out.Notices, func(x, y topology.Notice) int {
		return cmp.Or(cmp.Compare(x.Address, y.Address), cmp.Compare(x.Text, y.Text))
	})
	return out
}

var nodeType = reflect.TypeFor[topology.Node]()

func isNodes(list reflect.Type) bool { return list.Elem().Implements(nodeType) }

func byAddress(list reflect.Value) {
	sorted := make([]topology.Node, 0, list.Len())
	for i := range list.Len() {
		if n, ok := list.Index(i).Interface().(topology.Node); ok { // as isNodes says
			sorted = append(sorted, n)
		}
	}
	slices.SortStableFunc(sorted, func(x, y topology.Node) int { return cmp.Compare(x.Base().Address, y.Base().Address) })
	for i, n := range sorted {
		list.Index(i).Set(reflect.ValueOf(n))
	}
}

// connect leads the links of one topology that lead outside to the objects of
// another.
func connect(from, to *topology.Snapshot) {
	present, gone := index(to)
	for n, removed := range nodes(from) {
		eachLink(reflect.ValueOf(n).Elem(), func(l *topology.Link) {
			if l.State != topology.LinkExternal || !l.ID.Complete() {
				return
			}
			id := managedAsGroup(l.ID)
			target := present[id]
			if target == nil && removed {
				target = gone[id]
			}
			if target == nil {
				return
			}
			l.State, l.Target = topology.LinkResolved, target
			if l.Proof == "" {
				l.Proof = proofOf(l.Text)
			}
		})
	}
}

func proofOf(text string) topology.Proof {
	switch {
	case strings.Contains(text, "://"):
		return topology.BySelfLink
	case strings.Contains(text, "/"):
		return topology.ByID
	}
	return topology.ByName
}

// managedAsGroup returns the identity of a managed group for that of its
// manager: they are one object of the model.
func managedAsGroup(id topology.Identity) topology.Identity {
	if id.Kind == topology.KindInstanceGroupManager {
		id.Kind = topology.KindInstanceGroup
	}
	return id
}

// index finds the objects of a topology by identity, those that the plan
// destroys apart. Of several of one identity the first counts.
func index(s *topology.Snapshot) (present, gone map[topology.Identity]topology.Node) {
	present, gone = map[topology.Identity]topology.Node{}, map[topology.Identity]topology.Node{}
	for n, removed := range nodes(s) {
		in := present
		if removed {
			in = gone
		}
		if id := managedAsGroup(n.Base().Identity()); id.Complete() && in[id] == nil {
			in[id] = n
		}
	}
	return present, gone
}

// nodes visits the objects of a topology, and says of each whether the plan
// destroys it.
func nodes(s *topology.Snapshot) func(yield func(n topology.Node, removed bool) bool) {
	return func(yield func(topology.Node, bool) bool) {
		v := reflect.ValueOf(s).Elem()
		for i := range v.NumField() {
			list := v.Field(i)
			if list.Kind() != reflect.Slice || !isNodes(list.Type()) {
				continue
			}
			removed := list.Type().Elem() == nodeType
			for k := range list.Len() {
				if n, ok := list.Index(k).Interface().(topology.Node); ok && !yield(n, removed) {
					return
				}
			}
		}
	}
}

// eachLink visits the links of an object, wherever they stand in it. It looks
// at the types, so that a link that the model gains is not forgotten here.
func eachLink(v reflect.Value, visit func(*topology.Link)) {
	switch v.Kind() {
	case reflect.Struct:
		if l, ok := v.Addr().Interface().(*topology.Link); ok {
			visit(l)
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				eachLink(v.Field(i), visit)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachLink(v.Index(i), visit)
		}
	}
}
