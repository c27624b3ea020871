// SPDX-License-Identifier: MPL-2.0

package google

import "terraform-provider-spillway/internal/source/graph"

// unify enters the objects into the index and finds those that are the same
// one: the data source of an object that an input manages, two data sources of
// one object, one object in two inputs. One of them stands for all.
func (b *builder) unify() {
	b.index, b.gone = newIndex(len(b.objects)), newIndex(len(b.removed))
	for _, o := range b.objects {
		if !o.inst.Data {
			b.enter(o)
		}
	}
	// A manager says more of a group than its instance group does.
	for _, managers := range []bool{true, false} {
		for _, o := range b.objects {
			if o.inst.Data && isManager(o) == managers {
				b.enter(o)
			}
		}
	}
	for _, o := range b.removed {
		b.gone.insert(o)
	}
}

func (b *builder) enter(o *object) {
	if o.id.Complete() && o.node != nil {
		if first := b.index.byID[o.id]; first != nil && same(first, o) {
			o.twin = first
			if base := first.base; !base.In(o.in.name) {
				base.Beside = append(base.Beside, o.in.name)
			}
			if !o.inst.Data {
				b.notice(first.base.Address, "stands in several inputs; what "+first.in.graph.Path+" says of it counts")
			}
			return
		}
	}
	b.index.insert(o)
}

// same reports whether an object with the identity of an earlier one adds
// nothing to it: a data source, or the state of what a plan or a folder
// manages, too. Two managed resources of one identity stay two, in one input
// (a mistake of their author) or in several (root modules that are copies of
// each other, each with findings of its own).
func same(first, o *object) bool {
	return o.inst.Data || first.in != o.in && first.inst.Address == o.inst.Address &&
		first.in.graph.IsState() != o.in.graph.IsState() && first.inst.Change != graph.Delete
}
