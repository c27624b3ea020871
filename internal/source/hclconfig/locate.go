// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/eval"
	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// Place is where an object, or an argument of it, stands.
type Place struct {
	// Range is tight: the argument, or the header of its block where it is not
	// written, or that of the resource. For an object in a module it is the
	// header of the outermost module block, the user's own.
	Range graph.Range
	// Related are, for an object in a module, the module blocks further in and
	// then the place in the body of the module.
	Related []RelatedPlace
}

// RelatedPlace is another place with what it is, in a few words.
type RelatedPlace struct {
	Range   graph.Range
	Address string
	Text    string
}

// Locate finds the place of an instance and a path inside it ("" for the
// whole, "region", "backend[1].group"), where indices count the elements of
// the planned or evaluated value. ok is false where the configuration has no
// such resource.
func (c *Config) Locate(address, path string) (Place, bool) {
	way, ok := c.way(address, path)
	if !ok {
		return Place{}, false
	}
	inner := rangeOf(way.body[len(way.body)-1])
	if len(way.calls) == 0 {
		return Place{Range: *inner}, true
	}
	p := Place{Range: *rangeOf(way.calls[0].at)}
	for _, call := range way.calls[1:] {
		p.Related = append(p.Related, RelatedPlace{Range: *rangeOf(call.at), Address: call.address, Text: "through the module call " + call.address})
	}
	p.Related = append(p.Related, RelatedPlace{Range: *inner, Address: address, Text: "declared in the module here"})
	return p, true
}

// way is what leads to a place: the module blocks, outermost first, and the
// resource block, nested blocks and argument, outermost first.
type way struct {
	calls []callPlace
	body  []hcl.Range
}

type callPlace struct {
	address string
	at      hcl.Range
}

func (c *Config) way(address, path string) (way, bool) {
	a, ok := graph.ParseAddress(strings.ReplaceAll(address, "[*]", ""))
	if !ok {
		return way{}, false
	}
	steps, ok := graph.ModuleSteps(a.Module)
	if !ok {
		return way{}, false
	}
	var w way
	n, at := c.root, ""
	for _, s := range steps {
		call := n.Module.Calls[s.Name]
		if n = n.Children[s.Name]; call == nil || n == nil {
			return way{}, false
		}
		at += s.String()
		w.calls = append(w.calls, callPlace{address: at, at: call.DefRange})
		at += "."
	}
	decl := n.Module.Resources[module.Name{Data: a.Data, Type: a.Type, Name: a.Name}]
	if decl == nil {
		return way{}, false
	}
	w.body = append([]hcl.Range{decl.DefRange}, c.inside(decl, a, address, path)...)
	return w, true
}

// inside returns the nested blocks and the argument that a path leads through,
// as far as they are written.
func (c *Config) inside(decl *module.Resource, a graph.Address, address, path string) []hcl.Range {
	steps, ok := parsePath(path)
	if !ok || len(steps) == 0 {
		return nil
	}
	at := cursor{body: decl.Body()}
	if inst := c.instances[address]; inst != nil {
		at.planned = inst.After
	}
	if r := c.resource(&graph.Instance{Module: a.Module, Data: a.Data, Type: a.Type, Name: a.Name}); r != nil {
		if at.instance = r.Instance(a.Key); at.instance != nil {
			at.shape = shape{block: blockSchema(decl)}
		}
	}
	var out []hcl.Range
	for _, s := range steps {
		if r, ok := at.body.AttributeRange(s.name); ok {
			return append(out, elementRange(at.body.Expr(s.name), s, r))
		}
		block, ok := at.enter(s)
		if !ok {
			return out
		}
		out = append(out, block)
	}
	return out
}

// elementRange returns the place of one element of a list that is written out,
// else that of the whole argument.
func elementRange(expr hcl.Expression, s step, whole hcl.Range) hcl.Range {
	if tuple, ok := expr.(*hclsyntax.TupleConsExpr); ok && s.indexed && s.index < len(tuple.Exprs) {
		return tuple.Exprs[s.index].Range()
	}
	return whole
}

// cursor is a body on the way down, with what is known of its value.
type cursor struct {
	body     module.Body
	planned  graph.Value
	shape    shape
	instance *eval.Instance // nil where nothing can be evaluated
	in       *eval.Nested   // nil at the resource
	element  eval.Element
}

// enter goes into a nested block and returns its header.
func (at *cursor) enter(s step) (hcl.Range, bool) {
	planned := at.planned.Get(s.name)
	nested, ok := at.nested(s.name)
	if ok && !nested.Unknown {
		k, ok := elementAt(nested, planned, s.index, shapeIn(at.shape.block, s.name))
		if !ok {
			return hcl.Range{}, false
		}
		e := nested.Elements[k]
		*at = cursor{body: e.Block.Body, planned: elementOf(planned, s.index), shape: shapeIn(at.shape.block, s.name), instance: at.instance, in: &nested, element: e}
		return e.Block.DefRange, true
	}
	blocks := at.body.Blocks(s.name)
	switch {
	case len(blocks) == 1:
		at.body = blocks[0].Body
	case s.index < len(blocks) && len(static(blocks)) == len(blocks):
		blocks = blocks[s.index:]
		at.body = blocks[0].Body
	default:
		return hcl.Range{}, false
	}
	at.planned, at.instance = elementOf(planned, s.index), nil
	return blocks[0].DefRange, true
}

func (at *cursor) nested(name string) (eval.Nested, bool) {
	switch {
	case at.instance == nil:
		return eval.Nested{}, false
	case at.in == nil:
		return at.instance.Nested(name)
	}
	return at.instance.In(*at.in, at.element, name)
}

func elementOf(list graph.Value, i int) graph.Value {
	if e := list.Elements(); i < len(e) {
		return e[i]
	}
	return graph.UnknownValue()
}

// elementAt finds the block that made an element of a value. Elements of a set
// stand in another order in a plan than in the text.
func elementAt(n eval.Nested, planned graph.Value, index int, s shape) (int, bool) {
	elements := planned.Elements()
	if s.set && len(elements) == len(n.Elements) {
		evaluated := make([]graph.Value, len(n.Elements))
		same := true
		for i, e := range n.Elements {
			evaluated[i] = e.Graph()
			same = same && consistent(elements[i], evaluated[i], shape{block: s.block})
		}
		if !same {
			may, _ := pair(elements, evaluated, s)
			row, ok := assign(may, len(elements))[index]
			return row, ok
		}
	}
	return index, index < len(n.Elements)
}
