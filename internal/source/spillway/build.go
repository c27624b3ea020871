// SPDX-License-Identifier: MPL-2.0

package spillway

import (
	"cmp"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// Object is one object of the provider at one moment.
type Object struct {
	Type *Type
	// Address is what findings call the object. It is unique among the objects
	// of one topology.
	Address string
	// Value holds the arguments, defaults included.
	Value graph.Value
	// Config holds the arguments as their author wrote them, without defaults.
	// It is unknown where it is not at hand.
	Config graph.Value
	Change topology.Change
	// Input names the input that describes the object, and Beside the others
	// that hold it; empty where there are none to tell apart. Data is true for
	// one that exists and that nobody changes.
	Input  string
	Beside []string
	Data   bool
}

// Options says how objects become a topology.
type Options struct {
	// Removed are the objects that the plan destroys.
	Removed []Object
	// Complete says that no other object refers to these: only then is the
	// absence of a reference a fact.
	Complete bool
}

// Build returns the topology of a set of objects. Links among them are found
// by identity; a link to anything else is an external one, and one that is
// unknown stays unresolved.
func Build(objects []Object, o Options) *topology.Snapshot {
	b := builder{byID: make(map[topology.Identity]topology.Node, len(objects)), byAddress: make(map[string]topology.Node, len(objects))}
	s := &topology.Snapshot{LinksComplete: o.Complete}
	nodes := b.add(objects)
	b.fill(objects, nodes)
	for _, n := range nodes {
		put(s, n)
	}
	// The removed objects lead to each other and to what stays.
	gone := b.add(o.Removed)
	b.fill(o.Removed, gone)
	s.Removed = gone
	arrange(s)
	return s
}

type builder struct {
	byID      map[topology.Identity]topology.Node
	byAddress map[string]topology.Node
}

func (b *builder) add(objects []Object) []topology.Node {
	nodes := make([]topology.Node, len(objects))
	for i := range objects {
		nodes[i] = newNode(&objects[i])
		if a := objects[i].Address; b.byAddress[a] == nil {
			b.byAddress[a] = nodes[i]
		}
		id := objects[i].Type.Identity(objects[i].Value)
		if id.Complete() && b.byID[id] == nil {
			b.byID[id] = nodes[i]
		}
	}
	return nodes
}

func newNode(o *Object) topology.Node {
	var n topology.Node
	switch o.Type.noun {
	case group:
		n = &topology.Group{}
	case service:
		n = &topology.BackendService{}
	case rule:
		n = &topology.ForwardingRule{}
	case mirroring:
		n = &topology.PacketMirroring{}
	case attachment:
		n = &topology.ServiceAttachment{}
	case policy:
		n = &topology.HealthPolicy{}
	case source:
		n = &topology.HealthSource{}
	default:
		n = &topology.CompositeHealth{}
	}
	part := func(name string) topology.Known[string] {
		if v := str(o.Value.Get(name)); v.IsSet() {
			return v
		}
		return topology.Unknown[string]() // the provider block, or apply, gives it
	}
	base := n.Base()
	*base = topology.Object{
		Address: o.Address, Type: o.Type.Name, Kind: o.Type.Kind, Change: o.Change,
		Input: o.Input, Beside: o.Beside, Data: o.Data,
		Name: part("name"), Project: part("project"), Location: topology.Of(topology.Global),
	}
	if a := o.Type.Place.Attribute(); a != "" {
		base.Location = part(a)
		if l, ok := base.Location.Value(); ok {
			base.Location = topology.Of(topology.LastSegment(l))
		}
	}
	return n
}

func (b *builder) fill(objects []Object, nodes []topology.Node) {
	for i := range objects {
		r := reader{builder: b, o: &objects[i], own: objects[i].Type.Identity(objects[i].Value)}
		switch n := nodes[i].(type) {
		case *topology.Group:
			r.group(n)
		case *topology.BackendService:
			r.service(n)
		case *topology.ForwardingRule:
			r.rule(n)
		case *topology.PacketMirroring:
			n.Enabled = r.str("enable")
			n.Collector = r.link("collector_ilb.url")
		case *topology.ServiceAttachment:
			n.TargetService = r.link("target_service")
		case *topology.HealthPolicy:
			r.policy(n)
		case *topology.HealthSource:
			n.SourceType = r.str("source_type")
			n.Sources = r.links("sources")
			n.Policy = r.link("health_aggregation_policy")
		case *topology.CompositeHealth:
			n.Sources = r.links("health_sources")
			n.Destination = r.link("health_destination")
		}
	}
}

// reader reads the arguments of one object.
type reader struct {
	*builder
	o   *Object
	own topology.Identity
}

func (r *reader) get(name string) graph.Value            { return r.o.Value.Get(name) }
func (r *reader) str(name string) topology.Known[string] { return str(r.get(name)) }
func (r *reader) afterApply(path string) string {
	return path + " of " + r.o.Address + " is known after apply"
}
func (r *reader) argument(path string) Argument {
	for _, a := range r.o.Type.References {
		if a.Path == path {
			return a
		}
	}
	return Argument{} // of an argument that names nothing of the model
}

// link reads an argument that names one object.
func (r *reader) link(path string) topology.Link {
	a := r.argument(path)
	out := topology.Link{State: topology.LinkAbsent, Path: path}
	walk(r.o.Value, path, "", func(at string, v graph.Value) { out = r.lead(a, at, v) })
	return out
}

// links reads a list of arguments that name objects.
func (r *reader) links(name string) topology.LinkList {
	a := r.argument(name + "[]")
	v := r.get(name)
	if v.IsUnknown() {
		return topology.LinkList{Reason: r.afterApply(name)}
	}
	out := topology.LinkList{Complete: true}
	walk(r.o.Value, name+"[]", "", func(at string, v graph.Value) {
		out.Links = append(out.Links, r.lead(a, at, v))
	})
	return out
}

// lead returns where a value leads.
func (r *reader) lead(a Argument, at string, v graph.Value) topology.Link {
	s := text(v)
	if to := r.referred(v); to != nil {
		return topology.Link{State: topology.LinkResolved, Target: to, ID: to.Base().Identity(), Proof: topology.ByConfiguration, Path: at}
	}
	switch {
	case v.IsUnknown():
		return topology.Link{State: topology.LinkUnresolved, Proof: topology.Unresolved, Path: at, Reason: r.afterApply(at)}
	case s == "":
		return topology.Link{State: topology.LinkAbsent, Path: at}
	}
	id, isLink := a.read(s, r.own)
	l := topology.Link{State: topology.LinkExternal, ID: id, Text: s, Path: at}
	to := r.byID[id]
	if !isLink || to == nil {
		return l
	}
	l.State, l.Target, l.Proof = topology.LinkResolved, to, topology.ByID
	switch _, isURL := topology.ParseURL(s); {
	case strings.Contains(s, "://"):
		l.Proof = topology.BySelfLink
	case !isURL:
		l.Proof = topology.ByName
	}
	return l
}

// referred returns the object of the same input that a value names which is
// known after apply, where the evaluated configuration tells it.
func (r *reader) referred(v graph.Value) topology.Node {
	address, ok := v.Refers()
	if !ok {
		return nil
	}
	if to := r.byAddress[topology.Labelled(address, r.o.Input)]; to != nil {
		return to
	}
	if to := r.byAddress[address]; to != nil && to.Base().Input == r.o.Input {
		return to
	}
	return nil
}

func put(s *topology.Snapshot, n topology.Node) {
	switch n := n.(type) {
	case *topology.Group:
		s.Groups = append(s.Groups, n)
	case *topology.BackendService:
		s.Services = append(s.Services, n)
	case *topology.ForwardingRule:
		s.Rules = append(s.Rules, n)
	case *topology.PacketMirroring:
		s.Mirrorings = append(s.Mirrorings, n)
	case *topology.ServiceAttachment:
		s.Attachments = append(s.Attachments, n)
	case *topology.HealthPolicy:
		s.Policies = append(s.Policies, n)
	case *topology.HealthSource:
		s.Sources = append(s.Sources, n)
	case *topology.CompositeHealth:
		s.Composites = append(s.Composites, n)
	}
}

func arrange(s *topology.Snapshot) {
	sorted(s.Groups)
	sorted(s.Services)
	sorted(s.Rules)
	sorted(s.Mirrorings)
	sorted(s.Attachments)
	sorted(s.Policies)
	sorted(s.Sources)
	sorted(s.Composites)
	sorted(s.Removed)
}

func sorted[T topology.Node](list []T) {
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(a.Base().Address, b.Base().Address) })
}
