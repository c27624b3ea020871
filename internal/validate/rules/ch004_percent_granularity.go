// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/validate"
)

// CH004 says what a percentage means for a number of endpoints.
var CH004 = &validate.Rule{
	ID:       "CH004",
	Name:     "percent-granularity",
	Title:    "Percentage that really asks for a larger share",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks, validate.NeedSizes},
	Rationale: "Endpoints are whole: a percentage that does not fall on one of them acts like the next larger share. 67 percent " +
		"of three endpoints are all three, and 60 percent of four are three. Whoever reads only the policy expects the " +
		"region to stand more.",
	Source: "Google Cloud documentation, composite health, health aggregation policy: the share is not rounded; the rest is arithmetic",
	Fix: "Nothing has to change. Choose the percentage by the number of endpoints that may fail, or write the count as " +
		"`min_healthy_threshold`.",
	Bad:   whole(exampleService, examplePolicy("api", 60, 1), exampleSource),
	Good:  whole(exampleService, examplePolicy("api", 50, 1), exampleSource),
	Check: func(p *validate.Pass) { eachMeasured(p, checkPercentGranularity) },
}

func checkPercentGranularity(m *measured) answer {
	percent, known := m.percent.Value()
	switch {
	case m.percent.IsNull():
		return answer{}
	case !known:
		return open("health_aggregation_policy", "healthy_percent_threshold of "+m.policy.Address+" is known after apply")
	case percent%100 == 0:
		return answer{}
	}
	if a := m.sized(); a.verdict != passes {
		return a
	}
	n := m.members.low
	needs := health.PercentNeeds(percent, n)
	if n == 0 || percent*n%100 == 0 {
		return answer{}
	}
	return fail("health_aggregation_policy", fmt.Sprintf("%d percent of the %s of %s are %s in truth: %d may be sick, "+
		"and with one more the percentage is missed. Choose the percentage by the number of endpoints that may fail.",
		percent, count(n, "endpoint"), m.service.Address, count(needs, "endpoint"), n-needs), m.related())
}
