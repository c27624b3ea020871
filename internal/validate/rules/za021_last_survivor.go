// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA021 looks for zones that one endpoint alone has to carry.
var ZA021 = &validate.Rule{
	ID:       "ZA021",
	Name:     "last-survivor",
	Title:    "One healthy endpoint keeps the clients of a whole zone",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedSizes},
	Rationale: "With a ratio of 0.0, or one so low that a single endpoint meets it, clients stay in their zone until its last " +
		"endpoint is sick. In a zone of three or more the last one then carries several times its share, and a passthrough " +
		"load balancer knows no limit of load that would send connections elsewhere.",
	Source: "Google Cloud documentation, zonal affinity, spillover ratio, by arithmetic",
	Fix:    "Raise `spillover_ratio` to the part of a zone that can carry all its clients.",
	Bad: hclTwoZones + `  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.3
    }
  }
}
`,
	Good: hclTwoZones + hclSpill,
	Check: func(p *validate.Pass) {
		withSpill(p, func(s *topology.BackendService) answer { return checkLastSurvivor(p, s) })
	},
}

func checkLastSurvivor(p *validate.Pass, s *topology.BackendService) answer {
	const many = 3
	ratio := spillRatio(s)
	r, known := ratio.Value()
	if ratio.IsNull() {
		return answer{}
	}
	zones, maybe := primariesOf(p, s).where(func(z zoneCount) topology.Known[bool] {
		if !known || r.IsZero() {
			return z.atLeast(many)
		}
		return z.all(func(n int) bool { return n >= many && keepsLocal(r, n) == 1 })
	})
	why := ""
	failover, _ := s.EffectiveFailover()
	if f, ok := failover.Value(); !ok || !f.IsZero() { // at 0.0 the last survivor keeps its pool serving
		zones, why = whileServing(p, s, zones, func(n int) int { return n - 1 })
	}
	switch {
	case len(zones) == 0 && maybe == "" && why == "":
		return answer{}
	case !known:
		return open(ratioPath, ratioReason(s))
	case len(zones) == 0 && maybe != "":
		return open("backend", maybe)
	case len(zones) == 0:
		return open(failoverPath, why)
	}
	return fail(ratioPath, fmt.Sprintf("With spillover_ratio %s one healthy endpoint is enough to keep all clients of its zone in %s. The last one "+
		"then carries the load of all. Raise the ratio to the part that can bear it.%s", r, zoneSizes(zones), duringFailback(p, s)))
}
