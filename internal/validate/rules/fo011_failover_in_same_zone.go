// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// FO011 looks for pools that fail together.
var FO011 = &validate.Rule{
	ID:       "FO011",
	Name:     "failover-in-same-zone",
	Title:    "Primary and failover pool in one zone",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedSizes},
	Rationale: "A failover pool is for the case that the primary one is lost. When all endpoints of both are in one zone, the loss of the " +
		"zone takes both.",
	Source: "Google Cloud documentation, failover for internal passthrough Network Load Balancers, by the failure of a zone",
	Fix:    "Put the failover pool in another zone.",
	Bad: hclProvider + hclGroupA + hclSpareGroups + hclService + hclBackendA + `  backend {
    group          = google_compute_instance_group.spare_a.id
    balancing_mode = "CONNECTION"
    failover       = true
  }
  failover_policy {
    failover_ratio = 0.4
  }
}
`,
	Good: hclProvider + hclGroupA + hclSpareGroups + hclService + hclBackendA + `  backend {
    group          = google_compute_instance_group.spare_b.id
    balancing_mode = "CONNECTION"
    failover       = true
  }
  failover_policy {
    failover_ratio = 0.4
  }
}
`,
	Check: func(p *validate.Pass) {
		withFailover(p, func(s *topology.BackendService) answer { return checkPoolsApart(p, s) })
	},
}

func checkPoolsApart(p *validate.Pass, s *topology.BackendService) answer {
	primaries, spares := primariesOf(p, s), failoversOf(p, s)
	zone, one, why := primaries.onlyZone()
	spareZone, spareOne, spareWhy := spares.onlyZone()
	switch {
	case topology.Is(one, false), topology.Is(spareOne, false), primaries.apartFrom(spares),
		zone != "" && spareZone != "" && zone != spareZone:
		return answer{}
	case one.IsUnknown() || spareOne.IsUnknown():
		return open("backend", cmp.Or(why, spareWhy))
	case zone == "" || spareZone == "":
		return open("backend", "it is not known in which zone the only endpoint of a pool is")
	}
	return fail("backend", fmt.Sprintf("All endpoints of both pools are in %s. When the zone is lost, the failover pool is lost with it. Put it in "+
		"another zone.", zone))
}
