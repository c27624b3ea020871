package lang

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/customdecode"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// tryFunc is try as Terraform has it, but for one case: of a value that is
// partly known after apply Terraform waits to see whether it can be computed.
// A plain reference through values that are there can be, whatever they turn
// out to be, so that the known parts of what it names are known already.
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

// settled evaluates the first argument where it is a reference every step of
// which is into a value that is known to be there.
func settled(args []cty.Value) (cty.Value, bool) {
	if len(args) == 0 {
		return cty.NilVal, false
	}
	closure := customdecode.ExpressionClosureFromVal(args[0])
	t, diags := hcl.AbsTraversalForExpr(closure.Expression)
	if diags.HasErrors() {
		return cty.NilVal, false
	}
	for n := 1; n < len(t); n++ {
		into, diags := t[:n].TraverseAbs(closure.EvalContext)
		if into, _ = into.Unmark(); diags.HasErrors() || !into.IsKnown() || into.IsNull() {
			return cty.NilVal, false
		}
	}
	v, diags := t.TraverseAbs(closure.EvalContext)
	return v, !diags.HasErrors()
}
