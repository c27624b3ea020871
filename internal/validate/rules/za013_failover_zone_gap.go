// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA013 looks for zones that match in one mode only.
var ZA013 = &validate.Rule{
	ID:       "ZA013",
	Name:     "failover-zone-gap",
	Title:    "Zone with endpoints in one of the two pools only",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedSizes},
	Rationale: "A client's zone matches by the pool that serves: by its primary endpoints, and after a failover by its failover " +
		"endpoints. A zone with endpoints in one pool only loses its match, or gains one, whenever the mode turns, and its " +
		"clients then spread over other zones without any failure in their own.",
	Source: "Google Cloud documentation, zonal affinity, zonal match with a failover policy",
	Fix:    "Give both pools endpoints in the same zones, where affinity is to hold in both modes.",
	Bad: hclGroups + hclSpareGroups + hclService + hclBackendA + hclBackendB + `  backend {
    group          = google_compute_instance_group.spare_a.id
    balancing_mode = "CONNECTION"
    failover       = true
  }
  failover_policy {
    failover_ratio = 0.4
  }
` + hclSpill,
	Good: hclFailover + `  failover_policy {
    failover_ratio = 0.4
  }
` + hclSpill,
	Check: func(p *validate.Pass) {
		withAffinity(p, func(s *topology.BackendService) answer {
			return underFailover(s, func(s *topology.BackendService) answer { return checkFailoverGap(p, s) })
		})
	},
}

func checkFailoverGap(p *validate.Pass, s *topology.BackendService) answer {
	primary, spare := primariesOf(p, s), failoversOf(p, s)
	both := and(primary.total.atLeast(1), spare.total.atLeast(1))
	if topology.Is(both, false) {
		return answer{} // an empty pool has no gaps; FO001 and FO005 speak of it
	}
	noSpare, maybeSpare := primary.without(spare)
	noPrimary, maybePrimary := spare.without(primary)
	var gaps []string
	if len(noSpare) > 0 {
		gaps = append(gaps, zoneNames(noSpare)+" without failover endpoints")
	}
	if len(noPrimary) > 0 {
		gaps = append(gaps, zoneNames(noPrimary)+" without primary endpoints")
	}
	switch maybe := cmp.Or(maybeSpare, maybePrimary); {
	case len(gaps) > 0 && topology.Is(both, true):
		return fail("backend", fmt.Sprintf("The pools are in different zones: %s. The match of a client's zone follows the pool that serves, so that "+
			"affinity is lost there, or begins, when the service fails over. Give both pools endpoints in these zones if affinity is to hold in "+
			"both modes.", strings.Join(gaps, ", ")))
	case len(gaps) > 0 || maybe != "":
		return open("backend", cmp.Or(maybe, primary.total.why, spare.total.why))
	}
	return answer{}
}
