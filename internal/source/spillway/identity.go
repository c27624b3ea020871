// SPDX-License-Identifier: MPL-2.0

package spillway

import (
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// Identity returns the identity that the arguments of an object give it; parts
// that are not known are empty.
func (t *Type) Identity(v graph.Value) topology.Identity {
	id := topology.Identity{Kind: t.Kind, Project: text(v.Get("project")), Name: text(v.Get("name")), Location: topology.Global}
	if a := t.Place.Attribute(); a != "" {
		id.Location = topology.LastSegment(text(v.Get(a)))
	}
	return id
}

func text(v graph.Value) string {
	s, _ := v.Text()
	return s
}

// Reference is what one argument of an object names.
type Reference struct {
	// Path is where it stands: "backend[2].group".
	Path string
	// ID is the identity that it spells; not complete where the argument is
	// unknown, or no link.
	ID topology.Identity
	// Unknown is true where the argument, or a list around it, is unknown.
	Unknown bool
	// Modelled is true for a complete identity of a kind that the provider has
	// resources for: an object that the catalogue has to hold.
	Modelled bool
}

// Refers returns what an object refers to, in the order of the arguments.
func (t *Type) Refers(v graph.Value) []Reference {
	own := t.Identity(v)
	var out []Reference
	for _, a := range t.References {
		walk(v, a.Path, "", func(path string, v graph.Value) {
			if v.IsNull() || text(v) == "" && !v.IsUnknown() {
				return
			}
			r := Reference{Path: path, Unknown: v.IsUnknown()}
			r.ID, _ = a.read(text(v), own)
			r.Modelled = r.ID.Complete() && modelled[r.ID.Kind]
			out = append(out, r)
		})
	}
	return out
}

// read returns the identity that a text names, and whether it names one.
func (a Argument) read(s string, own topology.Identity) (topology.Identity, bool) {
	id, ok := topology.ParseURL(s)
	switch {
	case ok && id.Project == "":
		id.Project = own.Project
	case ok:
	case s == "" || strings.ContainsAny(s, "/.:") || !a.Bare:
		return topology.Identity{}, false
	default:
		id = topology.Identity{Kind: a.Kind, Project: own.Project, Location: topology.RegionOf(own.Location), Name: s}
	}
	if id.Kind == topology.KindInstanceGroupManager {
		id.Kind = topology.KindInstanceGroup // a managed group is one object
	}
	return id, true
}

// walk visits the values at a path, with the place of each. A list that is
// unknown is visited itself.
func walk(v graph.Value, path, at string, visit func(at string, v graph.Value)) {
	step, rest, more := strings.Cut(path, ".")
	name, list := strings.CutSuffix(step, "[]")
	v, at = v.Get(name), join(at, name)
	next := func(at string, v graph.Value) {
		if more && v.Kind() == graph.Object {
			walk(v, rest, at, visit)
		} else if !more || v.IsUnknown() {
			visit(at, v)
		}
	}
	if !list {
		next(at, v)
		return
	}
	if v.IsUnknown() {
		visit(at, v)
	}
	for i, e := range v.Elements() {
		next(at+"["+strconv.Itoa(i)+"]", e)
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// ID returns the id of an object with a complete identity, "projects/…".
func ID(id topology.Identity) string { return id.String() }

// SelfLink returns the URL of an object, as the Compute API spells it.
func SelfLink(id topology.Identity) string {
	return "https://www.googleapis.com/compute/v1/" + id.String()
}
