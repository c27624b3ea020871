// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// newServiceAttachment publishes a load balancer.
func newServiceAttachment() *kind {
	return newKind("spillway_service_attachment", schema.Schema{
		MarkdownDescription: "A service attachment: publishes a load balancer through Private Service Connect.",
		Attributes: map[string]schema.Attribute{
			"target_service":        required("The forwarding rule that is published."),
			"connection_preference": choice("ACCEPT_AUTOMATIC", "Who may connect.", "ACCEPT_AUTOMATIC", "ACCEPT_MANUAL"),
			"enable_proxy_protocol": off("Whether the PROXY protocol carries the consumer's address."),
			"nat_subnets":           stringSet("The subnets whose addresses consumers appear with."),
		},
	})
}
