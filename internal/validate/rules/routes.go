// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// nextHop is a route whose next hop is a forwarding rule.
type nextHop struct {
	rule  *topology.ForwardingRule
	route *topology.Route
}

// nextHopsOf returns the routes, static or policy based, that certainly lead
// to a backend service. Where more may, maybe says why, as a sentence without
// a final period.
func nextHopsOf(p *validate.Pass, s *topology.BackendService) (certain []nextHop, maybe string) {
	for _, r := range p.Index.RulesOf(s).Certain {
		routes, why := routesTo(p, r)
		maybe = cmp.Or(maybe, why)
		for _, route := range routes {
			certain = append(certain, nextHop{r, route})
		}
	}
	for _, r := range validate.Shared(p, "routed rules of no certain service", func() []*topology.ForwardingRule { return strayHops(p) }) {
		if maybe == "" && mayFront(r, s) {
			maybe = linkReason(r.BackendService, "backend_service of "+r.Address)
		}
	}
	return certain, cmp.Or(maybe, unread(p, s))
}

// strayHops returns the forwarding rules that are, or may be, next hops, and
// of which it is not known whose they are.
func strayHops(p *validate.Pass) []*topology.ForwardingRule {
	var out []*topology.ForwardingRule
	for _, r := range p.After.Rules {
		if r.BackendService.State != topology.LinkUnresolved {
			continue
		}
		if routes, why := routesTo(p, r); len(routes) > 0 || why != "" {
			out = append(out, r)
		}
	}
	return out
}

// unread says that objects that refer to an object may be missing from the
// snapshot, empty where none are.
func unread(p *validate.Pass, n topology.Node) string {
	if p.After.ReadFor(n) {
		return ""
	}
	return "a part of the input is missing or could not be read, and may refer to the object"
}

// routesTo returns the routes that certainly lead to a forwarding rule, by
// link or by its address. Where more may, maybe says why.
func routesTo(p *validate.Pass, r *topology.ForwardingRule) (certain []*topology.Route, maybe string) {
	linked := p.Index.RoutesOf(r)
	certain = slices.Clip(linked.Certain)
	for _, route := range linked.Possible {
		maybe = cmp.Or(maybe, linkReason(route.NextHop, "the next hop of "+route.Address))
	}
	byIP := validate.Shared(p, "routes by next hop address", func() routesByIP { return indexRoutes(p.After) })
	if ip, ok := r.IPAddress.Value(); ok {
		for _, route := range byIP.known[ip] {
			if !topology.Is(networkBetween(route, route.Network, r, r.Network), false) {
				certain = append(certain, route)
			}
		}
	}
	for _, route := range byIP.unknown {
		if topology.MayReach(route, r) {
			maybe = cmp.Or(maybe, "the next hop of "+route.Address+" is known after apply")
		}
	}
	return certain, cmp.Or(maybe, unread(p, r))
}

// routesByIP holds the routes that name their next hop by an address only.
type routesByIP struct {
	known   map[string][]*topology.Route
	unknown []*topology.Route
}

func indexRoutes(s *topology.Snapshot) routesByIP {
	x := routesByIP{known: map[string][]*topology.Route{}}
	for _, r := range s.Routes {
		if r.NextHop.State != topology.LinkAbsent {
			continue
		}
		if ip, ok := r.NextHopIP.Value(); ok {
			x.known[ip] = append(x.known[ip], r)
		} else if r.NextHopIP.IsUnknown() {
			x.unknown = append(x.unknown, r)
		}
	}
	return x
}
