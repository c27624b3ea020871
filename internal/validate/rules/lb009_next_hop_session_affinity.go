// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB009 warns of CLIENT_IP on a next hop.
var LB009 = &validate.Rule{
	ID:       "LB009",
	Name:     "next-hop-session-affinity",
	Title:    "CLIENT_IP session affinity on a load balancer that is a next hop",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "`CLIENT_IP` hashes source and destination address. On an ordinary load balancer the destination is always its own " +
		"address; packets that a route sends to it keep theirs. One client then reaches another appliance for every " +
		"destination it talks to, and the stickiness that the setting stands for is gone.",
	Source: "Google Cloud documentation, internal passthrough Network Load Balancers as next hops, session affinity",
	Fix:    "Use `CLIENT_IP_NO_DESTINATION` where one appliance shall see all of a client's traffic, or `NONE` where it need not.",
	Bad:    nextHopExample("CLIENT_IP"),
	Good:   nextHopExample("CLIENT_IP_NO_DESTINATION"),
	Check: func(p *validate.Pass) {
		eachPassthrough(p, func(s *topology.BackendService) answer { return checkNextHopAffinity(p, s) })
	},
}

func nextHopExample(affinity string) string {
	return `resource "google_compute_region_backend_service" "firewall" {
  name                  = "firewall"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  session_affinity      = "` + affinity + `"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/firewall"]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/firewall-a"
    balancing_mode = "CONNECTION"
  }
}

resource "google_compute_forwarding_rule" "firewall" {
  name                  = "firewall"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  all_ports             = true
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service       = google_compute_region_backend_service.firewall.id
}

resource "google_compute_route" "out" {
  name         = "out"
  network      = "projects/demo/global/networks/main"
  dest_range   = "10.80.0.0/16"
  next_hop_ilb = google_compute_forwarding_rule.firewall.id
}
`
}

func checkNextHopAffinity(p *validate.Pass, s *topology.BackendService) answer {
	if topology.IsNot(s.SessionAffinity, "CLIENT_IP") {
		return answer{}
	}
	hops, maybe := nextHopsOf(p, s)
	switch {
	case len(hops) == 0 && maybe == "":
		return answer{}
	case len(hops) == 0:
		return open("session_affinity", maybe)
	case s.SessionAffinity.IsUnknown():
		return open("session_affinity", "session_affinity is known after apply")
	}
	h := hops[0]
	return fail("session_affinity", fmt.Sprintf("Session affinity is CLIENT_IP, and %s makes the load balancer a next hop. The packets "+
		"keep their own destinations, so that one client spreads over the appliances. Use CLIENT_IP_NO_DESTINATION to keep "+
		"a client on one appliance, or NONE.", h.route.Address),
		validate.Related{Address: h.route.Address, Message: "routes to " + h.rule.Address})
}
