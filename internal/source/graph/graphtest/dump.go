// SPDX-License-Identifier: MPL-2.0

// Package graphtest turns graphs into plain Go values that tests compare. It
// reads nothing and judges nothing.
package graphtest

import (
	"encoding/json"

	"terraform-provider-spillway/internal/source/graph"
)

// Unknown stands for a value that is known after apply.
type Unknown struct{}

// Sensitive stands around a value that is marked so.
type Sensitive struct{ Value any }

// Dump returns a value as encoding/json would decode it with UseNumber:
// json.Number, string, bool, []any, map[string]any, nil; Unknown in place of
// what is not known.
func Dump(v graph.Value) any { return dump(v, false) }

// DumpMarks is Dump with what is sensitive marked as such.
func DumpMarks(v graph.Value) any { return dump(v, true) }

func dump(v graph.Value, marks bool) (out any) {
	text, _ := v.Text()
	switch v.Kind() {
	case graph.Unknown:
		out = Unknown{}
	case graph.Bool:
		b, _ := v.Bool()
		out = b
	case graph.Number:
		out = json.Number(text)
	case graph.String:
		out = text
	case graph.List:
		list := make([]any, len(v.Elements()))
		for i, e := range v.Elements() {
			list[i] = dump(e, marks)
		}
		out = list
	case graph.Object:
		names, values := v.Fields()
		object := make(map[string]any, len(names))
		for i, name := range names {
			object[name] = dump(values[i], marks)
		}
		out = object
	}
	if marks && v.IsSensitive() {
		return Sensitive{out}
	}
	return out
}

// Instance is an instance with its values dumped.
type Instance struct {
	Address, Module, Type, Name, Provider string
	Data                                  bool
	Key                                   graph.Key
	Change                                graph.ChangeKind
	Before, After                         any
}

// Instances dumps the instances of a graph, marks included.
func Instances(g *graph.Graph) []Instance {
	out := make([]Instance, len(g.Instances))
	for i, inst := range g.Instances {
		out[i] = Instance{
			Address: inst.Address, Module: inst.Module, Type: inst.Type, Name: inst.Name, Provider: inst.Provider,
			Data: inst.Data, Key: inst.Key, Change: inst.Change,
			Before: DumpMarks(inst.Before), After: DumpMarks(inst.After),
		}
	}
	return out
}
