// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA004 finds a ratio that nothing reads.
var ZA004 = &validate.Rule{
	ID:       "ZA004",
	Name:     "spillover-ratio-unused",
	Title:    "Spillover ratio without SPILL_CROSS_ZONE",
	Severity: validate.Warning,
	Rationale: "Only `ZONAL_AFFINITY_SPILL_CROSS_ZONE` compares the zone's health with the ratio. With any other option, and with " +
		"the default where `spillover` is left out, Google accepts the number and never reads it: the author expects clients " +
		"to leave a weak zone, and they do not, or affinity is not even on.",
	Source: "Google Cloud documentation, zonal affinity, options; acceptance tests of the google provider, which create " +
		"`ZONAL_AFFINITY_DISABLED` and `ZONAL_AFFINITY_STAY_WITHIN_ZONE` with a ratio",
	Fix: "Set `spillover = \"ZONAL_AFFINITY_SPILL_CROSS_ZONE\"`, or remove `spillover_ratio`.",
	Bad: hclTwoZones + `  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
      spillover_ratio = 0.8
    }
  }
}
`,
	Good:  hclTwoZones + hclStay,
	Check: func(p *validate.Pass) { eachService(p, checkSpilloverRatioUnused) },
}

func checkSpilloverRatioUnused(s *topology.BackendService) answer {
	r := s.SpilloverRatio()
	v, known := s.Affinity().Value()
	ratio, ratioKnown := r.Value()
	switch {
	case ratioKnown && ratio.IsZero(), known && v == topology.AffinitySpill, known && !knownSpillover(v):
		return answer{} // a misspelt value is ZA002's
	case !known:
		return open(spilloverPath, affinityReason(s))
	case !ratioKnown:
		return open(ratioPath, ratioReason(s))
	}
	return fail(ratioPath, fmt.Sprintf("spillover_ratio is %s, but %s. Set spillover to %s, or remove the ratio.",
		ratio, whyUnread(s, v), topology.AffinitySpill))
}

// whyUnread says why nothing reads the ratio.
func whyUnread(s *topology.BackendService, spillover string) string {
	za, _ := s.ZonalAffinity().Value()
	switch {
	case spillover == topology.AffinityStay:
		return "spillover is " + topology.AffinityStay + ", which keeps clients in their zone whatever its health, and never reads it"
	case topology.Is(za.SpilloverWritten, false) || !za.Spillover.IsSet():
		return "spillover is left out and defaults to " + topology.AffinityDisabled + ": zonal affinity is off, and the ratio is never read"
	}
	return "spillover is " + spillover + ": zonal affinity is off, and the ratio is never read"
}
