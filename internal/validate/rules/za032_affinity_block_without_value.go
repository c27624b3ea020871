// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA032 finds a block that looks like affinity and is none.
var ZA032 = &validate.Rule{
	ID:       "ZA032",
	Name:     "affinity-block-without-value",
	Title:    "Zonal affinity block without a spillover value",
	Severity: validate.Warning,
	Rationale: "`spillover` defaults to `ZONAL_AFFINITY_DISABLED`. A `zonal_affinity` block that does not set it looks like affinity to " +
		"its reader, and is none. The plan shows the default as if it had been written, so that only the configuration tells. " +
		"An explicit `ZONAL_AFFINITY_DISABLED` says what it means.",
	Source: "google provider, google_compute_region_backend_service, spillover; Compute API v1, " +
		"BackendServiceNetworkPassThroughLbTrafficPolicyZonalAffinity.spillover",
	Fix: "Set `spillover`, or remove the block.",
	Bad: hclTwoZones + `  network_pass_through_lb_traffic_policy {
    zonal_affinity {}
  }
}
`,
	Good: hclTwoZones + `  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = "ZONAL_AFFINITY_DISABLED"
    }
  }
}
`,
	Check: func(p *validate.Pass) { eachService(p, checkAffinityBlock) },
}

func checkAffinityBlock(s *topology.BackendService) answer {
	block := s.ZonalAffinity()
	za, ok := block.Value()
	switch {
	case block.IsNull():
		return answer{}
	case !ok:
		return open(affinityPath, affinityReason(s))
	}
	spillover, known := s.Affinity().Value()
	written := za.SpilloverWritten
	if za.Spillover.IsNull() || topology.Is(za.Spillover, "") {
		written = topology.Of(false)
	}
	ratio, ratioKnown := za.Ratio.Or(topology.Ratio{}).Value()
	switch {
	case topology.Is(written, true), known && spillover != topology.AffinityDisabled, ratioKnown && !ratio.IsZero():
		return answer{} // a ratio without a value is ZA004's
	case written.IsUnknown() && !known:
		return open(spilloverPath, affinityReason(s))
	case written.IsUnknown():
		return open(spilloverPath, "the input does not show whether the configuration sets spillover, or leaves it at its default")
	case !ratioKnown:
		return open(ratioPath, ratioReason(s))
	}
	return fail(affinityPath, "The zonal_affinity block sets no spillover, which defaults to "+topology.AffinityDisabled+": it looks on and is off. Set spillover to "+
		topology.AffinityStay+" or "+topology.AffinitySpill+", or remove the block.")
}
