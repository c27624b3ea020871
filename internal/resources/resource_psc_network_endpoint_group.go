// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// newPSCNetworkEndpointGroup is the consumer's side of a published service in
// one region.
func newPSCNetworkEndpointGroup() *kind {
	return newKind("spillway_psc_network_endpoint_group", schema.Schema{
		MarkdownDescription: "A regional network endpoint group of type `PRIVATE_SERVICE_CONNECT`: a consumer's way to a published service in one region.",
		Attributes: map[string]schema.Attribute{
			"psc_target_service": optional("The service attachment that the group connects to."),
			"psc_data": schema.SingleNestedAttribute{
				Optional: true, MarkdownDescription: "Settings of the connection.",
				Attributes: map[string]schema.Attribute{"producer_port": optional("The port of the producer.")},
			},
			"network":    optional("The consumer's VPC network."),
			"subnetwork": optional("The consumer's subnetwork."),
		},
	}, "psc_target_service", "psc_data", "network", "subnetwork")
}
