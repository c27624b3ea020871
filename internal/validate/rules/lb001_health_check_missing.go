// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB001 asks for a health check.
var LB001 = &validate.Rule{
	ID:       "LB001",
	Name:     "health-check-missing",
	Title:    "Internal passthrough load balancer without a health check",
	Severity: validate.Error,
	Rationale: "An internal passthrough load balancer sends new connections to healthy backends, and a health check is the only " +
		"thing that can call one healthy. Google requires one as soon as the backend service has instance groups or zonal " +
		"NEGs; the provider plans a service without it, and the apply fails. A service with `ha_policy` manages the health " +
		"of its endpoints itself and takes none, and a port mapping service does not balance load.",
	Source: "Compute API v1, BackendService.healthChecks; Google Cloud documentation, backend services overview, health checks",
	Fix:    "Add `health_checks` with one regional or global health check.",
	Bad: `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`,
	Good: `resource "google_compute_region_health_check" "web" {
  name   = "web"
  region = "us-central1"
  tcp_health_check {
    port = 80
  }
}

resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = [google_compute_region_health_check.web.id]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`,
	Check: func(p *validate.Pass) {
		eachPassthrough(p, func(s *topology.BackendService) answer { return checkHealthCheckMissing(p, s) })
	},
}

func checkHealthCheckMissing(p *validate.Pass, s *topology.BackendService) answer {
	checked := s.HealthChecks.Any()
	if topology.Is(checked, true) || s.HAPolicy.IsSet() || len(s.Backends.List) == 0 && s.Backends.Complete {
		return answer{}
	}
	needs := topology.Of(false) // a backend whose health matters
	for i := range s.Backends.List {
		switch mapped := portMapping(p, s, s.Backends.List[i].Group); {
		case topology.Is(mapped, false):
			needs = topology.Of(true)
		case mapped.IsUnknown() && topology.Is(needs, false):
			needs = topology.Unknown[bool]()
		}
	}
	switch {
	case topology.Is(needs, false) && s.Backends.Complete:
		return answer{}
	case checked.IsUnknown():
		return open("health_checks", cmp.Or(s.HealthChecks.Reason, "health_checks is known after apply"))
	case s.HAPolicy.IsUnknown():
		return open("ha_policy", "ha_policy is known after apply")
	case !topology.Is(needs, true) && !s.Backends.Complete:
		return backendsComplete(s)
	case needs.IsUnknown():
		return open("backend", "the types of the backends are not in the input")
	}
	return fail("health_checks", fmt.Sprintf("The service has %s and no health check, which Google requires. "+
		"Without one no backend could ever be called healthy. Set health_checks to one health check.",
		count(len(s.Backends.List), "backend")))
}
