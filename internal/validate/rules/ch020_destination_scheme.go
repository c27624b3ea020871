// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH020 asks for an internal regional destination.
var CH020 = &validate.Rule{
	ID:         "CH020",
	Name:       "destination-scheme",
	Title:      "Health destination of a load balancer without composite health",
	Severity:   validate.Error,
	Needs:      []validate.Need{validate.NeedLinks},
	SilencedBy: []string{"CH030"},
	Rationale: "The destination is the forwarding rule of the producer's load balancer: a regional rule with scheme `INTERNAL` " +
		"or `INTERNAL_MANAGED`. Google refuses a global rule, an external one, and the rule of a PSC endpoint.",
	Source: "Compute API v1, CompositeHealthCheck.healthDestination",
	Fix:    "Name the regional internal forwarding rule that the service attachment publishes.",
	Bad: whole(exampleService, examplePolicy("api", 50, 1), exampleSource, `
resource "google_compute_region_composite_health_check" "api" {
  name               = "api"
  region             = "us-central1"
  health_sources     = [google_compute_region_health_source.api.id]
  health_destination = "projects/demo/global/forwardingRules/api"
}
`),
	Good:  examplePublished,
	Check: func(p *validate.Pass) { eachComposite(p, checkDestinationScheme) },
}

func checkDestinationScheme(c *topology.CompositeHealth) answer {
	const path = "health_destination"
	l := c.Destination
	switch l.State {
	case topology.LinkAbsent:
		return answer{}
	case topology.LinkUnresolved:
		return open(path, linkReason(l, path))
	case topology.LinkExternal:
		if l.ID.Location == topology.Global {
			return globalDestination(linkName(l))
		}
		return open(path, linkReason(l, path))
	}
	r, ok := topology.To[*topology.ForwardingRule](l)
	if !ok {
		return answer{} // CH030
	}
	// The google provider's default is EXTERNAL; only the rule of an endpoint has none.
	scheme, known := r.Scheme.Or("").Value()
	switch {
	case r.IsGlobal():
		return globalDestination(r.Address)
	case !known:
		return open(path, "load_balancing_scheme of "+r.Address+" is known after apply")
	case scheme == "":
		return fail(path, fmt.Sprintf("%s is the rule of a PSC endpoint: it belongs to a consumer, and has no composite health. Name the "+
			"producer's rule, which the service attachment publishes.", r.Address))
	case scheme != "INTERNAL" && scheme != "INTERNAL_MANAGED":
		return fail(path, fmt.Sprintf("%s has the scheme %s, and a destination of composite health is INTERNAL or INTERNAL_MANAGED. Name the "+
			"rule of the internal load balancer that is published.", r.Address, scheme))
	}
	return answer{}
}

func globalDestination(name string) answer {
	return fail("health_destination", fmt.Sprintf("%s is a global forwarding rule, and composite health is given to regional ones. Name the "+
		"regional rule that the service attachment publishes.", name))
}
