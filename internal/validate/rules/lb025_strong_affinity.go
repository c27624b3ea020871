// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

const strongAffinityPath = "connection_tracking_policy[0].enable_strong_affinity"

// LB025 refuses strong session affinity.
var LB025 = &validate.Rule{
	ID:       "LB025",
	Name:     "strong-affinity",
	Title:    "Strong session affinity on an internal passthrough load balancer",
	Severity: validate.Error,
	Rationale: "`enable_strong_affinity` belongs to external passthrough load balancers. Google refuses it on scheme INTERNAL; the " +
		"provider plans it.",
	Source: "Compute API v1, BackendService.connectionTrackingPolicy.enableStrongAffinity",
	Fix:    "Remove `enable_strong_affinity`.",
	Bad:    trackingExample("    tracking_mode          = \"PER_SESSION\"\n    enable_strong_affinity = true\n"),
	Good:   trackingExample("    tracking_mode          = \"PER_SESSION\"\n"),
	Check:  func(p *validate.Pass) { eachPassthrough(p, checkStrongAffinity) },
}

// trackingExample is a service with the given lines in its connection tracking
// policy.
func trackingExample(lines string) string {
	return `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  session_affinity      = "CLIENT_IP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  connection_tracking_policy {
` + lines + `  }

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`
}

func checkStrongAffinity(s *topology.BackendService) answer {
	tracking, ok := s.Tracking.Value()
	switch {
	case s.Tracking.IsUnknown():
		return open("connection_tracking_policy", "connection_tracking_policy is known after apply")
	case !ok:
		return answer{}
	case tracking.StrongAffinity.IsUnknown():
		return open(strongAffinityPath, "enable_strong_affinity is known after apply")
	case topology.Is(tracking.StrongAffinity, true):
		return fail(strongAffinityPath, "Strong session affinity is on, which Google supports on external passthrough load balancers "+
			"only. Remove enable_strong_affinity.")
	}
	return answer{}
}
