// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// maxGroups is how many instance groups or NEGs a pool takes (Google Cloud
// documentation, load balancing quotas and limits, backend services).
const maxGroups = 50

// LB006 bounds the groups of a pool.
var LB006 = &validate.Rule{
	ID:       "LB006",
	Name:     "too-many-backends",
	Title:    "More than 50 groups in one pool",
	Severity: validate.Error,
	Rationale: "The backend service of an internal passthrough load balancer takes 50 groups at most; with failover, 50 in the " +
		"primary pool and 50 in the failover pool. The provider does not count, and Google refuses the service at apply.",
	Source: "Google Cloud documentation, load balancing quotas and limits, backend services",
	Fix:    "Use fewer and larger groups: one regional managed group spans all zones of its region.",
	Bad: `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  dynamic "backend" {
    for_each = range(51)
    content {
      group          = "projects/demo/zones/us-central1-a/instanceGroups/web-${backend.value}"
      balancing_mode = "CONNECTION"
    }
  }
}
`,
	Good: `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  dynamic "backend" {
    for_each = range(50)
    content {
      group          = "projects/demo/zones/us-central1-a/instanceGroups/web-${backend.value}"
      balancing_mode = "CONNECTION"
    }
  }
}
`,
	Check: func(p *validate.Pass) { eachPassthrough(p, checkTooManyBackends) },
}

func checkTooManyBackends(s *topology.BackendService) answer {
	var primary, failover, unknown int
	for i := range s.Backends.List {
		switch f, ok := s.Backends.List[i].Failover.Or(false).Value(); {
		case !ok:
			unknown++
		case f:
			failover++
		default:
			primary++
		}
	}
	const advice = "Use fewer and larger groups, such as one regional managed group in place of several zonal ones."
	switch {
	case primary > maxGroups:
		return fail("backend", fmt.Sprintf("The primary pool has %d groups; Google takes %d. %s", primary, maxGroups, advice))
	case failover > maxGroups:
		return fail("backend", fmt.Sprintf("The failover pool has %d groups; Google takes %d. %s", failover, maxGroups, advice))
	case primary+failover+unknown > 2*maxGroups:
		return fail("backend", fmt.Sprintf("The service has %d groups; Google takes %d in each of the two pools. %s",
			primary+failover+unknown, maxGroups, advice))
	case primary+unknown > maxGroups, failover+unknown > maxGroups:
		return open("backend", fmt.Sprintf("the pool of %s is known after apply", count(unknown, "backend")))
	}
	return backendsComplete(s)
}
