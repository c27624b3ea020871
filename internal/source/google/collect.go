// SPDX-License-Identifier: MPL-2.0

package google

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// collect makes objects of the instances of all inputs, gives each its
// identity, and finds those that are the same.
func (b *builder) collect(graphs []*graph.Graph) {
	n := 0
	for _, g := range graphs {
		if g != nil {
			n += len(g.Instances)
		}
	}
	b.objects = make([]*object, 0, n)
	store := make([]object, n) // one allocation for all
	names := graph.Names(graphs)
	b.shared = graph.Shared(graphs)
	for i, g := range graphs {
		if g == nil {
			continue
		}
		in := &input{graph: g, name: names[i]}
		if b.moment == After {
			in.conf = g.Configuration
		}
		for _, inst := range g.Instances {
			o := &store[0]
			if b.take(o, in, inst) {
				store = store[1:]
			}
		}
		for _, u := range g.Unexpanded {
			b.unexpand(in, u)
		}
		if g.Incomplete != "" && g.Configuration == nil && b.moment == After {
			b.incomplete(in)
		}
	}
	b.tellForeign()
	b.unify()
}

// unexpand notes a resource of which the input does not tell the instances.
// What refers to an object may be among them.
func (b *builder) unexpand(in *input, u graph.Unexpanded) {
	typ := types[u.Type]
	if typ == nil || b.moment != After {
		return
	}
	b.incomplete(in)
	b.unexpanded = append(b.unexpanded, &object{in: in, typ: typ, base: &topology.Object{Address: u.Address, Type: u.Type, Input: in.name}})
}

// incomplete notes that a part of an input could not be read into objects.
func (b *builder) incomplete(in *input) {
	b.snapshot.LinksComplete = false
	if b.snapshot.Partial == nil {
		b.snapshot.Partial = map[string]bool{}
	}
	b.snapshot.Partial[in.name] = true
}

// take makes an object of an instance; it returns false where the package does
// not read the instance, or the moment does not hold it.
func (b *builder) take(o *object, in *input, inst *graph.Instance) bool {
	if inst == nil {
		return false
	}
	typ := types[inst.Type]
	if typ == nil {
		return false
	}
	if !isGoogle(inst.Provider) {
		b.foreign(in, inst)
		return false
	}
	*o = object{inst: inst, in: in, typ: typ, conf: in.conf}
	switch v, found := b.valueOf(o); {
	case !found:
		return false
	case v.IsUnknown(), v.Kind() == graph.Object:
		o.value = v
	default:
		b.incomplete(in)
		b.notice(inst.Address, "the input holds a "+v.Kind().String()+" where an object is expected; it is not read")
		return false
	}
	if inst.Data || o.settled || o.removed {
		o.conf = nil // what it leaves out, Google has filled in
	}
	if typ.noun == listing {
		b.list(o)
		return false
	}
	b.register(o, inst.Type, inst.Address)
	b.of[inst] = o
	return true
}

// register gives an object its noun, address and identity, and keeps it.
func (b *builder) register(o *object, resourceType, address string) {
	o.node = newNode(o.typ)
	if o.node != nil {
		o.base = o.node.Base()
	} else {
		o.base = &topology.Object{}
	}
	if b.shared[o.inst.Address] {
		address = topology.Labelled(address, o.in.name)
	}
	*o.base = topology.Object{
		Address: address, Input: o.in.name, Type: resourceType, Kind: o.typ.kind,
		Data: o.inst.Data || o.inst.Change == graph.Forget && b.moment == After, Change: changeOf(o.inst.Change),
	}
	o.identify()
	if o.removed {
		b.removed = append(b.removed, o)
		return
	}
	b.objects = append(b.objects, o)
}

// valueOf returns the value of the instance at the moment, and whether there is
// one. It also tells whether the value is that of a state.
func (b *builder) valueOf(o *object) (graph.Value, bool) {
	inst, g := o.inst, o.in.graph
	isState := g.Kind == graph.StateJSON || g.Kind == graph.StateFile
	if b.moment == Before {
		o.settled = true
		switch {
		case isState, inst.Data && inst.Before.IsNull() && inst.Change == graph.NoChange && g.HasPrior:
			return inst.After, !inst.After.IsNull()
		case !g.HasPrior:
			return graph.Value{}, false
		}
		return inst.Before, !inst.Before.IsNull()
	}
	switch {
	case !inst.After.IsNull():
		o.settled = isState || g.HasPrior && inst.Change == graph.NoChange && inst.Data
		return inst.After, true
	case inst.Change == graph.Forget:
		// Terraform lets go of the object; it goes on to exist.
		o.settled = true
		return inst.Before, !inst.Before.IsNull()
	case inst.Change == graph.Delete && !inst.Data:
		o.settled, o.removed = true, true
		return inst.Before, !inst.Before.IsNull()
	}
	return graph.Value{}, false
}

// list makes objects of what a listing data source lists.
func (b *builder) list(o *object) {
	typ := listed[o.inst.Type]
	elements := o.value.Get(o.typ.leads).Elements()
	for i, e := range elements {
		one := *o
		one.typ, one.value = types[typ], e
		b.register(&one, typ, b.at(o.inst.Address+"."+o.typ.leads, i))
	}
}

func changeOf(c graph.ChangeKind) topology.Change {
	switch c {
	case graph.Create:
		return topology.ChangeCreate
	case graph.Update:
		return topology.ChangeUpdate
	case graph.Replace:
		return topology.ChangeReplace
	case graph.ReplaceCreateFirst:
		return topology.ChangeReplaceCreateFirst
	case graph.Delete:
		return topology.ChangeDelete
	}
	return topology.ChangeNone
}
