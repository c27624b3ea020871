// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/validate"
)

// CH007 looks for a threshold that the other one always outdoes.
var CH007 = &validate.Rule{
	ID:       "CH007",
	Name:     "threshold-never-binds",
	Title:    "Threshold that never decides",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks, validate.NeedSizes},
	Rationale: "Both thresholds have to be met, so that for a given number of endpoints the one that asks for more decides. A " +
		"minimum above 1 that the percentage always outdoes, or a percentage that the minimum always outdoes, protects " +
		"nothing, and misleads who reads the policy. A minimum of 1 is the default and says nothing.",
	Source: "Google Cloud documentation, composite health, health aggregation policy; the rest is arithmetic",
	Fix:    "Nothing has to change. Raise the threshold that is meant to decide, or leave the other one out.",
	Bad:    whole(exampleService, examplePolicy("api", 75, 2), exampleSource),
	Good:   whole(exampleService, examplePolicy("api", 75, 3), exampleSource),
	Check:  func(p *validate.Pass) { eachMeasured(p, checkThresholdNeverBinds) },
}

func checkThresholdNeverBinds(m *measured) answer {
	if a := m.thresholdsKnown(); a.verdict != passes || m.refused() {
		return a
	}
	percent, minimum := m.percent.Default(0), m.minimum.Default(0)
	if minimum <= 1 && percent > 0 || percent == 0 {
		return answer{}
	}
	low, high := m.members.low, m.members.high
	atLow := health.PercentNeeds(percent, low)
	switch {
	case minimum > high:
		return answer{} // CH003
	case low > 0 && minimum < atLow:
		return fail("health_aggregation_policy", fmt.Sprintf("The minimum of %d never decides: %d percent of the %s of %s already "+
			"ask for %s. Raise min_healthy_threshold if it is meant to protect the region, or leave it out.",
			minimum, percent, endpointsOf(m.members), m.service.Address, atLeastWord(m.members, atLow)), m.related())
	case high == sizing.Unbounded, minimum > low, minimum <= health.PercentNeeds(percent, high):
		return m.sized()
	}
	return fail("health_aggregation_policy", fmt.Sprintf("The percentage never decides: %d percent of the %s of %s ask for "+
		"%d at most, and the minimum for %d. Raise healthy_percent_threshold if it is meant to protect the region.",
		percent, endpointsOf(m.members), m.service.Address, health.PercentNeeds(percent, high), minimum), m.related())
}

// endpointsOf returns a count of endpoints for a sentence.
func endpointsOf(s span) string {
	if n, ok := s.exact(); ok {
		return count(n, "endpoint")
	}
	return s.String() + " endpoints"
}

func atLeastWord(s span, n int) string {
	if _, ok := s.exact(); ok {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d or more", n)
}
