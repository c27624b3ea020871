// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// maxPorts is how many ports an internal forwarding rule takes (Compute API
// v1, ForwardingRule.ports).
const maxPorts = 5

// LB015 checks the ports of a forwarding rule.
var LB015 = &validate.Rule{
	ID:       "LB015",
	Name:     "forwarding-rule-ports",
	Title:    "Ports that the forwarding rule of an internal passthrough load balancer does not take",
	Severity: validate.Error,
	Rationale: "The rule of an internal passthrough load balancer names up to five `ports`, or takes all of them with " +
		"`all_ports`: exactly one of the two. A `port_range` belongs to other load balancers, and a rule with protocol " +
		"`L3_DEFAULT`, which also takes protocols without ports, needs `all_ports`. The provider plans every other " +
		"combination, and Google refuses it.",
	Source: "Compute API v1, ForwardingRule.ports, allPorts, portRange and IPProtocol",
	Fix:    "Write up to five `ports`, or `all_ports = true`.",
	Bad:    portsExample("port_range            = \"8000-8010\""),
	Good:   portsExample("all_ports             = true"),
	Check:  func(p *validate.Pass) { eachPassthroughRule(p, checkRulePorts) },
}

func portsExample(argument string) string {
	return `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
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
  ` + argument + `
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service       = google_compute_region_backend_service.web.id
}
`
}

func checkRulePorts(r *topology.ForwardingRule) answer {
	listed, _ := r.Ports.Value()
	n := len(listed)
	all, span, protocol := r.AllPorts.Or(false), portRange(r), ruleProtocol(r)
	none := !r.Ports.IsUnknown() && n == 0
	switch {
	case n > maxPorts:
		return fail("ports", fmt.Sprintf("The rule names %d ports; Google takes %d. Use all_ports, or a second forwarding rule with "+
			"the same address.", n, maxPorts))
	case topology.Is(span, true):
		return fail("port_range", fmt.Sprintf("The rule has the port range %s, which an internal passthrough load balancer does not "+
			"take. Write up to %d ports, or all_ports = true.", r.PortRange.Default(""), maxPorts))
	case n > 0 && topology.Is(all, true):
		return fail("ports", fmt.Sprintf("The rule names %s and takes all ports. Keep ports or all_ports.", count(n, "port")))
	case topology.Is(protocol, l3Default) && topology.Is(all, false):
		return fail("all_ports", "The rule takes L3_DEFAULT, which includes protocols without ports, and needs all_ports = true.")
	case none && topology.Is(all, false) && topology.Is(span, false):
		return fail("ports", fmt.Sprintf("The rule names no ports. Write up to %d ports, or all_ports = true.", maxPorts))
	case r.Ports.IsUnknown():
		return open("ports", "ports is known after apply")
	case all.IsUnknown():
		return open("all_ports", "all_ports is known after apply")
	case span.IsUnknown():
		return open("port_range", "port_range is known after apply")
	case protocol.IsUnknown() && topology.Is(all, false):
		return open("ip_protocol", "ip_protocol is known after apply")
	}
	return answer{}
}

// portRange reports whether a port range is set.
func portRange(r *topology.ForwardingRule) topology.Known[bool] {
	v, ok := r.PortRange.Or("").Value()
	if !ok {
		return topology.Unknown[bool]()
	}
	return topology.Of(v != "")
}
