// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA017 says what a ratio of 1.0 means.
var ZA017 = &validate.Rule{
	ID:       "ZA017",
	Name:     "spillover-ratio-one",
	Title:    "Spillover ratio of 1.0",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedSizes},
	Rationale: "At 1.0 every endpoint of a zone has to be healthy. One sick endpoint, or one that a rolling update takes away, sends " +
		"the new connections of all clients of the zone to all zones.",
	Source:     "Google Cloud documentation, zonal affinity, spillover ratio",
	Fix:        "Choose a ratio below 1.0 that leaves room for a failure.",
	SilencedBy: []string{"ZA003"},
	Bad: hclTwoZones + `  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 1.0
    }
  }
}
`,
	Good: hclTwoZones + hclSpill,
	Check: func(p *validate.Pass) {
		withSpill(p, func(s *topology.BackendService) answer { return checkSpillAll(p, s) })
	},
}

func checkSpillAll(p *validate.Pass, s *topology.BackendService) answer {
	ratio := s.SpilloverRatio()
	if r, known := ratio.Value(); known && !r.IsOne() {
		return answer{}
	}
	zones, maybe := primariesOf(p, s).where(func(z zoneCount) topology.Known[bool] { return z.atLeast(2) })
	// Where one failure makes the failover pool serve, nobody spills.
	serves, why := servesWithout(p, s, 1, 1)
	switch {
	case len(zones) == 0 && maybe == "", topology.Is(serves, false):
		return answer{}
	case ratio.IsUnknown():
		return open(ratioPath, ratioReason(s))
	case len(zones) == 0:
		return open("backend", maybe)
	case serves.IsUnknown():
		return open(failoverPath, why)
	}
	return fail(ratioPath, fmt.Sprintf("With spillover_ratio 1.0 every endpoint of a zone has to be healthy: a single sick one in %s sends all new "+
		"connections of the zone's clients to all zones. Choose a lower ratio if one failure is to be borne.%s", zoneSizes(zones), duringFailback(p, s)))
}
