package google

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// identify gives an object its identity, from its arguments, from the provider
// block where it leaves them out, and from its own id. What none of them tells
// stays empty; see inferFromBackends for the rest.
func (o *object) identify() {
	own, _ := o.ownID()
	o.id.Kind = o.typ.kind
	o.id.Name = o.part(o.value.Get(o.typ.nameAttribute()), own.Name, "")
	o.id.Project = o.part(o.value.Get("project"), own.Project, "project")
	switch o.typ.place {
	case global:
		o.id.Location = topology.Global
	case nowhere:
		o.id.Project = ""
	default:
		attribute := o.typ.place.attribute()
		o.id.Location = topology.LastSegment(o.part(o.value.Get(attribute), own.Location, attribute))
	}
	o.show()
}

// show puts the identity into the object, but for parts that are sensitive.
func (o *object) show() {
	o.base.Name = o.shown(o.value.Get(o.typ.nameAttribute()), o.id.Name)
	o.base.Project = o.shown(o.value.Get("project"), o.id.Project)
	o.base.Location = o.shown(graph.NullValue(), o.id.Location)
	if a := o.typ.place.attribute(); a != "" {
		o.base.Location = o.shown(o.value.Get(a), o.id.Location)
	}
}

func (o *object) shown(v graph.Value, part string) topology.Known[string] {
	if part == "" || !o.open(v) {
		return topology.Unknown[string]()
	}
	return topology.Of(part)
}

// part returns one part of an identity: the argument, else what the object's
// id says, else what the provider block sets for the argument.
func (o *object) part(v graph.Value, own, argument string) string {
	if s, ok := v.Text(); ok && s != "" {
		return s
	}
	if own != "" || argument == "" || o.in.conf == nil {
		return own
	}
	s, _ := o.in.conf.ProviderArgument(o.inst, argument).Text()
	return s
}

// ownID reads the object's identity from its self link or id.
func (o *object) ownID() (topology.Identity, bool) {
	if o.value.IsUnknown() {
		return topology.Identity{}, false
	}
	if s, ok := o.value.Get("name").Text(); ok && s != "" {
		// The arguments tell; most objects end here.
		if p, ok := o.value.Get("project").Text(); ok && p != "" {
			a := o.typ.place.attribute()
			if a == "" {
				return topology.Identity{}, false
			}
			if l, ok := o.value.Get(a).Text(); ok && l != "" {
				return topology.Identity{}, false
			}
		}
	}
	for _, a := range []string{"self_link", "id"} {
		if s, ok := o.value.Get(a).Text(); ok {
			if id, ok := topology.ParseURL(s); ok {
				return id, true
			}
		}
	}
	return topology.Identity{}, false
}

// place sets the location of an object that did not know it.
func (b *builder) place(o *object, location string) {
	if o.id.Location != "" || location == "" {
		return
	}
	o.id.Location = location
	o.show()
	if !o.removed {
		b.index.place(o)
	}
}

// inferFromBackends takes the region of a regional service from its backends,
// when all that are resolved agree: Google takes groups of the service's own
// region only (Compute API, backendServices.backends.group).
func (b *builder) inferFromBackends(o *object) {
	s, ok := o.node.(*topology.BackendService)
	if !ok || o.typ.place != regional || o.id.Location != "" {
		return
	}
	region := ""
	for _, backend := range s.Backends.List {
		if backend.Group.ID.Location == "" {
			continue
		}
		r := topology.RegionOf(backend.Group.ID.Location)
		if region != "" && r != region {
			return
		}
		region = r
	}
	if region != topology.Global {
		b.place(o, region)
	}
}
