// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH015 looks for a source that stands twice.
var CH015 = &validate.Rule{
	ID:       "CH015",
	Name:     "composite-duplicate-source",
	Title:    "Health source named twice",
	Severity: validate.Warning,
	Rationale: "A composite health check is the conjunction of its sources, so that naming one twice adds nothing. Most " +
		"often another source was meant, and its service goes unwatched.",
	Source: "Google Cloud documentation, composite health, composite health check",
	Fix:    "Name each health source once.",
	Bad: whole(exampleService, exampleRule, exampleAttachment, examplePolicy("api", 50, 1), exampleSource, `
resource "google_compute_region_composite_health_check" "api" {
  name   = "api"
  region = "us-central1"
  health_sources = [
    "projects/demo/regions/us-central1/healthSources/db",
    "projects/demo/regions/us-central1/healthSources/db",
  ]
  health_destination = google_compute_forwarding_rule.api.id
}
`),
	Good:  examplePublished,
	Check: func(p *validate.Pass) { eachComposite(p, checkCompositeDuplicateSource) },
}

func checkCompositeDuplicateSource(c *topology.CompositeHealth) answer {
	seen := map[string]bool{}
	a := listComplete(c.Sources, "health_sources")
	for _, l := range c.Sources.Links {
		k := l.Key()
		if k == "" {
			if len(c.Sources.Links) > 1 {
				a = worst(a, open(cmp.Or(l.Path, "health_sources"), linkReason(l, "health_sources")))
			}
			continue
		}
		if seen[k] {
			return fail(cmp.Or(l.Path, "health_sources"), fmt.Sprintf("%s stands twice in health_sources. The second entry adds nothing; if "+
				"another source was meant, its service is not watched. Name each source once.", linkName(l)))
		}
		seen[k] = true
	}
	return a
}
