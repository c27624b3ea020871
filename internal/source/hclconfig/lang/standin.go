// SPDX-License-Identifier: MPL-2.0

package lang

import (
	"slices"
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
	"formatlist", "join", "keys", "lookup", "merge", "nonsensitive", "one", "replace", "reverse", "sensitive", "setintersection",
	"setproduct", "setsubtract", "setunion", "slice", "sort", "split", "tolist", "tomap", "toset", "tostring", "transpose", "trimprefix",
	"trimspace", "trimsuffix", "try", "values", "zipmap",
}

// WithStandIns returns functions for an evaluation with stand-ins: what any
// but the passing ones make of a stand-in is known after apply.
func WithStandIns(funcs map[string]function.Function) map[string]function.Function {
	out := make(map[string]function.Function, len(funcs))
	for name, f := range funcs {
		out[name] = guarded(f, HoldsStandIn)
	}
	for _, name := range passing {
		for _, n := range []string{name, "core::" + name} {
			if f, ok := funcs[n]; ok {
				out[n] = f
			}
		}
	}
	for _, n := range []string{"length", "core::length"} { // of a list, not of a text
		if f, ok := funcs[n]; ok {
			out[n] = guarded(f, isStandIn)
		}
	}
	return out
}

// guarded leaves the result of a function unknown where an argument is hidden.
func guarded(f function.Function, hidden func(cty.Value) bool) function.Function {
	return function.New(&function.Spec{
		Params: f.Params(), VarParam: f.VarParam(),
		Type: func(args []cty.Value) (cty.Type, error) { return f.ReturnTypeForValues(args) },
		Impl: func(args []cty.Value, ty cty.Type) (cty.Value, error) {
			if slices.ContainsFunc(args, hidden) {
				return cty.UnknownVal(ty), nil
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
	case !v.CanIterateElements():
		return isStandIn(v)
	}
	for it := v.ElementIterator(); it.Next(); {
		if k, e := it.Element(); HoldsStandIn(k) || HoldsStandIn(e) {
			return true
		}
	}
	return false
}

func isStandIn(v cty.Value) bool {
	v, _ = v.Unmark()
	return v.Type() == cty.String && v.IsKnown() && !v.IsNull() && strings.Contains(v.AsString(), StandInMark)
}
