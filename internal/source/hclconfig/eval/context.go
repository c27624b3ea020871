// SPDX-License-Identifier: MPL-2.0

package eval

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// roots collects the variables of an evaluation context.
type roots struct {
	s         *scope
	flat      map[string]cty.Value
	nested    map[string]map[string]cty.Value // by root and name
	data      map[string]map[string]cty.Value // by type and name
	resources []wanted[*Resource]
	calls     []wanted[*Call]
}

// wanted is what the references of one expression want of a block.
type wanted[T comparable] struct {
	block T
	whole bool
	items []want
}

// add notes what one reference wants.
func add[T comparable](all []wanted[T], block T, x *expansion, rest hcl.Traversal) []wanted[T] {
	k := slices.IndexFunc(all, func(w wanted[T]) bool { return w.block == block })
	if k < 0 {
		k, all = len(all), append(all, wanted[T]{block: block})
	}
	if item, ok := x.wantOf(rest); ok {
		all[k].items = append(all[k].items, item)
	} else {
		all[k].whole = true
	}
	return all
}

// variables returns the context for the references of an expression.
func (s *scope) variables(refs []hcl.Traversal) map[string]cty.Value {
	r := &roots{s: s, flat: make(map[string]cty.Value, len(refs))}
	for _, t := range refs {
		r.add(t)
	}
	for _, w := range r.resources {
		v, name := w.block.some(w), w.block.Decl.Name
		if name.Data {
			put(&r.data, name.Type, name.Name, v)
		} else {
			put(&r.nested, name.Type, name.Name, v)
		}
	}
	for _, w := range r.calls {
		put(&r.nested, "module", w.block.decl.Name, w.block.some(w))
	}
	for root, attrs := range r.nested {
		r.flat[root] = cty.ObjectVal(attrs)
	}
	if len(r.data) > 0 {
		types := map[string]cty.Value{}
		for ty, names := range r.data {
			types[ty] = cty.ObjectVal(names)
		}
		r.flat["data"] = cty.ObjectVal(types)
	}
	return r.flat
}

func put(in *map[string]map[string]cty.Value, first, second string, v cty.Value) {
	if *in == nil {
		*in = map[string]map[string]cty.Value{}
	}
	if (*in)[first] == nil {
		(*in)[first] = map[string]cty.Value{}
	}
	(*in)[first][second] = v
}

func (r *roots) add(t hcl.Traversal) {
	root := t.RootName()
	if v, ok := r.s.iterators[root]; ok {
		r.flat[root] = v
		return
	}
	if v, ok := r.s.builtin(root); ok {
		r.flat[root] = v
		return
	}
	second, ok := attrAt(t, 1)
	if !ok {
		return // hcl says that there is no such variable
	}
	m, at := r.s.m, t.SourceRange()
	switch root {
	case "each", "count":
		m.e.errorf(at, "Reference to "+root+" in unsuitable place", "%s.%s can only be used in a block that has %s.", root, second,
			map[string]string{"each": "for_each", "count": "count"}[root])
		r.flat[root] = cty.DynamicVal
	case "var":
		v, ok := m.Variable(second)
		r.declared(ok, at, "input variable", "var."+second)
		put(&r.nested, "var", second, v)
	case "local":
		v, ok := m.Local(second)
		r.declared(ok, at, "local value", "local."+second)
		put(&r.nested, "local", second, v)
	case "module":
		r.addCall(second, t)
	case "data":
		if third, ok := attrAt(t, 2); ok {
			r.addResource(module.Name{Data: true, Type: second, Name: third}, t[3:], at)
		}
	default:
		r.addResource(module.Name{Type: root, Name: second}, t[2:], at)
	}
}

// declared reports a reference to something that is not there.
func (r *roots) declared(ok bool, at hcl.Range, kind, name string) {
	if !ok {
		where := "the root module"
		if r.s.m.Path != "" {
			where = r.s.m.Path
		}
		r.s.m.e.errorf(at, "Reference to undeclared "+kind, "There is no %s in %s.", name, where)
	}
}

func (r *roots) addCall(name string, t hcl.Traversal) {
	c := r.s.m.Call(name)
	if c == nil {
		_, declared := r.s.m.Node.Module.Calls[name]
		r.declared(declared, t.SourceRange(), "module", "module."+name)
		put(&r.nested, "module", name, cty.DynamicVal)
		return
	}
	r.calls = add(r.calls, c, &c.expansion, t[2:])
}

func (r *roots) addResource(name module.Name, rest hcl.Traversal, at hcl.Range) {
	res := r.s.m.Resource(name)
	if res == nil {
		r.declared(false, at, "resource", name.String())
		if name.Data {
			put(&r.data, name.Type, name.Name, cty.DynamicVal)
		} else {
			put(&r.nested, name.Type, name.Name, cty.DynamicVal)
		}
		return
	}
	r.resources = add(r.resources, res, &res.expansion, rest)
}

// some returns the value of a call as far as it is wanted.
func (c *Call) some(w wanted[*Call]) cty.Value {
	if w.whole || c.hasUndeclared(w) {
		return c.value()
	}
	return c.assembleSome(w.items, func(k graph.Key, out string) cty.Value {
		v, _ := c.Module(k).Output(out)
		return v
	}, c.value)
}

// hasUndeclared reports whether an output is wanted that the module does not
// have: the whole object then makes the error.
func (c *Call) hasUndeclared(w wanted[*Call]) bool {
	for _, item := range w.items {
		if c.m.Node.Children[c.decl.Name].Module.Outputs[item.attr] == nil {
			return true
		}
	}
	return false
}

// some returns the value of a resource as far as it is wanted.
func (r *Resource) some(w wanted[*Resource]) cty.Value {
	if w.whole {
		return r.value()
	}
	return r.assembleSome(w.items, func(k graph.Key, attr string) cty.Value { return r.Instance(k).Attr(attr) }, r.value)
}
