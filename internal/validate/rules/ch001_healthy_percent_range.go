// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH001 holds the percentage to 0 to 100.
var CH001 = &validate.Rule{
	ID:       "CH001",
	Name:     "healthy-percent-range",
	Title:    "Healthy percentage outside 0 to 100",
	Severity: validate.Error,
	Rationale: "The percentage of a health aggregation policy is a whole number from 0 to 100. The provider takes any whole " +
		"number at plan, and Google refuses the policy at apply.",
	Source: "Compute API v1, HealthAggregationPolicy.healthyPercentThreshold",
	Fix:    "Set `healthy_percent_threshold` to a whole number from 1 to 100.",
	Bad: `resource "google_compute_region_health_aggregation_policy" "api" {
  name                      = "api"
  region                    = "us-central1"
  healthy_percent_threshold = 150
}
`,
	Good: `resource "google_compute_region_health_aggregation_policy" "api" {
  name                      = "api"
  region                    = "us-central1"
  healthy_percent_threshold = 75
}
`,
	Check: func(p *validate.Pass) { eachPolicy(p, checkHealthyPercentRange) },
}

func checkHealthyPercentRange(o *topology.HealthPolicy) answer {
	const path = "healthy_percent_threshold"
	r, ok := o.Percent.Value()
	if !ok {
		if o.Percent.IsUnknown() {
			return open(path, path+" is known after apply")
		}
		return answer{}
	}
	n, whole := r.Whole()
	switch {
	case !whole:
		return fail(path, fmt.Sprintf("healthy_percent_threshold is %s. Google takes a whole number of percent; "+
			"a share is compared exactly, so that there is no need for a fraction. Set a whole number from 1 to 100.", r))
	case n < 0 || n > 100:
		return fail(path, fmt.Sprintf("healthy_percent_threshold is %s. A percentage is from 0 to 100, and Google refuses "+
			"any other number at apply. Set a whole number from 1 to 100.", r))
	}
	return answer{}
}
