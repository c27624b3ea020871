package google

import (
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
)

// suggestGroups adds to the reasons of backends that nothing resolves what is
// left over: the groups of the service's region that no service is known to
// use, when they are as many as the backends that are missing. It proves
// nothing.
func (b *builder) suggestGroups() {
	var lost []*object
	used := map[topology.Node]bool{}
	for _, o := range b.objects {
		s, ok := o.node.(*topology.BackendService)
		if !ok || o.twin != nil {
			continue
		}
		missing := false
		for i := range s.Backends.List {
			l := &s.Backends.List[i].Group
			used[l.Target] = true
			missing = missing || isLost(l)
		}
		if missing {
			lost = append(lost, o)
		}
	}
	if len(lost) == 0 {
		return
	}
	free := map[string][]string{} // by region
	for _, o := range b.objects {
		if g, ok := o.node.(*topology.Group); ok && o.twin == nil && !used[g] && o.id.Location != "" {
			region := topology.RegionOf(o.id.Location)
			free[region] = append(free[region], g.Address)
		}
	}
	for _, o := range lost {
		b.suggest(o.node.(*topology.BackendService), free[o.id.Location])
	}
}

func (b *builder) suggest(s *topology.BackendService, left []string) {
	n := 0
	for i := range s.Backends.List {
		if isLost(&s.Backends.List[i].Group) {
			n++
		}
	}
	if n == 0 || n != len(left) {
		return
	}
	slices.Sort(left)
	for i := range s.Backends.List {
		if l := &s.Backends.List[i].Group; isLost(l) {
			l.Reason += "; by elimination it may be " + enumerate(left)
		}
	}
}

// isLost reports whether a link may mean anything.
func isLost(l *topology.Link) bool {
	return l.State == topology.LinkUnresolved && len(l.Candidates) == 0
}
