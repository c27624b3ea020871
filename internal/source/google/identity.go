// SPDX-License-Identifier: MPL-2.0

package google

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// identify gives an object its identity, from its arguments, from the provider
// block where it leaves them out, and from its own id. What none of them tells
// stays empty; see inferFromBackends for the rest.
func (o *object) identify() {
	name, project, location := o.value.Get(o.typ.nameAttribute()), o.value.Get("project"), graph.NullValue()
	attribute := o.typ.place.attribute()
	if attribute != "" {
		location = o.value.Get(attribute)
	}
	var own topology.Identity
	if isOpen(name) || isOpen(project) || attribute != "" && isOpen(location) {
		own = o.ownID()
	}
	o.id.Kind = o.typ.kind
	o.id.Name = o.part(name, own.Name, "")
	o.id.Project = o.part(project, own.Project, "project")
	if o.id.Project == "" {
		o.home, _ = project.Origin()
	}
	switch o.typ.place {
	case global:
		o.id.Location = topology.Global
	case nowhere:
		o.id.Project = ""
	default:
		o.id.Location = topology.LastSegment(o.part(location, own.Location, attribute))
	}
	if s, ok := o.value.Get(numberedLink).Text(); ok {
		o.numbered, _ = topology.ParseURL(s)
	}
	// A part that is sensitive is known to nobody else.
	o.base.Name = o.shown(name, o.id.Name)
	o.base.Project = o.shown(project, o.id.Project)
	o.base.Location = o.shown(location, o.id.Location)
}

// numberedLink is the attribute with the URL that names an object by its number.
const numberedLink = "self_link_with_id"

// isOpen reports whether an argument does not say its part of an identity.
func isOpen(v graph.Value) bool {
	s, ok := v.Text()
	return !ok || s == ""
}

func (o *object) shown(v graph.Value, part string) topology.Known[string] {
	if part == "" || !o.open(v) {
		return topology.Unknown[string]()
	}
	return topology.Of(part)
}

// part returns one part of an identity: the argument, else what the object's
// id says, else, where the argument is left out, what the provider block sets
// for it.
func (o *object) part(v graph.Value, own, argument string) string {
	if s, ok := v.Text(); ok && s != "" {
		return s
	}
	if own != "" || argument == "" || o.in.conf == nil || v.IsUnknown() && o.written(argument) {
		return own
	}
	s, _ := o.in.conf.ProviderArgument(o.inst, argument).Text()
	return s
}

// ownID reads the object's identity from its self link or id.
func (o *object) ownID() topology.Identity {
	for _, a := range []string{"self_link", "id"} {
		if s, ok := o.value.Get(a).Text(); ok {
			if id, ok := topology.ParseURL(s); ok {
				return id
			}
		}
	}
	return topology.Identity{}
}

// place sets the location of an object that did not know it.
func (b *builder) place(o *object, location string) {
	if o.id.Location != "" || location == "" {
		return
	}
	o.id.Location = location
	o.base.Location = topology.Of(location)
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
