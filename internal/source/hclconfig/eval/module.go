// SPDX-License-Identifier: MPL-2.0

package eval

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/lang"
	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// Module is an instance of a module.
type Module struct {
	e      *Evaluator
	Node   *module.Node
	Parent *Module
	Key    graph.Key
	// Path is its address: module.a["x"]; empty for the root.
	Path string
	// at is the scope of its module block in the parent.
	at *scope

	variables, locals, outputs map[string]*node
	resources                  map[module.Name]*Resource
	calls                      map[string]*Call
	providers                  map[module.ProviderName]*provider
	scope                      *scope
	pathValue                  cty.Value
}

func newModule(e *Evaluator, n *module.Node, parent *Module, key graph.Key, at *scope) *Module {
	m := &Module{
		e: e, Node: n, Parent: parent, Key: key, at: at,
		variables: map[string]*node{}, locals: map[string]*node{}, outputs: map[string]*node{},
		resources: map[module.Name]*Resource{}, calls: map[string]*Call{}, providers: map[module.ProviderName]*provider{},
	}
	if parent != nil {
		m.Path = parent.address("module." + n.Call.Name + key.String())
	}
	m.scope = &scope{m: m}
	return m
}

// address returns the address of something in the module.
func (m *Module) address(local string) string {
	if m.Path == "" {
		return local
	}
	return m.Path + "." + local
}

// node returns the node of a declaration, made when it is first asked for.
func (m *Module) node(in map[string]*node, kind, name string, at *hcl.Range) *node {
	n := in[name]
	if n == nil {
		n = &node{name: func() string { return m.address(kind + name) }, at: func() hcl.Range { return *at }}
		in[name] = n
	}
	return n
}

// Local returns the value of a local. ok is false for one that is not
// declared.
func (m *Module) Local(name string) (cty.Value, bool) {
	l := m.Node.Module.Locals[name]
	if l == nil {
		return cty.DynamicVal, false
	}
	n := m.node(m.locals, "local.", name, &l.Range)
	return m.e.once(n, func() cty.Value { return m.e.bounded(n, m.scope.eval(l.Expr)) }), true
}

// Output returns the value of an output. ok is false for one that is not
// declared.
func (m *Module) Output(name string) (cty.Value, bool) {
	o := m.Node.Module.Outputs[name]
	if o == nil {
		return cty.DynamicVal, false
	}
	if o.Expr == nil || o.Ephemeral {
		return cty.DynamicVal, true
	}
	n := m.node(m.outputs, "output.", name, &o.DefRange)
	return m.e.once(n, func() cty.Value {
		v := m.e.bounded(n, m.scope.eval(o.Expr))
		if o.Sensitive {
			v = v.Mark(lang.Sensitive)
		}
		return v
	}), true
}

// Variable returns the value of an input variable. ok is false for one that
// is not declared.
func (m *Module) Variable(name string) (cty.Value, bool) {
	v := m.Node.Module.Variables[name]
	if v == nil {
		return cty.DynamicVal, false
	}
	n := m.node(m.variables, "var.", name, &v.DefRange)
	return m.e.once(n, func() cty.Value {
		out := m.e.bounded(n, m.variable(v))
		if v.Sensitive {
			out = out.Mark(lang.Sensitive)
		}
		return out
	}), true
}

func (m *Module) variable(v *module.Variable) cty.Value {
	if v.Ephemeral {
		return cty.UnknownVal(v.Type.WithoutOptionalAttributesDeep())
	}
	raw, at, given := m.argument(v)
	if given {
		if out, ok := m.converted(v, raw, at); ok && (!out.IsNull() || v.Nullable || v.Default == nil) {
			return out
		} else if !ok {
			return cty.UnknownVal(v.Type.WithoutOptionalAttributesDeep())
		}
	}
	if v.Default == nil {
		if m.Parent != nil && !given {
			m.e.errorf(m.Node.Call.DefRange, "Missing required argument", "The argument %q is required by the module that is called here, but is not set.", v.Name)
		}
		return cty.UnknownVal(v.Type.WithoutOptionalAttributesDeep())
	}
	def, diags := v.Default.Value(nil)
	for _, d := range diags {
		m.e.report(d)
	}
	if diags.HasErrors() {
		return cty.UnknownVal(v.Type.WithoutOptionalAttributesDeep())
	}
	out, ok := m.converted(v, def, v.Default.Range())
	if !ok {
		return cty.UnknownVal(v.Type.WithoutOptionalAttributesDeep())
	}
	return out
}

// argument returns what the caller gives to a variable.
func (m *Module) argument(v *module.Variable) (cty.Value, hcl.Range, bool) {
	if m.Parent == nil {
		raw, ok := m.e.settings.Variables[v.Name]
		return raw, v.DefRange, ok
	}
	expr := m.Node.Call.Body.Expr(v.Name)
	if expr == nil {
		return cty.NilVal, v.DefRange, false
	}
	return m.at.eval(expr), expr.Range(), true
}

// converted brings a value to the type of a variable, with the defaults of
// optional attributes.
func (m *Module) converted(v *module.Variable, raw cty.Value, at hcl.Range) (cty.Value, bool) {
	if v.Defaults != nil && !raw.IsNull() {
		raw = v.Defaults.Apply(raw)
	}
	out, err := convert.Convert(raw, v.Type)
	if err != nil {
		m.e.errorf(at, "Invalid value for input variable", "The value given for the variable %q is not suitable: %s.", v.Name, errorText(err))
		return cty.NilVal, false
	}
	return out, true
}

// paths returns the object behind path.
func (m *Module) paths() cty.Value {
	if m.pathValue == cty.NilVal {
		root := m.e.Root.Node.Module.Dir
		rel, err := filepath.Rel(root, m.Node.Module.Dir)
		if err != nil {
			rel = m.Node.Module.Dir
		}
		m.pathValue = cty.ObjectVal(map[string]cty.Value{
			"module": cty.StringVal(filepath.ToSlash(rel)),
			"root":   cty.StringVal("."),
			"cwd":    cty.UnknownVal(cty.String),
		})
	}
	return m.pathValue
}

// Call is the expansion of a module block.
type Call struct {
	expansion
	decl      *module.Call
	instances map[graph.Key]*Module
	whole     *node
}

// Call returns the expansion of a module block, nil where there is none, or
// where the called module is not at hand.
func (m *Module) Call(name string) *Call {
	if c, ok := m.calls[name]; ok {
		return c
	}
	decl, child := m.Node.Module.Calls[name], m.Node.Children[name]
	if decl == nil || child == nil {
		return nil
	}
	c := &Call{decl: decl, instances: map[graph.Key]*Module{}}
	c.expansion = expansion{m: m, name: "module." + name, at: decl.DefRange, body: decl.Body}
	m.calls[name] = c
	return c
}

// Module returns the instance with a key, nil where there is none.
func (c *Call) Module(key graph.Key) *Module {
	if inst, ok := c.instances[key]; ok {
		return inst
	}
	each, ok := c.scopeOf(key)
	if !ok {
		return nil
	}
	inst := newModule(c.m.e, c.m.Node.Children[c.decl.Name], c.m, key, each)
	c.instances[key] = inst
	return inst
}

// Modules returns the instances in the order of their keys. ok is false where
// they cannot be told.
func (c *Call) Modules() (out []*Module, ok bool) {
	keys, ok := c.keys()
	if !ok {
		return nil, false
	}
	for _, k := range keys {
		out = append(out, c.Module(k))
	}
	return out, true
}

// value returns what the module block is for expressions: an object of the
// outputs, or a tuple or object of these.
func (c *Call) value() cty.Value {
	if c.whole == nil {
		c.whole = &node{name: func() string { return c.m.address(c.name) }, at: c.Where}
	}
	return c.m.e.once(c.whole, func() cty.Value {
		return c.assemble(func(k graph.Key) cty.Value { return c.Module(k).object() })
	})
}

func (m *Module) object() cty.Value {
	outs := make(map[string]cty.Value, len(m.Node.Module.Outputs))
	for name := range m.Node.Module.Outputs {
		outs[name], _ = m.Output(name)
	}
	return cty.ObjectVal(outs)
}

func errorText(err error) string {
	var p cty.PathError
	if errors.As(err, &p) && len(p.Path) > 0 {
		return fmt.Sprintf("%s: %s", pathText(p.Path), p.Error())
	}
	return err.Error()
}

// pathText writes a path as an expression would.
func pathText(p cty.Path) string {
	out := ""
	for _, step := range p {
		switch step := step.(type) {
		case cty.GetAttrStep:
			out += "." + step.Name
		case cty.IndexStep:
			switch {
			case !step.Key.IsKnown() || step.Key.IsNull():
				out += "[…]"
			case step.Key.Type() == cty.String:
				out += "[" + graph.QuoteKey(step.Key.AsString()) + "]"
			case step.Key.Type() == cty.Number:
				out += "[" + NumberText(step.Key.AsBigFloat()) + "]"
			default:
				out += "[…]"
			}
		}
	}
	if len(out) > 0 && out[0] == '.' {
		return "attribute " + out[1:]
	}
	return "element " + out
}

// Constant evaluates an expression without references.
func (m *Module) Constant(expr hcl.Expression) cty.Value { return m.scope.eval(expr) }

// KeyText writes an index as an expression would.
func KeyText(key cty.Value) string {
	return strings.TrimPrefix(pathText(cty.Path{cty.IndexStep{Key: key}}), "element ")
}
