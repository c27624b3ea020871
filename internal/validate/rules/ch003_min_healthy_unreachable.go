// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/validate"
)

// CH003 looks for a minimum that a service can never reach.
var CH003 = &validate.Rule{
	ID:       "CH003",
	Name:     "min-healthy-unreachable",
	Title:    "Minimum of healthy endpoints above the number of endpoints",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks, validate.NeedSizes},
	Rationale: "Both thresholds of the policy have to be met. A minimum above the number of endpoints can not be met with all of " +
		"them healthy, so that the source is UNHEALTHY from its first moment on, and with it every composite health check " +
		"that uses it: consumers leave the region although nothing is wrong there.",
	Source: "Google Cloud documentation, composite health, health aggregation policy; the rest is arithmetic",
	Fix:    "Lower `min_healthy_threshold`, or add endpoints.",
	Bad:    whole(exampleService, examplePolicy("api", 60, 10), exampleSource),
	Good:   whole(exampleService, examplePolicy("api", 60, 2), exampleSource),
	Check:  func(p *validate.Pass) { eachMeasured(p, checkMinHealthyUnreachable) },
}

func checkMinHealthyUnreachable(m *measured) answer {
	minimum, known := m.minimum.Value()
	switch {
	case m.minimum.IsNull(), known && minimum <= m.members.low:
		return answer{}
	case len(m.service.Backends.List) == 0 && m.service.Backends.Complete:
		return open("sources", "the input shows no backend of "+m.service.Address)
	case !known:
		return open("health_aggregation_policy", "min_healthy_threshold of "+m.policy.Address+" is known after apply")
	case minimum <= m.members.high:
		return open("sources", cmp.Or(m.members.why, "the number of endpoints of "+m.service.Address+" is not known"))
	}
	have := count(m.members.high, "endpoint")
	if _, exact := m.members.exact(); !exact {
		have = "at most " + have
	}
	return fail("health_aggregation_policy", fmt.Sprintf("The policy asks for %d healthy endpoints, and %s has %s. The source "+
		"is never healthy, and consumers of the region leave it as soon as a composite health check uses the source. "+
		"%s.", minimum, m.service.Address, have, lowerMinimum(m.members.high)), m.related())
}

func lowerMinimum(endpoints int) string {
	if endpoints == 0 {
		return "Add endpoints"
	}
	return fmt.Sprintf("Lower min_healthy_threshold to at most %d, or add endpoints", endpoints)
}
