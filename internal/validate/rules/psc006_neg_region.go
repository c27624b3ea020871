// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// PSC006 keeps a NEG in the region of its attachment.
var PSC006 = &validate.Rule{
	ID:       "PSC006",
	Name:     "neg-region",
	Title:    "PSC NEG in another region than its service attachment",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A PSC NEG connects to a service attachment of its own region. For each region of the service there is one NEG, which points at that " +
		"region's attachment.",
	Source: "Google Cloud documentation, composite health, deployment requirements; Compute API v1, NetworkEndpointGroup.pscTargetService",
	Fix:    "Put the NEG into the region of the attachment, or name the attachment of the NEG's region.",
	Bad:    whole(exampleNEG("east", "us-east1", exampleForeign("us-central1"))),
	Good:   whole(exampleNEG("east", "us-east1", exampleForeign("us-east1"))),
	Check: func(p *validate.Pass) {
		eachNEG(p, func(g *topology.Group) answer { return checkNEGRegion(p, g) })
	},
}

func checkNEGRegion(p *validate.Pass, g *topology.Group) answer {
	if googleAPI(g) {
		return answer{}
	}
	at := oneRegion.place(p, g.TargetService)
	there, known := at.Value()
	own, ownKnown := g.Region().Value()
	switch {
	case at.IsNull():
		return answer{}
	case !known:
		return open("psc_target_service", unplaced(place{g.TargetService, "psc_target_service"}, "region"))
	case !ownKnown:
		return open("region", "region is known after apply")
	case own != there:
		return fail("psc_target_service", fmt.Sprintf("The NEG is in %s and its service attachment %s in %s. A PSC NEG connects within its region only. Name the "+
			"attachment in %[1]s, or move the NEG.", own, linkName(g.TargetService), there))
	}
	return answer{}
}
