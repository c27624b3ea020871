// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA003 bounds the spillover ratio.
var ZA003 = &validate.Rule{
	ID:       "ZA003",
	Name:     "spillover-ratio-range",
	Title:    "Spillover ratio outside 0.0 to 1.0",
	Severity: validate.Error,
	Rationale: "The ratio is a part of a zone's endpoints, from none (0.0) to all of them (1.0). The provider checks no range, so " +
		"that a percentage such as 80 passes the plan and fails in the middle of an apply.",
	Source: "Compute API v1, BackendServiceNetworkPassThroughLbTrafficPolicyZonalAffinity.spilloverRatio",
	Fix:    "Write the ratio as a number from 0.0 to 1.0.",
	Bad: hclTwoZones + `  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 80
    }
  }
}
`,
	Good:  hclTwoZones + hclSpill,
	Check: func(p *validate.Pass) { eachService(p, checkSpilloverRatioRange) },
}

func checkSpilloverRatioRange(s *topology.BackendService) answer {
	r, known := s.SpilloverRatio().Value()
	switch {
	case !known:
		return open(ratioPath, ratioReason(s))
	case !outOfRange(r):
		return answer{}
	}
	return fail(ratioPath, fmt.Sprintf("spillover_ratio is %s; Google takes a part of the zone's endpoints, from 0.0 to 1.0.%s", r, percentHint(r)))
}

// ratioReason says which part of the traffic policy keeps the ratio unknown.
func ratioReason(s *topology.BackendService) string {
	if s.ZonalAffinity().IsUnknown() {
		return affinityReason(s)
	}
	return ratioPath + " is known after apply"
}

// percentHint says how a whole number that looks like a percentage is written
// as a ratio; it is empty for other numbers.
func percentHint(r topology.Ratio) string {
	n, whole := r.Whole()
	if !whole || n <= 1 || n > 100 {
		return " Write a number in this range."
	}
	ratio := "1.0"
	if n < 100 {
		ratio = strings.TrimRight(fmt.Sprintf("0.%02d", n), "0")
	}
	return fmt.Sprintf(" If %s percent is meant, write %s.", r, ratio)
}
