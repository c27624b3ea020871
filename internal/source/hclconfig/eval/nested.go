// SPDX-License-Identifier: MPL-2.0

package eval

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/module"
	"terraform-provider-spillway/internal/source/hclconfig/schema"
)

// mostElementsOfBlock bounds what one dynamic block makes.
const mostElementsOfBlock = 10_000

// Nested are the nested blocks of one type in a body, dynamic ones expanded.
type Nested struct {
	schema *schema.Nested
	// Unknown says that how many there are is known after apply.
	Unknown bool
	// Elements are in the order of the text.
	Elements []Element
}

// Element is one nested block, evaluated when it is asked for.
type Element struct {
	Block module.Block
	r     *Resource
	scope *scope
	block *schema.Block
}

// Nested evaluates the nested blocks of a type. ok is false where the schema
// has none of that name.
func (i *Instance) Nested(blockType string) (n Nested, ok bool) {
	if i.r.schema == nil || i.r.schema.Blocks[blockType] == nil {
		return Nested{}, false
	}
	return i.r.nested(i.scope, i.r.Decl.Body(), i.r.schema.Blocks[blockType], blockType), true
}

// In evaluates the nested blocks of a type inside an element.
func (i *Instance) In(n Nested, e Element, blockType string) (inner Nested, ok bool) {
	if n.schema.Blocks[blockType] == nil {
		return Nested{}, false
	}
	return i.r.nested(e.scope, e.Block.Body, n.schema.Blocks[blockType], blockType), true
}

func (r *Resource) nested(s *scope, body module.Body, sch *schema.Nested, blockType string) Nested {
	n := Nested{schema: sch}
	for _, b := range body.Blocks(blockType) {
		expandBlock(s, b, func(inner *scope) {
			n.Elements = append(n.Elements, Element{Block: b, r: r, scope: inner, block: sch.Block})
		}, func() { n.Unknown = true })
	}
	if n.Unknown {
		n.Elements = nil
	}
	return n
}

// expandBlock calls each for a static block, and for every element of a
// dynamic one; unknown where these cannot be told.
func expandBlock(s *scope, b module.Block, each func(*scope), unknown func()) {
	if b.ForEach == nil {
		each(s)
		return
	}
	v, marks := s.eval(b.ForEach).Unmark()
	switch ty := v.Type(); {
	case v.IsNull():
		s.m.e.errorf(b.ForEach.Range(), "Invalid dynamic for_each value", "The value of for_each is null.")
		unknown()
		return
	case !v.IsKnown(), ty.IsSetType() && !v.IsWhollyKnown():
		unknown()
		return
	case !v.CanIterateElements():
		s.m.e.errorf(b.ForEach.Range(), "Invalid dynamic for_each value", "The value of for_each is a %s. It has to be a collection.", ty.FriendlyName())
		unknown()
		return
	case v.LengthInt() > mostElementsOfBlock:
		s.m.e.errorf(b.ForEach.Range(), "Too many blocks", "The value of for_each has %d elements. More than %d blocks of one type are not evaluated.", v.LengthInt(), mostElementsOfBlock)
		unknown()
		return
	}
	for it := v.ElementIterator(); it.Next(); {
		key, elem := it.Element()
		each(s.with(b.Iterator, key.WithMarks(marks), elem.WithMarks(marks)))
	}
}

// Value returns the element as an object.
func (e Element) Value() cty.Value {
	attrs := make(map[string]cty.Value, len(e.block.Names()))
	for name, a := range e.block.Attributes {
		attrs[name] = e.r.argument(e.scope, e.Block.Body.Expr(name), a)
	}
	for name, n := range e.block.Blocks {
		attrs[name] = e.r.nested(e.scope, e.Block.Body, n, name).Value()
	}
	return cty.ObjectVal(attrs)
}

// Graph returns the element in the form of the graph.
func (e Element) Graph() graph.Value {
	names := e.block.Names()
	values := make([]graph.Value, len(names))
	for i, name := range names {
		if a := e.block.Attributes[name]; a != nil {
			expr := e.Block.Body.Expr(name)
			values[i] = ToGraph(e.r.argument(e.scope, expr, a))
			if values[i].IsUnknown() && leavesOut(e.scope, expr, a) {
				values[i] = graph.LeftOutValue()
			}
		} else {
			values[i] = e.r.nested(e.scope, e.Block.Body, e.block.Blocks[name], name).Graph()
		}
	}
	return graph.ObjectValue(names, values)
}

// Graph returns the nested blocks in the form of the graph: sets too in the
// order of the text, with as many elements as are written.
func (n Nested) Graph() graph.Value {
	switch {
	case n.Unknown, len(n.Elements) == 0 && n.schema.Computed:
		return graph.UnknownValue()
	case n.schema.Nesting == schema.Single && len(n.Elements) == 0:
		return graph.NullValue()
	case n.schema.Nesting == schema.Single:
		return n.Elements[0].Graph()
	}
	list := make([]graph.Value, len(n.Elements))
	for i, e := range n.Elements {
		list[i] = e.Graph()
	}
	return graph.ListValue(list)
}

func (r *Resource) argument(s *scope, expr hcl.Expression, a *schema.Attribute) cty.Value {
	if expr != nil {
		if v := s.evalTo(expr, a.Type); !v.IsNull() {
			return a.Planned(v)
		}
	}
	if v, ok := a.Default(r.versions()); ok {
		return v
	}
	if a.Computed {
		return cty.UnknownVal(a.Type)
	}
	return cty.NullVal(a.Type)
}

// leavesOut reports whether a block leaves an argument out that the provider
// computes: there is no expression, or it is null.
func leavesOut(s *scope, expr hcl.Expression, a *schema.Attribute) bool {
	return a.Computed && a.Optional && (expr == nil || s.evalTo(expr, a.Type).IsNull())
}

// LeavesOut reports whether the configuration writes an argument, and leaves
// it out all the same, by null.
func (i *Instance) LeavesOut(name string) bool {
	if i.r.schema == nil || i.r.schema.Attributes[name] == nil {
		return false
	}
	expr := i.r.Decl.Expr(name)
	return expr != nil && leavesOut(i.scope, expr, i.r.schema.Attributes[name])
}

// Value returns the nested blocks as expressions see them.
func (n Nested) Value() cty.Value {
	ty := n.schema.ImpliedType()
	if n.Unknown {
		return cty.UnknownVal(ty)
	}
	if len(n.Elements) == 0 {
		switch {
		case n.schema.Computed:
			return cty.UnknownVal(ty)
		case n.schema.Nesting == schema.Single:
			return cty.NullVal(ty)
		case n.schema.Nesting == schema.Set:
			return cty.SetValEmpty(n.schema.ObjectType())
		}
		return cty.ListValEmpty(n.schema.ObjectType())
	}
	values := make([]cty.Value, len(n.Elements))
	for i, e := range n.Elements {
		values[i] = e.Value()
	}
	switch {
	case n.schema.Nesting == schema.Single:
		return values[0]
	case n.schema.Nesting == schema.Set && cty.CanSetVal(values):
		return cty.SetVal(values)
	case n.schema.Nesting == schema.List && cty.CanListVal(values):
		return cty.ListVal(values)
	}
	return cty.TupleVal(values)
}

// generic returns the nested blocks of a type without a schema: a tuple of
// objects of what is written.
func (i *Instance) generic(blockType string) (cty.Value, bool) {
	return genericBlocks(i.scope, i.r.Decl.Body(), blockType)
}

func genericBlocks(s *scope, body module.Body, blockType string) (cty.Value, bool) {
	blocks := body.Blocks(blockType)
	if len(blocks) == 0 {
		return cty.NilVal, false
	}
	var elems []cty.Value
	open := false
	for _, b := range blocks {
		expandBlock(s, b, func(inner *scope) {
			attrs := map[string]cty.Value{}
			b.Body.EachAttribute(func(name string, expr hcl.Expression) { attrs[name] = inner.eval(expr) })
			for _, t := range b.Body.BlockTypes() {
				if v, ok := genericBlocks(inner, b.Body, t); ok {
					attrs[t] = v
				}
			}
			elems = append(elems, cty.ObjectVal(attrs))
		}, func() { open = true })
	}
	if open {
		return cty.DynamicVal, true
	}
	return cty.TupleVal(elems), true
}
