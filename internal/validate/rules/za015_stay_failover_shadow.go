// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA015 is ZA014 for the failover pool.
var ZA015 = &validate.Rule{
	ID:       "ZA015",
	Name:     "stay-failover-shadow",
	Title:    "STAY_WITHIN_ZONE and a zone with a single failover endpoint",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedSizes},
	Rationale: "After a failover a client's zone matches by its failover endpoints. With `ZONAL_AFFINITY_STAY_WITHIN_ZONE` an " +
		"unhealthy failover endpoint of the zone then takes its clients, and stands before healthy failover endpoints in other " +
		"zones and before healthy primary endpoints in its own. In a zone with one failover endpoint, one failure is enough.",
	Source: "Google Cloud documentation, zonal affinity, decision tables for ZONAL_AFFINITY_STAY_WITHIN_ZONE with a failover policy",
	Fix:    "Add a second failover endpoint in the zone, move the one elsewhere, or use `ZONAL_AFFINITY_SPILL_CROSS_ZONE`.",
	Bad: hclGroups + `resource "google_compute_instance_group" "spare_a" {
  name      = "spare-a"
  zone      = "us-central1-a"
  instances = ["projects/demo/zones/us-central1-a/instances/spare-a-0"]
}

resource "google_compute_instance_group" "spare_b" {
  name = "spare-b"
  zone = "us-central1-b"
  instances = [
    "projects/demo/zones/us-central1-b/instances/spare-b-0",
    "projects/demo/zones/us-central1-b/instances/spare-b-1",
  ]
}

` + hclService + hclBackendA + hclBackendB + hclSpareBackends + `  failover_policy {
    failover_ratio = 0.4
  }
` + hclStay,
	Good: hclFailover + `  failover_policy {
    failover_ratio = 0.4
  }
` + hclStay,
	Check: func(p *validate.Pass) {
		withStay(p, func(s *topology.BackendService) answer {
			return underFailover(s, func(s *topology.BackendService) answer { return checkFailoverShadow(p, s) })
		})
	},
}

func checkFailoverShadow(p *validate.Pass, s *topology.BackendService) answer {
	c := failoversOf(p, s)
	zones, maybe := c.where(func(z zoneCount) topology.Known[bool] { return z.exactly(1) })
	// While the only failover endpoint is unhealthy, the primaries serve.
	others := c.total.atLeast(2)
	switch {
	case topology.Is(others, false), len(zones) == 0 && maybe == "":
		return answer{}
	case len(zones) == 0 || others.IsUnknown():
		return open("backend", cmp.Or(maybe, c.total.why))
	}
	return fail("backend", fmt.Sprintf("There is exactly one failover endpoint in %s, and spillover is %s. After a failover, when it is unhealthy, the "+
		"clients of the zone still go to it, though the other failover endpoints (%s in all) may be healthy. Add a second one in each of these "+
		"zones, or use %s.", eachZone(zones), topology.AffinityStay, c.total, topology.AffinitySpill))
}
