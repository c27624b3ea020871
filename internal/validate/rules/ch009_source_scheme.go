// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH009 asks for an internal regional service.
var CH009 = &validate.Rule{
	ID:         "CH009",
	Name:       "source-scheme",
	Title:      "Health source over a load balancer without composite health",
	Severity:   validate.Error,
	Needs:      []validate.Need{validate.NeedLinks},
	SilencedBy: []string{"CH022", "CH030"},
	Rationale: "Composite health watches regional internal load balancers: the backend service is regional, and its scheme is " +
		"`INTERNAL` or `INTERNAL_MANAGED`. Google refuses a global service, that of a cross-region load balancer included, " +
		"and any other scheme.",
	Source: "Compute API v1, HealthSource.sources; Google Cloud documentation, composite health, specifications",
	Fix:    "Name a regional backend service with scheme `INTERNAL` or `INTERNAL_MANAGED`.",
	Bad: whole(examplePolicy("api", 50, 1), `resource "google_compute_region_health_source" "api" {
  name                      = "api"
  region                    = "us-central1"
  source_type               = "BACKEND_SERVICE"
  sources                   = ["projects/demo/global/backendServices/api"]
  health_aggregation_policy = google_compute_region_health_aggregation_policy.api.id
}
`),
	Good: whole(exampleService, examplePolicy("api", 50, 1), exampleSource),
	Check: func(p *validate.Pass) {
		eachWatched(p, checkSourceScheme, func(id topology.Identity) answer {
			if id.Location == topology.Global && id.Kind == topology.KindBackendService {
				return globalSource(id.String())
			}
			return outside(id)
		})
	},
}

func globalSource(name string) answer {
	return fail("", fmt.Sprintf("%s is a global backend service, and composite health watches regional ones only. "+
		"Name the regional backend service of the published load balancer.", name))
}

func checkSourceScheme(s *topology.BackendService) answer {
	scheme, ok := s.Scheme.Value()
	switch {
	case s.IsGlobal():
		return globalSource(s.Address)
	case s.Scheme.IsUnknown():
		return open("", "load_balancing_scheme of "+s.Address+" is known after apply")
	case ok && scheme != "" && scheme != "INTERNAL" && scheme != "INTERNAL_MANAGED":
		return fail("", fmt.Sprintf("%s has the scheme %s, and composite health watches INTERNAL and INTERNAL_MANAGED only. "+
			"Name the backend service of an internal load balancer.", s.Address, scheme))
	}
	return answer{}
}
