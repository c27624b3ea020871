// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// PSC010 asks a PSC NEG for its target.
var PSC010 = &validate.Rule{
	ID:       "PSC010",
	Name:     "neg-without-target",
	Title:    "PSC NEG without a target service",
	Severity: validate.Error,
	Rationale: "A NEG of type `PRIVATE_SERVICE_CONNECT` is nothing but a way to its target: a service attachment, or a Google API. The provider plans it " +
		"without one, and Google refuses it.",
	Source: "Compute API v1, NetworkEndpointGroup.pscTargetService",
	Fix:    "Set `psc_target_service` to the service attachment of the region.",
	Bad: `resource "google_compute_region_network_endpoint_group" "central" {
  name                  = "central"
  region                = "us-central1"
  network_endpoint_type = "PRIVATE_SERVICE_CONNECT"
  network               = "projects/shop/global/networks/main"
  subnetwork            = "projects/shop/regions/us-central1/subnetworks/main"
}
`,
	Good: whole(exampleNEG("central", "us-central1", exampleForeign("us-central1"))),
	Check: func(p *validate.Pass) {
		eachNEG(p, func(g *topology.Group) answer {
			const path = "psc_target_service"
			switch l := g.TargetService; {
			case l.State == topology.LinkAbsent:
				return fail(path, "The NEG is of type PRIVATE_SERVICE_CONNECT and names no target service, and Google refuses it. Set psc_target_service "+
					"to the service attachment of the region.")
			case l.State == topology.LinkUnresolved && len(l.Candidates) == 0:
				return open(path, linkReason(l, path))
			}
			return answer{}
		})
	},
}
