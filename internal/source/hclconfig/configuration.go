// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/eval"
	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// Expression implements graph.Configuration.
func (c *Config) Expression(inst *graph.Instance, path string) (graph.Expression, bool) {
	decl, ok := c.declaration(inst)
	if !ok {
		return graph.Expression{}, false
	}
	steps, ok := parsePath(path)
	if !ok || len(steps) == 0 {
		return graph.Expression{}, false
	}
	last := steps[len(steps)-1]
	if o, ok := c.outlines[decl]; ok {
		e, ok := o.expressions[path]
		return e, ok
	}
	if !decl.May(steps[0].name) || !decl.May(last.name) {
		return graph.Expression{}, false
	}
	body, ok := inside(decl.Body(), steps[:len(steps)-1])
	if !ok {
		return graph.Expression{}, false
	}
	expr := body.Expr(last.name)
	if expr == nil || last.indexed {
		return graph.Expression{}, false
	}
	return c.expression(expr), true
}

// expression says what an expression is made of.
func (c *Config) expression(expr hcl.Expression) graph.Expression {
	if !eval.IsLiteral(expr) { // to look for variables takes longer than to evaluate one
		if vars := expr.Variables(); len(vars) > 0 {
			return graph.Expression{References: references(vars)}
		}
	}
	return graph.Expression{Constant: eval.ToGraph(c.evaluator().Root.Constant(expr))}
}

// references lists traversals as plan JSON does: each in full, then its
// prefixes down to what it belongs to.
func references(vars []hcl.Traversal) []string {
	var out []string
	for _, t := range vars {
		shortest := 2
		switch t.RootName() {
		case "data":
			shortest = 3
		}
		for n := len(t); n >= min(shortest, len(t)); n-- {
			out = append(out, eval.TraversalText(t[:n]))
		}
	}
	return out
}

func static(blocks []module.Block) []module.Block {
	if !slices.ContainsFunc(blocks, func(b module.Block) bool { return b.ForEach != nil }) {
		return blocks
	}
	var out []module.Block
	for _, b := range blocks {
		if b.ForEach == nil {
			out = append(out, b)
		}
	}
	return out
}

// Blocks implements graph.Configuration. Inside a dynamic block every block
// may be a dynamic one: the number of its instances is not written.
func (c *Config) Blocks(inst *graph.Instance, path string) (n int, dynamic bool) {
	decl, ok := c.declaration(inst)
	steps, valid := parsePath(path)
	if !ok || !valid || len(steps) == 0 {
		return 0, false
	}
	around := steps[:len(steps)-1]
	if o, ok := c.outlines[decl]; ok && len(around) == 0 {
		n := o.blocks[path]
		return n.static, n.dynamic
	}
	if !decl.May(steps[0].name) {
		return 0, false
	}
	body, ok := inside(decl.Body(), around)
	if !ok {
		return 0, throughDynamic(decl.Body(), around)
	}
	all := body.Blocks(steps[len(steps)-1].name)
	n = len(static(all))
	return n, n < len(all)
}

// inside returns the body that static blocks lead to, from outside in.
func inside(body module.Body, steps []step) (module.Body, bool) {
	for _, s := range steps {
		blocks := static(body.Blocks(s.name))
		if s.index >= len(blocks) {
			return module.Body{}, false
		}
		body = blocks[s.index].Body
	}
	return body, true
}

// throughDynamic reports whether a path that static blocks do not make may be
// made with dynamic ones.
func throughDynamic(body module.Body, steps []step) bool {
	for _, s := range steps {
		all := body.Blocks(s.name)
		blocks := static(all)
		if s.index >= len(blocks) {
			return len(blocks) < len(all)
		}
		body = blocks[s.index].Body
	}
	return false
}

// Resolve implements graph.Configuration. The evaluation has already followed
// every reference, so that what is still unknown leads nowhere.
func (c *Config) Resolve(inst *graph.Instance, e graph.Expression, want func(string) bool) graph.Resolution {
	return graph.Resolution{Reason: "its value is known after apply", Others: e.References}
}

// ProviderArgument implements graph.Configuration.
func (c *Config) ProviderArgument(inst *graph.Instance, name string) graph.Value {
	r := c.resource(inst)
	if r == nil {
		return graph.UnknownValue()
	}
	return eval.ToGraph(r.ProviderArgument(name))
}

// declaration returns the block of an instance.
func (c *Config) declaration(inst *graph.Instance) (*module.Resource, bool) {
	steps, ok := graph.ModuleSteps(inst.Module)
	if !ok {
		return nil, false
	}
	n := c.node(steps)
	if n == nil {
		return nil, false
	}
	decl := n.Module.Resources[module.Name{Data: inst.Data, Type: inst.Type, Name: inst.Name}]
	return decl, decl != nil
}

// node returns the module that calls lead to, nil where there is none.
func (c *Config) node(steps []graph.ModuleStep) *module.Node {
	n := c.root
	for _, s := range steps {
		if n = n.Children[s.Name]; n == nil {
			return nil
		}
	}
	return n
}

// resource returns the expansion of an instance's block, nil where the
// configuration has no such module instance or block.
func (c *Config) resource(inst *graph.Instance) *eval.Resource {
	m := moduleIn(c.evaluator(), inst.Module)
	if m == nil {
		return nil
	}
	return m.Resource(module.Name{Data: inst.Data, Type: inst.Type, Name: inst.Name})
}

// moduleIn returns the module instance with an address, nil where the
// evaluation has none.
func moduleIn(e *eval.Evaluator, address string) *eval.Module {
	m := e.Root
	steps, ok := graph.ModuleSteps(address)
	if !ok {
		return nil
	}
	for _, s := range steps {
		call := m.Call(s.Name)
		if call == nil {
			return nil
		}
		if m = call.Module(s.Key); m == nil {
			return nil
		}
	}
	return m
}

// step is one name of a path with its index.
type step struct {
	name    string
	index   int
	indexed bool
}

// parsePath reads a path like backend[1].group.
func parsePath(path string) ([]step, bool) {
	if path == "" {
		return nil, true
	}
	var out []step
	for _, part := range strings.Split(path, ".") {
		name, rest, indexed := strings.Cut(part, "[")
		s := step{name: name, indexed: indexed}
		if indexed {
			digits, ok := strings.CutSuffix(rest, "]")
			n, err := strconv.Atoi(digits)
			if !ok || err != nil || n < 0 {
				return nil, false
			}
			s.index = n
		}
		if name == "" {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}
