// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH012 asks for a health check behind a health source.
var CH012 = &validate.Rule{
	ID:         "CH012",
	Name:       "source-without-health-check",
	Title:      "Health source over a service without a health check",
	Severity:   validate.Error,
	Needs:      []validate.Need{validate.NeedLinks},
	SilencedBy: []string{"CH011", "CH022", "CH030"},
	Rationale: "What a health source aggregates are the results of the service's health check. Without one no endpoint is ever " +
		"healthy, and the source can not be either.",
	Source: "Google Cloud documentation, composite health, specifications: health of single endpoints comes from standard health checks",
	Fix:    "Add `health_checks` to the backend service.",
	Bad: whole(exampleGroups, `resource "google_compute_region_backend_service" "api" {
  name                  = "api"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL_MANAGED"
  protocol              = "HTTP"

  backend {
    group           = google_compute_instance_group.a.id
    capacity_scaler = 1
  }
}

`, examplePolicy("api", 50, 1), exampleSource),
	Good: whole(exampleService, examplePolicy("api", 50, 1), exampleSource),
	Check: func(p *validate.Pass) {
		eachWatched(p, func(s *topology.BackendService) answer {
			switch checked := s.HealthChecks.Any(); {
			case topology.Is(checked, true):
				return answer{}
			case checked.IsUnknown():
				return open("", cmp.Or(s.HealthChecks.Reason, "health_checks of "+s.Address+" is known after apply"))
			}
			return fail("", s.Address+" has no health check, so that none of its endpoints is ever healthy, and neither is the source. "+
				"Set health_checks of the service.")
		}, outside)
	},
}
