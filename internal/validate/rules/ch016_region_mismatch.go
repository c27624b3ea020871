// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/validate"
)

// CH016 keeps composite health in one region.
var CH016 = &validate.Rule{
	ID:         "CH016",
	Name:       "region-mismatch",
	Title:      "Parts of composite health in different regions",
	Severity:   validate.Error,
	Needs:      []validate.Need{validate.NeedLinks},
	SilencedBy: []string{"CH009", "CH020", "CH030"},
	Rationale: "The health of one region is described inside that region: the policy, the source, the watched service, the " +
		"composite and its destination are all there. Google refuses a link to another region; the provider does not look.",
	Source: "Google Cloud documentation, composite health, specifications; Compute API v1, HealthSource and CompositeHealthCheck",
	Fix:    "Make one set of policy, sources and composite for each region, and link them within it.",
	Bad: whole(exampleService, `resource "google_compute_region_health_aggregation_policy" "api" {
  name                      = "api"
  region                    = "us-east1"
  healthy_percent_threshold = 50
}

`, exampleSource),
	Good: whole(exampleService, examplePolicy("api", 50, 1), exampleSource),
	Check: func(p *validate.Pass) {
		eachPlaced(p, oneRegion, func(own string, elsewhere []string) string {
			return fmt.Sprintf("The object is in %s, and %s. Google refuses a link of composite health to another region. Link to an object "+
				"in %[1]s.", own, enumerate(elsewhere))
		})
	},
}
