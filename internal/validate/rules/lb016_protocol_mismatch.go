// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB016 compares the protocols of a rule and its service.
var LB016 = &validate.Rule{
	ID:       "LB016",
	Name:     "protocol-mismatch",
	Title:    "Protocols of forwarding rule and backend service do not go together",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A TCP service takes TCP rules, a UDP service takes UDP rules, and a service with protocol `UNSPECIFIED` takes any. " +
		"A rule with protocol `L3_DEFAULT` needs such a service. The provider compares nothing; Google refuses the rule.",
	Source: "Compute API v1, BackendService.protocol and ForwardingRule.IPProtocol; Google Cloud documentation, internal passthrough " +
		"Network Load Balancers, forwarding rule protocols",
	Fix:  "Give both the same protocol, or set the protocol of the service to `UNSPECIFIED`.",
	Bad:  protocolExample("UDP"),
	Good: protocolExample("TCP"),
	Check: func(p *validate.Pass) {
		eachPassthroughRule(p, checkProtocols)
	},
}

func protocolExample(protocol string) string {
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

resource "google_compute_forwarding_rule" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["80"]
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service       = google_compute_region_backend_service.web.id
}
`
}

func checkProtocols(r *topology.ForwardingRule) answer {
	s, ok := topology.To[*topology.BackendService](r.BackendService)
	if !ok {
		return open("backend_service", linkReason(r.BackendService, "backend_service"))
	}
	front, back := ruleProtocol(r), serviceProtocol(s)
	service := back.Default("")
	switch {
	case back.IsUnknown():
		return open("backend_service", "protocol of "+s.Address+" is known after apply")
	case service != "TCP" && service != "UDP": // UNSPECIFIED takes any; for the others see LB021
		return answer{}
	case front.IsUnknown():
		return open("ip_protocol", "ip_protocol is known after apply")
	case topology.Is(front, service):
		return answer{}
	case topology.Is(front, l3Default):
		return fail("ip_protocol", fmt.Sprintf("The rule takes L3_DEFAULT and the service %s has protocol %s. Such a rule needs a service "+
			"with protocol UNSPECIFIED.", s.Address, service), validate.Related{Address: s.Address, Message: "has protocol " + service})
	}
	return fail("ip_protocol", fmt.Sprintf("The rule takes %s and the service %s has protocol %s. Give both the same protocol, or set "+
		"the service's to UNSPECIFIED.", front.Default("TCP"), s.Address, service),
		validate.Related{Address: s.Address, Message: "has protocol " + service})
}

// serviceProtocol returns the protocol of a passthrough service, TCP by
// default (Compute API v1, BackendService.protocol).
func serviceProtocol(s *topology.BackendService) topology.Known[string] {
	if topology.Is(s.Protocol, "") {
		return topology.Of("TCP")
	}
	return s.Protocol.Or("TCP")
}
