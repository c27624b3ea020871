// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA011 finds affinity that has nothing to choose from.
var ZA011 = &validate.Rule{
	ID:       "ZA011",
	Name:     "affinity-single-zone",
	Title:    "Zonal affinity with all primary endpoints in one zone",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedSizes},
	Rationale: "Affinity keeps a client in its own zone while that zone has endpoints. With all of them in one zone it changes " +
		"nothing: clients there would use them anyway, and clients elsewhere match none. Failover endpoints do not count, since " +
		"they serve only after a failover. A group that picks its one zone itself is ZA027's.",
	Source: "Google Cloud documentation, zonal affinity, zonal match",
	Fix:    "Add endpoints in the other zones of the clients, or switch affinity off.",
	Bad:    hclGroups + hclService + hclBackendA + hclSpill,
	Good:   hclTwoZones + hclSpill,
	Check: func(p *validate.Pass) {
		withAffinity(p, func(s *topology.BackendService) answer { return checkSingleZone(p, s) })
	},
}

func checkSingleZone(p *validate.Pass, s *topology.BackendService) answer {
	c := primariesOf(p, s)
	zone, one, why := c.onlyZone()
	explainedBy := ""
	if single := picksOneZone(s); single != "" && one.IsUnknown() && c.groups == 1 && c.sure == 1 && c.total.low > 0 && s.Backends.Complete {
		zone, one, explainedBy = "the one zone that "+single+" picks", topology.Of(true), "ZA027"
	}
	switch {
	case topology.Is(one, false):
		return answer{}
	case one.IsUnknown():
		return open("backend", why)
	}
	until := ""
	if failoversOf(p, s).total.high > 0 {
		until = " until the service fails over"
	}
	a := fail("backend", fmt.Sprintf("%s in %s, so that zonal affinity changes nothing%s: clients of that zone reach the same endpoints "+
		"without it, and clients of other zones match none. Add endpoints in other zones, or set spillover to %s.",
		allPrimaries(c), cmp.Or(zone, "one zone"), until, topology.AffinityDisabled))
	a.explainedBy = explainedBy
	return a
}

// allPrimaries begins a sentence about where the endpoints of a pool are.
func allPrimaries(c *pool) string {
	switch n, exact := c.total.exact(); {
	case exact && n == 1:
		return "The only primary endpoint of the service is"
	case exact && n > 1:
		return fmt.Sprintf("All %d primary endpoints of the service are", n)
	}
	return "All primary endpoints of the service are"
}

// picksOneZone returns the address of a primary group that spreads over
// several zones and keeps to one of them; empty when there is none.
func picksOneZone(s *topology.BackendService) string {
	for i := range s.Backends.List {
		b := &s.Backends.List[i]
		if g, ok := topology.To[*topology.Group](b.Group); ok && topology.IsNot(b.Failover, true) && topology.Is(g.Capacity.Shape, "ANY_SINGLE_ZONE") {
			return g.Address
		}
	}
	return ""
}
