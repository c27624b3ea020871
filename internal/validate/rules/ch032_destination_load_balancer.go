// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH032 asks for a load balancer behind the destination.
var CH032 = &validate.Rule{
	ID:       "CH032",
	Name:     "destination-load-balancer",
	Title:    "Health destination of a product without composite health",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "Composite health is for published internal passthrough load balancers, regional internal Application Load Balancers and " +
		"regional internal proxy Network Load Balancers. Protocol forwarding to a target instance, Secure Web Proxy and port " +
		"mapping can be published as well, and have none.",
	Source: "Google Cloud documentation, configure composite health, supported producer load balancers",
	Fix:    "Publish the service through one of those load balancers, or remove the composite health check.",
	Bad: whole(exampleService, `resource "google_compute_forwarding_rule" "api" {
  name                  = "api"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["443"]
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  target                = "projects/demo/zones/us-central1-a/targetInstances/api"
}

`, exampleAttachment, examplePolicy("api", 50, 1), exampleSource, exampleComposite),
	Good: examplePublished,
	Check: func(p *validate.Pass) {
		eachComposite(p, func(c *topology.CompositeHealth) answer { return checkDestinationLoadBalancer(p, c) })
	},
}

// unsupported are the products that can be published and have no composite
// health, by what a forwarding rule targets.
var unsupported = map[topology.Kind]string{
	topology.KindTargetInstance: "protocol forwarding to a target instance",
	topology.KindGateway:        "Secure Web Proxy",
}

func checkDestinationLoadBalancer(p *validate.Pass, c *topology.CompositeHealth) answer {
	const path = "health_destination"
	r, ok := topology.To[*topology.ForwardingRule](c.Destination)
	if !ok {
		a, _ := dangling(c.Destination, topology.KindForwardingRule, path)
		return a
	}
	switch t := r.Target; t.State {
	case topology.LinkResolved:
		if product := unsupported[t.Target.Base().Kind]; product != "" {
			return unsupportedDestination(path, r.Address, product)
		}
	case topology.LinkExternal:
		if product := unsupported[t.ID.Kind]; product != "" {
			return unsupportedDestination(path, r.Address, product)
		}
	case topology.LinkUnresolved:
		return open(path, linkReason(t, "target of "+r.Address))
	}
	return checkPortMapping(p, r)
}

func checkPortMapping(p *validate.Pass, r *topology.ForwardingRule) answer {
	s, ok := topology.To[*topology.BackendService](r.BackendService)
	if !ok {
		return answer{}
	}
	var a answer
	for i := range s.Backends.List {
		switch l := s.Backends.List[i].Group; {
		case l.State == topology.LinkAbsent:
		case topology.Is(portMapping(p, s, l), true):
			return unsupportedDestination("health_destination", r.Address, "port mapping")
		case portMapping(p, s, l).IsUnknown():
			a = worst(a, open("health_destination", "the type of "+linkName(l)+", a backend of "+s.Address+", is not known"))
		}
	}
	return a
}

func unsupportedDestination(path, name, product string) answer {
	return fail(path, fmt.Sprintf("%s belongs to %s, which has no composite health. Name the rule of a regional internal load balancer.", name, product))
}
