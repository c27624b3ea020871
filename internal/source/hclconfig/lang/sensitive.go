// SPDX-License-Identifier: MPL-2.0

package lang

import (
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// Sensitive marks a value that no output may show.
const Sensitive = mark("sensitive")

type mark string

func (m mark) GoString() string { return "lang." + string(m) }

// anyValue makes a function of one value of any type.
func anyValue(ty function.TypeFunc, impl func(cty.Value) cty.Value) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{
			Name: "value", Type: cty.DynamicPseudoType,
			AllowUnknown: true, AllowNull: true, AllowMarked: true, AllowDynamicType: true,
		}},
		Type: ty,
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return impl(args[0]), nil },
	})
}

func sameType(args []cty.Value) (cty.Type, error) { return args[0].Type(), nil }

var (
	sensitiveFunc = anyValue(sameType, func(v cty.Value) cty.Value { return v.Mark(Sensitive) })

	nonsensitiveFunc = anyValue(sameType, func(v cty.Value) cty.Value {
		plain, marks := v.Unmark()
		delete(marks, Sensitive)
		return plain.WithMarks(marks)
	})

	isSensitiveFunc = anyValue(function.StaticReturnType(cty.Bool), func(v cty.Value) cty.Value {
		if !v.IsKnown() && !v.HasMark(Sensitive) {
			return cty.UnknownVal(cty.Bool)
		}
		return cty.BoolVal(v.HasMark(Sensitive))
	})

	// ephemeralAsNullFunc gives its argument: ephemeral values are unknown
	// here, and an unknown value may be null.
	ephemeralAsNullFunc = anyValue(sameType, func(v cty.Value) cty.Value { return v })
)
