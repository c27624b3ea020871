// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/validate"
)

// CH017 keeps composite health in one project.
var CH017 = &validate.Rule{
	ID:         "CH017",
	Name:       "project-mismatch",
	Title:      "Parts of composite health in different projects",
	Severity:   validate.Error,
	Needs:      []validate.Need{validate.NeedLinks},
	SilencedBy: []string{"CH030"},
	Rationale: "All resources of composite health of one published service are in one project, the backend services and the " +
		"forwarding rule included. Services of other projects of a Shared VPC can not be sources. The consumers are " +
		"another matter: they usually are in other projects, and may be.",
	Source: "Google Cloud documentation, composite health, limitations",
	Fix:    "Make the policy, the sources and the composite in the project of the published service.",
	Bad: whole(exampleService, `resource "google_compute_region_health_source" "api" {
  name                      = "api"
  region                    = "us-central1"
  source_type               = "BACKEND_SERVICE"
  sources                   = [google_compute_region_backend_service.api.id]
  health_aggregation_policy = "projects/shared/regions/us-central1/healthAggregationPolicies/api"
}
`),
	Good: whole(exampleService, examplePolicy("api", 50, 1), exampleSource),
	Check: func(p *validate.Pass) {
		eachPlaced(p, oneProject, func(own string, elsewhere []string) string {
			return fmt.Sprintf("The object is in project %s, and %s. All resources of composite health are in one project, and Google refuses a "+
				"link to another one. Link to an object in %[1]s.", own, enumerate(elsewhere))
		})
	},
}
