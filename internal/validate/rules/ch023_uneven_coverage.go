// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH023 compares the regions behind a consumer.
var CH023 = &validate.Rule{
	ID:       "CH023",
	Name:     "uneven-coverage",
	Title:    "Regions of one consumer with and without composite health",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A region without a composite health check gives no signal: the consumer keeps sending to it however sick it is, while " +
		"the regions with one are left in time. The uncovered region is the one where failover does not work.",
	Source: "Google Cloud documentation, composite health: states propagate for each region's published service",
	Fix:    "Give every published region of the service a composite health check, or none.",
	Bad:    whole(examplePublished, exampleEast, exampleNEG("central", "us-central1", exampleOwn), exampleNEG("east", "us-east1", exampleOwnEast), exampleConsumer("central", "east")),
	Good:   whole(examplePublished, exampleEast, exampleEastHealth, exampleNEG("central", "us-central1", exampleOwn), exampleNEG("east", "us-east1", exampleOwnEast), exampleConsumer("central", "east")),
	Check: func(p *validate.Pass) {
		eachConsumer(p, func(s *topology.BackendService) answer { return checkUnevenCoverage(p, s) })
	},
}

func checkUnevenCoverage(p *validate.Pass, s *topology.BackendService) answer {
	if !s.IsGlobal() {
		return answer{}
	}
	negs, more := pscNEGs(p, s)
	unseen := more != ""
	var with, without []string
	var related []validate.Related
	for _, g := range negs {
		covered, why := coverage(p, g)
		region := g.Region().Default(g.Address)
		switch yes, known := covered.Value(); {
		case covered.IsNull():
		case !known:
			more = cmp.Or(more, why)
		case yes:
			with = append(with, region)
		default:
			without = append(without, region)
			related = append(related, validate.Related{Address: producerOf(g).attachment.Address, Message: "has no composite health check"})
		}
	}
	switch {
	case len(with) > 0 && len(without) > 0:
		return fail("backend", fmt.Sprintf("Behind this service %s has a composite health check and %s has none. Clients are not led away from "+
			"a region without one, however sick it is. Give every published region a composite health check.",
			enumerate(distinct(with)), enumerate(distinct(without))), related...)
	case more != "" && (len(negs) > 1 || unseen):
		return open("backend", more)
	}
	return answer{}
}

// coverage reports whether the service that a PSC NEG reaches has a composite
// health check; null for a Google API. Why says what is missing.
func coverage(p *validate.Pass, g *topology.Group) (covered topology.Known[bool], why string) {
	if googleAPI(g) || g.TargetService.State == topology.LinkAbsent {
		return topology.Null[bool](), ""
	}
	to := producerOf(g)
	if to.attachment == nil {
		return topology.Unknown[bool](), to.missing
	}
	certain, possible := paths(p).CompositesOf(to.attachment)
	switch {
	case len(certain) > 0:
		return topology.Of(true), ""
	case to.rule == nil:
		return topology.Unknown[bool](), to.missing
	case !p.After.ReadFor(to.rule):
		return topology.Unknown[bool](), "a part of the input is missing or could not be read"
	}
	for _, c := range possible {
		if mayBeNear(c, to.rule) {
			return topology.Unknown[bool](), linkReason(c.Destination, "health_destination of "+c.Address)
		}
	}
	return topology.Of(false), ""
}
