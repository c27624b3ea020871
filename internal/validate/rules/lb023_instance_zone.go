// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB023 asks for instances of the group's zone.
var LB023 = &validate.Rule{
	ID:       "LB023",
	Name:     "instance-zone",
	Title:    "Unmanaged group with an instance of another zone",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "An unmanaged instance group is zonal, and takes instances of its own zone only. Google refuses any other when the " +
		"instances are added, after the group has been created.",
	Source: "Compute API v1, instanceGroups.addInstances; google provider, google_compute_instance_group, instances",
	Fix:    "Put the instance into a group of its own zone.",
	Bad:    instanceZoneExample("us-central1-b"),
	Good:   instanceZoneExample("us-central1-a"),
	Check: func(p *validate.Pass) {
		eachUnmanagedGroup(p, func(g *topology.Group) answer { return checkInstanceZone(p, g) })
	},
}

func instanceZoneExample(zone string) string {
	return `resource "google_compute_instance_group" "a" {
  name = "a"
  zone = "us-central1-a"
  instances = [
    "projects/demo/zones/us-central1-a/instances/vm-0",
    "projects/demo/zones/` + zone + `/instances/vm-1",
  ]
}
`
}

// eachUnmanagedGroup gives an answer for every unmanaged instance group that
// this input makes.
func eachUnmanagedGroup(p *validate.Pass, check func(*topology.Group) answer) {
	for _, g := range p.After.Groups {
		if g.GroupKind == topology.UnmanagedGroup && !g.Data {
			give(p, g, topology.Of(true), "", check(g))
		}
	}
}

func checkInstanceZone(p *validate.Pass, g *topology.Group) answer {
	zone, ok := g.Location.Value()
	if !ok {
		if len(g.Members.Links) == 0 {
			return membersComplete(g)
		}
		return open("zone", "zone is known after apply")
	}
	var wrong []string
	path := ""
	a := membersComplete(g)
	for _, l := range g.Members.Links {
		switch z, ok := instanceZone(p, l).Value(); {
		case !ok && !isBareName(l): // for a bare name see LB024
			a = worst(a, open(l.Path, instanceReason(l)))
		case ok && z != zone:
			wrong = append(wrong, linkName(l)+" ("+z+")")
			path = cmp.Or(path, l.Path)
		}
	}
	if len(wrong) > 0 {
		return fail(cmp.Or(path, "instances"), fmt.Sprintf("The group is in %s and has instances of another zone: %s. An unmanaged group "+
			"takes instances of its own zone only. Move them to a group of their zone.", zone, enumerate(wrong)))
	}
	return a
}

func instanceReason(l topology.Link) string {
	if l.State == topology.LinkResolved {
		if _, ok := topology.To[*topology.Instance](l); ok {
			return "the zone of " + linkName(l) + " is known after apply"
		}
		return linkName(l) + " is no instance"
	}
	return linkReason(l, cmp.Or(l.Path, "an instance"))
}

// membersComplete passes where the input shows every member of a group.
func membersComplete(g *topology.Group) answer {
	if g.Members.Complete {
		return answer{}
	}
	return open("instances", cmp.Or(g.Members.Reason, g.Capacity.Reason, "the instances are known after apply"))
}

// instanceZone returns the zone of an instance that a link names.
func instanceZone(p *validate.Pass, l topology.Link) topology.Known[string] {
	switch l.State {
	case topology.LinkResolved:
		if i, ok := topology.To[*topology.Instance](l); ok {
			return i.Location
		}
	case topology.LinkExternal:
		if l.ID.Kind == topology.KindInstance && topology.IsZone(l.ID.Location) {
			return topology.Of(l.ID.Location)
		}
	case topology.LinkUnresolved:
		var zone topology.Known[string]
		for i, c := range l.Candidates {
			n := p.Index.At(c)
			if n == nil || i > 0 && n.Base().Location != zone {
				return topology.Unknown[string]()
			}
			zone = n.Base().Location
		}
		return zone
	}
	return topology.Unknown[string]()
}
