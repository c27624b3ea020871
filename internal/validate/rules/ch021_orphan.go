// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH021 looks for policies and sources that nothing uses.
var CH021 = &validate.Rule{
	ID:       "CH021",
	Name:     "orphan",
	Title:    "Part of composite health that nothing uses",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A policy acts through health sources, and a source through a composite health check. One that nothing in the input uses does " +
		"nothing. It may be meant for another configuration; else a link was forgotten, and a service goes unwatched.",
	Source: "Google Cloud documentation, composite health, components",
	Fix:    "Name the policy in a health source, or the source in a composite health check; or remove it.",
	Bad: `resource "google_compute_region_health_aggregation_policy" "api" {
  name                      = "api"
  region                    = "us-central1"
  healthy_percent_threshold = 50
}
`,
	Good: examplePublished,
	Check: func(p *validate.Pass) {
		eachPolicy(p, func(o *topology.HealthPolicy) answer {
			return checkUsed(p, o, p.Index.SourcesWith(o), "No health source in the input uses this policy. Name it in "+
				"health_aggregation_policy of a source, or remove it.")
		})
		eachSource(p, func(h *topology.HealthSource) answer {
			return checkUsed(p, h, p.Index.CompositesOf(h), "No composite health check in the input uses this health source, so that its "+
				"state goes nowhere. Name it in health_sources of a composite, or remove it.")
		})
	},
}

func checkUsed[T topology.Node](p *validate.Pass, n topology.Node, by topology.Referrers[T], unused string) answer {
	if len(by.Certain) > 0 {
		return answer{}
	}
	if len(by.Possible) > 0 {
		return open("", "it is known after apply whether "+by.Possible[0].Base().Address+" uses it")
	}
	if !p.After.ReadFor(n) {
		return open("", "a part of the input is missing or could not be read, and may use it")
	}
	return fail("", unused)
}
