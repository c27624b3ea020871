// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// PSC012 looks for published regions that a consumer leaves out.
var PSC012 = &validate.Rule{
	ID:       "PSC012",
	Name:     "published-region-not-consumed",
	Title:    "Published region that a consumer does not use",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "The producer publishes the service, with composite health, in a region for which the consumer has no PSC NEG. That region can not " +
		"serve when the others fail. Two attachments of one project and one name, in two regions, are taken as one service.",
	Source: "Google Cloud documentation, composite health, deployment requirements: one PSC NEG in each region",
	Fix:    "Add a PSC NEG for the region to the consumer's backend service, unless it is left out on purpose.",
	Bad:    whole(examplePublished, exampleEast, exampleEastHealth, exampleNEG("central", "us-central1", exampleOwn), exampleConsumer("central")),
	Good:   whole(examplePublished, exampleEast, exampleEastHealth, exampleNEG("central", "us-central1", exampleOwn), exampleNEG("east", "us-east1", exampleOwnEast), exampleConsumer("central", "east")),
	Check: func(p *validate.Pass) {
		eachConsumer(p, func(s *topology.BackendService) answer { return checkRegionConsumed(p, s) })
	},
}

func checkRegionConsumed(p *validate.Pass, s *topology.BackendService) answer {
	if !s.IsGlobal() {
		return answer{}
	}
	used, services, more := consumedBy(p, s)
	strays := strayRegions(p, s)
	var missed []string
	var related []validate.Related
	for _, a := range candidatesFor(p, services, more != "") {
		switch {
		case used[a.Address], strays[a.Region().Default("")]:
			continue
		case !services[serviceName(a.Identity())] && !mayPublish(a, services) && !topology.MayReach(s, a):
			continue // what the consumer may use besides is of its own input
		case serviceName(a.Identity()) == "":
			more = cmp.Or(more, "the name and the project of "+a.Address+" are known after apply")
		}
		switch certain, possible := paths(p).CompositesOf(a); {
		case len(certain) > 0:
			missed = append(missed, a.Region().Default(a.Address))
			related = append(related, validate.Related{Address: a.Address, Message: "is published and not consumed"})
		case len(possible) > 0:
			missed = append(missed, a.Region().Default(a.Address))
			more = cmp.Or(more, linkReason(possible[0].Destination, "health_destination of "+possible[0].Address))
		}
	}
	switch {
	case len(missed) > 0 && more != "":
		return open("backend", more)
	case len(missed) > 0:
		return fail("backend", fmt.Sprintf("The service is also published in %s, with composite health, and this consumer has no PSC NEG there: the region "+
			"cannot serve when the others fail. Add a PSC NEG for it, unless it is left out on purpose.", enumerate(distinct(missed))), related...)
	}
	return answer{}
}

// consumedBy returns the attachments of the input that a consumer uses, and
// the names of all services that it uses; more says why there may be others.
func consumedBy(p *validate.Pass, s *topology.BackendService) (used, services map[string]bool, more string) {
	negs, more := pscNEGs(p, s)
	used, services = map[string]bool{}, map[string]bool{}
	for _, g := range negs {
		l := g.TargetService
		a, ok := topology.To[*topology.ServiceAttachment](l)
		switch {
		case ok:
			used[a.Address] = true
			services[serviceName(a.Identity())] = true
		case l.State == topology.LinkExternal && l.ID.Complete():
			services[serviceName(l.ID)] = true
		case l.State == topology.LinkUnresolved:
			more = cmp.Or(more, linkReason(l, "psc_target_service of "+g.Address))
		}
	}
	delete(services, "")
	return used, services, more
}

// strayRegions returns the regions of those NEGs of a consumer that name an
// attachment of another region: the NEG is there, and PSC006 speaks of it.
func strayRegions(p *validate.Pass, s *topology.BackendService) map[string]bool {
	out := map[string]bool{}
	negs, _ := pscNEGs(p, s)
	for _, g := range negs {
		if r, ok := g.Region().Value(); ok && checkNEGRegion(p, g).verdict == fails {
			out[r] = true
		}
	}
	return out
}

// serviceName names what an attachment publishes, in all regions alike: its
// project and its name. It is empty where that is not known.
func serviceName(id topology.Identity) string {
	if id.Project == "" || id.Name == "" {
		return ""
	}
	return id.Project + "/" + id.Name
}

// mayPublish reports whether an attachment of which the project or the name is
// not known may publish one of the services.
func mayPublish(a *topology.ServiceAttachment, services map[string]bool) bool {
	id := a.Identity()
	for name := range services {
		if project, name, _ := strings.Cut(name, "/"); (id.Name == name && id.Project == "") || (id.Project == project && id.Name == "") {
			return true
		}
	}
	return false
}

// candidatesFor returns the attachments of the input that have, or may have,
// composite health and publish one of the services, sorted by address: all of
// them where the consumer may use further services.
func candidatesFor(p *validate.Pass, services map[string]bool, others bool) (out []*topology.ServiceAttachment) {
	byName := validate.Shared(p, "attachments with composite health", func() map[string][]*topology.ServiceAttachment {
		m := map[string][]*topology.ServiceAttachment{}
		for _, a := range p.After.Attachments {
			if certain, possible := paths(p).CompositesOf(a); len(certain)+len(possible) > 0 {
				n := serviceName(a.Identity())
				m[n] = append(m[n], a)
			}
		}
		return m
	})
	if others {
		for _, list := range byName {
			out = append(out, list...)
		}
	} else if len(services) > 0 {
		out = append(out, byName[""]...)
		for name := range services {
			out = append(out, byName[name]...)
		}
	}
	slices.SortFunc(out, func(a, b *topology.ServiceAttachment) int { return cmp.Compare(a.Address, b.Address) })
	return out
}
