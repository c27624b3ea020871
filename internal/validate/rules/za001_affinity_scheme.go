// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA001 keeps zonal affinity to internal passthrough load balancers.
var ZA001 = &validate.Rule{
	ID:       "ZA001",
	Name:     "affinity-scheme",
	Title:    "Zonal affinity on something else than an internal passthrough load balancer",
	Severity: validate.Error,
	Rationale: "Only internal passthrough Network Load Balancers know zonal affinity: a regional backend service with scheme " +
		"`INTERNAL`. The argument exists on other services, too, and a plan accepts it there; at best it does nothing.",
	Source: "Compute API v1, BackendService.networkPassThroughLbTrafficPolicy; Google Cloud documentation, zonal affinity for " +
		"internal passthrough Network Load Balancers",
	Fix: "Use a regional backend service with `load_balancing_scheme = \"INTERNAL\"`, or remove " +
		"`network_pass_through_lb_traffic_policy`.",
	Bad: hclGroups + `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL_MANAGED"
  protocol              = "HTTP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group           = google_compute_instance_group.a.id
    balancing_mode  = "UTILIZATION"
    capacity_scaler = 1
  }
  backend {
    group           = google_compute_instance_group.b.id
    balancing_mode  = "UTILIZATION"
    capacity_scaler = 1
  }
` + hclSpill,
	Good:  hclTwoZones + hclSpill,
	Check: func(p *validate.Pass) { eachService(p, checkAffinityScheme) },
}

func checkAffinityScheme(s *topology.BackendService) answer {
	on, through := s.AffinityOn(), s.Passthrough()
	switch {
	case topology.Is(on, false) || topology.Is(through, true):
		return answer{}
	case on.IsUnknown():
		return open(spilloverPath, affinityReason(s))
	case through.IsUnknown():
		return open("load_balancing_scheme", "load_balancing_scheme is known after apply")
	}
	what := fmt.Sprintf("has load_balancing_scheme %q", s.Scheme.Default(""))
	if s.IsGlobal() {
		what = "is a global one"
	}
	return fail(spilloverPath, fmt.Sprintf("Zonal affinity is set to %s, but the backend service %s. Only a regional backend service with "+
		"scheme INTERNAL honours it: move it to an internal passthrough load balancer, or remove the traffic policy.",
		s.Affinity().Default(""), what))
}
