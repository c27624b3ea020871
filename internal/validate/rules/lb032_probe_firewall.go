// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB032 looks for a firewall rule for probes.
var LB032 = &validate.Rule{
	ID:       "LB032",
	Name:     "probe-firewall",
	Title:    "No firewall rule of the input lets the health checks in",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "Health checks come from 35.191.0.0/16 and 130.211.0.0/22, and a VPC network lets nothing in by itself. Without a rule " +
		"for them every endpoint counts as sick, and the load balancer falls back to sending traffic to all of them. The rule " +
		"may well stand in another configuration, or in a firewall policy: this is worth a look, no more.",
	Source:     "Google Cloud documentation, health checks overview, probe IP ranges and firewall rules",
	Fix:        "Add an ingress rule for TCP from the probe ranges to the port of the health check.",
	SilencedBy: []string{"FO008"},
	Bad:        probeFirewallExample("10.0.0.0/8\""),
	Good:       probeFirewallExample("35.191.0.0/16\", \"130.211.0.0/22\""),
	Check: func(p *validate.Pass) {
		eachPassthrough(p, func(s *topology.BackendService) answer { return checkProbeFirewall(p, s) })
	},
}

func probeFirewallExample(ranges string) string {
	return `resource "google_compute_region_health_check" "web" {
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
  network               = "projects/demo/global/networks/main"
  health_checks         = [google_compute_region_health_check.web.id]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}

resource "google_compute_firewall" "web" {
  name          = "web"
  network       = "projects/demo/global/networks/main"
  source_ranges = ["` + ranges + `]
  allow {
    protocol = "tcp"
    ports    = ["80"]
  }
}
`
}

func checkProbeFirewall(p *validate.Pass, s *topology.BackendService) answer {
	checked := s.HealthChecks.Any()
	if topology.Is(checked, false) {
		return answer{} // nothing probes
	}
	access := probesOf(p, s)
	switch {
	case access.verdict == passes:
		return answer{}
	case access.verdict == undecided:
		return open("health_checks", access.reason)
	case checked.IsUnknown():
		return open("health_checks", cmp.Or(s.HealthChecks.Reason, "health_checks is known after apply"))
	}
	port := ""
	if access.port != "" {
		port = " on port " + access.port
	}
	var related []validate.Related
	for _, f := range access.rules[:min(len(access.rules), mostNamed)] {
		related = append(related, validate.Related{Address: f, Message: "lets other packets into the network"})
	}
	return fail("health_checks", fmt.Sprintf("The input has %s for the network %s, and none lets the health checks in%s. If no other "+
		"configuration does, every endpoint counts as sick. Allow TCP from 35.191.0.0/16 and 130.211.0.0/22.",
		count(len(access.rules), "ingress rule"), access.network, port), related...)
}
