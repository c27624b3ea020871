// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH014 holds composites to one to ten sources.
var CH014 = &validate.Rule{
	ID:       "CH014",
	Name:     "composite-source-count",
	Title:    "Composite health check without one to ten sources",
	Severity: validate.Error,
	Rationale: "A composite health check combines one to ten health sources. The provider checks the number while all entries " +
		"are known. With references to sources that the same plan creates it can not, and the apply fails half way, after " +
		"the sources were made.",
	Source: "Compute API v1, CompositeHealthCheck.healthSources; Google Cloud documentation, composite health, specifications",
	Fix:    "Name one to ten health sources: those of the services without which the published one cannot work.",
	Bad: whole(exampleService, exampleRule, exampleAttachment, `resource "google_compute_region_composite_health_check" "api" {
  name               = "api"
  region             = "us-central1"
  health_destination = google_compute_forwarding_rule.api.id
}
`),
	Good:  examplePublished,
	Check: func(p *validate.Pass) { eachComposite(p, checkCompositeSourceCount) },
}

func checkCompositeSourceCount(c *topology.CompositeHealth) answer {
	const path = "health_sources"
	n := len(c.Sources.Links)
	switch {
	case n > health.MaxSources:
		some := fmt.Sprint(n)
		if !c.Sources.Complete {
			some = "at least " + some
		}
		return fail(path, fmt.Sprintf("The composite health check names %s health sources, and Google takes at most %d. The apply "+
			"fails after the sources are made. Leave out those without which the published service still works.", some, health.MaxSources))
	case n == 0 && c.Sources.Complete:
		return fail(path, "The composite health check names no health source, and Google refuses it. Set health_sources to at least one.")
	}
	return listComplete(c.Sources, path)
}
