// SPDX-License-Identifier: MPL-2.0

package eval

import (
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/lang"
)

// ToGraph returns a value in the form of the graph. What is inside a set
// stands in the order of cty.
func ToGraph(v cty.Value) graph.Value {
	v, marks := v.Unmark()
	out := toGraph(v)
	if _, ok := marks[lang.Sensitive]; ok {
		return out.Sensitive()
	}
	return out
}

func toGraph(v cty.Value) graph.Value {
	if !v.IsKnown() {
		return graph.UnknownValue()
	}
	if v.IsNull() {
		return graph.NullValue()
	}
	switch ty := v.Type(); {
	case ty == cty.String:
		return graph.StringValue(v.AsString())
	case ty == cty.Number && v.AsBigFloat().IsInf(): // after a division by zero
		return graph.UnknownValue()
	case ty == cty.Number:
		return graph.NumberValue(NumberText(v.AsBigFloat()))
	case ty == cty.Bool:
		return graph.BoolValue(v.True())
	case ty.IsListType(), ty.IsTupleType(), ty.IsSetType():
		list := make([]graph.Value, 0, v.LengthInt())
		for it := v.ElementIterator(); it.Next(); {
			_, e := it.Element()
			list = append(list, ToGraph(e))
		}
		if ty.IsSetType() && ty.ElementType().IsPrimitiveType() && !v.IsWhollyKnown() {
			return graph.UnknownValue() // some may turn out to be the same
		}
		return graph.ListValue(list)
	case ty.IsObjectType(), ty.IsMapType():
		elems := v.AsValueMap()
		names, values := slices.Sorted(maps.Keys(elems)), make([]graph.Value, len(elems))
		for i, n := range names {
			values[i] = ToGraph(elems[n])
		}
		return graph.ObjectValue(names, values)
	}
	return graph.UnknownValue()
}

// longestDecimal is the number of digits up to which a number is kept as its
// author wrote it. A float64, which is what providers compute with, needs no
// more to be told from all others.
const longestDecimal = 17

// NumberText returns the decimal text of a number: exact where that is short,
// else the shortest of the nearest float64, as in a plan.
func NumberText(f *big.Float) string {
	if isHuge(f) {
		return f.Text('e', longestDecimal-1)
	}
	if f.IsInt() && f.MinPrec() <= 64 {
		return f.Text('f', 0)
	}
	near, _ := f.Float64()
	short := strconv.FormatFloat(near, 'f', -1, 64)
	if back, _, err := big.ParseFloat(short, 10, f.Prec(), f.Mode()); err == nil && back.Cmp(f) == 0 {
		return short // as most are; what follows is slow
	}
	if text := f.Text('f', -1); digits(text) <= longestDecimal || f.IsInt() {
		return text
	}
	return short
}

// isHuge reports whether a number has more digits than can be written out.
func isHuge(f *big.Float) bool {
	e := f.MantExp(nil)
	return f.IsInf() || e > mostBits || e < -mostBits
}

const mostBits = 8192

func digits(text string) int {
	text = strings.TrimLeft(strings.Replace(strings.TrimPrefix(text, "-"), ".", "", 1), "0")
	return len(text)
}

// ToCty returns a value of the graph in its natural type: lists become tuples,
// objects stay objects.
func ToCty(v graph.Value) cty.Value {
	out := toCty(v)
	if v.IsSensitive() {
		return out.Mark(lang.Sensitive)
	}
	return out
}

func toCty(v graph.Value) cty.Value {
	switch v.Kind() {
	case graph.Null:
		return cty.NullVal(cty.DynamicPseudoType)
	case graph.Bool:
		b, _ := v.Bool()
		return cty.BoolVal(b)
	case graph.String:
		s, _ := v.Text()
		return cty.StringVal(s)
	case graph.Number:
		s, _ := v.Text()
		n, err := cty.ParseNumberVal(s)
		if err != nil {
			return cty.UnknownVal(cty.Number)
		}
		return n
	case graph.List:
		elems := make([]cty.Value, len(v.Elements()))
		for i, e := range v.Elements() {
			elems[i] = ToCty(e)
		}
		return cty.TupleVal(elems)
	case graph.Object:
		names, values := v.Fields()
		attrs := make(map[string]cty.Value, len(names))
		for i, n := range names {
			attrs[n] = ToCty(values[i])
		}
		return cty.ObjectVal(attrs)
	}
	return cty.DynamicVal
}

// whollyKnown reports whether no part of a value is unknown.
func whollyKnown(v graph.Value) bool {
	switch v.Kind() {
	case graph.Unknown:
		return false
	case graph.List:
		for _, e := range v.Elements() {
			if !whollyKnown(e) {
				return false
			}
		}
	case graph.Object:
		_, values := v.Fields()
		for _, e := range values {
			if !whollyKnown(e) {
				return false
			}
		}
	}
	return true
}
