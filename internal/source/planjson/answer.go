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

// ProviderArgument implements graph.Configuration. Of an argument that is
// written with a reference to one variable the value of that variable counts,
// if it looks like a location: whether the expression passes it on as it is, a
// plan does not say.
func (c *configuration) ProviderArgument(inst *graph.Instance, name string) graph.Value {
	b := c.block(inst)
	if b == nil {
		return graph.UnknownValue()
	}
	for key, more := b.provider, true; more; key, more = parentProvider(key) {
		p := c.providers[key]
		if p == nil || p.arguments == nil {
			continue
		}
		a, ok := p.arguments[name]
		switch {
		case !ok:
			return graph.NullValue()
		case len(a.references) == 0:
			return a.constant
		}
		value := c.variable(a, moduleNames(p.module))
		if text, ok := value.Text(); ok && isLocation(text, name) {
			return value
		}
		return graph.UnknownValue()
	}
	return graph.NullValue() // no block at all: the environment decides
}

// isLocation reports whether a text has the form of a region or a zone, as
// the name of the argument asks: us-central1, us-central1-a.
func isLocation(text, name string) bool {
	parts := strings.Split(text, "-")
	if name == "zone" {
		last := len(parts) - 1
		if len(parts[last]) != 1 {
			return false
		}
		parts = parts[:last]
	} else if name != "region" {
		return false
	}
	if len(parts) < 2 {
		return false
	}
	last := strings.TrimRight(parts[len(parts)-1], "0123456789")
	return last != "" && last != parts[len(parts)-1] && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// parentProvider returns the key of the configuration that a module without
// one of its own inherits: that of the module around it, under the same name.
func parentProvider(key string) (string, bool) {
	path, name, found := strings.Cut(key, ":")
	if !found || !strings.HasPrefix(path, "module.") {
		return "", false
	}
	i := strings.LastIndex(path, ".module.")
	if i < 0 {
		return name, true
	}
	return path[:i] + ":" + name, true
}

// variable returns the value of the one variable that an argument refers to,
// in the module at a path; unknown where it refers to anything else.
func (c *configuration) variable(a *argument, path []string) graph.Value {
	for {
		if len(a.references) != 1 {
			return graph.UnknownValue()
		}
		ref := parseReference(a.references[0])
		if ref.kind != toVariable || ref.inner {
			return graph.UnknownValue()
		}
		if len(path) == 0 {
			return c.variables[ref.name] // the zero value is unknown
		}
		last := len(path) - 1
		parent, child := c.moduleAt(path[:last]), c.moduleAt(path)
		if child == nil {
			return graph.UnknownValue()
		}
		passed, ok := parent.calls[path[last]].arguments[ref.name]
		switch {
		case ok && len(passed.references) == 0:
			return passed.constant
		case !ok && child.variables[ref.name] != nil:
			return child.variables[ref.name].fallback
		case !ok:
			return graph.UnknownValue()
		}
		a, path = passed, path[:last]
	}
}

func (c *configuration) moduleAt(path []string) *module {
	m := c.root
	for _, name := range path {
		call := m.calls[name]
		if call == nil {
			return nil
		}
		m = call.module
	}
	return m
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
