// SPDX-License-Identifier: MPL-2.0

package topology

import "slices"

// Index answers, for the objects of one snapshot, who refers to them. Build
// it once with [Snapshot.Index]; it is read-only afterwards.
type Index struct {
	byAddress   map[string]Node
	rules       referrers[*ForwardingRule]
	attachments referrers[*ServiceAttachment]
	mirrorings  referrers[*PacketMirroring]
	deployments referrers[*SecurityDeployment]
	routes      referrers[*Route]
	users       referrers[*BackendService]
	policyUsers referrers[*HealthSource]
	composites  referrers[*CompositeHealth]
	negs        referrers[*Group]
	urlMaps     referrers[*URLMap]
}

// Referrers are the objects that refer to one object: for certain, and those
// whose link is unresolved and may mean it.
type Referrers[T Node] struct {
	Certain  []T
	Possible []T
}

// None reports whether certainly nothing refers to the object.
func (r Referrers[T]) None() bool { return len(r.Certain) == 0 && len(r.Possible) == 0 }

type referrers[T Node] struct {
	certain    map[string][]T
	candidates map[string][]T
	// anybody holds those with an unresolved link without candidates, by their
	// input: it may mean any object there.
	anybody map[string][]T
}

func (r *referrers[T]) add(from T, links ...Link) {
	for _, l := range links {
		switch {
		case l.State == LinkResolved && l.Target != nil:
			if r.certain == nil {
				r.certain = map[string][]T{}
			}
			a := l.Target.Base().Address
			if list := r.certain[a]; len(list) == 0 || list[len(list)-1].Base() != from.Base() {
				r.certain[a] = append(list, from)
			}
		case l.State == LinkUnresolved && len(l.Candidates) > 0:
			if r.candidates == nil {
				r.candidates = map[string][]T{}
			}
			for _, c := range l.Candidates {
				r.candidates[c] = append(r.candidates[c], from)
			}
		case l.State == LinkUnresolved:
			r.addAnybody(from)
		}
	}
}

func (r *referrers[T]) addAnybody(from T) {
	o := from.Base()
	if r.anybody == nil {
		r.anybody = map[string][]T{}
	}
	if list := r.anybody[o.Input]; len(list) == 0 || list[len(list)-1].Base() != o {
		r.anybody[o.Input] = append(list, from)
	}
}

func (r *referrers[T]) of(o Node) Referrers[T] {
	a := o.Base().Address
	out := Referrers[T]{Certain: r.certain[a], Possible: r.candidates[a]}
	anybody := r.anybodyFor(o.Base())
	switch {
	case len(out.Possible) == 0:
		out.Possible = slices.Clip(anybody)
	case len(anybody) > 0:
		out.Possible = append(slices.Clip(out.Possible), anybody...)
	}
	return out
}

// anybodyFor returns those that may mean any object of an input that holds
// the object.
func (r *referrers[T]) anybodyFor(o *Object) []T {
	list := r.anybody[o.Input]
	for _, input := range o.Beside {
		list = append(slices.Clip(list), r.anybody[input]...)
	}
	return list
}

// Index builds the index of a snapshot.
func (s *Snapshot) Index() *Index {
	x := &Index{byAddress: make(map[string]Node, len(s.Services)+len(s.Groups)+len(s.Rules))}
	x.registerAll(s)
	x.addFrontends(s)
	x.addServices(s)
	x.addHealth(s)
	return x
}

func (x *Index) registerAll(s *Snapshot) {
	register(x, s.Services)
	register(x, s.Groups)
	register(x, s.Autoscalers)
	register(x, s.Instances)
	register(x, s.Rules)
	register(x, s.Attachments)
	register(x, s.Mirrorings)
	register(x, s.Deployments)
	register(x, s.Routes)
	register(x, s.Hybrids)
	register(x, s.Firewalls)
	register(x, s.HealthChecks)
	register(x, s.Proxies)
	register(x, s.URLMaps)
	register(x, s.Others)
	register(x, s.Policies)
	register(x, s.Sources)
	register(x, s.Composites)
}

func register[T Node](x *Index, list []T) {
	for _, o := range list {
		x.byAddress[o.Base().Address] = o
	}
}

// addFrontends adds what refers to forwarding rules and service attachments,
// and the rules themselves.
func (x *Index) addFrontends(s *Snapshot) {
	for _, r := range s.Rules {
		x.rules.add(r, r.BackendService)
	}
	for _, a := range s.Attachments {
		x.attachments.add(a, a.TargetService)
	}
	for _, m := range s.Mirrorings {
		x.mirrorings.add(m, m.Collector)
	}
	for _, d := range s.Deployments {
		x.deployments.add(d, d.ForwardingRule)
	}
	for _, r := range s.Routes {
		x.routes.add(r, r.NextHop)
	}
	for _, g := range s.Groups {
		x.negs.add(g, g.TargetService)
	}
}

// addServices adds what refers to groups and backend services, apart from
// forwarding rules.
func (x *Index) addServices(s *Snapshot) {
	for _, v := range s.Services {
		for _, b := range v.Backends.List {
			x.users.add(v, b.Group)
		}
		if !v.Backends.Complete {
			x.users.addAnybody(v)
		}
	}
	for _, m := range s.URLMaps {
		x.urlMaps.add(m, m.Services.Links...)
		if !m.Services.Complete {
			x.urlMaps.addAnybody(m)
		}
	}
}

func (x *Index) addHealth(s *Snapshot) {
	for _, h := range s.Sources {
		x.policyUsers.add(h, h.Policy)
	}
	for _, c := range s.Composites {
		x.composites.add(c, c.Sources.Links...)
		if !c.Sources.Complete {
			x.composites.addAnybody(c)
		}
	}
}

// At returns the object at an address, or nil.
func (x *Index) At(address string) Node { return x.byAddress[address] }

// RulesOf returns the forwarding rules of a backend service.
func (x *Index) RulesOf(s *BackendService) Referrers[*ForwardingRule] { return x.rules.of(s) }

// AttachmentsOf returns the service attachments that publish a rule.
func (x *Index) AttachmentsOf(r *ForwardingRule) Referrers[*ServiceAttachment] {
	return x.attachments.of(r)
}

// MirroringsOf returns the packet mirrorings whose collector is the rule.
func (x *Index) MirroringsOf(r *ForwardingRule) Referrers[*PacketMirroring] {
	return x.mirrorings.of(r)
}

// DeploymentsOf returns the security deployments that name the rule.
func (x *Index) DeploymentsOf(r *ForwardingRule) Referrers[*SecurityDeployment] {
	return x.deployments.of(r)
}

// RoutesOf returns the routes whose next hop is the rule.
func (x *Index) RoutesOf(r *ForwardingRule) Referrers[*Route] { return x.routes.of(r) }

// UsersOf returns the services that a group is a backend of.
func (x *Index) UsersOf(g *Group) Referrers[*BackendService] { return x.users.of(g) }

// SourcesWith returns the health sources that use a policy.
func (x *Index) SourcesWith(p *HealthPolicy) Referrers[*HealthSource] { return x.policyUsers.of(p) }

// CompositesOf returns the composites that a health source is a part of.
func (x *Index) CompositesOf(s *HealthSource) Referrers[*CompositeHealth] {
	return x.composites.of(s)
}

// NEGsOf returns the PSC NEGs that connect to a service attachment.
func (x *Index) NEGsOf(a *ServiceAttachment) Referrers[*Group] { return x.negs.of(a) }

// URLMapsOf returns the URL maps that name a backend service.
func (x *Index) URLMapsOf(s *BackendService) Referrers[*URLMap] { return x.urlMaps.of(s) }
