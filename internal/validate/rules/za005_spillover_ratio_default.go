// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA005 says what a ratio that is left out means.
var ZA005 = &validate.Rule{
	ID:       "ZA005",
	Name:     "spillover-ratio-default",
	Title:    "SPILL_CROSS_ZONE without a spillover ratio",
	Severity: validate.Info,
	Rationale: "Without `spillover_ratio` the ratio is 0.0: clients leave their zone only when it has no healthy endpoint at all. " +
		"Until then the last healthy endpoint carries all clients of the zone.",
	Source: "Google Cloud documentation, zonal affinity, spillover ratio",
	Fix:    "Write the ratio, also where 0.0 is meant.",
	Bad: hclTwoZones + `  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
    }
  }
}
`,
	Good:  hclTwoZones + hclSpill,
	Check: func(p *validate.Pass) { withSpill(p, checkSpilloverRatioDefault) },
}

func checkSpilloverRatioDefault(s *topology.BackendService) answer {
	za, known := s.ZonalAffinity().Value()
	switch {
	case !known || za.Ratio.IsUnknown():
		return open(ratioPath, ratioReason(s))
	case za.Ratio.IsSet():
		return answer{}
	}
	return fail(ratioPath, "spillover is "+topology.AffinitySpill+" and spillover_ratio is left out, so that the ratio is 0.0: a zone keeps its "+
		"clients while one of its endpoints is healthy, and that one then carries all of them. Write the ratio that the endpoints can bear, "+
		"or 0.0 where this is meant.")
}
