// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA020 compares the load of the zones.
var ZA020 = &validate.Rule{
	ID:       "ZA020",
	Name:     "hot-zone",
	Title:    "Zone that carries far more than its share",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedSizes, validate.NeedTraffic},
	Rationale: "With affinity a zone's endpoints carry the connections of the zone's clients, however many these are. A passthrough " +
		"load balancer has no limit of load that would send some elsewhere. By the `traffic` block of the configuration file, and " +
		"with everything healthy, an endpoint of the zone carries more than `factor` times the mean of all endpoints that serve.",
	Source: "Google Cloud documentation, zonal affinity, decision tables, by arithmetic",
	Fix:    "Put the endpoints where the clients are, or switch affinity off.",
	Options: []validate.Option{{
		Name: "factor", Default: topology.MustRatio("1.5"),
		Doc: "How many times the mean load an endpoint may carry.",
	}},
	Bad:  hclUnevenClients + hclTwoZones + hclSpill,
	Good: hclUnevenClients + hclTwoZones + "}\n",
	Check: func(p *validate.Pass) {
		withTraffic(p, func(s *topology.BackendService, t validate.Traffic) answer {
			return underOption(s, func(s *topology.BackendService) answer { return checkHotZone(p, s, t) }, topology.AffinityStay, topology.AffinitySpill)
		})
	},
}

// hclUnevenClients says, in an example, what the configuration file holds.
const hclUnevenClients = `# The configuration file, .spillway.hcl, holds:
#
#   traffic "google_compute_region_backend_service.web" {
#     clients     = { us-central1-a = 0.9, us-central1-b = 0.1 }
#     monthly_gib = 1000
#   }

`

func checkHotZone(p *validate.Pass, s *topology.BackendService, t validate.Traffic) answer {
	f, missing := flowsOf(p, s, t)
	if missing != "" {
		return open(spilloverPath, missing)
	}
	factor := p.Option("factor")
	var hot []string
	for _, l := range f.loads() {
		times := l.times(f.endpoints)
		if times.Cmp(factor.Rat()) > 0 {
			hot = append(hot, fmt.Sprintf("in %s %s of the connections for %s, %s times the mean",
				l.zone, percent(l.share), count(l.endpoints, "endpoint"), decimal(times, 2)))
		}
	}
	if len(hot) == 0 {
		return answer{}
	}
	return fail(spilloverPath, fmt.Sprintf("With zonal affinity and everything healthy an endpoint carries more than %s times the mean load of all %d: %s. "+
		"Move endpoints to where the clients are, or switch affinity off.", factor, f.endpoints, enumerate(hot)))
}
