// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH031 allows regional policies one type.
var CH031 = &validate.Rule{
	ID:       "CH031",
	Name:     "policy-type",
	Title:    "Regional aggregation policy of another type than BACKEND_SERVICE_POLICY",
	Severity: validate.Error,
	Rationale: "A regional health aggregation policy judges backend services. The other type that the provider accepts, " +
		"`DNS_PUBLIC_IP_POLICY`, is for global policies; Google refuses it here, and the type cannot be changed later.",
	Source: "Compute API v1, HealthAggregationPolicy.policyType",
	Fix:    "Set `policy_type` to `BACKEND_SERVICE_POLICY`, or leave it out.",
	Bad: `resource "google_compute_region_health_aggregation_policy" "api" {
  name        = "api"
  region      = "us-central1"
  policy_type = "DNS_PUBLIC_IP_POLICY"
}
`,
	Good: `resource "google_compute_region_health_aggregation_policy" "api" {
  name        = "api"
  region      = "us-central1"
  policy_type = "BACKEND_SERVICE_POLICY"
}
`,
	Check: func(p *validate.Pass) {
		eachPolicy(p, func(o *topology.HealthPolicy) answer {
			switch kind, ok := o.PolicyType.Value(); {
			case o.PolicyType.IsUnknown():
				return open("policy_type", "policy_type is known after apply")
			case ok && kind != "" && kind != "BACKEND_SERVICE_POLICY":
				return fail("policy_type", fmt.Sprintf("policy_type is %s, and a regional policy is a BACKEND_SERVICE_POLICY. Google refuses any other "+
					"type at apply. Leave the argument out.", kind))
			}
			return answer{}
		})
	},
}
