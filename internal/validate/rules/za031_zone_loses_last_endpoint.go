// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA031 compares a plan's two sides, zone by zone.
var ZA031 = &validate.Rule{
	ID:       "ZA031",
	Name:     "zone-loses-last-endpoint",
	Title:    "Plan takes the last endpoint of a pool out of a zone",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedSizes, validate.NeedDiff},
	Rationale: "A zone matches while it has a configured endpoint of the pool that serves. When a plan takes the last one out, affinity is " +
		"ignored for the zone's clients from then on: their connections spread over the other zones, with no health event that would " +
		"tell.",
	Source: "Google Cloud documentation, zonal affinity, zonal match",
	Fix:    "Keep an endpoint of the pool in the zone, or accept that its clients cross zones.",
	Bad: "# Before this plan the service had google_compute_instance_group.c as a third backend.\n" +
		hclGroups + hclGroupC + hclService + hclBackendA + hclBackendB + hclSpill,
	Good: hclGroups + hclGroupC + hclService + hclBackendA + hclBackendB + hclBackendC + hclSpill,
	Check: func(p *validate.Pass) {
		if p.Before != nil {
			withAffinity(p, func(s *topology.BackendService) answer { return checkLostZones(p, s) })
		}
	},
}

func checkLostZones(p *validate.Pass, s *topology.BackendService) answer {
	prior, ok := p.BeforeIndex.At(s.Address).(*topology.BackendService)
	if !ok {
		return answer{} // a new service
	}
	a := lostZones(p, prior, s, sizing.Primary)
	if has, why := hasFailoverBackend(s); !topology.Is(has, false) { // a pool that is given up as a whole is no loss of one zone
		spare := lostZones(p, prior, s, sizing.Failover)
		if has.IsUnknown() {
			spare = spare.unless("backend", why)
		}
		a = worst(a, spare)
	}
	return a
}

func lostZones(p *validate.Pass, prior, s *topology.BackendService, in sizing.Pool) answer {
	before, after := &poolsOf(p, prior)[in], &poolsOf(p, s)[in]
	lost, maybe := before.without(after)
	switch {
	case len(lost) > 0:
		return fail("backend", fmt.Sprintf("The plan takes the last %s endpoints out of %s. Affinity is ignored for the clients of such a zone afterwards, "+
			"while that pool serves: their connections go to other zones. Keep an endpoint there if that is not meant.", in, zoneSizes(lost)))
	case maybe != "":
		return open("backend", maybe)
	}
	return answer{}
}
