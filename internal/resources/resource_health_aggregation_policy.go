// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// newHealthAggregationPolicy says when a backend service counts as healthy.
func newHealthAggregationPolicy() *kind {
	return newKind("spillway_health_aggregation_policy", schema.Schema{
		MarkdownDescription: "A health aggregation policy: how many endpoints of a backend service have to be healthy for the service to count as " +
			"healthy. Both thresholds have to be met.",
		Attributes: map[string]schema.Attribute{
			"healthy_percent_threshold": numberOr(60, "The percentage of endpoints that have to be healthy, 0 to 100. With 0 only the number counts."),
			"min_healthy_threshold":     numberOr(1, "The number of endpoints that have to be healthy, from 1."),
			"policy_type":               choice("BACKEND_SERVICE_POLICY", "The type of the policy."),
		},
	})
}
