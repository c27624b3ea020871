// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// FO008 looks for probes that nothing lets in, where that means an outage.
var FO008 = &validate.Rule{
	ID:       "FO008",
	Name:     "drop-hides-probe-failure",
	Title:    "Traffic is dropped when unhealthy, and no firewall rule lets the probes in",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "Without a firewall rule for the health-check ranges every endpoint is unhealthy. A load balancer then sends to all of them " +
		"as a last resort, and nobody notices; with `drop_traffic_if_unhealthy` it drops everything. The input holds firewall rules of " +
		"the network, and none of them lets the probes in.",
	Source: "Google Cloud documentation, configure failover for internal passthrough Network Load Balancers, firewall rules; health " +
		"checks overview, probe IP ranges; Compute API v1, failoverPolicy.dropTrafficIfUnhealthy",
	Fix:  "Allow ingress from 35.191.0.0/16 and 130.211.0.0/22 to the port of the health check.",
	Bad:  hclProvider + hclHealthCheck + hclDropping + hclForwardingRule + "}\n" + hclFirewall("10.0.0.0/8"),
	Good: hclProvider + hclHealthCheck + hclDropping + hclForwardingRule + "}\n" + hclFirewall(`35.191.0.0/16", "130.211.0.0/22`),
	Check: func(p *validate.Pass) {
		withFailover(p, func(s *topology.BackendService) answer { return checkDropProbes(p, s) })
	},
}

const (
	hclHealthCheck = `resource "google_compute_region_health_check" "web" {
  name   = "web"
  region = "us-central1"
  tcp_health_check {
    port = 443
  }
}

`
	hclDropping = hclGroupA + hclGroupB + `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = [google_compute_region_health_check.web.id]

` + hclBackendA + `  backend {
    group          = google_compute_instance_group.b.id
    balancing_mode = "CONNECTION"
    failover       = true
  }
  failover_policy {
    failover_ratio            = 0.4
    drop_traffic_if_unhealthy = true
  }
}
`
)

func hclFirewall(ranges string) string {
	return fmt.Sprintf(`
resource "google_compute_firewall" "web" {
  name          = "allow-web"
  network       = "projects/demo/global/networks/main"
  source_ranges = ["%s"]
  allow {
    protocol = "tcp"
    ports    = ["443"]
  }
}
`, ranges)
}

func checkDropProbes(p *validate.Pass, s *topology.BackendService) answer {
	_, drop := s.EffectiveFailover()
	if topology.Is(drop, false) {
		return answer{}
	}
	access := probesOf(p, s)
	switch {
	case access.verdict == passes:
		return answer{}
	case drop.IsUnknown():
		return open(dropPath, failoverReason(s, dropPath))
	case access.verdict == undecided:
		return open(dropPath, access.reason)
	}
	return fail(dropPath, fmt.Sprintf("drop_traffic_if_unhealthy is true, and none of the firewall rules of network %s in the input (%s) lets health-check "+
		"probes in%s. All endpoints are then unhealthy, and everything is dropped. Allow ingress from 35.191.0.0/16 and 130.211.0.0/22.",
		access.network, enumerate(access.rules), onPort(access.port)))
}

// onPort says where probes arrive, where that is known.
func onPort(port string) string {
	if port == "" {
		return ""
	}
	return " on port " + port
}
