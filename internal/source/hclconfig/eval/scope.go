// SPDX-License-Identifier: MPL-2.0

package eval

import (
	"errors"
	"maps"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

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
		if v, ok := literal(e); ok {
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

// literal returns the text of a template without anything to evaluate.
func literal(e *hclsyntax.TemplateExpr) (cty.Value, bool) {
	if len(e.Parts) != 1 {
		return cty.NilVal, false
	}
	part, ok := e.Parts[0].(*hclsyntax.LiteralValueExpr)
	if !ok || part.Val.Type() != cty.String {
		return cty.NilVal, false
	}
	return part.Val, true
}

// IsLiteral reports whether an expression is a plain text or number, or true,
// false or null.
func IsLiteral(expr hcl.Expression) bool {
	switch e := expr.(type) {
	case *hclsyntax.LiteralValueExpr:
		return true
	case *hclsyntax.TemplateExpr:
		_, ok := literal(e)
		return ok
	}
	return false
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

// LacksWorkspace reports whether terraform.workspace was asked for, and nobody
// knows it.
func (e *Evaluator) LacksWorkspace() bool { return e.lacksWorkspace }

func (e *Evaluator) terraform() cty.Value {
	w := cty.StringVal(e.settings.Workspace)
	if e.settings.Workspace == "" {
		w, e.lacksWorkspace = cty.UnknownVal(cty.String).RefineNotNull(), true
	}
	return cty.ObjectVal(map[string]cty.Value{"workspace": w, "env": w, "applying": cty.UnknownVal(cty.Bool)})
}
