package lang

import (
	"maps"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// StandInMark begins and ends a stand-in: a text in the place of a part of an
// identity that is known after apply. It is a character for private use.
const StandInMark = "\ue0fe"

// passing are the functions that pass a text on, choose among texts, or take
// them apart and join them: a stand-in comes out as it went in.
var passing = []string{
	"basename", "chunklist", "coalesce", "coalescelist", "compact", "concat", "dirname", "distinct", "element", "flatten", "format",
	"formatlist", "join", "keys", "length", "lookup", "merge", "nonsensitive", "one", "replace", "reverse", "sensitive", "setintersection",
	"setproduct", "setsubtract", "setunion", "slice", "sort", "split", "tolist", "tomap", "toset", "tostring", "transpose", "trimprefix",
	"trimspace", "trimsuffix", "try", "values", "zipmap",
}

// WithStandIns returns functions for an evaluation with stand-ins: what any
// but the passing ones make of a stand-in is known after apply.
func WithStandIns(funcs map[string]function.Function) map[string]function.Function {
	out := make(map[string]function.Function, len(funcs))
	for name, f := range funcs {
		out[name] = guarded(f)
	}
	for _, name := range passing {
		for _, n := range []string{name, "core::" + name} {
			if f, ok := funcs[n]; ok {
				out[n] = f
			}
		}
	}
	maps.DeleteFunc(out, func(_ string, f function.Function) bool { return f == function.Function{} })
	return out
}

func guarded(f function.Function) function.Function {
	return function.New(&function.Spec{
		Params: f.Params(), VarParam: f.VarParam(),
		Type: func(args []cty.Value) (cty.Type, error) { return f.ReturnTypeForValues(args) },
		Impl: func(args []cty.Value, ty cty.Type) (cty.Value, error) {
			for _, a := range args {
				if HoldsStandIn(a) {
					return cty.UnknownVal(ty), nil
				}
			}
			return f.Call(args)
		},
	})
}

// HoldsStandIn reports whether a value has a stand-in somewhere.
func HoldsStandIn(v cty.Value) bool {
	v, _ = v.Unmark()
	switch {
	case !v.IsKnown() || v.IsNull():
		return false
	case v.Type() == cty.String:
		return strings.Contains(v.AsString(), StandInMark)
	case !v.CanIterateElements():
		return false
	}
	for it := v.ElementIterator(); it.Next(); {
		if k, e := it.Element(); HoldsStandIn(k) || HoldsStandIn(e) {
			return true
		}
	}
	return false
}
