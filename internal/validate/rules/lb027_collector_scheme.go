// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB027 asks for scheme INTERNAL on a collector.
var LB027 = &validate.Rule{
	ID:       "LB027",
	Name:     "collector-scheme",
	Title:    "Mirroring collector whose scheme is not INTERNAL",
	Severity: validate.Error,
	Rationale: "Packet Mirroring sends its copies to an internal passthrough load balancer. Google takes `is_mirroring_collector` " +
		"only on a forwarding rule with scheme INTERNAL; the provider's default scheme is EXTERNAL.",
	Source: "Compute API v1, ForwardingRule.isMirroringCollector",
	Fix:    "Set `load_balancing_scheme = \"INTERNAL\"`, or remove `is_mirroring_collector`.",
	Bad: `resource "google_compute_forwarding_rule" "tap" {
  name                   = "tap"
  region                 = "us-central1"
  load_balancing_scheme  = "EXTERNAL"
  is_mirroring_collector = true
  port_range             = "80"
  target                 = "projects/demo/regions/us-central1/targetPools/tap"
}
`,
	Good: `resource "google_compute_forwarding_rule" "tap" {
  name                   = "tap"
  region                 = "us-central1"
  load_balancing_scheme  = "INTERNAL"
  is_mirroring_collector = true
  all_ports              = true
  network                = "projects/demo/global/networks/main"
  subnetwork             = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service        = "projects/demo/regions/us-central1/backendServices/tap"
}
`,
	Check: func(p *validate.Pass) {
		for _, r := range p.After.Rules {
			if !r.Data {
				give(p, r, topology.Of(true), "", checkCollectorScheme(r))
			}
		}
	},
}

func checkCollectorScheme(r *topology.ForwardingRule) answer {
	switch {
	case topology.IsNot(r.MirroringCollector, true), topology.Is(r.Scheme, "INTERNAL"):
		return answer{}
	case r.MirroringCollector.IsUnknown():
		return open("is_mirroring_collector", "is_mirroring_collector is known after apply")
	case r.Scheme.IsUnknown():
		return open("load_balancing_scheme", "load_balancing_scheme is known after apply")
	}
	return fail("is_mirroring_collector", fmt.Sprintf("The rule is a mirroring collector and its scheme is %s. Packet Mirroring takes a rule "+
		"with scheme INTERNAL only. Set load_balancing_scheme to INTERNAL.", cmp.Or(r.Scheme.Default(""), "not set")))
}
