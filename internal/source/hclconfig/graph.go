// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/eval"
	"terraform-provider-spillway/internal/source/hclconfig/module"
	"terraform-provider-spillway/internal/source/hclconfig/schema"
)

// Graph evaluates the selected resources. Their values are marked Evaluated.
func (c *Config) Graph() (*graph.Graph, hcl.Diagnostics) {
	c.start(eval.Settings{Variables: c.inputs.values, Workspace: c.selectedWorkspace()})
	g := &graph.Graph{Path: c.path, Kind: graph.ConfigurationTree, Configuration: c}
	b := graphBuilder{c: c, g: g}
	b.module(c.eval.Root)
	slices.SortFunc(g.Instances, func(x, y *graph.Instance) int { return strings.Compare(x.Address, y.Address) })
	slices.SortFunc(g.Unexpanded, func(x, y graph.Unexpanded) int { return strings.Compare(x.Address, y.Address) })
	for _, u := range g.Unexpanded {
		g.Notices = append(g.Notices, graph.Notice{
			Address: u.Address, Where: u.Where,
			Text: "How many instances " + u.Address + " has cannot be told, because " + u.Reason + ".",
		})
	}
	g.Variables = c.rootVariables()
	c.bind(g)
	return g, c.settle(g)
}

// rootVariables returns the values of the root's variables.
func (c *Config) rootVariables() map[string]graph.Value {
	out := map[string]graph.Value{}
	for name := range c.root.Module.Variables {
		v, _ := c.eval.Root.Variable(name)
		out[name] = eval.ToGraph(v).Evaluated()
	}
	return out
}

// bind remembers the instances of a graph for Locate.
func (c *Config) bind(g *graph.Graph) {
	c.instances = make(map[string]*graph.Instance, len(g.Instances))
	for _, i := range g.Instances {
		c.instances[i.Address] = i
	}
}

type graphBuilder struct {
	c *Config
	g *graph.Graph
}

func (b *graphBuilder) selected(resourceType string) bool {
	if b.c.opts.Select == nil {
		return true
	}
	_, ok := b.c.opts.Select[resourceType]
	return ok
}

// module adds the instances of a module and of those that it calls.
func (b *graphBuilder) module(m *eval.Module) {
	for _, name := range resourceNames(m.Node.Module) {
		if b.selected(name.Type) {
			b.resource(m, m.Resource(name))
		}
	}
	for _, name := range sortedKeys(m.Node.Children) {
		if !b.anySelected(m.Node.Children[name]) {
			continue
		}
		call := m.Call(name)
		modules, ok := call.Modules()
		if !ok {
			b.openModule(m.Node.Children[name], openPath(m.Path, name), "of the call "+openPath(m.Path, name)+" "+call.Reason(), call.Where())
			continue
		}
		for _, inner := range modules {
			b.module(inner)
		}
	}
}

// anySelected reports whether a module, or one that it calls, has resources
// that were asked for.
func (b *graphBuilder) anySelected(n *module.Node) bool {
	for name := range n.Module.Resources {
		if b.selected(name.Type) {
			return true
		}
	}
	for _, child := range n.Children {
		if b.anySelected(child) {
			return true
		}
	}
	return false
}

func openPath(parent, name string) string {
	if parent != "" {
		parent += "."
	}
	return parent + "module." + name + "[*]"
}

func resourceNames(m *module.Module) []module.Name {
	names := make([]module.Name, 0, len(m.Resources))
	for n := range m.Resources {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b module.Name) int { return strings.Compare(a.String(), b.String()) })
	return names
}

func (b *graphBuilder) resource(m *eval.Module, r *eval.Resource) {
	instances, ok := r.Instances()
	if !ok {
		b.g.Unexpanded = append(b.g.Unexpanded, graph.Unexpanded{
			Address: r.Address() + "[*]", Module: m.Path, Type: r.Decl.Type, Name: r.Decl.Name.Name,
			Reason: r.Reason(), Where: rangeOf(r.Where()),
		})
		return
	}
	for _, i := range instances {
		out := &graph.Instance{
			Address: i.Address(), Module: m.Path, Data: r.Decl.Data, Type: r.Decl.Type, Name: r.Decl.Name.Name,
			Key: i.Key, Provider: r.ProviderSource(), Before: graph.NullValue(), After: b.object(i, m.Path).Evaluated(),
		}
		b.g.Instances = append(b.g.Instances, out)
	}
}

// openModule notes the resources of a module of which nobody knows how many
// instances it has.
func (b *graphBuilder) openModule(n *module.Node, path, reason string, where hcl.Range) {
	for _, name := range resourceNames(n.Module) {
		if !b.selected(name.Type) {
			continue
		}
		address := path + "." + name.String()
		if r := n.Module.Resources[name]; r.Expr("count") != nil || r.Expr("for_each") != nil {
			address += "[*]"
		}
		b.g.Unexpanded = append(b.g.Unexpanded, graph.Unexpanded{
			Address: address, Module: path, Type: name.Type, Name: name.Name, Reason: reason, Where: rangeOf(where),
		})
	}
	for _, call := range sortedKeys(n.Children) {
		inner := path + ".module." + call
		if body := n.Module.Calls[call].Body; body.Expr("count") != nil || body.Expr("for_each") != nil {
			inner += "[*]"
		}
		b.openModule(n.Children[call], inner, reason, where)
	}
}

// object evaluates the selected attributes of an instance.
func (b *graphBuilder) object(i *eval.Instance, module string) graph.Value {
	names := b.names(i)
	values := make([]graph.Value, len(names))
	for k, name := range names {
		values[k] = b.c.referring(i, module, name, attribute(i, name))
		if name == "project" && values[k].IsUnknown() {
			if origin := i.Origin(name); origin != "" {
				values[k] = graph.OriginValue(origin)
			}
		}
	}
	return graph.ObjectValue(names, values)
}

// names returns the attributes that the graph holds of an instance: those
// asked for that the type has or the block writes. Of a type without a schema
// nobody knows what it has.
func (b *graphBuilder) names(i *eval.Instance) []string {
	decl := i.Resource().Decl
	s := schema.Of(decl.Type)
	known := func(name string) bool {
		return s == nil || s.Attributes[name] != nil || s.Blocks[name] != nil || decl.Expr(name) != nil
	}
	var names []string
	if sel := b.c.opts.Select; sel != nil {
		for name := range sel[decl.Type] {
			if known(name) {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return names
	}
	if s != nil {
		names = slices.Clone(s.Names())
	} else {
		names = append(names, "id")
	}
	decl.Body().EachAttribute(func(name string, _ hcl.Expression) { names = append(names, name) })
	names = append(names, decl.Body().BlockTypes()...)
	names = slices.DeleteFunc(names, eval.IsMeta)
	slices.Sort(names)
	return slices.Compact(names)
}

// attribute evaluates one attribute. Nested blocks stay in the order of the
// text, sets too, and as many as are written.
func attribute(i *eval.Instance, name string) graph.Value {
	if n, ok := i.Nested(name); ok {
		return n.Graph()
	}
	v := eval.ToGraph(i.Attr(name))
	if v.IsUnknown() && i.LeavesOut(name) {
		return graph.LeftOutValue()
	}
	return v
}
