// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH011 keeps ha_policy and composite health apart.
var CH011 = &validate.Rule{
	ID:         "CH011",
	Name:       "source-ha-policy",
	Title:      "Health source over a service with ha_policy",
	Severity:   validate.Error,
	Needs:      []validate.Need{validate.NeedLinks},
	SilencedBy: []string{"CH030"},
	Rationale: "A backend service with `ha_policy` forwards everything to the one endpoint that leads, and has no health checks " +
		"that could be aggregated. Google refuses it as a health source, whatever the policy's settings are.",
	Source: "Compute API v1, HealthSource.sources",
	Fix:    "Name a backend service without `ha_policy`.",
	Bad: whole(examplePolicy("api", 50, 1), exampleSource, `
resource "google_compute_network_endpoint_group" "api" {
  name                  = "api"
  zone                  = "us-central1-a"
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  network_endpoint_type = "GCE_VM_IP"
}

resource "google_compute_region_backend_service" "api" {
  name                  = "api"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  network               = "projects/demo/global/networks/main"

  backend {
    group          = google_compute_network_endpoint_group.api.id
    balancing_mode = "CONNECTION"
  }
  ha_policy {
    fast_ip_move = "GARP_RA"
  }
}
`),
	Good: whole(exampleService, examplePolicy("api", 50, 1), exampleSource),
	Check: func(p *validate.Pass) {
		eachWatched(p, func(s *topology.BackendService) answer {
			switch {
			case s.HAPolicy.IsUnknown():
				return open("", "ha_policy of "+s.Address+" is known after apply")
			case s.HAPolicy.IsSet():
				return fail("", s.Address+" has an ha_policy, and Google refuses such a service as a health source: it forwards to "+
					"its leader, and nothing is aggregated. Name a service without ha_policy.")
			}
			return answer{}
		}, outside)
	},
}
