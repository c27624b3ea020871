// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"terraform-provider-spillway/internal/engine/topology"
)

// zonesInRegion holds the zones of a regional group to its region, where the
// configuration names one.
type zonesInRegion struct{}

func (zonesInRegion) Description(context.Context) string {
	return "every zone has to be one of the region"
}

func (v zonesInRegion) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (zonesInRegion) ValidateResource(_ context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	config, ok := read(req.Config.Raw, &resp.Diagnostics)
	region, known := config.Get("region").Text()
	if !ok || !known {
		return
	}
	zones, _ := config.Get("zones").Fields()
	for _, z := range zones {
		if topology.IsZone(z) && topology.RegionOf(z) != region {
			resp.Diagnostics.AddAttributeError(path.Root("zones").AtMapKey(z), "Zone of another region",
				fmt.Sprintf("%s is no zone of %s. A regional group has members in zones of its own region only.", z, region))
		}
	}
}
