// SPDX-License-Identifier: MPL-2.0

package lang

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/customdecode"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// tryFunc is try as Terraform has it, but for one case: of a value that is
// partly known after apply Terraform waits to see whether it can be computed.
// What only picks out of values that are there can be, whatever they turn out to
// be, so that the known parts of what it names are known already.
var tryFunc = settling(tryfunc.TryFunc, func(v cty.Value) cty.Value { return v })

// canFunc is can, in the same way.
var canFunc = settling(tryfunc.CanFunc, func(cty.Value) cty.Value { return cty.True })

// settling returns a function that answers for a first argument that certainly
// can be computed, and leaves all others to f.
func settling(f function.Function, answer func(cty.Value) cty.Value) function.Function {
	return function.New(&function.Spec{
		Params: f.Params(), VarParam: f.VarParam(),
		Type: func(args []cty.Value) (cty.Type, error) {
			if v, ok := settled(args); ok {
				return answer(v).Type(), nil
			}
			return f.ReturnTypeForValues(args)
		},
		Impl: func(args []cty.Value, ty cty.Type) (cty.Value, error) {
			if v, ok := settled(args); ok {
				return answer(v), nil
			}
			return f.Call(args)
		},
	})
}

// settled evaluates the first argument where that certainly succeeds.
func settled(args []cty.Value) (cty.Value, bool) {
	if len(args) == 0 {
		return cty.NilVal, false
	}
	closure := customdecode.ExpressionClosureFromVal(args[0])
	if !certain(closure.Expression, closure.EvalContext) {
		return cty.NilVal, false
	}
	v, diags := closure.Value()
	return v, !diags.HasErrors()
}

// certain reports whether an expression can be computed whatever its unknown
// parts turn out to be: it only passes on, picks out or puts together values,
// and what it picks from is there. Other expressions are not judged.
func certain(expr hcl.Expression, ctx *hcl.EvalContext) bool {
	switch e := expr.(type) {
	case *hclsyntax.LiteralValueExpr:
		return true
	case *hclsyntax.ParenthesesExpr:
		return certain(e.Expression, ctx)
	case *hclsyntax.TemplateWrapExpr:
		return certain(e.Wrapped, ctx)
	case *hclsyntax.ScopeTraversalExpr:
		return within(e.Traversal[:1].TraverseAbs(ctx))(e.Traversal[1:])
	case *hclsyntax.RelativeTraversalExpr:
		return certain(e.Source, ctx) && within(e.Source.Value(ctx))(e.Traversal)
	case *hclsyntax.IndexExpr:
		return certain(e.Collection, ctx) && certain(e.Key, ctx) && there(e.Collection.Value(ctx)) && there(e.Key.Value(ctx))
	case *hclsyntax.SplatExpr:
		return certain(e.Source, ctx) && eachWithin(e, ctx)
	case *hclsyntax.TupleConsExpr:
		return !slices.ContainsFunc(e.Exprs, func(x hclsyntax.Expression) bool { return !certain(x, ctx) })
	case *hclsyntax.FunctionCallExpr:
		return e.Name == "one" && len(e.Args) == 1 && certain(e.Args[0], ctx) && there(e.Args[0].Value(ctx))
	}
	return false
}

// there reports whether a value is known to be there, if not all of it.
func there(v cty.Value, diags hcl.Diagnostics) bool {
	v, _ = v.Unmark()
	return !diags.HasErrors() && v.IsKnown() && !v.IsNull()
}

// within returns a function that reports whether every step of a traversal
// leads on from a value that is there.
func within(v cty.Value, diags hcl.Diagnostics) func(hcl.Traversal) bool {
	return func(steps hcl.Traversal) bool {
		for _, step := range steps {
			if !there(v, diags) {
				return false
			}
			v, diags = step.TraversalStep(v)
		}
		return !diags.HasErrors()
	}
}

// eachWithin is within for the elements of a splat.
func eachWithin(e *hclsyntax.SplatExpr, ctx *hcl.EvalContext) bool {
	each, relative := e.Each.(*hclsyntax.RelativeTraversalExpr)
	v, diags := e.Source.Value(ctx)
	if v, _ = v.Unmark(); !there(v, diags) || !v.CanIterateElements() {
		return false
	}
	for it := v.ElementIterator(); relative && it.Next(); {
		if _, element := it.Element(); !within(element, nil)(each.Traversal) {
			return false
		}
	}
	return true
}
