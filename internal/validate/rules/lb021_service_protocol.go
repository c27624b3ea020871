// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB021 allows the protocols of a passthrough load balancer.
var LB021 = &validate.Rule{
	ID:       "LB021",
	Name:     "service-protocol",
	Title:    "Protocol that an internal passthrough load balancer does not have",
	Severity: validate.Error,
	Rationale: "With scheme INTERNAL a backend service has protocol `TCP`, `UDP` or `UNSPECIFIED`. The others, such as `HTTP`, are " +
		"those of proxies, which end the client's connection; Google refuses them here.",
	Source: "Compute API v1, BackendService.protocol",
	Fix:    "Use `TCP`, `UDP` or `UNSPECIFIED`; for HTTP, an internal Application Load Balancer has scheme `INTERNAL_MANAGED`.",
	Bad:    serviceProtocolExample("HTTP"),
	Good:   serviceProtocolExample("TCP"),
	Check:  func(p *validate.Pass) { eachPassthrough(p, checkServiceProtocol) },
}

func serviceProtocolExample(protocol string) string {
	return `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "` + protocol + `"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`
}

func checkServiceProtocol(s *topology.BackendService) answer {
	protocol := serviceProtocol(s)
	switch v := protocol.Default(""); {
	case protocol.IsUnknown():
		return open("protocol", "protocol is known after apply")
	case v == "TCP", v == "UDP", v == "UNSPECIFIED":
		return answer{}
	default:
		return fail("protocol", fmt.Sprintf("The protocol is %s; an internal passthrough load balancer has TCP, UDP or UNSPECIFIED. For a "+
			"load balancer that understands %s, use scheme INTERNAL_MANAGED.", v, v))
	}
}
