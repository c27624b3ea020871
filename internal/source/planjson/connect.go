// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
)

// groupKey names a resource within a module instance.
type groupKey struct {
	module    string
	data      bool
	typ, name string
}

// group holds the planned instances of a resource within a module instance, in
// the order of their keys. Neither changes once the configuration is connected.
type group struct {
	instances []*graph.Instance
	keys      keySet
}

// find returns the instance with a key, nil where there is none.
func (g *group) find(key graph.Key) *graph.Instance {
	key = asIndex(key)
	i, ok := slices.BinarySearchFunc(g.instances, key, func(inst *graph.Instance, key graph.Key) int { return compareKeys(asIndex(inst.Key), key) })
	if !ok {
		return nil
	}
	return g.instances[i]
}

// asIndex returns the number for a key like "0": as an index it is the same.
func asIndex(key graph.Key) graph.Key {
	if n, err := strconv.ParseInt(key.Str, 10, 64); err == nil && strconv.FormatInt(n, 10) == key.Str {
		return graph.Key{Kind: graph.IntKey, Int: n}
	}
	return key
}

func compareKeys(a, b graph.Key) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Int, b.Int), strings.Compare(a.Str, b.Str))
}

// keySet stands for the set of keys that a resource or module call has: equal
// for equal sets.
type keySet int

const (
	noKeySet keySet = iota // equal to none that connect gives
	unkeyed
)

// callKey names a module call within a module instance.
type callKey struct{ module, name string }

// callGroup holds the keys of the instances of a module call.
type callGroup struct {
	instances []graph.Key
	keys      keySet
}

// same returns the key that is the same index as another one.
func (c *callGroup) same(key graph.Key) graph.Key {
	for _, own := range c.instances {
		if asIndex(own) == asIndex(key) {
			return own
		}
	}
	return key
}

// connect ties the configuration to the instances of the graph. Those that the
// plan removes are no part of the configuration any more.
func (c *configuration) connect(g *graph.Graph, pending map[string]struct{}) {
	c.variables = g.Variables
	c.groups = map[groupKey]*group{}
	c.calls = map[callKey]*callGroup{}
	c.modules = map[string]*module{}
	c.pending = map[groupKey]struct{}{}
	visited := map[string]bool{"": true}
	for _, inst := range g.Instances {
		c.addModule(inst.Module)
		if inst.Change == graph.Delete || inst.Change == graph.Forget {
			continue
		}
		key := groupKey{inst.Module, inst.Data, inst.Type, inst.Name}
		if c.groups[key] == nil {
			c.groups[key] = &group{}
		}
		c.groups[key].instances = append(c.groups[key].instances, inst)
		c.addCalls(inst.Module, visited)
	}
	for address := range pending {
		if a, ok := graph.ParseAddress(address); ok {
			c.pending[groupKey{a.Module, true, a.Type, a.Name}] = struct{}{}
		}
	}
	sets := map[string]keySet{}
	for _, group := range c.groups {
		slices.SortFunc(group.instances, func(a, b *graph.Instance) int { return compareKeys(asIndex(a.Key), asIndex(b.Key)) })
		keys := make([]graph.Key, len(group.instances))
		for i, inst := range group.instances {
			keys[i] = inst.Key
		}
		group.keys = keySetOf(keys, sets)
	}
	for _, calls := range c.calls {
		slices.SortFunc(calls.instances, func(a, b graph.Key) int { return compareKeys(asIndex(a), asIndex(b)) })
		calls.keys = keySetOf(calls.instances, sets)
	}
}

// keySetOf numbers the sets; the numbers only serve to compare them. Sets of
// keys that are the same as indices are the same.
func keySetOf(sorted []graph.Key, sets map[string]keySet) keySet {
	if len(sorted) == 1 && sorted[0].Kind == graph.NoKey {
		return unkeyed
	}
	var text strings.Builder
	for _, key := range sorted {
		s := asIndex(key).String()
		text.WriteString(strconv.Itoa(len(s)))
		text.WriteString(s)
	}
	set, ok := sets[text.String()]
	if !ok {
		set = unkeyed + 1 + keySet(len(sets))
		sets[text.String()] = set
	}
	return set
}

// addModule finds the module of the configuration that a module instance is
// of.
func (c *configuration) addModule(path string) {
	if _, known := c.modules[path]; known {
		return
	}
	steps, _ := graph.ModuleSteps(path)
	m := c.root
	for _, step := range steps {
		call := m.calls[step.Name]
		if call == nil {
			m = nil
			break
		}
		m = call.module
	}
	c.modules[path] = m
}

// addCalls notes the instances of the module calls on the way to a module
// instance.
func (c *configuration) addCalls(path string, visited map[string]bool) {
	for !visited[path] {
		visited[path] = true
		parent, step := splitModule(path)
		key := callKey{parent, step.Name}
		if c.calls[key] == nil {
			c.calls[key] = &callGroup{}
		}
		c.calls[key].instances = append(c.calls[key].instances, step.Key)
		path = parent
	}
}

// splitModule splits the path of a module instance into that of the module
// around it and the call.
func splitModule(path string) (parent string, step graph.ModuleStep) {
	steps, ok := graph.ModuleSteps(path)
	if !ok || len(steps) == 0 {
		return "", graph.ModuleStep{}
	}
	last := len(steps) - 1
	for _, s := range steps[:last] {
		parent = joinModule(parent, s.Name, s.Key)
	}
	return parent, steps[last]
}

// joinModule is the path of a module instance within another.
func joinModule(parent, name string, key graph.Key) string {
	step := graph.ModuleStep{Name: name, Key: key}.String()
	if parent == "" {
		return step
	}
	return parent + "." + step
}
