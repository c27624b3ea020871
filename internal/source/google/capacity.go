package google

import (
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// attached is what other resources of the input attach to groups.
type attached struct {
	endpoints   map[*object]*tally
	memberships map[*object][]*object
	autoscalers map[*object][]*object
	// left are the instances whose membership the plan destroys.
	left map[*object][]topology.Link
	// Those whose group the input does not tell:
	strayEndpoints, strayMemberships, strayAutoscalers strays
}

// tally counts the endpoints of a NEG.
type tally struct {
	n    int
	why  string // why not all can be counted
	from topology.SizeSource
}

// strays are resources that belong to a group that the input does not tell: to
// one of some candidates, or to any in their location.
type strays struct {
	byCandidate map[string][]*object
	byLocation  map[string]*object
	first       *object // of any location
}

func (s *strays) add(o *object, candidates []string) {
	if len(candidates) == 0 {
		if s.byLocation == nil {
			s.byLocation, s.first = map[string]*object{}, o
		}
		if s.byLocation[o.id.Location] == nil {
			s.byLocation[o.id.Location] = o
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
	if g.id.Location == "" {
		return s.first
	}
	if o := s.byLocation[g.id.Location]; o != nil {
		return o
	}
	return s.byLocation[""]
}

// capacities gives every group its size, as far as the input tells.
func (b *builder) capacities() {
	a := b.attachments()
	for _, o := range b.objects {
		g, ok := o.node.(*topology.Group)
		if !ok || o.twin != nil {
			continue
		}
		switch {
		case g.GroupKind == topology.UnmanagedGroup:
			b.members(o, g, a)
		case g.GroupKind.IsNEG():
			b.endpoints(o, g, a)
		default:
			b.autoscaling(o, g, a)
		}
	}
}

// attachments collects what the input attaches to groups.
func (b *builder) attachments() *attached {
	a := &attached{
		endpoints: map[*object]*tally{}, memberships: map[*object][]*object{}, autoscalers: map[*object][]*object{},
		left: map[*object][]topology.Link{},
	}
	for _, o := range b.objects {
		switch {
		case o.typ.noun == endpoint:
			if g, candidates, ok := b.groupOf(o, topology.KindNetworkEndpointGroup); g != nil {
				a.count(g, o, b.sizeSource(o))
			} else if !ok {
				a.strayEndpoints.add(o, candidates)
			}
		case o.typ.noun == membership:
			if g, candidates, ok := b.groupOf(o, topology.KindInstanceGroup); g != nil {
				a.memberships[g] = append(a.memberships[g], o)
			} else if !ok {
				a.strayMemberships.add(o, candidates)
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
		l := b.reference(o, o.typ.leads, o.typ.leads, toGroup)
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
	found, possible := b.index.find(topology.Identity{Kind: kind, Project: o.id.Project, Location: location, Name: name})
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
	if o, _ := b.index.find(l.ID); o != nil && o.node == l.Target {
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

// endpoints sizes a NEG.
func (b *builder) endpoints(o *object, g *topology.Group, a *attached) {
	c := &g.Capacity
	c.Members = topology.Unknown[int]()
	c.From = topology.SizeUnknown
	t := a.endpoints[o]
	other := a.strayEndpoints.of(o)
	switch size := o.nonZero(o.value.Get("size")); {
	case other != nil:
		c.Reason = other.base.Address + " may attach endpoints to " + o.base.Address
	case t != nil && t.why != "":
		c.Reason = t.why
	case t != nil:
		c.Members, c.From = topology.Of(t.n), t.from
	case o.base.Data && size.IsSet():
		c.Members, c.From = size, topology.SizeFromState
	case topology.Is(g.NEGType, "PRIVATE_SERVICE_CONNECT") || topology.Is(g.NEGType, "SERVERLESS"):
		c.Members = topology.Null[int]()
		c.Reason = o.base.Address + " has no endpoints of its own"
	default:
		c.Reason = "no resource of the input attaches endpoints to " + o.base.Address + ": they are attached elsewhere"
	}
}

// scaled notes whom an autoscaler may own the size of. One that is switched off
// owns nothing.
func (b *builder) scaled(o *object, a *attached) {
	s := o.node.(*topology.Autoscaler)
	if topology.Is(s.Mode, "OFF") {
		return
	}
	if g := b.objectOf(s.Target); g != nil {
		a.autoscalers[g] = append(a.autoscalers[g], o)
	} else if s.Target.State == topology.LinkUnresolved {
		a.strayAutoscalers.add(o, s.Target.Candidates)
	}
}

// autoscaling says whether an autoscaler owns the size of a managed group.
func (b *builder) autoscaling(o *object, g *topology.Group, a *attached) {
	c := &g.Capacity
	owners := a.autoscalers[o]
	other := a.strayAutoscalers.of(o)
	switch {
	case len(owners) > 0:
		s := owners[0].node.(*topology.Autoscaler)
		if s.Mode.IsUnknown() {
			c.Autoscaled = topology.Unknown[bool]()
			c.Reason = "the mode of " + owners[0].base.Address + " is known after apply"
			return
		}
		c.Autoscaled, c.Autoscaler = topology.Of(true), s
	case other != nil:
		c.Autoscaled = topology.Unknown[bool]()
		c.Reason = other.base.Address + " may own the size of " + o.base.Address
		if s, ok := other.node.(*topology.Autoscaler); ok {
			c.Reason += ": " + s.Target.Reason
		}
	case o.base.Data:
		c.Autoscaled = topology.Unknown[bool]()
		if c.Reason == "" {
			c.Reason = "an autoscaler outside the input may own the size of " + o.base.Address
		}
	case c.Reason == "" && topology.Is(c.TargetSizeWritten, false) && !c.TargetSize.IsSet():
		c.TargetSize = topology.Null[int]()
		c.Reason = "the size of " + o.base.Address + " is left out, and no autoscaler of the input owns it"
	}
	if !topology.Is(c.Autoscaled, true) && !c.TargetSize.IsSet() && c.Reason == "" {
		c.Reason = "target_size of " + o.base.Address + " is known after apply"
	}
	if !c.TargetSize.IsSet() {
		c.From = topology.SizeUnknown
	}
}

// members sizes an unmanaged group and names its members: its instances, and
// those that memberships of the input add.
func (b *builder) members(o *object, g *topology.Group, a *attached) {
	v := o.value.Get("instances")
	c := &g.Capacity
	if v.IsEvaluated() {
		c.From = topology.SizeFromConfiguration
	}
	added := a.memberships[o]
	switch {
	case v.Kind() == graph.List:
		g.Members = b.linkList(o, "instances", toInstanceByURL)
	case v.IsUnknown() && o.written("instances"):
		g.Members = b.referencedMembers(o)
		c.From = topology.SizeFromConfiguration
	case o.base.Data && v.IsUnknown():
		g.Members.Reason = afterApply(o, "instances")
	case len(added) > 0:
		g.Members = topology.LinkList{Complete: true}
	default:
		g.Members.Reason = "the members of " + o.base.Address + " are not in the input: they are attached elsewhere"
	}
	for _, m := range added {
		g.Members.Links = append(g.Members.Links, b.link(m, m.value.Get("instance"), "instance", "instance", toInstance))
	}
	g.Members.Links = distinct(without(g.Members.Links, a.left[o]))
	if other := a.strayMemberships.of(o); other != nil {
		g.Members.Complete = false
		g.Members.Reason = other.base.Address + " may add an instance to " + o.base.Address
	}
	c.Members = g.Members.Count()
	if size := o.nonZero(o.value.Get("size")); v.IsNull() && o.base.Data && size.IsSet() {
		c.Members = size // of a list of groups, which has no instances
	}
	if c.Members.IsUnknown() {
		c.From, c.Reason = topology.SizeUnknown, g.Members.Reason
	}
}

// referencedMembers counts the instances that the references of "instances"
// name. A resource that is named as a whole counts with all its instances,
// unless some are in another zone: then a filter may be at work.
func (b *builder) referencedMembers(o *object) topology.LinkList {
	l := b.referencedList(o, "instances", toInstanceByURL)
	if l.Complete {
		return l
	}
	e, _ := o.conf.Expression(o.inst, "instances")
	direct, _ := readReferences(e.References)
	tr := b.follow(o, e, toInstanceByURL)
	if !tr.whole || tr.grade != graph.Ambiguous || len(tr.beside) > 0 || !allWhole(direct) {
		return l
	}
	all := topology.LinkList{Complete: true}
	for i, to := range tr.targets {
		if to.id.Location == "" || to.id.Location != o.id.Location {
			l.Reason = "the members of " + o.base.Address + " cannot be told: " + to.base.Address + " is not in its zone"
			return l
		}
		all.Links = append(all.Links, topology.Link{
			State: topology.LinkResolved, Target: to.node, ID: to.id, Proof: topology.ByReference, Path: b.at("instances", i),
		})
	}
	return all
}

// allWhole reports whether references name resources by their ids or as a
// whole, and pick nothing out of variables and outputs.
func allWhole(direct []directReference) bool {
	for _, d := range direct {
		if !d.whole && !(d.object && d.id) {
			return false
		}
	}
	return len(direct) > 0
}

// without takes out the instances whose membership the plan destroys: the
// group shows them as long as it is not refreshed.
func without(links, left []topology.Link) []topology.Link {
	if len(left) == 0 {
		return links
	}
	gone := make(map[topology.Identity]bool, len(left))
	for _, l := range left {
		gone[l.ID] = l.ID.Complete()
	}
	return slices.DeleteFunc(links, func(l topology.Link) bool { return gone[l.ID] })
}

// meaning is what a member link means.
type meaning struct {
	target topology.Node
	id     topology.Identity
	text   string
}

func meaningOf(l *topology.Link) meaning {
	switch {
	case l.Target != nil:
		return meaning{target: l.Target}
	case l.ID.Name != "":
		return meaning{id: l.ID}
	}
	return meaning{text: l.Text}
}

// distinct drops links that mean what an earlier one means.
func distinct(links []topology.Link) []topology.Link {
	const few = 8
	var seen map[meaning]bool
	if len(links) > few {
		seen = make(map[meaning]bool, len(links))
	}
	kept := links[:0]
	for i := range links {
		m := meaningOf(&links[i])
		known := m != meaning{}
		if known && (seen[m] || seen == nil && holds(kept, m)) {
			continue
		}
		if seen != nil {
			seen[m] = true
		}
		kept = append(kept, links[i])
	}
	return kept
}

func holds(links []topology.Link, m meaning) bool {
	for i := range links {
		if meaningOf(&links[i]) == m {
			return true
		}
	}
	return false
}
