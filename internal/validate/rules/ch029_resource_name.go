// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"regexp"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH029 holds names to Google's pattern.
var CH029 = &validate.Rule{
	ID:       "CH029",
	Name:     "resource-name",
	Title:    "Name that Google refuses",
	Severity: validate.Error,
	Rationale: "The names of policies, health sources and composite health checks follow RFC 1035: 1 to 63 characters, lower-case letters, " +
		"digits and hyphens, a letter first and no hyphen last. The provider does not check it at plan for these resources.",
	Source: "Compute API v1, HealthAggregationPolicy.name, HealthSource.name, CompositeHealthCheck.name",
	Fix:    "Choose a name of lower-case letters, digits and hyphens that begins with a letter.",
	Bad: `resource "google_compute_region_health_aggregation_policy" "api" {
  name                      = "Api_Policy"
  region                    = "us-central1"
  healthy_percent_threshold = 50
}
`,
	Good: `resource "google_compute_region_health_aggregation_policy" "api" {
  name                      = "api-policy"
  region                    = "us-central1"
  healthy_percent_threshold = 50
}
`,
	Check: func(p *validate.Pass) {
		eachPolicy(p, func(o *topology.HealthPolicy) answer { return checkResourceName(o) })
		eachSource(p, func(h *topology.HealthSource) answer { return checkResourceName(h) })
		eachComposite(p, func(c *topology.CompositeHealth) answer { return checkResourceName(c) })
	},
}

var resourceName = regexp.MustCompile(`^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$`)

func checkResourceName(n topology.Node) answer {
	switch name, ok := n.Base().Name.Value(); {
	case n.Base().Name.IsUnknown():
		return open("name", "name is known after apply")
	case ok && !resourceName.MatchString(name):
		return fail("name", fmt.Sprintf("The name is %q. Google takes 1 to 63 lower-case letters, digits and hyphens, with a letter first and "+
			"no hyphen last, and refuses any other name at apply. Choose another name.", name))
	}
	return answer{}
}
