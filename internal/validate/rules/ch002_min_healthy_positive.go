// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH002 holds the minimum to positive numbers.
var CH002 = &validate.Rule{
	ID:       "CH002",
	Name:     "min-healthy-positive",
	Title:    "Minimum of healthy endpoints below 1",
	Severity: validate.Error,
	Rationale: "The minimum of a health aggregation policy is a count of endpoints, and Google takes only positive ones. The " +
		"provider plans a negative number, and the apply fails. A zero is another matter, since the provider does not " +
		"send it: CH005.",
	Source: "Compute API v1, HealthAggregationPolicy.minHealthyThreshold",
	Fix:    "Set `min_healthy_threshold` to 1 or more, or leave it out for 1.",
	Bad: `resource "google_compute_region_health_aggregation_policy" "api" {
  name                  = "api"
  region                = "us-central1"
  min_healthy_threshold = -1
}
`,
	Good: `resource "google_compute_region_health_aggregation_policy" "api" {
  name                  = "api"
  region                = "us-central1"
  min_healthy_threshold = 2
}
`,
	Check: func(p *validate.Pass) { eachPolicy(p, checkMinHealthyPositive) },
}

func checkMinHealthyPositive(o *topology.HealthPolicy) answer {
	const path = "min_healthy_threshold"
	r, ok := o.Minimum.Value()
	if !ok {
		if o.Minimum.IsUnknown() {
			return open(path, path+" is known after apply")
		}
		return answer{}
	}
	_, whole := r.Whole()
	switch {
	case r.Negative() && !r.IsZero():
		return fail(path, fmt.Sprintf("min_healthy_threshold is %s. It counts healthy endpoints, and Google refuses a number "+
			"below 1 at apply. Set 1 or more.", r))
	case !whole:
		return fail(path, fmt.Sprintf("min_healthy_threshold is %s. It counts endpoints, and takes a whole number. Set 1 or more.", r))
	}
	return answer{}
}
