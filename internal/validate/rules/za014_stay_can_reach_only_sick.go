// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA014 looks for zones that one failure leaves without a healthy endpoint.
var ZA014 = &validate.Rule{
	ID:       "ZA014",
	Name:     "stay-can-reach-only-sick",
	Title:    "STAY_WITHIN_ZONE and a zone with a single endpoint",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedSizes},
	Rationale: "`ZONAL_AFFINITY_STAY_WITHIN_ZONE` keeps clients in their zone whatever its health: when no endpoint of the zone is " +
		"healthy, connections go to its unhealthy ones, although other zones are fine. In a zone with one endpoint, one failure " +
		"is enough.",
	Source: "Google Cloud documentation, zonal affinity, decision tables for ZONAL_AFFINITY_STAY_WITHIN_ZONE",
	Fix:    "Add a second endpoint in the zone, or use `ZONAL_AFFINITY_SPILL_CROSS_ZONE`.",
	Bad: hclGroups + `resource "google_compute_instance_group" "c" {
  name      = "web-c"
  zone      = "us-central1-c"
  instances = ["projects/demo/zones/us-central1-c/instances/web-c-0"]
}

` + hclService + hclBackendA + hclBackendB + `  backend {
    group          = google_compute_instance_group.c.id
    balancing_mode = "CONNECTION"
  }
` + hclStay,
	Good: hclTwoZones + hclStay,
	Check: func(p *validate.Pass) {
		withStay(p, func(s *topology.BackendService) answer { return checkStaySingle(p, s) })
	},
}

func checkStaySingle(p *validate.Pass, s *topology.BackendService) answer {
	c := primariesOf(p, s)
	zones, maybe := c.where(func(z zoneCount) topology.Known[bool] { return z.exactly(1) })
	if len(zones) == 0 && maybe == "" {
		return answer{}
	}
	// Where one failure makes the failover pool serve, nobody stays.
	serves, why := servesWithout(p, s, 1, 1)
	switch {
	case topology.Is(serves, false):
		return answer{}
	case len(zones) == 0:
		return open("backend", maybe)
	case serves.IsUnknown():
		return open(failoverPath, why)
	}
	if c.total.high == 1 {
		return fail("backend", fmt.Sprintf("The service has exactly one primary endpoint, in %s, and spillover is %s. When it fails, the clients of the zone "+
			"go on to it. Add endpoints.", zoneNames(zones), topology.AffinityStay))
	}
	return fail("backend", fmt.Sprintf("There is exactly one primary endpoint in %s, and spillover is %s. When it fails, the clients of the zone go on to "+
		"it, whatever is healthy elsewhere. Add a second endpoint there, or use %s.", eachZone(zones), topology.AffinityStay, topology.AffinitySpill))
}
