// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// FO010 compares the pools at the moment of a failover.
var FO010 = &validate.Rule{
	ID:       "FO010",
	Name:     "undersized-failover-pool",
	Title:    "Failover pool smaller than the primaries it replaces",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedSizes},
	Rationale: "With a ratio above 0.0 traffic leaves the primary pool while some of its endpoints are still healthy: up to ⌈ratio × " +
		"primaries⌉ − 1. A failover pool with fewer endpoints than that has less capacity than what it takes over from, and a partial " +
		"failure becomes an overload.",
	Source:     "Google Cloud documentation, traffic distribution for internal passthrough Network Load Balancers, eligible backends, by arithmetic",
	Fix:        "Add failover endpoints, or lower `failover_ratio`.",
	SilencedBy: []string{"FO001", "FO003"},
	Bad: hclProvider + hclGroupA + hclGroupB + `resource "google_compute_instance_group" "spare" {
  name      = "spare"
  zone      = "us-central1-c"
  instances = ["projects/demo/zones/us-central1-c/instances/spare-0"]
}

` + hclService + hclBackendA + hclBackendB + `  backend {
    group          = google_compute_instance_group.spare.id
    balancing_mode = "CONNECTION"
    failover       = true
  }
  failover_policy {
    failover_ratio = 0.8
  }
}
`,
	Good: hclFailover + `  failover_policy {
    failover_ratio = 0.8
  }
}
`,
	Check: func(p *validate.Pass) {
		withFailover(p, func(s *topology.BackendService) answer { return checkFailoverSize(p, s) })
	},
}

func checkFailoverSize(p *validate.Pass, s *topology.BackendService) answer {
	ratio, _ := s.EffectiveFailover()
	r, known := ratio.Value()
	if known && (r.IsZero() || outOfRange(r)) {
		return answer{}
	}
	primary, spare := primariesOf(p, s).total, failoversOf(p, s).total
	// The most that may still be healthy grows with the ratio and the pool.
	least, most := 0, max(primary.high-1, 0)
	if known {
		least = max(r.Needs(primary.low)-1, 0)
	}
	if known && primary.high != sizing.Unbounded {
		most = max(r.Needs(primary.high)-1, 0)
	}
	switch {
	case spare.high == 0: // nothing to fail over to: the primaries serve on
		return answer{}
	case spare.low >= most:
		return answer{}
	case !known:
		return open(failoverRatioPath, failoverReason(s, failoverRatioPath))
	case spare.high >= least, spare.low == 0:
		return open("backend", cmp.Or(primary.why, spare.why))
	}
	return fail(failoverRatioPath, fmt.Sprintf("With failover_ratio %s and %s primary endpoints traffic can leave the primary pool while %d of them are still "+
		"healthy, for a failover pool of %s. Add failover endpoints, at least %d in all, or lower the ratio.", r, primary, least, spare, least))
}
