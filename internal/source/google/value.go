// SPDX-License-Identifier: MPL-2.0

package google

import (
	"strconv"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// The readers of values. What is empty is left out: a state writes "" and []
// where a plan has null. What has the wrong kind, or is sensitive and could
// end up in a text, is not known.

// open reports whether a value may be read.
func (o *object) open(v graph.Value) bool {
	if v.IsSensitive() && !v.IsNull() {
		o.hidden = true
		return false
	}
	return true
}

// text reads a string.
func (o *object) text(v graph.Value) topology.Known[string] {
	if v.IsNull() {
		return topology.Null[string]()
	}
	if !o.open(v) {
		return topology.Unknown[string]()
	}
	s, ok := v.Text()
	switch {
	case !ok:
		return topology.Unknown[string]()
	case s == "":
		return topology.Null[string]()
	}
	return topology.Of(s)
}

// flag reads a boolean.
func (o *object) flag(v graph.Value) topology.Known[bool] {
	if v.IsNull() {
		return topology.Null[bool]()
	}
	if !o.open(v) {
		return topology.Unknown[bool]()
	}
	if b, ok := v.Bool(); ok {
		return topology.Of(b)
	}
	switch s, _ := v.Text(); s {
	case "true":
		return topology.Of(true)
	case "false":
		return topology.Of(false)
	}
	return topology.Unknown[bool]()
}

// number reads an exact decimal number.
func (o *object) number(v graph.Value) topology.Known[topology.Ratio] {
	if v.IsNull() {
		return topology.Null[topology.Ratio]()
	}
	if !o.open(v) {
		return topology.Unknown[topology.Ratio]()
	}
	s, ok := v.Text()
	if !ok {
		return topology.Unknown[topology.Ratio]()
	}
	if s == "" {
		return topology.Null[topology.Ratio]()
	}
	r, err := topology.ParseRatio(s)
	if err != nil {
		return topology.Unknown[topology.Ratio]()
	}
	return topology.Of(r)
}

// count reads a whole number; any other number is not known.
func (o *object) count(v graph.Value) topology.Known[int] {
	if v.IsNull() {
		return topology.Null[int]()
	}
	if !o.open(v) {
		return topology.Unknown[int]()
	}
	s, ok := v.Text()
	if !ok {
		return topology.Unknown[int]()
	}
	if s == "" {
		return topology.Null[int]()
	}
	if n, err := strconv.Atoi(s); err == nil {
		return topology.Of(n)
	}
	r, err := topology.ParseRatio(s)
	if err != nil {
		return topology.Unknown[int]()
	}
	n, ok := r.Whole()
	if !ok {
		return topology.Unknown[int]()
	}
	return topology.Of(n)
}

// nonZero reads a whole number that a state shows as 0 when it is left out.
func (o *object) nonZero(v graph.Value) topology.Known[int] {
	n := o.count(v)
	if topology.Is(n, 0) {
		return topology.Null[int]()
	}
	return n
}

// texts reads a list or set of strings. An element that is not known leaves
// the whole list unknown.
func (o *object) texts(v graph.Value) topology.Known[[]string] {
	if v.IsNull() {
		return topology.Null[[]string]()
	}
	if !o.open(v) || v.Kind() != graph.List {
		return topology.Unknown[[]string]()
	}
	elements := v.Elements()
	if len(elements) == 0 {
		return topology.Null[[]string]()
	}
	out := make([]string, 0, len(elements))
	for _, e := range elements {
		if !o.open(e) {
			return topology.Unknown[[]string]()
		}
		s, ok := e.Text()
		if !ok {
			return topology.Unknown[[]string]()
		}
		out = append(out, s)
	}
	return topology.Of(out)
}

// block reads a block that stands at most once: absent as [] or null, present
// as a list of one, whatever is in it.
func block[T any](v graph.Value, read func(graph.Value) T) topology.Known[T] {
	switch v.Kind() {
	case graph.Null:
		return topology.Null[T]()
	case graph.Object:
		return topology.Of(read(v))
	case graph.List:
		elements := v.Elements()
		if len(elements) == 0 {
			return topology.Null[T]()
		}
		return topology.Of(read(elements[0]))
	}
	return topology.Unknown[T]()
}

// first returns the one block of a list: null where there is none, unknown
// where the list is.
func first(v graph.Value) graph.Value {
	switch v.Kind() {
	case graph.Object:
		return v
	case graph.List:
		if e := v.Elements(); len(e) > 0 {
			return e[0]
		}
	case graph.Unknown:
		return v
	}
	return graph.NullValue()
}
