// SPDX-License-Identifier: MPL-2.0

package google

import (
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// input is one of the graphs that are joined.
type input struct {
	graph *graph.Graph
	// conf is the configuration behind the values, nil where there is none or
	// where it does not speak of the moment.
	conf graph.Configuration
	// name tells the input from the others that are joined.
	name string
}

// object is a resource instance on its way to becoming a noun.
type object struct {
	inst  *graph.Instance
	in    *input
	typ   *resourceType
	value graph.Value
	// id is the identity as far as it is known.
	id topology.Identity
	// numbered is the identity with the number that Google has given to the
	// object in place of the name; not complete where the input does not say it.
	numbered topology.Identity
	// home is where the project comes from, if it is known after apply: two
	// objects of one input and one home are in one project.
	home string
	// node is the noun, and base its common part; a type that becomes no object
	// has only a base.
	node topology.Node
	base *topology.Object
	// twin is the object that stands for this one in the topology, where two
	// of the input are the same.
	twin *object
	// conf answers for the object; nil where nobody does.
	conf graph.Configuration
	// settled says that the values are those of a state: what is left out shows
	// as a zero.
	settled bool
	// removed says that the plan destroys the object.
	removed bool
	// hidden says that an argument was not read because it is sensitive.
	hidden bool
}

// self returns the object that stands in the topology.
func (o *object) self() *object {
	for o.twin != nil {
		o = o.twin
	}
	return o
}

// written reports whether the configuration shows that it sets an argument.
func (o *object) written(path string) bool {
	if o.conf == nil {
		return false
	}
	e, ok := o.conf.Expression(o.inst, path)
	return ok && !e.Constant.IsNull()
}

// setHere reports whether a value that is known certainly comes from the
// configuration, and is none that Google has filled in: of an object that
// exists a plan shows either.
func (o *object) setHere(path string, v graph.Value) bool {
	if v.IsUnknown() || o.conf == nil {
		return false
	}
	switch o.inst.Change {
	case graph.Create, graph.Replace, graph.ReplaceCreateFirst:
		return true
	}
	e, ok := o.conf.Expression(o.inst, path)
	return v.IsEvaluated() || ok && !e.Constant.IsUnknown() && !e.Constant.IsNull()
}

// ignored reports whether lifecycle ignores changes of an argument:
// the source says so, or the plan keeps another value than the one written.
func (o *object) ignored(name string, planned graph.Value) bool {
	if o.conf == nil {
		return false
	}
	for _, conf := range []graph.Configuration{o.conf, o.in.graph.Source} {
		if conf == nil {
			continue
		}
		e, _ := conf.Expression(o.inst, "lifecycle[0].ignore_changes")
		if slices.Contains(e.References, name) || slices.Contains(e.References, "all") {
			return true
		}
		for _, v := range append(e.Constant.Elements(), e.Constant) { // in JSON they are texts
			if text, _ := v.Text(); text == name || text == "all" {
				return true
			}
		}
	}
	e, _ := o.conf.Expression(o.inst, name)
	written, ok := o.number(e.Constant).Value()
	kept, known := o.number(planned).Value()
	return ok && known && written.Compare(kept) != 0
}

// optional reads an argument that Google fills in when it is left out: what is
// known after apply, and certainly not written, is null.
func (o *object) optional(name string) graph.Value {
	v := o.value.Get(name)
	if v.IsLeftOut() || v.IsUnknown() && o.conf != nil && !o.written(name) {
		return graph.NullValue()
	}
	return v
}

// optionalBlock does the same for a block.
func (o *object) optionalBlock(name string) graph.Value {
	v := o.value.Get(name)
	if v.IsUnknown() && o.conf != nil {
		if static, dynamic := o.conf.Blocks(o.inst, name); static == 0 && !dynamic {
			return graph.NullValue()
		}
	}
	return v
}

// computedBlock does the same for a block that the provider computes, whole,
// when it is left out. Plan JSON shows no dynamic blocks: one over a number
// that is itself known after apply is planned alike, and is taken as left out.
func (o *object) computedBlock(name string) graph.Value {
	v := o.optionalBlock(name)
	if v.IsUnknown() && o.conf != nil && o.in.graph.Kind == graph.PlanJSON {
		if static, _ := o.conf.Blocks(o.inst, name); static == 0 {
			return graph.NullValue()
		}
	}
	return v
}

// within does the same for an argument of a block that stands once: path is
// the path of the block in the configuration.
func (o *object) within(block graph.Value, path, name string) graph.Value {
	v := block.Get(name)
	if v.IsLeftOut() || v.IsUnknown() && !block.IsUnknown() && o.blockIsStatic(path) && !o.written(path+"[0]."+name) {
		return graph.NullValue()
	}
	return v
}

// blockIsStatic reports whether the configuration shows the one block that
// stands at the path, so that what it does not write is left out. A dynamic
// block shows nothing of what is in it.
func (o *object) blockIsStatic(path string) bool {
	if o.conf == nil {
		return false
	}
	static, _ := o.conf.Blocks(o.inst, path)
	return static == 1
}
