// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB014 refuses WEIGHTED_MAGLEV.
var LB014 = &validate.Rule{
	ID:       "LB014",
	Name:     "locality-policy",
	Title:    "WEIGHTED_MAGLEV on an internal passthrough load balancer",
	Severity: validate.Error,
	Rationale: "`WEIGHTED_MAGLEV` weighs the backends of external passthrough load balancers. On scheme INTERNAL Google does not " +
		"take it; the weighted policy there is `WEIGHTED_GCP_RENDEZVOUS`.",
	Source: "Compute API v1, BackendService.localityLbPolicy",
	Fix:    "Remove `locality_lb_policy`.",
	Bad: `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  locality_lb_policy    = "WEIGHTED_MAGLEV"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`,
	Good: `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`,
	Check: func(p *validate.Pass) { eachPassthrough(p, checkLocalityPolicy) },
}

func checkLocalityPolicy(s *topology.BackendService) answer {
	switch {
	case s.LocalityPolicy.IsUnknown():
		return open("locality_lb_policy", "locality_lb_policy is known after apply")
	case topology.IsNot(s.LocalityPolicy, "WEIGHTED_MAGLEV"):
		return answer{}
	}
	return fail("locality_lb_policy", "The locality policy is WEIGHTED_MAGLEV, which Google supports on external passthrough load "+
		"balancers only. Remove locality_lb_policy.")
}
