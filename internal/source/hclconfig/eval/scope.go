package eval

import (
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/lang"
	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// scope is where expressions are evaluated: a module, with the keys of one of
// its blocks and the elements of dynamic blocks.
type scope struct {
	m                  *Module
	count              cty.Value // NilVal where there is none
	eachKey, eachValue cty.Value
	// iterators are the elements of the dynamic blocks around, by name.
	iterators map[string]cty.Value

	eachObject, countObject cty.Value
}

// with returns the scope inside an element of a dynamic block.
func (s *scope) with(iterator string, key, value cty.Value) *scope {
	inner := *s
	inner.iterators = maps.Clone(s.iterators)
	if inner.iterators == nil {
		inner.iterators = map[string]cty.Value{}
	}
	inner.iterators[iterator] = cty.ObjectVal(map[string]cty.Value{"key": key, "value": value})
	return &inner
}

// eval evaluates an expression. Errors are reported, and leave the value
// unknown.
func (s *scope) eval(expr hcl.Expression) cty.Value {
	switch e := expr.(type) {
	case *hclsyntax.LiteralValueExpr:
		return s.m.e.written(e.Val, e.SrcRange)
	case *hclsyntax.TemplateExpr:
		if e.IsStringLiteral() {
			v, _ := e.Value(nil)
			return v
		}
	case *hclsyntax.ScopeTraversalExpr:
		if v, ok := s.traverse(e.Traversal); ok {
			return v
		}
	}
	ctx := &hcl.EvalContext{Functions: s.m.e.funcs}
	if vars := expr.Variables(); len(vars) > 0 {
		ctx.Variables = s.variables(vars)
	}
	v, diags := expr.Value(ctx)
	if len(diags) > 0 && anySensitive(ctx.Variables) {
		redact(diags)
	}
	return s.m.e.written(s.m.e.settle(v, diags), expr.Range())
}

func anySensitive(vars map[string]cty.Value) bool {
	for _, v := range vars {
		_, marks := v.UnmarkDeep()
		if _, ok := marks[lang.Sensitive]; ok {
			return true
		}
	}
	return false
}

// redact takes the details out of diagnostics, which may quote arguments.
func redact(diags hcl.Diagnostics) {
	for _, d := range diags {
		d.Detail = "A sensitive value takes part here, so that the details are not shown."
	}
}

// written gives a value unless it is a number that cannot be written out.
func (e *Evaluator) written(v cty.Value, at hcl.Range) cty.Value {
	if plain, _ := v.Unmark(); plain.Type() == cty.Number && plain.IsKnown() && !plain.IsNull() && isHuge(plain.AsBigFloat()) {
		e.errorf(at, "Number too large", "The number has too many digits. It is not evaluated.")
		return cty.UnknownVal(cty.Number)
	}
	return v
}

// evalTo evaluates an expression and converts the value to a type.
func (s *scope) evalTo(expr hcl.Expression, ty cty.Type) cty.Value {
	v := s.eval(expr)
	if v.Type().Equals(ty) {
		return v
	}
	out, err := convert.Convert(v, ty)
	if err != nil {
		s.m.e.errorf(expr.Range(), "Incorrect value type", "The value is not suitable here: %s.", errorText(err))
		return cty.UnknownVal(ty)
	}
	return out
}

// settle reports the diagnostics of an evaluation. What they leave open is
// unknown.
func (e *Evaluator) settle(v cty.Value, diags hcl.Diagnostics) cty.Value {
	if len(diags) == 0 {
		return v
	}
	for _, d := range diags {
		if extra, ok := hcl.DiagnosticExtra[hclsyntax.FunctionCallDiagExtra](d); ok {
			var missing *lang.MissingFileError
			if errors.As(extra.FunctionCallError(), &missing) {
				d.Severity = hcl.DiagWarning
				d.Summary = "File not found"
			}
		}
		e.report(d)
	}
	if diags.HasErrors() || v == cty.NilVal {
		return cty.DynamicVal
	}
	return v
}

// traverse evaluates a plain reference without an evaluation context. ok is
// false where the general way has to decide, or to say what is wrong.
func (s *scope) traverse(t hcl.Traversal) (cty.Value, bool) {
	root := t.RootName()
	if v, ok := s.iterators[root]; ok {
		return rel(v, t[1:])
	}
	if len(t) < 2 {
		return cty.NilVal, false
	}
	second, ok := t[1].(hcl.TraverseAttr)
	if !ok {
		return cty.NilVal, false
	}
	switch root {
	case "var":
		if v, ok := s.m.Variable(second.Name); ok {
			return rel(v, t[2:])
		}
	case "local":
		if v, ok := s.m.Local(second.Name); ok {
			return rel(v, t[2:])
		}
	case "each", "count", "path", "terraform", "tofu", "self", "ephemeral":
		return cty.NilVal, false
	case "module":
		if c := s.m.Call(second.Name); c != nil {
			if w, ok := c.wantOf(t[2:]); ok {
				if inst := c.Module(w.key); inst != nil {
					if v, ok := inst.Output(w.attr); ok {
						return rel(v, skip(t[2:], w))
					}
				}
			}
		}
	case "data":
		if third, ok := attrAt(t, 2); ok {
			return s.traverseResource(module.Name{Data: true, Type: second.Name, Name: third}, t[3:])
		}
	default:
		return s.traverseResource(module.Name{Type: root, Name: second.Name}, t[2:])
	}
	return cty.NilVal, false
}

func (s *scope) traverseResource(name module.Name, rest hcl.Traversal) (cty.Value, bool) {
	r := s.m.Resource(name)
	if r == nil {
		return cty.NilVal, false
	}
	w, ok := r.wantOf(rest)
	if !ok {
		return cty.NilVal, false
	}
	inst := r.Instance(w.key)
	if inst == nil {
		return cty.NilVal, false
	}
	return rel(inst.Attr(w.attr), skip(rest, w))
}

// skip returns what follows the attribute that a traversal wants.
func skip(rest hcl.Traversal, w want) hcl.Traversal {
	if w.key.Kind != 0 {
		rest = rest[1:]
	}
	return rest[1:]
}

func attrAt(t hcl.Traversal, i int) (string, bool) {
	if i >= len(t) {
		return "", false
	}
	a, ok := t[i].(hcl.TraverseAttr)
	return a.Name, ok
}

// rel applies the rest of a traversal. An error is left to the general way,
// which says it.
func rel(v cty.Value, rest hcl.Traversal) (cty.Value, bool) {
	if len(rest) == 0 {
		return v, true
	}
	out, diags := rest.TraverseRel(v)
	return out, !diags.HasErrors()
}

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

// builtin returns the roots that are no declarations.
func (s *scope) builtin(root string) (cty.Value, bool) {
	switch root {
	case "each":
		if s.eachKey == cty.NilVal {
			return cty.NilVal, false
		}
		if s.eachObject == cty.NilVal {
			s.eachObject = cty.ObjectVal(map[string]cty.Value{"key": s.eachKey, "value": s.eachValue})
		}
		return s.eachObject, true
	case "count":
		if s.count == cty.NilVal {
			return cty.NilVal, false
		}
		if s.countObject == cty.NilVal {
			s.countObject = cty.ObjectVal(map[string]cty.Value{"index": s.count})
		}
		return s.countObject, true
	case "path":
		return s.m.paths(), true
	case "terraform", "tofu":
		return s.m.e.terraform(), true
	case "self", "ephemeral":
		return cty.DynamicVal, true
	}
	return cty.NilVal, false
}

func (e *Evaluator) terraform() cty.Value {
	w := e.settings.Workspace
	if w == "" {
		w = "default"
	}
	return cty.ObjectVal(map[string]cty.Value{
		"workspace": cty.StringVal(w), "env": cty.StringVal(w), "applying": cty.UnknownVal(cty.Bool),
	})
}
