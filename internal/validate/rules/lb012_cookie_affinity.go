// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// httpAffinities are the session affinities that read HTTP (Compute API v1,
// BackendService.sessionAffinity).
var httpAffinities = []string{"GENERATED_COOKIE", "HTTP_COOKIE", "HEADER_FIELD", "STRONG_COOKIE_AFFINITY"}

// LB012 refuses session affinities of HTTP load balancers.
var LB012 = &validate.Rule{
	ID:       "LB012",
	Name:     "cookie-affinity",
	Title:    "Cookie or header affinity on an internal passthrough load balancer",
	Severity: validate.Error,
	Rationale: "A passthrough load balancer forwards packets and reads no HTTP, so that it finds neither cookies nor headers. " +
		"Google refuses these session affinities on scheme INTERNAL.",
	Source: "Compute API v1, BackendService.sessionAffinity",
	Fix:    "Use `CLIENT_IP`, `CLIENT_IP_PROTO` or `CLIENT_IP_NO_DESTINATION`, or an internal Application Load Balancer.",
	Bad:    sessionAffinityExample("GENERATED_COOKIE"),
	Good:   sessionAffinityExample("CLIENT_IP"),
	Check:  func(p *validate.Pass) { eachPassthrough(p, checkCookieAffinity) },
}

func sessionAffinityExample(affinity string) string {
	return `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  session_affinity      = "` + affinity + `"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`
}

func checkCookieAffinity(s *topology.BackendService) answer {
	if s.SessionAffinity.IsUnknown() {
		return open("session_affinity", "session_affinity is known after apply")
	}
	v := s.SessionAffinity.Default("")
	if !slices.Contains(httpAffinities, v) {
		return answer{}
	}
	return fail("session_affinity", fmt.Sprintf("Session affinity is %s, which needs a load balancer that reads HTTP; a passthrough load "+
		"balancer forwards packets only, and Google refuses the setting. Use one of the CLIENT_IP affinities, or an "+
		"internal Application Load Balancer.", v))
}
