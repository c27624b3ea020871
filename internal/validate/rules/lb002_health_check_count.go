// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB002 allows one health check.
var LB002 = &validate.Rule{
	ID:       "LB002",
	Name:     "health-check-count",
	Title:    "More than one health check",
	Severity: validate.Error,
	Rationale: "A backend service takes one health check at most. The provider enforces that only while it plans with all " +
		"elements known: as soon as one of them is created in the same plan it counts nothing, and Google refuses the " +
		"service in the middle of the apply.",
	Source: "Compute API v1, BackendService.healthChecks; google provider, google_compute_region_backend_service, health_checks",
	Fix:    "Keep one health check. Where several conditions have to hold, check them behind one endpoint of the application.",
	Bad: `resource "google_compute_region_health_check" "tcp" {
  name   = "tcp"
  region = "us-central1"
  tcp_health_check {
    port = 80
  }
}

resource "google_compute_region_health_check" "http" {
  name   = "http"
  region = "us-central1"
  http_health_check {
    port = 80
  }
}

resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks = [
    google_compute_region_health_check.tcp.id,
    google_compute_region_health_check.http.id,
  ]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`,
	Good: `resource "google_compute_region_health_check" "http" {
  name   = "http"
  region = "us-central1"
  http_health_check {
    port = 80
  }
}

resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = [google_compute_region_health_check.http.id]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`,
	Check: func(p *validate.Pass) {
		for _, s := range p.After.Services {
			if !s.Data && !s.IsGlobal() {
				give(p, s, topology.Of(true), "", checkHealthCheckCount(s))
			}
		}
	},
}

func checkHealthCheckCount(s *topology.BackendService) answer {
	names, unclear := distinctNames(s.HealthChecks.Links)
	switch {
	case len(names) > 1:
		return fail("health_checks", fmt.Sprintf("The service names %d health checks: %s. Google takes one. Keep one of them.",
			len(names), enumerate(names)))
	case !s.HealthChecks.Complete:
		return open("health_checks", cmp.Or(s.HealthChecks.Reason, "health_checks is known after apply"))
	case len(names)+unclear > 1:
		return open("health_checks", "it is known after apply whether health_checks names one health check or several")
	}
	return answer{}
}

// distinctNames returns what links certainly name, each once, in their order,
// and the number of links of which it is not known what they name.
func distinctNames(links []topology.Link) (names []string, unclear int) {
	seen := map[string]bool{}
	for _, l := range links {
		if l.State == topology.LinkUnresolved {
			unclear++
			continue
		}
		if n := linkName(l); l.State != topology.LinkAbsent && !seen[n] {
			seen[n] = true
			names = append(names, n)
		}
	}
	return names, unclear
}
