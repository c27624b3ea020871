// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA019 says what a ratio comes to in whole endpoints.
var ZA019 = &validate.Rule{
	ID:       "ZA019",
	Name:     "spillover-ratio-granularity",
	Title:    "Spillover ratio between two numbers of endpoints",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedSizes},
	Rationale: "Endpoints are healthy one by one. In a zone of three, 0.67 asks for all three, as 1.0 would, and 0.5 for two, as 0.66 " +
		"would: the ratio acts like the next larger part that the zone can have.",
	Source: "Google Cloud documentation, zonal affinity, spillover ratio, by arithmetic",
	Fix:    "Check that the number of healthy endpoints that is really needed is the one that is meant.",
	Bad: hclTwoZones + `  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.67
    }
  }
}
`,
	Good: hclTwoZones + `  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 1.0
    }
  }
}
`,
	Check: func(p *validate.Pass) {
		withSpill(p, func(s *topology.BackendService) answer { return checkSpillGranularity(p, s) })
	},
}

func checkSpillGranularity(p *validate.Pass, s *topology.BackendService) answer {
	return atEveryZone(p, s, func(r topology.Ratio, n int) bool { return !meets(r, n) }, func(r topology.Ratio, zones []zoneCount) string {
		parts := make([]string, len(zones))
		for i, z := range zones {
			parts[i] = fmt.Sprintf("%s needs %d of %d healthy", z.zone, keepsLocal(r, z.low), z.low)
		}
		return fmt.Sprintf("spillover_ratio %s is no part that these zones can have, and acts like the next larger one: %s to keep its clients. "+
			"Check that this is what is meant.", r, strings.Join(parts, ", "))
	})
}
