// SPDX-License-Identifier: MPL-2.0

package google

import "terraform-provider-spillway/internal/engine/topology"

// attached is what other resources of the input attach to groups.
type attached struct {
	endpoints   map[*object]*tally
	memberships map[*object][]*object
	autoscalers map[*object][]*topology.Autoscaler
	// left are the instances whose membership the plan destroys.
	left map[*object][]topology.Link
	// Those whose group the input does not tell:
	strayEndpoints, strayMemberships, strayAutoscalers strays
	// first is the input that first attached something, by address and group:
	// one resource may stand in several inputs.
	first map[attachmentKey]*input
}

type attachmentKey struct {
	address string
	group   *object
}

// again reports whether an earlier input attached the same resource to the
// group.
func (a *attached) again(o, g *object) bool {
	k := attachmentKey{o.inst.Address, g}
	if in := a.first[k]; in != nil {
		return in != o.in
	}
	a.first[k] = o.in
	return false
}

// tally counts the endpoints of a NEG.
type tally struct {
	n    int
	why  string // why not all can be counted
	from topology.SizeSource
}

// strays are resources that belong to a group that the input does not tell: to
// one of some candidates, or to any in their location and their own input.
type strays struct {
	byCandidate map[string][]*object
	byPlace     map[area]*object
	first       map[string]*object // of any location, by input
}

// area is where a stray resource may belong to a group.
type area struct{ input, location string }

func (s *strays) add(o *object, candidates []string) {
	if len(candidates) == 0 {
		if s.byPlace == nil {
			s.byPlace, s.first = map[area]*object{}, map[string]*object{}
		}
		if p := (area{o.in.name, o.id.Location}); s.byPlace[p] == nil {
			s.byPlace[p] = o
		}
		if s.first[o.in.name] == nil {
			s.first[o.in.name] = o
		}
		return
	}
	if s.byCandidate == nil {
		s.byCandidate = map[string][]*object{}
	}
	for _, c := range candidates {
		s.byCandidate[c] = append(s.byCandidate[c], o)
	}
}

// of returns a stray resource that may belong to a group, nil where none may.
func (s *strays) of(g *object) *object {
	for _, o := range s.byCandidate[g.base.Address] {
		if mayBeSame(o.id.Location, g.id.Location) {
			return o
		}
	}
	if o := s.at(g.base.Input, g.id.Location); o != nil {
		return o
	}
	for _, input := range g.base.Beside {
		if o := s.at(input, g.id.Location); o != nil {
			return o
		}
	}
	return nil
}

func (s *strays) at(input, location string) *object {
	if location == "" {
		return s.first[input]
	}
	if o := s.byPlace[area{input, location}]; o != nil {
		return o
	}
	return s.byPlace[area{input, ""}]
}

// attachments collects what the input attaches to groups.
func (b *builder) attachments() *attached {
	a := &attached{
		endpoints: map[*object]*tally{}, memberships: map[*object][]*object{}, autoscalers: map[*object][]*topology.Autoscaler{},
		left: map[*object][]topology.Link{}, first: map[attachmentKey]*input{},
	}
	for _, o := range b.objects {
		switch {
		case o.typ.noun == endpoint:
			switch g, candidates, ok := b.groupOf(o, topology.KindNetworkEndpointGroup); {
			case !ok:
				a.strayEndpoints.add(o, candidates)
			case g != nil && !a.again(o, g):
				a.count(g, o, b.sizeSource(o))
			}
		case o.typ.noun == membership:
			switch g, candidates, ok := b.groupOf(o, topology.KindInstanceGroup); {
			case !ok:
				a.strayMemberships.add(o, candidates)
			case g != nil && !a.again(o, g):
				a.memberships[g] = append(a.memberships[g], o)
			}
		case o.typ.noun == autoscaler && o.twin == nil:
			b.scaled(o, a)
		}
	}
	for _, o := range b.unexpanded {
		switch o.typ.noun {
		case endpoint:
			a.strayEndpoints.add(o, nil)
		case membership:
			a.strayMemberships.add(o, nil)
		case autoscaler:
			a.strayAutoscalers.add(o, nil)
		}
	}
	for _, o := range b.removed {
		if o.typ.noun != membership {
			continue
		}
		if g, _, _ := b.groupOf(o, topology.KindInstanceGroup); g != nil {
			a.left[g] = append(a.left[g], b.link(o, o.value.Get("instance"), "instance", "instance", toInstance))
		}
	}
	return a
}

// groupOf finds the group of an endpoint or a membership. The provider takes a
// name or a URL, of which it reads the name only, and looks in the resource's
// own zone. ok is false where the input does not tell the group; it may then be
// one of the candidates.
func (b *builder) groupOf(o *object, kind topology.Kind) (g *object, candidates []string, ok bool) {
	v := o.value.Get(o.typ.leads)
	if v.IsUnknown() {
		l := b.link(o, v, o.typ.leads, o.typ.leads, toGroup)
		g := b.objectOf(l)
		return g, l.Candidates, g != nil
	}
	text, _ := v.Text()
	name := topology.LastSegment(text)
	if name == "" {
		return nil, nil, true
	}
	location := o.id.Location
	if id, isURL := topology.ParseURL(text); isURL && location == "" {
		location = id.Location
	}
	found, possible := b.near(o, topology.Identity{Kind: kind, Project: o.id.Project, Location: location, Name: name})
	if found != nil || len(possible) == 0 {
		return found, nil, true // or a group outside the input
	}
	return nil, unresolved("", "", possible).Candidates, false
}

// objectOf returns the object that a link leads to, nil where it leads to none.
func (b *builder) objectOf(l topology.Link) *object {
	if l.State != topology.LinkResolved {
		return nil
	}
	if o, _ := b.index.find(l.ID, nil); o != nil && o.node == l.Target {
		return o
	}
	if b.byNode == nil { // the identity is not complete, or not the object's alone
		b.byNode = make(map[topology.Node]*object, len(b.objects))
		for _, o := range b.objects {
			if o.node != nil {
				b.byNode[o.node] = o
			}
		}
	}
	return b.byNode[l.Target]
}

// count adds an endpoint resource to its NEG.
func (a *attached) count(g, o *object, from topology.SizeSource) {
	t := a.endpoints[g]
	if t == nil {
		t = &tally{from: from}
		a.endpoints[g] = t
	}
	if o.base.Type != "google_compute_network_endpoints" {
		t.n++
		return
	}
	list := o.value.Get("network_endpoints")
	if list.IsUnknown() {
		t.why = "the endpoints of " + o.base.Address + " are known after apply"
		return
	}
	if list.IsEvaluated() {
		t.from = topology.SizeFromConfiguration
	}
	t.n += len(list.Elements())
}

// scaled notes whom an autoscaler may own the size of. One that is switched off
// owns nothing.
func (b *builder) scaled(o *object, a *attached) {
	s, ok := o.node.(*topology.Autoscaler)
	if !ok || topology.Is(s.Mode, "OFF") {
		return
	}
	if g := b.objectOf(s.Target); g != nil {
		a.autoscalers[g] = append(a.autoscalers[g], s)
	} else if s.Target.State == topology.LinkUnresolved {
		a.strayAutoscalers.add(o, s.Target.Candidates)
	}
}
