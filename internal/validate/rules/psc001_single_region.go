// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// PSC001 looks for consumers without a second region.
var PSC001 = &validate.Rule{
	ID:       "PSC001",
	Name:     "single-region",
	Title:    "Consumer of a published service in one region only",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A consumer fails over between the regions of its PSC NEGs. With NEGs in one region only there is nowhere to go, and composite " +
		"health of the producer changes nothing.",
	Source: "Google Cloud documentation, composite health, deployment requirements: one PSC NEG in each region",
	Fix:    "Add a PSC NEG for each further region in which the producer publishes the service.",
	Bad:    whole(exampleNEG("central", "us-central1", exampleForeign("us-central1")), exampleConsumer("central")),
	Good:   whole(exampleNEG("central", "us-central1", exampleForeign("us-central1")), exampleNEG("east", "us-east1", exampleForeign("us-east1")), exampleConsumer("central", "east")),
	Check: func(p *validate.Pass) {
		eachConsumer(p, func(s *topology.BackendService) answer { return checkSingleRegion(p, s) })
	},
}

func checkSingleRegion(p *validate.Pass, s *topology.BackendService) answer {
	if !s.IsGlobal() {
		return answer{}
	}
	negs, more := pscNEGs(p, s)
	var regions []string
	for _, g := range negs {
		switch r, ok := g.Region().Value(); {
		case googleAPI(g):
			return answer{}
		case ok:
			regions = append(regions, r)
		case more == "":
			more = "region of " + g.Address + " is known after apply"
		}
	}
	regions = distinct(regions)
	switch {
	case len(regions) > 1:
		return answer{}
	case more != "":
		return open("backend", more)
	case len(regions) == 0:
		return answer{}
	}
	return fail("backend", fmt.Sprintf("All PSC NEGs of the service are in %s, so that there is no region to fail over to. Add a PSC NEG for each "+
		"further region in which the service is published.", regions[0]))
}
