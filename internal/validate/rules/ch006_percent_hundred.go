// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH006 looks for policies that tolerate no sick endpoint.
var CH006 = &validate.Rule{
	ID:       "CH006",
	Name:     "percent-hundred",
	Title:    "One sick endpoint fails the region over",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks, validate.NeedSizes},
	Rationale: "With 100 percent every endpoint has to be healthy. One that restarts, or one failed probe series, makes the whole " +
		"region unhealthy, and all consumers leave it: a large move for a small fault.",
	Source: "Google Cloud documentation, composite health, health aggregation policy; the rest is arithmetic",
	Fix:    "Lower `healthy_percent_threshold` so that the usual number of sick endpoints is tolerated.",
	Bad:    whole(exampleService, examplePolicy("api", 100, 1), exampleSource),
	Good:   whole(exampleService, examplePolicy("api", 50, 1), exampleSource),
	Check:  func(p *validate.Pass) { eachMeasured(p, checkPercentHundred) },
}

func checkPercentHundred(m *measured) answer {
	switch several := m.members.atLeast(2); {
	case topology.IsNot(m.percent, 100), topology.Is(several, false):
		return answer{}
	case m.percent.IsUnknown():
		return open("health_aggregation_policy", "healthy_percent_threshold of "+m.policy.Address+" is known after apply")
	case several.IsUnknown():
		return open("sources", cmp.Or(m.members.why, "the number of endpoints of "+m.service.Address+" is not known"))
	}
	return fail("health_aggregation_policy", fmt.Sprintf("The policy asks for 100 percent, and %s has %s endpoints. As soon as "+
		"one of them is sick the source is UNHEALTHY, and the region fails over. Lower healthy_percent_threshold.",
		m.service.Address, m.members), m.related())
}
