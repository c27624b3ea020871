// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB008 allows subsetting with the 5-tuple only.
var LB008 = &validate.Rule{
	ID:       "LB008",
	Name:     "subsetting-session-affinity",
	Title:    "Backend subsetting with a session affinity other than the 5-tuple",
	Severity: validate.Error,
	Rationale: "Subsetting gives every client a part of the backends, and hashes the 5-tuple within it. Google supports it with " +
		"the session affinities `NONE` and `CLIENT_IP_PORT_PROTO` only.",
	Source: "Google Cloud documentation, backend services overview, backend subsetting, caveats",
	Fix:    "Leave `session_affinity` at `NONE`, or remove `subsetting`.",
	Bad: `resource "google_compute_region_backend_service" "web" {
  provider              = google-beta
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  session_affinity      = "CLIENT_IP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  subsetting {
    policy = "CONSISTENT_HASH_SUBSETTING"
  }

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`,
	Good: `resource "google_compute_region_backend_service" "web" {
  provider              = google-beta
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  session_affinity      = "NONE"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  subsetting {
    policy = "CONSISTENT_HASH_SUBSETTING"
  }

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`,
	Check: func(p *validate.Pass) { eachPassthrough(p, checkSubsettingAffinity) },
}

func checkSubsettingAffinity(s *topology.BackendService) answer {
	on, five := s.SubsettingOn(), fiveTuple(s)
	switch {
	case topology.Is(on, false), topology.Is(five, true):
		return answer{}
	case on.IsUnknown():
		return open("subsetting", "subsetting is known after apply")
	case five.IsUnknown():
		return open("session_affinity", "session_affinity is known after apply")
	}
	return fail("session_affinity", fmt.Sprintf("Session affinity is %s and subsetting is on. Google supports subsetting with NONE and "+
		"CLIENT_IP_PORT_PROTO only. Leave session_affinity at NONE, or remove the subsetting block.", s.SessionAffinity.Default("")))
}
