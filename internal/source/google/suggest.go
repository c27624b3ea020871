// SPDX-License-Identifier: MPL-2.0

package google

import (
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
)

// suggestGroups adds to the reasons of backends that nothing resolves what is
// left over: the groups of the service's input and region that no service is
// known to use, when they are as many as the backends that are missing. It proves
// nothing.
func (b *builder) suggestGroups() {
	lost := map[area][]*topology.BackendService{}
	for _, o := range b.objects {
		s, ok := o.node.(*topology.BackendService)
		if ok && o.twin == nil && lostBackends(s) > 0 {
			at := area{o.in.name, o.id.Location}
			lost[at] = append(lost[at], s)
		}
	}
	if len(lost) == 0 {
		return
	}
	used := map[topology.Node]bool{}
	for _, o := range b.objects {
		if s, ok := o.node.(*topology.BackendService); ok && o.twin == nil {
			for i := range s.Backends.List {
				used[s.Backends.List[i].Group.Target] = true
			}
		}
	}
	free := map[area][]string{} // by input and region
	for _, o := range b.objects {
		if g, ok := o.node.(*topology.Group); ok && o.twin == nil && !used[g] && o.id.Location != "" {
			at := area{o.in.name, topology.RegionOf(o.id.Location)}
			free[at] = append(free[at], g.Address)
		}
	}
	for at, services := range lost {
		for _, s := range services {
			suggest(s, free[at])
		}
	}
}

// lostBackends counts the backends of which nothing is known.
func lostBackends(s *topology.BackendService) (n int) {
	for i := range s.Backends.List {
		if isLost(&s.Backends.List[i].Group) {
			n++
		}
	}
	return n
}

func suggest(s *topology.BackendService, left []string) {
	if n := lostBackends(s); n == 0 || n != len(left) {
		return
	}
	slices.Sort(left)
	for i := range s.Backends.List {
		if l := &s.Backends.List[i].Group; isLost(l) {
			l.Reason += topology.ByElimination + enumerate(left)
		}
	}
}

// isLost reports whether a link may mean anything.
func isLost(l *topology.Link) bool {
	return l.State == topology.LinkUnresolved && len(l.Candidates) == 0
}
