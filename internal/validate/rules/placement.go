// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// place is a link of an object, with what the link is called.
type place struct {
	link topology.Link
	path string
}

// placesOf are the links of a health source or a composite that stay in one
// region and one project.
func placesOf(n topology.Node) []place {
	switch o := n.(type) {
	case *topology.HealthSource:
		return append(placesIn(o.Sources, "sources"), place{o.Policy, "health_aggregation_policy"})
	case *topology.CompositeHealth:
		return append(placesIn(o.Sources, "health_sources"), place{o.Destination, "health_destination"})
	}
	return nil
}

func placesIn(l topology.LinkList, path string) []place {
	out := make([]place, len(l.Links))
	for i, link := range l.Links {
		out[i] = place{link, cmp.Or(link.Path, path)}
	}
	return out
}

// realm is what links stay inside of: a region or a project. Of says where an
// object is, in where an identity is; null says that it does not matter.
type realm struct {
	what string
	of   func(*topology.Object) topology.Known[string]
	in   func(topology.Identity) topology.Known[string]
}

var (
	oneRegion  = realm{"region", regionOf, regionIn}
	oneProject = realm{"project", projectOf, projectIn}
)

// eachPlaced gives an answer for every health source and composite: whether
// its links stay where the object itself is.
func eachPlaced(p *validate.Pass, r realm, failure func(own string, elsewhere []string) string) {
	eachSource(p, func(h *topology.HealthSource) answer { return checkPlaced(p, h, r, failure) })
	eachComposite(p, func(c *topology.CompositeHealth) answer { return checkPlaced(p, c, r, failure) })
}

func checkPlaced(p *validate.Pass, n topology.Node, r realm, failure func(own string, elsewhere []string) string) answer {
	own, ownKnown := r.of(n.Base()).Value()
	var a answer
	var elsewhere []string
	var related []validate.Related
	first := ""
	for _, l := range placesOf(n) {
		at := r.place(p, l.link)
		there, known := at.Value()
		switch {
		case at.IsNull():
		case !known:
			a = worst(a, open(l.path, unplaced(l, r.what)))
		case !ownKnown:
			a = worst(a, open(r.what, r.what+" is known after apply"))
		case mayBeSame(own, there) && own != there:
			a = worst(a, open(l.path, "it is not known whether "+own+" and "+there+" are one "+r.what))
		case own != there:
			first = cmp.Or(first, l.path)
			elsewhere = append(elsewhere, linkName(l.link)+" is in "+there)
			if l.link.State == topology.LinkResolved {
				related = append(related, validate.Related{Address: linkName(l.link), Message: "in " + there})
			}
		}
	}
	if len(elsewhere) > 0 {
		return fail(first, failure(own, elsewhere), related...)
	}
	return worst(a, incompletePlaces(n))
}

// unplaced says why it is not known where a link leads.
func unplaced(l place, what string) string {
	if l.link.State == topology.LinkResolved {
		return "the " + what + " of " + linkName(l.link) + " is known after apply"
	}
	if l.link.State == topology.LinkExternal && !isHidden(l.link) {
		return "the " + what + " of " + linkName(l.link) + " is not in the input"
	}
	return linkReason(l.link, l.path)
}

func incompletePlaces(n topology.Node) answer {
	switch o := n.(type) {
	case *topology.HealthSource:
		return listComplete(o.Sources, "sources")
	case *topology.CompositeHealth:
		return listComplete(o.Sources, "health_sources")
	}
	return answer{}
}

// place says where a link leads; null where it leads nowhere.
func (r realm) place(p *validate.Pass, l topology.Link) topology.Known[string] {
	switch l.State {
	case topology.LinkAbsent:
		return topology.Null[string]()
	case topology.LinkResolved:
		return r.of(l.Target.Base())
	case topology.LinkExternal:
		if isBare(l) {
			return topology.Null[string]() // CH030
		}
		return r.in(l.ID)
	}
	var all topology.Known[string]
	for i, address := range l.Candidates {
		n := p.Index.At(address)
		if n == nil {
			return topology.Unknown[string]()
		}
		at := r.of(n.Base())
		if i > 0 && at != all {
			return topology.Unknown[string]()
		}
		all = at
	}
	return all
}

// regionOf is the region of an object; null for a global one, which other
// rules speak of.
func regionOf(o *topology.Object) topology.Known[string] {
	if topology.Is(o.Location, topology.Global) {
		return topology.Null[string]()
	}
	return o.Region()
}

func regionIn(id topology.Identity) topology.Known[string] {
	switch id.Location {
	case "":
		return topology.Unknown[string]()
	case topology.Global:
		return topology.Null[string]()
	}
	return topology.Of(topology.RegionOf(id.Location))
}

func projectOf(o *topology.Object) topology.Known[string] { return o.Project }

func projectIn(id topology.Identity) topology.Known[string] {
	if id.Project == "" {
		return topology.Unknown[string]()
	}
	return topology.Of(id.Project)
}

// mayBeSame reports whether two names may mean one place: a project has a
// number, too.
func mayBeSame(a, b string) bool { return isNumber(a) != isNumber(b) || a == b }

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// distinct returns values sorted and once each.
func distinct(values []string) []string {
	slices.Sort(values)
	return slices.Compact(values)
}
