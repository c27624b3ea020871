// SPDX-License-Identifier: MPL-2.0

package spillway

import (
	"strconv"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// str reads a string.
func str(v graph.Value) topology.Known[string] {
	if v.IsNull() {
		return topology.Null[string]()
	}
	if s, ok := v.Text(); ok {
		return topology.Of(s)
	}
	return topology.Unknown[string]()
}

// flag reads a boolean.
func flag(v graph.Value) topology.Known[bool] {
	if v.IsNull() {
		return topology.Null[bool]()
	}
	if b, ok := v.Bool(); ok {
		return topology.Of(b)
	}
	return topology.Unknown[bool]()
}

// number reads a decimal number exactly.
func number(v graph.Value) topology.Known[topology.Ratio] {
	if v.IsNull() {
		return topology.Null[topology.Ratio]()
	}
	if r, err := topology.ParseRatio(text(v)); err == nil {
		return topology.Of(r)
	}
	return topology.Unknown[topology.Ratio]()
}

// count reads a whole number.
func count(v graph.Value) topology.Known[int] {
	if v.IsNull() {
		return topology.Null[int]()
	}
	if n, err := strconv.Atoi(text(v)); err == nil {
		return topology.Of(n)
	}
	if r, ok := number(v).Value(); ok {
		if n, whole := r.Whole(); whole {
			return topology.Of(n)
		}
	}
	return topology.Unknown[int]()
}

// texts reads a list of strings; an unknown element leaves it unknown.
func texts(v graph.Value) topology.Known[[]string] {
	if v.IsNull() {
		return topology.Null[[]string]()
	}
	if v.Kind() != graph.List {
		return topology.Unknown[[]string]()
	}
	out := []string{}
	for _, e := range v.Elements() {
		s, ok := e.Text()
		if !ok {
			return topology.Unknown[[]string]()
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return topology.Null[[]string]()
	}
	return topology.Of(out)
}

// nested reads a nested attribute.
func nested[T any](v graph.Value, read func(graph.Value) T) topology.Known[T] {
	switch v.Kind() {
	case graph.Object:
		return topology.Of(read(v))
	case graph.Null:
		return topology.Null[T]()
	}
	return topology.Unknown[T]()
}
