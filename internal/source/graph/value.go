// SPDX-License-Identifier: MPL-2.0

package graph

import (
	"slices"
	"strings"
)

// Value is a value of Terraform's language, reduced to what a linter asks of
// it: unknown and null, a boolean, a number as the exact decimal text of its
// author, a string, a list (of a list, set or tuple), an object (of an object
// or map). The zero value is unknown. A Value is immutable.
//
// It stands where a cty.Value could: a plan of 20,000 resources holds a
// million of them, and this one costs a fraction to build and to read.
type Value struct {
	kind  ValueKind
	flag  flags
	text  string // of a number or string; of an unknown one what it refers to or comes from
	parts *parts // of a list or object; nil where it is empty
}

// parts are apart from the value because most values have none.
type parts struct {
	list []Value
	keys []string // of an object, sorted, beside list
}

// ValueKind is the kind of a value.
type ValueKind uint8

// The kinds of values.
const (
	Unknown ValueKind = iota
	Null
	Bool
	Number
	String
	List
	Object
)

func (k ValueKind) String() string {
	return [...]string{"unknown", "null", "bool", "number", "string", "list", "object"}[k]
}

type flags uint8

const (
	flagTrue      flags = 1 << iota // the boolean
	flagEvaluated                   // from the evaluated configuration, where the plan says unknown
	flagSensitive
	flagLeftOut // the argument is null, and the provider or Google fills it in
)

// UnknownValue returns a value that is known after apply.
func UnknownValue() Value { return Value{} }

// ReferenceValue returns a value that is known after apply and names the object
// of the instance with an address in the same graph: its id, its self link.
func ReferenceValue(address string) Value { return Value{text: address} }

// originMark begins the text of a value whose origin is known, which is no
// address.
const originMark = "="

// OriginValue returns a value that is known after apply and comes from origin:
// in one graph two of one origin are the same value.
func OriginValue(origin string) Value { return Value{text: originMark + origin} }

// LeftOutValue returns the value of an argument that is certainly left out, or
// null, where the provider or Google fills one in that is known after apply.
func LeftOutValue() Value { return Value{flag: flagLeftOut} }

// NullValue returns null.
func NullValue() Value { return Value{kind: Null} }

// BoolValue returns a boolean.
func BoolValue(b bool) Value {
	v := Value{kind: Bool}
	if b {
		v.flag = flagTrue
	}
	return v
}

// NumberValue returns a number by its decimal text, exactly as it stands in
// the input; of a binary float, its shortest decimal.
func NumberValue(text string) Value { return Value{kind: Number, text: text} }

// StringValue returns a string.
func StringValue(s string) Value { return Value{kind: String, text: s} }

// ListValue returns a list; it keeps the slice.
func ListValue(elements []Value) Value {
	if len(elements) == 0 {
		return Value{kind: List}
	}
	return Value{kind: List, parts: &parts{list: elements}}
}

// ObjectValue returns an object; it keeps and sorts the slices, which run in
// parallel. Of a name that stands twice the last value counts.
func ObjectValue(names []string, values []Value) Value {
	if len(names) == 0 {
		return Value{kind: Object}
	}
	if !slices.IsSorted(names) {
		sortObject(names, values)
	}
	for i := 1; i < len(names); i++ {
		if names[i] == names[i-1] {
			names = slices.Delete(names, i-1, i)
			values = slices.Delete(values, i-1, i)
			i--
		}
	}
	return Value{kind: Object, parts: &parts{list: values, keys: names}}
}

// sortObject sorts both slices by name, stably. Objects are small and nearly
// sorted (terraform writes them sorted), so insertion is enough; a large one
// is sorted by permutation.
func sortObject(names []string, values []Value) {
	if len(names) > 64 {
		order := make([]int, len(names))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case names[a] < names[b]:
				return -1
			case names[a] > names[b]:
				return 1
			}
			return 0
		})
		n, v := slices.Clone(names), slices.Clone(values)
		for i, o := range order {
			names[i], values[i] = n[o], v[o]
		}
		return
	}
	for i := 1; i < len(names); i++ {
		for j := i; j > 0 && names[j] < names[j-1]; j-- {
			names[j], names[j-1] = names[j-1], names[j]
			values[j], values[j-1] = values[j-1], values[j]
		}
	}
}

// Evaluated returns the value marked as coming from the evaluated
// configuration, its elements included.
func (v Value) Evaluated() Value {
	v.flag |= flagEvaluated
	return v.inside(Value.Evaluated)
}

// inside returns the value with its elements as mark returns them.
func (v Value) inside(mark func(Value) Value) Value {
	if v.parts != nil {
		list := make([]Value, len(v.parts.list))
		for i, e := range v.parts.list {
			list[i] = mark(e)
		}
		v.parts = &parts{list: list, keys: v.parts.keys}
	}
	return v
}

// Sensitive returns the value marked as one that no output may show, its
// elements included.
func (v Value) Sensitive() Value {
	v.flag |= flagSensitive
	return v.inside(Value.Sensitive)
}

// IsEvaluated reports whether the value comes from the evaluated
// configuration.
func (v Value) IsEvaluated() bool { return v.flag&flagEvaluated != 0 }

// IsSensitive reports whether the value may not be shown.
func (v Value) IsSensitive() bool { return v.flag&flagSensitive != 0 }

// Kind returns the kind.
func (v Value) Kind() ValueKind { return v.kind }

// IsUnknown reports whether the value is known after apply.
func (v Value) IsUnknown() bool { return v.kind == Unknown }

// Refers returns the address of the instance that a value of kind unknown
// names; ok is false where it is not known to name one.
func (v Value) Refers() (address string, ok bool) {
	if v.kind != Unknown || strings.HasPrefix(v.text, originMark) {
		return "", false
	}
	return v.text, v.text != ""
}

// Origin returns where a value of kind unknown comes from; ok is false where
// that cannot be told.
func (v Value) Origin() (origin string, ok bool) {
	if v.kind != Unknown {
		return "", false
	}
	return strings.CutPrefix(v.text, originMark)
}

// IsLeftOut reports whether a value of kind unknown is that of an argument that
// is certainly left out.
func (v Value) IsLeftOut() bool { return v.kind == Unknown && v.flag&flagLeftOut != 0 }

// IsNull reports whether the value is null.
func (v Value) IsNull() bool { return v.kind == Null }

// Bool returns a boolean; ok is false for any other kind.
func (v Value) Bool() (b, ok bool) { return v.flag&flagTrue != 0, v.kind == Bool }

// Text returns the text of a string or the digits of a number; ok is false
// for any other kind.
func (v Value) Text() (string, bool) {
	if v.kind != String && v.kind != Number {
		return "", false
	}
	return v.text, true
}

// Elements returns the elements of a list, nil for any other kind. The slice
// must not be changed.
func (v Value) Elements() []Value {
	if v.kind != List || v.parts == nil {
		return nil
	}
	return v.parts.list
}

// Fields returns names and values of an object, nil for any other kind. The
// slices must not be changed.
func (v Value) Fields() ([]string, []Value) {
	if v.kind != Object || v.parts == nil {
		return nil, nil
	}
	return v.parts.keys, v.parts.list
}

// Get returns the attribute of an object. It is null where the object does
// not have it (an older provider), and unknown where v itself is unknown.
func (v Value) Get(name string) Value {
	switch v.kind {
	case Object:
		if v.parts == nil {
			return NullValue()
		}
		if i, ok := slices.BinarySearch(v.parts.keys, name); ok {
			return v.parts.list[i]
		}
		return NullValue()
	case Unknown:
		return UnknownValue()
	}
	return NullValue()
}

// Has reports whether an object has the attribute.
func (v Value) Has(name string) bool {
	if v.kind != Object || v.parts == nil {
		return false
	}
	_, ok := slices.BinarySearch(v.parts.keys, name)
	return ok
}
