package rules

import (
	"cmp"
	"fmt"
	"slices"

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
	negs, more := pscNEGs(p, s)
	used, services := map[string]bool{}, map[string]bool{}
	for _, g := range negs {
		to := producerOf(g)
		if to.attachment == nil {
			if !googleAPI(g) && len(p.After.Attachments) > 0 {
				more = because(more, to.missing)
			}
			continue
		}
		used[to.attachment.Address] = true
		services[serviceName(to.attachment)] = true
	}
	var missed []string
	var related []validate.Related
	for _, a := range siblings(p, services) {
		if used[a.Address] {
			continue
		}
		if certain, _ := paths(p).CompositesOf(a); len(certain) > 0 {
			missed = append(missed, a.Region().Default(a.Address))
			related = append(related, validate.Related{Address: a.Address, Message: "is published and not consumed"})
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

// serviceName names what an attachment publishes, in all regions alike: its
// project and its name.
func serviceName(a *topology.ServiceAttachment) string {
	project, okP := a.Project.Value()
	name, okN := a.Name.Value()
	if !okP || !okN {
		return "@" + a.Address
	}
	return project + "/" + name
}

// siblings returns the attachments that publish one of the services, in the
// order of their addresses.
func siblings(p *validate.Pass, services map[string]bool) (out []*topology.ServiceAttachment) {
	byName := validate.Shared(p, "attachments by service", func() map[string][]*topology.ServiceAttachment {
		m := map[string][]*topology.ServiceAttachment{}
		for _, a := range p.After.Attachments {
			n := serviceName(a)
			m[n] = append(m[n], a)
		}
		return m
	})
	for name := range services {
		out = append(out, byName[name]...)
	}
	slices.SortFunc(out, func(a, b *topology.ServiceAttachment) int { return cmp.Compare(a.Address, b.Address) })
	return out
}
