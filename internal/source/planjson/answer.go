// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
)

// Expression implements graph.Configuration.
func (c *configuration) Expression(inst *graph.Instance, path string) (graph.Expression, bool) {
	b := c.block(inst)
	if b == nil {
		return graph.Expression{}, false
	}
	m := b.body.walk(path)
	if m == nil || m.argument == nil {
		return graph.Expression{}, false
	}
	return graph.Expression{Constant: m.argument.constant, References: m.argument.references}, true
}

// walk finds the member that a path leads to: backend[1].group, region. A
// block without an index is the first of its type.
func (b body) walk(path string) *member {
	for {
		step, rest, more := strings.Cut(path, ".")
		name, index, ok := stepIndex(step)
		if !ok {
			return nil
		}
		m := b.find(name)
		if m == nil || !more {
			return m
		}
		if index >= len(m.blocks) {
			return nil
		}
		b, path = m.blocks[index], rest
	}
}

func stepIndex(step string) (name string, index int, ok bool) {
	name, rest, found := strings.Cut(step, "[")
	if !found {
		return name, 0, true
	}
	index, err := strconv.Atoi(strings.TrimSuffix(rest, "]"))
	return name, index, err == nil && index >= 0
}

// Blocks implements graph.Configuration. Dynamic blocks leave no trace in the
// configuration part of a plan: they show where more blocks are planned than
// are written.
func (c *configuration) Blocks(inst *graph.Instance, path string) (static int, dynamic bool) {
	if b := c.block(inst); b != nil {
		if m := b.body.walk(path); m != nil && m.argument == nil {
			static = len(m.blocks)
		}
	}
	planned := inst.After
	for step := range strings.SplitSeq(path, ".") {
		if planned.Kind() == graph.List { // the block around: the first, or as the index says
			planned = element(planned, 0)
		}
		name, index, _ := stepIndex(step)
		planned = planned.Get(name)
		if strings.HasSuffix(step, "]") {
			planned = element(planned, index)
		}
	}
	return static, planned.IsUnknown() || len(planned.Elements()) > static
}

func element(list graph.Value, index int) graph.Value {
	if elements := list.Elements(); index < len(elements) {
		return elements[index]
	}
	if list.IsUnknown() {
		return list
	}
	return graph.NullValue()
}

// block returns the resource block of an instance, nil where the
// configuration has none (any more).
func (c *configuration) block(inst *graph.Instance) *block {
	m := c.modules[inst.Module]
	if m == nil {
		return nil
	}
	return m.resources[resourceKey{inst.Data, inst.Type, inst.Name}]
}
