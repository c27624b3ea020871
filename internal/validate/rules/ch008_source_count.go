// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH008 asks for exactly one source.
var CH008 = &validate.Rule{
	ID:       "CH008",
	Name:     "source-count",
	Title:    "Health source without exactly one source",
	Severity: validate.Error,
	Rationale: "A health source gives the health of one backend service. `sources` is a list for the sake of the API only; " +
		"Google takes exactly one entry. The provider checks that while all entries are known, which references to new " +
		"services are not: the plan passes, and the apply fails.",
	Source: "Compute API v1, HealthSource.sources; Google Cloud documentation, composite health, specifications",
	Fix: "Name one backend service. For several services make one health source each, and name them all in the " +
		"`health_sources` of the composite health check.",
	Bad: whole(exampleService, examplePolicy("api", 50, 1), `resource "google_compute_region_health_source" "api" {
  name        = "api"
  region      = "us-central1"
  source_type = "BACKEND_SERVICE"
  sources = [
    google_compute_region_backend_service.api.id,
    "projects/demo/regions/us-central1/backendServices/db",
  ]
  health_aggregation_policy = google_compute_region_health_aggregation_policy.api.id
}
`),
	Good:  whole(exampleService, examplePolicy("api", 50, 1), exampleSource),
	Check: func(p *validate.Pass) { eachSource(p, checkSourceCount) },
}

func checkSourceCount(h *topology.HealthSource) answer {
	const path = "sources"
	n := len(h.Sources.Links)
	switch {
	case n > 1:
		some := fmt.Sprint(n)
		if !h.Sources.Complete {
			some = "at least " + some
		}
		return fail(path, fmt.Sprintf("The health source names %s sources, and Google takes exactly one. Make one health source "+
			"for each backend service, and name them all in the composite health check.", some))
	case n == 0 && h.Sources.Complete:
		return fail(path, "The health source names no backend service, so that there is nothing whose health it could give. "+
			"Set sources to one backend service.")
	}
	return listComplete(h.Sources, path)
}
