// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// PSC002 looks for consumers that composite health does not reach.
var PSC002 = &validate.Rule{
	ID:       "PSC002",
	Name:     "consumer-without-failover",
	Title:    "Consumer on which composite health has no effect",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "Composite health moves the traffic of global and cross-region load balancers with PSC backends. A regional load balancer and " +
		"a classic one do not fail over between regions, and a PSC endpoint is an address, not a backend: their clients stay " +
		"with the region, healthy or not.",
	Source: "Google Cloud documentation, published services, consumer load balancers with cross-region failover; composite health, limitations",
	Fix:    "Reach the service through PSC NEGs in a global backend service, one NEG for each region.",
	Bad: whole(examplePublished, `
resource "google_compute_forwarding_rule" "endpoint" {
  name                  = "endpoint"
  region                = "us-central1"
  load_balancing_scheme = ""
  network               = "projects/shop/global/networks/main"
  ip_address            = "projects/shop/regions/us-central1/addresses/endpoint"
  target                = google_compute_service_attachment.api.id
}
`),
	Good: whole(examplePublished, exampleEast, exampleEastHealth, exampleNEG("central", "us-central1", exampleOwn), exampleNEG("east", "us-east1", exampleOwnEast), exampleConsumer("central", "east")),
	Check: func(p *validate.Pass) {
		eachConsumer(p, func(s *topology.BackendService) answer { return checkServiceFailsOver(p, s) })
		for _, r := range p.After.Rules {
			if a, ok := topology.To[*topology.ServiceAttachment](r.Target); ok && !r.Data {
				give(p, r, topology.Of(true), "", checkEndpoint(p, a))
			}
		}
	},
}

func checkServiceFailsOver(p *validate.Pass, s *topology.BackendService) answer {
	kind, known := withoutFailover(s).Value()
	if known && kind == "" {
		return answer{}
	}
	negs, more := pscNEGs(p, s)
	var a answer
	for _, g := range negs {
		covered, why := coverage(p, g)
		switch {
		case topology.Is(covered, true) && !known:
			return open("load_balancing_scheme", "load_balancing_scheme is known after apply")
		case topology.Is(covered, true):
			return fail("backend", fmt.Sprintf("The service %s, which has a composite health check, is reached through %s of %s. Composite health has no "+
				"effect there: its clients stay with the region. Use a global backend service with a PSC NEG for each region.",
				producerOf(g).attachment.Address, g.Address, kind), validate.Related{Address: producerOf(g).attachment.Address, Message: "has composite health"})
		case covered.IsUnknown() && g.TargetService.State != topology.LinkExternal && (reachesComposite(p, g) || reachesComposite(p, g.TargetService.Target)):
			a = worst(a, open("backend", why))
		}
	}
	if more != "" && reachesComposite(p, s) {
		a = worst(a, open("backend", more))
	}
	return a
}

// reachesComposite reports whether a link of an object, where it is not known,
// may lead to a composite health check.
func reachesComposite(p *validate.Pass, from topology.Node) bool {
	return from != nil && reaches(p, from, "composites", func() []*topology.CompositeHealth { return p.After.Composites })
}

// withoutFailover says which kind of load balancer keeps a consumer from
// failing over; empty for one that does.
func withoutFailover(s *topology.BackendService) topology.Known[string] {
	switch {
	case !s.IsGlobal():
		return topology.Of("a regional load balancer")
	case s.Scheme.IsUnknown():
		return topology.Unknown[string]()
	case topology.Is(s.Scheme, health.Classic):
		return topology.Of("a classic load balancer")
	}
	return topology.Of("")
}

func checkEndpoint(p *validate.Pass, to *topology.ServiceAttachment) answer {
	certain, possible := paths(p).CompositesOf(to)
	if len(certain) > 0 {
		return fail("target", fmt.Sprintf("The rule is a PSC endpoint of %s, whose service has the composite health check %s. An endpoint does not fail "+
			"over: its clients stay with the region. Use a global backend service with a PSC NEG for each region where failover is wanted.",
			to.Address, certain[0].Address), validate.Related{Address: certain[0].Address, Message: "has no effect on this endpoint"})
	}
	for _, c := range possible {
		if mayBeNear(c, to) {
			return open("target", linkReason(c.Destination, "health_destination of "+c.Address))
		}
	}
	return answer{}
}
