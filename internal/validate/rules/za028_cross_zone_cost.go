// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"math/big"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// centsPerGiB is the price of a GiB between zones of one region, in US cents
// (Google Cloud pricing, network, VM-VM data transfer within a region, as of
// September 2026; list price, one direction).
const centsPerGiB = 1

// ZA028 estimates what affinity would save.
var ZA028 = &validate.Rule{
	ID:       "ZA028",
	Name:     "cross-zone-cost",
	Title:    "Connections cross zones, since zonal affinity is off",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedSizes, validate.NeedTraffic},
	Rationale: "Without affinity the connections of a client spread over all zones with endpoints. Data between zones of a region is " +
		"charged at 0.01 USD for a GiB in each direction; inside a zone it is free. The estimate takes the clients and the volume " +
		"of the `traffic` block, everything healthy and an even spread, one direction, at list price.",
	Source: "Google Cloud pricing, network, data transfer between zones in one region; by arithmetic",
	Fix:    "Switch zonal affinity on, if latency and cost between zones matter more than an even load.",
	Bad:    hclEvenClients + hclTwoZones + "}\n",
	Good:   hclEvenClients + hclTwoZones + hclSpill,
	Check: func(p *validate.Pass) {
		withTraffic(p, func(s *topology.BackendService, t validate.Traffic) answer { return checkCrossZoneCost(p, s, t) })
	},
}

// hclEvenClients says, in an example, what the configuration file holds.
const hclEvenClients = `# The configuration file, .spillway.hcl, holds:
#
#   traffic "google_compute_region_backend_service.web" {
#     clients     = { us-central1-a = 0.5, us-central1-b = 0.5 }
#     monthly_gib = 1000
#   }

`

func checkCrossZoneCost(p *validate.Pass, s *topology.BackendService, t validate.Traffic) answer {
	even := spreadsEvenly(s)
	if topology.Is(s.AffinityOn(), true) || even.verdict == fails {
		return answer{}
	}
	f, missing := flowsOf(p, s, t)
	if missing != "" {
		return open(spilloverPath, missing)
	}
	crossing := new(big.Rat)
	for _, one := range f.list {
		if part, ok := one.crossing.Value(); ok {
			crossing.Add(crossing, new(big.Rat).Mul(one.share, fraction(part)))
		}
	}
	zones := len(f.loads())
	if crossing.Sign() == 0 || zones < 2 {
		return answer{}
	}
	if even.verdict == undecided {
		return even
	}
	return fail(spilloverPath, fmt.Sprintf("Zonal affinity is off and the endpoints are in %d zones, so that %s of the connections cross zones.%s With "+
		"affinity the clients of a zone with endpoints would stay there.", zones, percent(crossing), cost(crossing, t)))
}

// cost says what a part of the traffic costs in a month; it is empty where the
// volume is not given.
func cost(part *big.Rat, t validate.Traffic) string {
	volume, ok := t.MonthlyGiB.Value()
	if !ok || volume.Negative() {
		return ""
	}
	gib := new(big.Rat).Mul(part, volume.Rat())
	usd := new(big.Rat).Mul(gib, big.NewRat(centsPerGiB, 100))
	return fmt.Sprintf(" Of %s GiB in a month these are %s GiB, at 0.01 USD for a GiB about %s USD in one direction.", volume, decimal(gib, 1), usd.FloatString(2))
}
