package resources

import "github.com/hashicorp/terraform-plugin-framework/resource"

// All returns the resources of the provider.
func All() []func() resource.Resource {
	return []func() resource.Resource{
		newBackendService,
		newCompositeHealthCheck,
		newForwardingRule,
		newGuard,
		newHealthAggregationPolicy,
		newHealthSource,
		newInstanceGroup,
		newNetworkEndpointGroup,
		newPSCNetworkEndpointGroup,
		newPacketMirroring,
		newRegionBackendService,
		newRegionInstanceGroup,
		newServiceAttachment,
	}
}
