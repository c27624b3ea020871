// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA024 warns of affinity in front of appliances.
var ZA024 = &validate.Rule{
	ID:       "ZA024",
	Name:     "stateful-next-hop",
	Title:    "Zonal affinity on the next hop of a route",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A load balancer that is the next hop of a route usually stands in front of appliances, such as firewalls, that have to " +
		"see both directions of a connection. With zonal affinity the way there is chosen by the client's zone and the way back by " +
		"the server's, so that the two can lead through different appliances. The current edition of Google's documentation " +
		"discourages it for stateful appliances; the preview one asks that both load balancers have affinity and that clients " +
		"and servers are in one zone.",
	Source: "Google Cloud documentation, zonal affinity, use with next hops; internal passthrough Network Load Balancers as next hops",
	Fix:    "Switch affinity off on next hops, unless the appliances keep no state.",
	Bad:    hclTwoZones + hclSpill + hclNextHop,
	Good:   hclTwoZones + "}\n" + hclNextHop,
	Check: func(p *validate.Pass) {
		withAffinity(p, func(s *topology.BackendService) answer { return checkNextHop(p, s) })
	},
}

func checkNextHop(p *validate.Pass, s *topology.BackendService) answer {
	hops, maybe := nextHopsOf(p, s)
	switch {
	case len(hops) > 0:
		route, rule := hops[0].route.Address, hops[0].rule.Address
		return fail(spilloverPath, "The service has zonal affinity ("+s.Affinity().Default("")+"), and its forwarding rule "+rule+" is the next hop of "+
			route+". The two directions of a connection can then take different appliances, which breaks those that keep state. Switch affinity off "+
			"here, unless the endpoints keep none.", validate.Related{Address: route, Message: "the next hop is " + rule})
	case maybe != "":
		return open("", maybe)
	}
	return answer{}
}
