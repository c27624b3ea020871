// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA016 says how STAY_WITHIN_ZONE and dropping meet.
var ZA016 = &validate.Rule{
	ID:       "ZA016",
	Name:     "stay-with-drop",
	Title:    "STAY_WITHIN_ZONE with drop_traffic_if_unhealthy",
	Severity: validate.Info,
	Rationale: "`drop_traffic_if_unhealthy` acts when no endpoint of the service is healthy in any zone. Before that, " +
		"`ZONAL_AFFINITY_STAY_WITHIN_ZONE` sends the clients of a zone without a healthy endpoint to its unhealthy ones: a sick " +
		"zone is not dropped, it is served by sick endpoints.",
	Source: "Google Cloud documentation, zonal affinity, decision tables; traffic distribution for internal passthrough Network Load " +
		"Balancers, eligible backends; Compute API v1, failoverPolicy.dropTrafficIfUnhealthy",
	Fix: "Use `ZONAL_AFFINITY_SPILL_CROSS_ZONE` if connections of a sick zone are to go elsewhere.",
	Bad: hclFailover + `  failover_policy {
    failover_ratio            = 0.4
    drop_traffic_if_unhealthy = true
  }
` + hclStay,
	Good: hclFailover + `  failover_policy {
    failover_ratio            = 0.4
    drop_traffic_if_unhealthy = false
  }
` + hclStay,
	Check: func(p *validate.Pass) { withStay(p, checkStayDrop) },
}

func checkStayDrop(s *topology.BackendService) answer {
	_, drop := s.EffectiveFailover()
	has, why := hasFailoverBackend(s)
	switch {
	case topology.Is(drop, false), topology.Is(has, false): // without a failover backend nothing is dropped: FO001
		return answer{}
	case drop.IsUnknown():
		return open(dropPath, failoverReason(s, dropPath))
	case has.IsUnknown():
		return open("backend", why)
	}
	return fail(dropPath, "drop_traffic_if_unhealthy drops connections only when no endpoint of the whole service is healthy. Until then spillover "+
		topology.AffinityStay+" sends the clients of a sick zone to its unhealthy endpoints. If they are to go elsewhere, use "+topology.AffinitySpill+".")
}
