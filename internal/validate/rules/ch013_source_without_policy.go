// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH013 asks for an aggregation policy.
var CH013 = &validate.Rule{
	ID:       "CH013",
	Name:     "source-without-policy",
	Title:    "Health source without an aggregation policy",
	Severity: validate.Error,
	Rationale: "A health source needs a policy that says when its service counts as healthy. The provider calls the argument " +
		"optional and plans without it; Google refuses the source at apply.",
	Source: "Compute API v1, HealthSource.healthAggregationPolicy: must be set",
	Fix:    "Set `health_aggregation_policy`. A policy without thresholds gives Google's defaults.",
	Bad: whole(exampleService, `resource "google_compute_region_health_source" "api" {
  name        = "api"
  region      = "us-central1"
  source_type = "BACKEND_SERVICE"
  sources     = [google_compute_region_backend_service.api.id]
}
`),
	Good: whole(exampleService, examplePolicy("api", 50, 1), exampleSource),
	Check: func(p *validate.Pass) {
		eachSource(p, func(h *topology.HealthSource) answer {
			const path = "health_aggregation_policy"
			switch h.Policy.State {
			case topology.LinkAbsent:
				return fail(path, "The health source names no aggregation policy. The provider plans it without one, and Google refuses it "+
					"at apply. Set health_aggregation_policy; a policy without thresholds asks for 60 percent and one endpoint.")
			case topology.LinkUnresolved:
				if len(h.Policy.Candidates) == 0 {
					return open(path, linkReason(h.Policy, path))
				}
			}
			return answer{}
		})
	},
}
