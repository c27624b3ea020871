// SPDX-License-Identifier: MPL-2.0

package eval

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// CheckCycles reports declarations that refer to each other in a circle, as
// terraform does before it evaluates anything: a resource depends on all that
// its block refers to, whichever attribute.
func (e *Evaluator) CheckCycles() {
	d := dependencies{edges: map[string][]string{}, at: map[string]hcl.Range{}}
	d.module(e.Root.Node)
	for _, names := range d.cycles() {
		e.static = true
		e.reportCycle(names, d.at[names[0]])
	}
}

// dependencies are the declarations of all modules by their addresses without
// keys, and what each refers to.
type dependencies struct {
	edges map[string][]string
	at    map[string]hcl.Range
}

func prefix(n *module.Node) string {
	if len(n.Path) == 0 {
		return ""
	}
	return "module." + strings.Join(n.Path, ".module.") + "."
}

func (d *dependencies) module(n *module.Node) {
	p := prefix(n)
	for name, refs := range n.Module.References {
		from := p + name
		if call, input, ok := strings.Cut(name, "/"); ok {
			from = p + call + ".var." + input
		}
		for _, ref := range refs {
			d.edges[from] = append(d.edges[from], d.targets(n, p, string(ref))...)
		}
		d.at[from] = place(n.Module, name)
	}
	for _, child := range n.Children {
		d.module(child)
	}
}

// targets returns the declarations that a reference leads to.
func (d *dependencies) targets(n *module.Node, p, ref string) []string {
	kind, rest, _ := strings.Cut(ref, ".")
	switch kind {
	case "module":
		name, out, one := strings.Cut(rest, ".")
		call := p + "module." + name
		child := n.Children[name]
		switch {
		case child == nil:
			return []string{call}
		case one:
			return []string{call, call + ".output." + out}
		}
		all := []string{call}
		for out := range child.Module.Outputs {
			all = append(all, call+".output."+out)
		}
		return all
	default:
		return []string{p + ref}
	}
}

func place(m *module.Module, name string) hcl.Range {
	kind, rest, _ := strings.Cut(name, ".")
	switch kind {
	case "local":
		if l := m.Locals[rest]; l != nil {
			return l.Range
		}
	case "output":
		if o := m.Outputs[rest]; o != nil {
			return o.DefRange
		}
	case "module":
		call, input, _ := strings.Cut(rest, "/")
		if c := m.Calls[call]; c != nil {
			if r, ok := c.Body.AttributeRange(input); ok {
				return r
			}
			return c.DefRange
		}
	default:
		n := module.Name{Type: kind, Name: rest}
		if kind == "data" {
			n.Data = true
			n.Type, n.Name, _ = strings.Cut(rest, ".")
		}
		if r := m.Resources[n]; r != nil {
			return r.DefRange
		}
	}
	return hcl.Range{}
}

// cycles returns one cycle of each group of declarations that depend on each
// other, in a stable order.
func (d *dependencies) cycles() [][]string {
	t := tarjan{edges: d.edges, index: map[string]int{}, low: map[string]int{}, on: map[string]bool{}}
	for _, name := range slices.Sorted(maps.Keys(d.edges)) {
		if _, seen := t.index[name]; !seen {
			t.visit(name)
		}
	}
	var out [][]string
	for _, group := range t.groups {
		if len(group) > 1 || slices.Contains(d.edges[group[0]], group[0]) {
			out = append(out, d.circle(group))
		}
	}
	slices.SortFunc(out, slices.Compare[[]string])
	return out
}

// circle returns a shortest way from the first member of a group back to it.
func (d *dependencies) circle(group []string) []string {
	inside := map[string]bool{}
	for _, g := range group {
		inside[g] = true
	}
	start := slices.Min(group)
	from := map[string]string{}
	queue := []string{start}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		next := slices.Sorted(slices.Values(d.edges[at]))
		for _, to := range next {
			if to == start {
				var way []string
				for ; at != start; at = from[at] {
					way = append(way, at)
				}
				way = append(way, start)
				slices.Reverse(way)
				return way
			}
			if _, seen := from[to]; inside[to] && !seen {
				from[to] = at
				queue = append(queue, to)
			}
		}
	}
	return group
}

// tarjan finds the groups of names that reach each other.
type tarjan struct {
	edges      map[string][]string
	index, low map[string]int
	on         map[string]bool
	stack      []string
	groups     [][]string
}

func (t *tarjan) visit(v string) {
	t.index[v] = len(t.index)
	t.low[v] = t.index[v]
	t.stack = append(t.stack, v)
	t.on[v] = true
	for _, w := range t.edges[v] {
		if _, seen := t.index[w]; !seen {
			t.visit(w)
			t.low[v] = min(t.low[v], t.low[w])
		} else if t.on[w] {
			t.low[v] = min(t.low[v], t.index[w])
		}
	}
	if t.low[v] != t.index[v] {
		return
	}
	var group []string
	for {
		w := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.on[w] = false
		group = append(group, w)
		if w == v {
			break
		}
	}
	t.groups = append(t.groups, group)
}
