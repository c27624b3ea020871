// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-validators/resourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
)

// newNetworkEndpointGroup is a zonal network endpoint group, with its endpoints
// or their number.
func newNetworkEndpointGroup() *kind {
	k := newKind("spillway_network_endpoint_group", schema.Schema{
		MarkdownDescription: "A zonal network endpoint group, with its endpoints or just their number.",
		Attributes: map[string]schema.Attribute{
			"network_endpoint_type": choice("GCE_VM_IP_PORT", "The type of the endpoints; an internal passthrough load balancer takes `GCE_VM_IP` only.",
				"GCE_VM_IP", "GCE_VM_IP_PORT", "GCE_VM_IP_PORTMAP", "NON_GCP_PRIVATE_IP_PORT", "INTERNET_IP_PORT", "INTERNET_FQDN_PORT", "SERVERLESS", "PRIVATE_SERVICE_CONNECT"),
			"endpoints": schema.SetNestedAttribute{
				Optional: true, MarkdownDescription: "The endpoints. Exactly one of `endpoints` and `size` is given.",
				Validators: []validator.Set{setvalidator.NoNullValues()},
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"ip_address": requiredOfElement("The address of the endpoint."),
					"port":       whole("The port of the endpoint."),
					"instance":   optional("The VM of the endpoint."),
				}},
			},
			"size": schema.Int64Attribute{
				Optional: true, Computed: true, Validators: atLeast(0), MarkdownDescription: "How many endpoints the group has.",
			},
			"unhealthy":  unhealthy(),
			"network":    optional("The VPC network of the endpoints."),
			"subnetwork": optional("The subnetwork of the endpoints."),
		},
	}, "network_endpoint_type", "network", "subnetwork")
	k.validators = []resource.ConfigValidator{resourcevalidator.ExactlyOneOf(path.MatchRoot("endpoints"), path.MatchRoot("size"))}
	k.fill = func(v, config graph.Value) graph.Value {
		switch e := config.Get("endpoints"); e.Kind() {
		case graph.List:
			size := graph.UnknownValue()
			if n, ok := spillway.CountEndpoints(e).Value(); ok {
				size = graph.NumberValue(strconv.Itoa(n))
			}
			return with(v, "size", size)
		case graph.Unknown:
			if config.Get("size").IsNull() {
				return with(v, "size", graph.UnknownValue())
			}
		}
		return v
	}
	return k
}
