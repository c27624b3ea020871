// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// newForwardingRule is a regional forwarding rule: of a load balancer, or a
// PSC endpoint.
func newForwardingRule() *kind {
	return newKind("spillway_forwarding_rule", schema.Schema{
		MarkdownDescription: "A regional forwarding rule: the address of a load balancer, or a Private Service Connect endpoint.",
		Attributes: map[string]schema.Attribute{
			"load_balancing_scheme": choice("EXTERNAL", "The scheme; that of an internal passthrough load balancer is `INTERNAL`, and that of a Private "+
				"Service Connect endpoint an empty text.", "EXTERNAL", "EXTERNAL_MANAGED", "INTERNAL", "INTERNAL_MANAGED", ""),
			"backend_service":        optional("The regional backend service."),
			"target":                 optional("What the rule targets in place of a backend service: a service attachment, for an endpoint."),
			"ip_protocol":            choice("TCP", "The protocol.", "TCP", "UDP", "ESP", "AH", "SCTP", "ICMP", "L3_DEFAULT"),
			"ports":                  stringSet("The ports, up to five."),
			"port_range":             optional("A range of ports; internal passthrough load balancers take none."),
			"all_ports":              off("Whether the rule takes all ports."),
			"allow_global_access":    off("Whether clients of other regions get in."),
			"is_mirroring_collector": off("Whether the rule can be the collector of packet mirrorings."),
			"ip_address":             optional("The address."),
			"network":                optional("The VPC network."),
			"subnetwork":             optional("The subnetwork."),
		},
	}, "load_balancing_scheme", "backend_service", "ip_protocol", "ports", "port_range", "all_ports", "is_mirroring_collector", "ip_address", "network", "subnetwork")
}
