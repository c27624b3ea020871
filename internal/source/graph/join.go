// SPDX-License-Identifier: MPL-2.0

package graph

import "strconv"

// Names returns what tells inputs that are joined from each other: their
// paths. A graph may be nil.
func Names(graphs []*Graph) []string {
	names := make([]string, len(graphs))
	uses := map[string]int{}
	for _, g := range graphs {
		if g != nil {
			uses[g.Path]++
		}
	}
	for i, g := range graphs {
		if g == nil {
			continue
		}
		names[i] = g.Path
		if uses[g.Path] > 1 {
			names[i] += ", input " + strconv.Itoa(i+1)
		}
	}
	return names
}

// Shared returns the addresses that stand in more than one input. A graph may
// be nil.
func Shared(graphs []*Graph) map[string]bool {
	if len(graphs) < 2 {
		return nil
	}
	seen, shared := map[string]int{}, map[string]bool{}
	for i, g := range graphs {
		if g == nil {
			continue
		}
		for _, inst := range g.Instances {
			if inst == nil {
				continue
			}
			if in, ok := seen[inst.Address]; ok && in != i {
				shared[inst.Address] = true
			}
			seen[inst.Address] = i
		}
	}
	return shared
}

// IsState reports whether the graph is what a state holds.
func (g *Graph) IsState() bool { return g.Kind == StateJSON || g.Kind == StateFile }
