// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA018 says what equality with the ratio means.
var ZA018 = &validate.Rule{
	ID:       "ZA018",
	Name:     "spillover-ratio-boundary",
	Title:    "Spillover ratio that a zone can meet exactly",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedSizes},
	Rationale: "The ratio times the endpoints of a zone is a whole number, so that the healthy part can be equal to the ratio. " +
		"Google's page keeps clients local at equality. Who computes with binary floating point gets it wrong: 4 of 5 is less " +
		"than a 32-bit 0.8.",
	Source: "Google Cloud documentation, zonal affinity, spillover ratio: equal to or above",
	Fix:    "Nothing, if equality is to keep traffic local; else raise the ratio a little.",
	Bad: hclProvider + `resource "google_compute_instance_group" "a" {
  name = "web-a"
  zone = "us-central1-a"
  instances = [
    "projects/demo/zones/us-central1-a/instances/web-a-0",
    "projects/demo/zones/us-central1-a/instances/web-a-1",
  ]
}

` + hclGroupB + hclService + hclBackendA + hclBackendB + hclSpill,
	Good: hclTwoZones + hclSpill,
	Check: func(p *validate.Pass) {
		withSpill(p, func(s *topology.BackendService) answer { return checkSpillBoundary(p, s) })
	},
}

// meets reports whether the ratio's part of n endpoints is a whole number.
func meets(r topology.Ratio, n int) bool { return r.Equals(r.Needs(n), n) }

func checkSpillBoundary(p *validate.Pass, s *topology.BackendService) answer {
	return atEveryZone(p, s, func(r topology.Ratio, n int) bool { return meets(r, n) }, func(r topology.Ratio, zones []zoneCount) string {
		parts := make([]string, len(zones))
		for i, z := range zones {
			parts[i] = fmt.Sprintf("%d of %d in %s", r.Needs(z.low), z.low, z.zone)
		}
		return fmt.Sprintf("spillover_ratio %s can be met exactly: with %s healthy, the zone still keeps its clients; with one less they spill. "+
			"If equality is to spill already, raise the ratio a little.", r, strings.Join(parts, ", "))
	})
}

// atEveryZone looks, for a ratio between 0.0 and 1.0, for zones of the primary
// pool whose number of endpoints passes a test, and says text of them.
func atEveryZone(
	p *validate.Pass, s *topology.BackendService, test func(r topology.Ratio, n int) bool, text func(topology.Ratio, []zoneCount) string,
) answer {
	ratio := spillRatio(s)
	r, known := ratio.Value()
	if ratio.IsNull() || known && (r.IsZero() || r.IsOne()) {
		return answer{}
	}
	c := primariesOf(p, s)
	if !known {
		if c.total.high == 0 {
			return answer{}
		}
		return open(ratioPath, ratioReason(s))
	}
	zones, maybe := c.where(func(z zoneCount) topology.Known[bool] {
		holds := z.all(func(n int) bool { return n > 0 && test(r, n) })
		if _, exact := z.exact(); !exact && topology.Is(holds, true) {
			return topology.Unknown[bool]() // the text needs the number
		}
		return holds
	})
	// What a zone needs matters while so many are left, and the pool serves.
	zones, why := whileServing(p, s, zones, func(n int) int { return n - keepsLocal(r, n) })
	switch {
	case len(zones) > 0:
		return fail(ratioPath, text(r, zones)+duringFailback(p, s))
	case why != "":
		return open(failoverPath, why)
	case maybe != "":
		return open("backend", maybe)
	}
	return answer{}
}
