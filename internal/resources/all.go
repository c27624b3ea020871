// SPDX-License-Identifier: MPL-2.0

package resources

import "github.com/hashicorp/terraform-plugin-framework/resource"

// All returns the resources of the provider.
func All() []func() resource.Resource {
	return []func() resource.Resource{
		instances(newBackendService),
		instances(newCompositeHealthCheck),
		instances(newForwardingRule),
		newGuard,
		instances(newHealthAggregationPolicy),
		instances(newHealthSource),
		instances(newInstanceGroup),
		instances(newNetworkEndpointGroup),
		instances(newPSCNetworkEndpointGroup),
		instances(newPacketMirroring),
		instances(newRegionBackendService),
		instances(newRegionInstanceGroup),
		instances(newServiceAttachment),
	}
}
