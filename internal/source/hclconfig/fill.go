// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/eval"
	"terraform-provider-spillway/internal/source/hclconfig/module"
	"terraform-provider-spillway/internal/source/hclconfig/schema"
)

// Fill replaces what is unknown in the planned values of a graph by what the
// configuration evaluates to, with the variables and the known values of the
// plan. Filled values are marked Evaluated; no known value changes. It adds
// notices to the graph, and itself as the graph's Source, and as its
// Configuration where that is nil. The diagnostics are errors of the evaluation.
func (c *Config) Fill(g *graph.Graph) hcl.Diagnostics {
	c.bind(g)
	f := &filler{c: c, g: g, keys: planKeys(g)}
	c.start(eval.Settings{Variables: c.planVariables(g), Workspace: c.planWorkspace(g), Known: f.known, Keys: f.keysOf})
	f.all(g.Instances)
	if f.mismatch != "" {
		g.Notices = append(g.Notices, graph.Notice{Address: f.address, Text: fmt.Sprintf(
			"The configuration in %s does not match the plan: %s. What the plan leaves open there is not filled from it.", c.describe(), f.mismatch)})
	}
	f.tellWorkspace()
	f.leaveOut()
	g.Filled, g.Source = true, c
	if g.Configuration == nil {
		g.Configuration = c
	}
	return c.settle(g)
}

func (c *Config) describe() string {
	if c.path == "" {
		return "the plan file"
	}
	return c.path
}

// planVariables returns the values of the root's variables in a plan. Where
// the plan has none, those of the folder count.
func (c *Config) planVariables(g *graph.Graph) map[string]cty.Value {
	if len(g.Variables) == 0 {
		return c.inputs.values
	}
	out := make(map[string]cty.Value, len(g.Variables))
	for name, v := range g.Variables {
		out[name] = eval.ToCty(v)
	}
	return out
}

// planKeys collects the instance keys of a plan by the address of the resource
// or module call.
func planKeys(g *graph.Graph) map[string][]graph.Key {
	keys := map[string][]graph.Key{}
	add := func(address string, k graph.Key) {
		if k.Kind != graph.NoKey && !slices.Contains(keys[address], k) {
			keys[address] = append(keys[address], k)
		}
	}
	modules := map[string]bool{}
	for _, i := range g.Instances {
		if i.Change == graph.Delete || i.Change == graph.Forget {
			continue
		}
		if i.Key.Kind != graph.NoKey {
			address := strings.TrimSuffix(i.Address, i.Key.String())
			keys[address] = append(keys[address], i.Key)
		}
		if i.Module == "" || modules[i.Module] {
			continue
		}
		modules[i.Module] = true
		steps, _ := graph.ModuleSteps(i.Module)
		path := ""
		for _, s := range steps {
			add(path+"module."+s.Name, s.Key)
			path += s.String() + "."
		}
	}
	for _, k := range keys {
		slices.SortFunc(k, func(a, b graph.Key) int {
			if a.Kind == graph.IntKey && b.Kind == graph.IntKey {
				return int(a.Int - b.Int)
			}
			return strings.Compare(a.Str, b.Str)
		})
	}
	return keys
}

type filler struct {
	c    *Config
	g    *graph.Graph
	keys map[string][]graph.Key
	// mismatch is the first contradiction between plan and configuration.
	mismatch, address string
	// leftOpen says that something that is written stays unknown.
	leftOpen bool
}

func (f *filler) known(address string) *graph.Instance {
	i := f.c.instances[address]
	if i == nil || i.After.Kind() != graph.Object {
		return nil
	}
	return i
}

// keysOf answers for expansions that the configuration leaves open. Where the
// plan has no instance it may have been asked for other types only.
func (f *filler) keysOf(address string) ([]graph.Key, bool) {
	keys, ok := f.keys[address]
	return keys, ok
}

func (f *filler) differs(inst *graph.Instance, format string, args ...any) {
	if f.mismatch == "" {
		f.mismatch, f.address = fmt.Sprintf(format, args...), inst.Address
	}
}

// all fills the instances that a plan leaves open somewhere.
func (f *filler) all(instances []*graph.Instance) {
	var open []*graph.Instance
	var decls, ahead []*module.Resource // beside open; those to be parsed
	for _, inst := range instances {
		if inst.Data || inst.Change == graph.Delete || inst.Change == graph.Forget || inst.After.Kind() != graph.Object {
			continue
		}
		unknown := openNames(inst.After)
		if len(unknown) == 0 {
			continue
		}
		decl, _ := f.c.declaration(inst)
		open, decls = append(open, inst), append(decls, decl)
		if decl != nil && decl.Unparsed(unknown) && (len(ahead) == 0 || ahead[len(ahead)-1] != decl) {
			ahead = append(ahead, decl)
		}
	}
	parser := module.ParseAhead(ahead)
	defer parser.Stop()
	next := 0
	for i, inst := range open {
		f.instance(inst)
		if decls[i] != nil {
			f.c.remember(decls[i])
		}
		if next < len(ahead) && ahead[next] == decls[i] && (i+1 == len(open) || decls[i+1] != decls[i]) {
			next++
			parser.Done()
		}
	}
}

// openNames returns the attributes with unknown parts that a configuration may
// write.
func openNames(after graph.Value) []string {
	var out []string
	names, values := after.Fields()
	for i, name := range names {
		if hasUnknown(values[i]) && name != "id" && name != "self_link" && name != "self_link_with_id" && name != "instance_group" {
			out = append(out, name)
		}
	}
	return out
}

// instance fills one instance, in whole or not at all.
func (f *filler) instance(inst *graph.Instance) {
	names, values := inst.After.Fields()
	r := f.c.resource(inst)
	if r == nil {
		f.differs(inst, "it has no %s", inst.Address)
		return
	}
	i := r.Instance(inst.Key)
	if i == nil {
		if _, known := r.Instances(); known {
			f.differs(inst, "it has no instance %s", inst.Address)
		}
		return
	}
	var filled []graph.Value // nil as long as nothing is
	written := false
	for k, name := range names {
		if !hasUnknown(values[k]) {
			continue
		}
		v, ok := f.merged(inst, i, name, values[k])
		if !ok {
			return
		}
		if _, refers := v.Refers(); refers || !v.IsUnknown() {
			if filled == nil {
				filled = slices.Clone(values)
			}
			filled[k] = v
		}
		if isWritten(r.Decl, name) {
			written, f.leftOpen = true, f.leftOpen || hasUnknown(v)
		}
	}
	if written && !f.agrees(inst, i, names, values) {
		return
	}
	if filled != nil {
		inst.After = graph.ObjectValue(names, filled)
	}
}

func isWritten(d *module.Resource, name string) bool {
	return d.Expr(name) != nil || len(d.Blocks(name)) > 0
}

// merged joins a planned value of unknown parts with the evaluated one.
func (f *filler) merged(inst *graph.Instance, i *eval.Instance, name string, planned graph.Value) (graph.Value, bool) {
	out, ok := merge(planned, f.c.referring(i, inst.Module, name, attribute(i, name)), schemaOf(i, name))
	if !ok {
		f.differs(inst, "%s of %s is another one", name, inst.Address)
	}
	return out, ok
}

// agrees reports whether the known values of an instance are those of the
// configuration. A plan that changes an existing object may keep its old
// spelling, and what lifecycle tells it to ignore, so that there only the
// name counts.
func (f *filler) agrees(inst *graph.Instance, i *eval.Instance, names []string, values []graph.Value) bool {
	decl := i.Resource().Decl
	for k, name := range names {
		if hasUnknown(values[k]) || !isWritten(decl, name) {
			continue
		}
		if name != "name" && inst.Change != graph.Create || ignored(decl, name) {
			continue
		}
		var evaluated graph.Value
		if n, ok := i.Nested(name); ok {
			evaluated = n.Graph()
		} else {
			evaluated = eval.ToGraph(i.Evaluate(name))
		}
		if !consistent(values[k], evaluated, schemaOf(i, name)) {
			f.differs(inst, "%s of %s is another one", name, inst.Address)
			return false
		}
	}
	return true
}

// ignored reports whether lifecycle has changes of an argument ignored.
func ignored(decl *module.Resource, name string) bool {
	for _, b := range decl.Blocks("lifecycle") {
		expr := b.Body.Expr("ignore_changes")
		if expr == nil {
			continue
		}
		if hcl.ExprAsKeyword(expr) == "all" {
			return true
		}
		list, _ := hcl.ExprList(expr)
		for _, e := range list {
			if t, diags := hcl.RelTraversalForExpr(e); !diags.HasErrors() && len(t) > 0 {
				if a, ok := t[0].(hcl.TraverseAttr); ok && a.Name == name {
					return true
				}
			}
		}
	}
	return false
}

// shape says how lists of a value compare.
type shape struct {
	set   bool
	block *schema.Block // of the elements, nil where they are no blocks
}

func schemaOf(i *eval.Instance, name string) shape {
	return shapeIn(blockSchema(i.Resource().Decl), name)
}

func shapeIn(b *schema.Block, name string) shape {
	if b == nil {
		return shape{}
	}
	if n := b.Blocks[name]; n != nil {
		return shape{set: n.Nesting == schema.Set, block: n.Block}
	}
	if a := b.Attributes[name]; a != nil {
		return shape{set: a.Type.IsSetType()}
	}
	return shape{}
}

func blockSchema(d *module.Resource) *schema.Block {
	if s := schema.Of(d.Type); s != nil && !d.Data {
		return s.Block
	}
	return nil
}
