// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// mostEndpoints bounds the counts of functions, far above what Google allows.
const mostEndpoints = 1_000_000_000

func newSpillThreshold() function.Function {
	return &numeric{
		name: "spill_threshold", names: []string{"configured", "ratio"}, answer: spillThreshold,
		definition: function.Definition{
			Summary: "How many healthy endpoints keep a zone's clients local",
			MarkdownDescription: "With `ZONAL_AFFINITY_SPILL_CROSS_ZONE`: the least number of healthy endpoints of a zone with which its clients stay in it, " +
				"⌈ratio × configured⌉ and at least one. Null for a zone without endpoints. The ratio counts exactly as it is written.",
			Parameters: []function.Parameter{
				anyNumber("configured", "The endpoints of the zone, healthy or not, of the pool that serves."),
				anyNumber("ratio", "`spillover_ratio`, 0.0 to 1.0; null for Google's default 0.0."),
			},
			Return: function.Int64Return{},
		},
	}
}

func spillThreshold(args []argument) (attr.Value, error) {
	configured, err := args[0].given(args[0].whole(mostEndpoints))
	if err != nil {
		return nil, err
	}
	ratio, err := args[1].part()
	if err != nil {
		return nil, err
	}
	n, ok := configured.Value()
	switch r, known := ratio.Or(topology.Ratio{}).Value(); {
	case !ok:
		return types.Int64Unknown(), nil
	case n == 0:
		return types.Int64Null(), nil
	case known:
		return types.Int64Value(int64(keepsLocalAt(n, r))), nil
	case n == 1: // whatever the ratio is
		return types.Int64Value(1), nil
	}
	return types.Int64Unknown(), nil
}

func keepsLocalAt(n int, r topology.Ratio) int {
	const zone = "zone"
	all := routing.Counts{Configured: n, Healthy: n}
	s := routing.New(routing.Policy{Mode: routing.Spill, Ratio: r}, []routing.Zone{{Name: zone, Primary: all}})
	return s.KeepsLocalAt(zone, sizing.Primary).Default(0)
}
