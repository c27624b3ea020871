// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA012 looks for clients that affinity does nothing for.
var ZA012 = &validate.Rule{
	ID:       "ZA012",
	Name:     "client-zone-without-endpoint",
	Title:    "Clients in a zone without an endpoint",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedSizes, validate.NeedTraffic},
	Rationale: "Affinity holds for a client whose zone has a configured endpoint of the pool that serves. A `traffic` block of the " +
		"configuration file says that clients are in a zone that has none: their connections go to all zones, as without " +
		"affinity, with the latency and the cost that affinity is to avoid.",
	Source: "Google Cloud documentation, zonal affinity, zonal match",
	Fix:    "Add endpoints of the primary pool in the zones of the clients.",
	Bad:    hclThreeClients + hclTwoZones + hclSpill,
	Good:   hclThreeClients + hclGroups + hclGroupC + hclService + hclBackendA + hclBackendB + hclBackendC + hclSpill,
	Check: func(p *validate.Pass) {
		withTraffic(p, func(s *topology.BackendService, t validate.Traffic) answer {
			return underOption(s, func(s *topology.BackendService) answer { return checkClientZones(p, s, t) }, topology.AffinityStay, topology.AffinitySpill)
		})
	},
}

// hclThreeClients says, in an example, what the configuration file holds.
const hclThreeClients = `# The configuration file, .spillway.hcl, holds:
#
#   traffic "google_compute_region_backend_service.web" {
#     clients = { us-central1-a = 0.4, us-central1-b = 0.3, us-central1-c = 0.3 }
#   }

`

func checkClientZones(p *validate.Pass, s *topology.BackendService, t validate.Traffic) answer {
	c := primariesOf(p, s)
	region := s.Region()
	var without []string
	maybe := ""
	for _, zone := range slices.Sorted(maps.Keys(t.Clients)) {
		if share := t.Clients[zone]; share.IsZero() || share.Negative() || topology.IsNot(region, topology.RegionOf(zone)) {
			continue // clients of other regions never get affinity
		}
		switch z := c.in(zone); {
		case z.high == 0:
			without = append(without, zone)
		case z.low == 0:
			maybe = cmp.Or(maybe, z.why)
		}
	}
	switch {
	case len(without) > 0 && region.IsUnknown():
		return open("region", "region is known after apply")
	case len(without) > 0:
		return fail("backend", fmt.Sprintf("Clients are in %s, where the service has no primary endpoint; the pool has %s. Affinity is ignored for "+
			"them, and their connections spread over all zones. Add endpoints there.", enumerate(without), zonesOrNone(c)))
	case maybe != "":
		return open("backend", maybe)
	}
	return answer{}
}

// zonesOrNone lists where a pool has endpoints.
func zonesOrNone(c *pool) string {
	var some []zoneCount
	for _, z := range c.zones {
		if z.high > 0 {
			some = append(some, z)
		}
	}
	if len(some) == 0 {
		return "none in any zone"
	}
	return "endpoints in " + zoneSizes(some)
}
