// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"terraform-provider-spillway/internal/source/graph"
)

// newRegionInstanceGroup is an instance group over several zones of a region.
func newRegionInstanceGroup() *kind {
	k := newKind("spillway_region_instance_group", schema.Schema{
		MarkdownDescription: "An instance group over several zones of a region, with the number of members in each.",
		Attributes: map[string]schema.Attribute{
			"zones": schema.MapNestedAttribute{
				Required: true, MarkdownDescription: "The zones, by name.",
				Validators: []validator.Map{
					mapvalidator.SizeAtLeast(1), mapvalidator.NoNullValues(), mapvalidator.KeysAre(stringvalidator.RegexMatches(zonePattern, zoneRule)),
				},
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"size":      schema.Int64Attribute{Required: true, CustomType: elementInt64{}, MarkdownDescription: "How many members are in the zone.", Validators: atLeast(0)},
					"unhealthy": unhealthy(),
				}},
			},
			"size":    schema.Int64Attribute{Computed: true, MarkdownDescription: "How many members there are in all zones."},
			"network": optional("The VPC network of the members."),
		},
	}, "network")
	k.validators = []resource.ConfigValidator{zonesInRegion{}}
	k.fill = func(v, _ graph.Value) graph.Value { return with(v, "size", sumOf(v.Get("zones"))) }
	return k
}

// sumOf adds up the sizes of zones, unknown where one is.
func sumOf(zones graph.Value) graph.Value {
	_, values := zones.Fields()
	sum := 0
	for _, z := range values {
		text, _ := z.Get("size").Text()
		n, err := strconv.Atoi(text)
		if err != nil {
			return graph.UnknownValue()
		}
		sum += n
	}
	if zones.Kind() != graph.Object {
		return graph.UnknownValue()
	}
	return graph.NumberValue(strconv.Itoa(sum))
}
