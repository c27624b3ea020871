// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// FO009 knows where the drain flag was refused.
var FO009 = &validate.Rule{
	ID:       "FO009",
	Name:     "drain-flag-protocol",
	Title:    "Drain flag with a protocol other than TCP",
	Severity: validate.Info,
	Rationale: "`disable_connection_drain_on_failover` cuts connections at once when the pools change. The API takes it for TCP, UDP and " +
		"UNSPECIFIED today; older versions took it for TCP only and refused the service.",
	Source: "Compute API v1, failoverPolicy.disableConnectionDrainOnFailover; hashicorp/terraform-provider-google, issue 13529",
	Fix:    "Nothing, with a current version of the API; else remove the flag.",
	Bad: hclDrainUDP + `  failover_policy {
    disable_connection_drain_on_failover = true
  }
}
`,
	Good: hclDrainUDP + `  failover_policy {
    disable_connection_drain_on_failover = false
  }
}
`,
	Check: func(p *validate.Pass) { eachPassthrough(p, checkDrainFlag) },
}

const hclDrainUDP = hclGroups + hclSpareGroups + `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "UDP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

` + hclBackendA + hclBackendB + hclSpareBackends

func checkDrainFlag(s *topology.BackendService) answer {
	flag := topology.Of(false)
	if policy, ok := s.Failover.Value(); ok {
		flag = policy.DisableDrain.Or(false)
	} else if s.Failover.IsUnknown() {
		flag = topology.Unknown[bool]()
	}
	protocol, known := s.Protocol.Or("TCP").Value()
	switch {
	case topology.Is(flag, false), known && (protocol == "TCP" || protocol == ""):
		return answer{}
	case flag.IsUnknown():
		return open(drainPath, failoverReason(s, drainPath))
	case !known:
		return open("protocol", "protocol is known after apply")
	}
	return fail(drainPath, fmt.Sprintf("disable_connection_drain_on_failover is true with protocol %s. Google takes it today, but older versions of its API "+
		"accept the flag for TCP only and refuse the service.", protocol))
}
