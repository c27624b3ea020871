// SPDX-License-Identifier: MPL-2.0

package lang

import (
	"errors"
	"fmt"
	"sort"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	"github.com/zclconf/go-cty/cty/gocty"
)

// lengthFunc counts the elements of a collection or structure, and the
// characters of a string.
var lengthFunc = function.New(&function.Spec{
	Params: []function.Parameter{{
		Name: "value", Type: cty.DynamicPseudoType, AllowDynamicType: true, AllowUnknown: true, AllowMarked: true,
	}},
	Type: func(args []cty.Value) (cty.Type, error) {
		ty := args[0].Type()
		if ty == cty.String || ty == cty.DynamicPseudoType || ty.IsTupleType() || ty.IsObjectType() || ty.IsCollectionType() {
			return cty.Number, nil
		}
		return cty.Number, errors.New("argument must be a string, a collection type, or a structural type")
	},
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		coll, marks := args[0].Unmark()
		switch ty := args[0].Type(); {
		case ty == cty.DynamicPseudoType:
			return cty.UnknownVal(cty.Number).WithMarks(marks), nil
		case ty.IsTupleType():
			return cty.NumberIntVal(int64(len(ty.TupleElementTypes()))).WithMarks(marks), nil
		case ty.IsObjectType():
			return cty.NumberIntVal(int64(len(ty.AttributeTypes()))).WithMarks(marks), nil
		case ty == cty.String:
			n, err := stdlib.Strlen(coll)
			return n.WithMarks(marks), err
		default:
			return coll.Length().WithMarks(marks), nil
		}
	},
})

func truthFunc(all bool) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "list", Type: cty.List(cty.Bool)}},
		Type:   function.StaticReturnType(cty.Bool),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			unknown := false
			for it := args[0].ElementIterator(); it.Next(); {
				_, v := it.Element()
				switch {
				case !v.IsKnown():
					unknown = true
				case v.IsNull():
					if all {
						return cty.False, nil
					}
				case v.True() != all:
					return cty.BoolVal(!all), nil
				}
			}
			if unknown {
				return cty.UnknownVal(cty.Bool), nil
			}
			return cty.BoolVal(all), nil
		},
	})
}

var (
	allTrueFunc = truthFunc(true)
	anyTrueFunc = truthFunc(false)
)

// coalesceFunc gives the first argument that is neither null nor an empty
// string.
var coalesceFunc = function.New(&function.Spec{
	VarParam: &function.Parameter{
		Name: "vals", Type: cty.DynamicPseudoType,
		AllowUnknown: true, AllowDynamicType: true, AllowNull: true, AllowMarked: true,
	},
	Type: func(args []cty.Value) (cty.Type, error) {
		types := make([]cty.Type, len(args))
		for i, v := range args {
			types[i] = v.Type()
		}
		ty, _ := convert.UnifyUnsafe(types)
		if ty == cty.NilType {
			return cty.NilType, errors.New("all arguments must have the same type")
		}
		return ty, nil
	},
	Impl: func(args []cty.Value, ty cty.Type) (cty.Value, error) {
		for _, arg := range args {
			v, err := convert.Convert(arg, ty)
			if err != nil {
				return cty.NilVal, err
			}
			plain, _ := v.Unmark()
			if !plain.IsKnown() {
				return cty.UnknownVal(ty).WithMarks(v.Marks()), nil
			}
			if plain.IsNull() || plain.Type() == cty.String && plain.AsString() == "" {
				continue
			}
			return v, nil
		}
		return cty.NilVal, errors.New("no non-null, non-empty-string arguments")
	},
})

var indexFunc = function.New(&function.Spec{
	Params: []function.Parameter{
		{Name: "list", Type: cty.DynamicPseudoType},
		{Name: "value", Type: cty.DynamicPseudoType},
	},
	Type: function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		if ty := args[0].Type(); !ty.IsListType() && !ty.IsTupleType() {
			return cty.NilVal, errors.New("argument must be a list or tuple")
		}
		if args[0].LengthInt() == 0 {
			return cty.NilVal, errors.New("cannot search an empty list")
		}
		for it := args[0].ElementIterator(); it.Next(); {
			i, v := it.Element()
			eq, err := stdlib.Equal(v, args[1])
			if err != nil {
				return cty.NilVal, err
			}
			if !eq.IsKnown() {
				return cty.UnknownVal(cty.Number), nil
			}
			if eq.True() {
				return i, nil
			}
		}
		return cty.NilVal, errors.New("item not found")
	},
})

var lookupFunc = function.New(&function.Spec{
	Params: []function.Parameter{
		{Name: "inputMap", Type: cty.DynamicPseudoType, AllowMarked: true},
		{Name: "key", Type: cty.String, AllowMarked: true},
	},
	VarParam: &function.Parameter{
		Name: "default", Type: cty.DynamicPseudoType,
		AllowUnknown: true, AllowDynamicType: true, AllowNull: true, AllowMarked: true,
	},
	Type: lookupType,
	Impl: lookupValue,
})

func lookupType(args []cty.Value) (cty.Type, error) {
	if len(args) > 3 {
		return cty.NilType, fmt.Errorf("lookup() takes two or three arguments, got %d", len(args))
	}
	switch ty := args[0].Type(); {
	case ty.IsObjectType():
		key, _ := args[1].Unmark()
		if !key.IsKnown() {
			return cty.DynamicPseudoType, nil
		}
		if ty.HasAttribute(key.AsString()) {
			return ty.AttributeType(key.AsString()), nil
		}
		if len(args) == 3 {
			return args[2].Type(), nil
		}
		return cty.DynamicPseudoType, function.NewArgErrorf(0, "the given object has no attribute %q", key.AsString())
	case ty.IsMapType():
		if len(args) == 3 {
			if _, err := convert.Convert(args[2], ty.ElementType()); err != nil {
				return cty.NilType, function.NewArgErrorf(2, "the default value must have the same type as the map elements")
			}
		}
		return ty.ElementType(), nil
	}
	return cty.NilType, function.NewArgErrorf(0, "lookup() requires a map as the first argument")
}

func lookupValue(args []cty.Value, ty cty.Type) (cty.Value, error) {
	m, mapMarks := args[0].Unmark()
	key, keyMarks := args[1].Unmark()
	name := key.AsString()
	switch {
	case !m.IsKnown():
		return cty.UnknownVal(ty).WithMarks(mapMarks, keyMarks), nil
	case m.Type().IsObjectType() && m.Type().HasAttribute(name):
		return m.GetAttr(name).WithMarks(mapMarks, keyMarks), nil
	case m.Type().IsMapType() && m.HasIndex(key).True():
		return m.Index(key).WithMarks(mapMarks, keyMarks), nil
	}
	if len(args) == 3 {
		v, err := convert.Convert(args[2], ty)
		if err != nil {
			return cty.NilVal, err
		}
		return v.WithMarks(mapMarks, keyMarks), nil
	}
	return cty.NilVal, fmt.Errorf("the given key does not identify an element in this collection value")
}

// matchKeysFunc gives the values whose key, at the same place of the second
// list, is in the third.
var matchKeysFunc = function.New(&function.Spec{
	Params: []function.Parameter{
		{Name: "values", Type: cty.List(cty.DynamicPseudoType)},
		{Name: "keys", Type: cty.List(cty.DynamicPseudoType)},
		{Name: "searchset", Type: cty.List(cty.DynamicPseudoType)},
	},
	Type: func(args []cty.Value) (cty.Type, error) {
		if ty, _ := convert.UnifyUnsafe([]cty.Type{args[1].Type(), args[2].Type()}); ty == cty.NilType {
			return cty.NilType, errors.New("keys and searchset must be of the same type")
		}
		return args[0].Type(), nil
	},
	Impl: func(args []cty.Value, ty cty.Type) (cty.Value, error) {
		if !args[0].IsKnown() {
			return cty.UnknownVal(ty), nil
		}
		if args[0].LengthInt() != args[1].LengthInt() {
			return cty.NilVal, errors.New("length of keys and values should be equal")
		}
		unified, _ := convert.UnifyUnsafe([]cty.Type{args[1].Type(), args[2].Type()})
		keys, err := convert.Convert(args[1], unified)
		if err != nil {
			return cty.NilVal, err
		}
		search, err := convert.Convert(args[2], unified)
		if err != nil {
			return cty.NilVal, err
		}
		if !keys.IsWhollyKnown() || !search.IsWhollyKnown() {
			return cty.UnknownVal(ty), nil
		}
		var out []cty.Value
		for i, v := range args[0].AsValueSlice() {
			if found, err := stdlib.Contains(search, keys.AsValueSlice()[i]); err != nil {
				return cty.NilVal, err
			} else if found.True() {
				out = append(out, v)
			}
		}
		if len(out) == 0 {
			return cty.ListValEmpty(ty.ElementType()), nil
		}
		return cty.ListVal(out), nil
	},
})

// oneFunc gives the only element of a list, set or tuple, null for an empty
// one.
var oneFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "list", Type: cty.DynamicPseudoType}},
	Type: func(args []cty.Value) (cty.Type, error) {
		switch ty := args[0].Type(); {
		case ty.IsListType(), ty.IsSetType():
			return ty.ElementType(), nil
		case ty.IsTupleType():
			switch et := ty.TupleElementTypes(); len(et) {
			case 0:
				return cty.DynamicPseudoType, nil
			case 1:
				return et[0], nil
			}
		default:
			return cty.NilType, function.NewArgErrorf(0, "must be a list, set, or tuple value")
		}
		return cty.NilType, function.NewArgErrorf(0, "must be a list, set, or tuple value with either zero or one elements")
	},
	Impl: func(args []cty.Value, ty cty.Type) (cty.Value, error) {
		v := args[0]
		if v.Type().IsSetType() && !v.IsWhollyKnown() && v.LengthInt() > 1 {
			// Elements that are not known may turn out to be the same.
			return cty.UnknownVal(ty), nil
		}
		switch v.LengthInt() {
		case 0:
			return cty.NullVal(ty), nil
		case 1:
			it := v.ElementIterator()
			it.Next()
			_, e := it.Element()
			return e, nil
		}
		return cty.NilVal, function.NewArgErrorf(0, "must be a list, set, or tuple value with either zero or one elements")
	},
})

var sumFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "list", Type: cty.DynamicPseudoType}},
	Type:   function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		if !args[0].CanIterateElements() {
			return cty.NilVal, function.NewArgErrorf(0, "cannot sum noniterable")
		}
		if ty := args[0].Type(); !ty.IsListType() && !ty.IsSetType() && !ty.IsTupleType() {
			return cty.NilVal, function.NewArgErrorf(0, "argument must be list, set, or tuple")
		}
		values := args[0].AsValueSlice()
		if len(values) == 0 {
			return cty.NilVal, function.NewArgErrorf(0, "cannot sum an empty list")
		}
		if !args[0].IsWhollyKnown() {
			return cty.UnknownVal(cty.Number), nil
		}
		total := cty.Zero
		for _, v := range values {
			n, err := convert.Convert(v, cty.Number)
			if err != nil || n.IsNull() {
				return cty.NilVal, function.NewArgErrorf(0, "argument must be list, set, or tuple of number values")
			}
			if total, err = stdlib.Add(total, n); err != nil {
				return cty.NilVal, err
			}
		}
		return total, nil
	},
})

// transposeFunc swaps keys and values of a map of lists of strings.
var transposeFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "values", Type: cty.Map(cty.List(cty.String))}},
	Type:   function.StaticReturnType(cty.Map(cty.List(cty.String))),
	Impl: func(args []cty.Value, ty cty.Type) (cty.Value, error) {
		if !args[0].IsWhollyKnown() {
			return cty.UnknownVal(ty), nil
		}
		lists := map[string][]string{}
		for it := args[0].ElementIterator(); it.Next(); {
			key, list := it.Element()
			if list.IsNull() {
				return cty.NilVal, errors.New("input must not contain null list")
			}
			for inner := list.ElementIterator(); inner.Next(); {
				_, v := inner.Element()
				if v.IsNull() {
					return cty.NilVal, errors.New("input must not contain null strings")
				}
				lists[v.AsString()] = append(lists[v.AsString()], key.AsString())
			}
		}
		if len(lists) == 0 {
			return cty.MapValEmpty(cty.List(cty.String)), nil
		}
		out := make(map[string]cty.Value, len(lists))
		for k, l := range lists {
			sort.Strings(l)
			v, err := gocty.ToCtyValue(l, cty.List(cty.String))
			if err != nil {
				return cty.NilVal, err
			}
			out[k] = v
		}
		return cty.MapVal(out), nil
	},
})
