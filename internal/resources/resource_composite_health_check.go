// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// newCompositeHealthCheck combines health sources into the state of a
// published service.
func newCompositeHealthCheck() *kind {
	return newKind("spillway_composite_health_check", schema.Schema{
		MarkdownDescription: "A composite health check: the state of a published service in one region, healthy while all of its health sources are. " +
			"`state` and `tolerates` are known at plan whenever the sizes of the groups are, so that a plan shows what it does to them.",
		Attributes: map[string]schema.Attribute{
			"health_sources":     stringList("The health sources, 1 to 10."),
			"health_destination": required("The forwarding rule whose published service gets the state."),
			"state": schema.StringAttribute{
				Computed: true, MarkdownDescription: "The state with the endpoints that are unhealthy at present: `HEALTHY`, `UNHEALTHY` or `UNKNOWN`.",
			},
			"tolerates": schema.Int64Attribute{
				Computed: true, MarkdownDescription: "How many more endpoints of a source may fail, of the source that bears the fewest, before the state " +
					"turns `UNHEALTHY`. Null while it is not healthy.",
			},
		},
	})
}
