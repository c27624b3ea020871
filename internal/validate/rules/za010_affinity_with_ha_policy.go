// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA010 keeps the traffic policy and the HA policy apart.
var ZA010 = &validate.Rule{
	ID:       "ZA010",
	Name:     "affinity-with-ha-policy",
	Title:    "Traffic policy together with an HA policy",
	Severity: validate.Error,
	Rationale: "With `ha_policy` a service forwards everything to one endpoint, its leader; there is nothing to spread over zones. " +
		"Google refuses a backend service that has both. The provider checks the conflicts of `ha_policy` with four other " +
		"arguments only, so that the plan is clean and the apply fails.",
	Source: "Compute API v1, BackendService.haPolicy and BackendService.networkPassThroughLbTrafficPolicy",
	Fix:    "Remove `network_pass_through_lb_traffic_policy`, or `ha_policy`.",
	Bad:    hclHA + hclSpill,
	Good:   hclHA + "}\n",
	Check:  func(p *validate.Pass) { eachService(p, checkAffinityHAPolicy) },
}

const hclHA = hclProvider + `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "UDP"
  network               = "projects/demo/global/networks/main"

  backend {
    group          = "projects/demo/zones/us-central1-a/networkEndpointGroups/web-a"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo/zones/us-central1-b/networkEndpointGroups/web-b"
    balancing_mode = "CONNECTION"
  }
  ha_policy {
    fast_ip_move = "GARP_RA"
  }
`

// checkAffinityHAPolicy lets a traffic policy pass that says no more than the
// default: an explicit ZONAL_AFFINITY_DISABLED is off.
func checkAffinityHAPolicy(s *topology.BackendService) answer {
	spillover, known := s.Affinity().Value()
	switch {
	case s.HAPolicy.IsNull(), known && spillover == topology.AffinityDisabled:
		return answer{}
	case s.HAPolicy.IsUnknown():
		return open("ha_policy", "ha_policy is known after apply")
	case !known:
		return open(spilloverPath, affinityReason(s))
	}
	return fail(policyPath, "The service has ha_policy, which sends everything to the leader, and a traffic policy with zonal affinity ("+spillover+
		"). Google refuses the two together at apply: remove network_pass_through_lb_traffic_policy, or ha_policy.")
}
