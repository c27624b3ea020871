// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// PSC011 keeps health checks away from PSC NEGs.
var PSC011 = &validate.Rule{
	ID:       "PSC011",
	Name:     "psc-health-check",
	Title:    "Health check on a backend service over PSC NEGs",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A consumer cannot probe the endpoints of a producer: they are in another network. Google refuses a health check on a backend service " +
		"whose backends are PSC NEGs. Health comes from the producer, through composite health.",
	Source: "Compute API v1, BackendService.healthChecks; Google Cloud documentation, PSC backends",
	Fix:    "Remove `health_checks` from the backend service.",
	Bad: whole(exampleNEG("central", "us-central1", exampleForeign("us-central1")), exampleNEG("east", "us-east1", exampleForeign("us-east1")), `
resource "google_compute_health_check" "shop" {
  name = "shop"
  tcp_health_check {
    port = 443
  }
}

resource "google_compute_backend_service" "shop" {
  name                  = "shop"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTPS"
  health_checks         = [google_compute_health_check.shop.id]

  backend {
    group = google_compute_region_network_endpoint_group.central.id
  }
  backend {
    group = google_compute_region_network_endpoint_group.east.id
  }
}
`),
	Good: whole(exampleNEG("central", "us-central1", exampleForeign("us-central1")), exampleNEG("east", "us-east1", exampleForeign("us-east1")), exampleConsumer("central", "east")),
	Check: func(p *validate.Pass) {
		eachConsumer(p, func(s *topology.BackendService) answer {
			if !topology.Is(s.HealthChecks.Any(), true) {
				return listComplete(s.HealthChecks, "health_checks")
			}
			return fail("health_checks", "The backends of the service are PSC NEGs, which cannot be probed, and Google refuses a health check on it. Remove "+
				"health_checks; the producer's composite health says which region is usable.")
		})
	},
}
