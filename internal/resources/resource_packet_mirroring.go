// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// newPacketMirroring sends copies of packets to a collector.
func newPacketMirroring() *kind {
	return newKind("spillway_packet_mirroring", schema.Schema{
		MarkdownDescription: "A packet mirroring. The engine looks at its collector, and not at what is mirrored.",
		Attributes: map[string]schema.Attribute{
			"collector_ilb": schema.SingleNestedAttribute{
				Required: true, MarkdownDescription: "The collector of the packets.",
				Attributes: map[string]schema.Attribute{
					"url": required("The forwarding rule of the collector, an internal passthrough load balancer with `is_mirroring_collector`."),
				},
			},
			"enable":   choice("TRUE", "Whether packets are mirrored.", "TRUE", "FALSE"),
			"priority": whole("The priority among several mirrorings.", atLeast(0)...),
			"network":  optional("The VPC network that is mirrored."),
		},
	}, "network")
}
