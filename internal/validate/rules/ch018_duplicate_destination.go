// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH018 allows a destination one composite.
var CH018 = &validate.Rule{
	ID:       "CH018",
	Name:     "duplicate-destination",
	Title:    "Forwarding rule that is the destination of two composite health checks",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A forwarding rule has one state, and can be the destination of one composite health check only. Google refuses " +
		"the second one, whichever the apply comes to later.",
	Source: "Google Cloud documentation, composite health, specifications",
	Fix:    "Put all health sources into one composite health check, or give each composite a rule of its own.",
	Bad: whole(examplePublished, `
resource "google_compute_region_composite_health_check" "second" {
  name               = "second"
  region             = "us-central1"
  health_sources     = [google_compute_region_health_source.api.id]
  health_destination = google_compute_forwarding_rule.api.id
}
`),
	Good: examplePublished,
	Check: func(p *validate.Pass) {
		eachComposite(p, func(c *topology.CompositeHealth) answer { return checkDuplicateDestination(p, c) })
	},
}

func checkDuplicateDestination(p *validate.Pass, c *topology.CompositeHealth) answer {
	const path = "health_destination"
	if c.Destination.State == topology.LinkAbsent {
		return answer{}
	}
	certain, possible := paths(p).CompositesFor(c, c.Destination)
	for _, o := range certain {
		if o != c {
			return fail(path, fmt.Sprintf("%s is also the destination of %s, and Google allows a forwarding rule only one composite health "+
				"check. Put the health sources of both into one.", linkName(c.Destination), o.Address),
				validate.Related{Address: o.Address, Message: "has the same destination"})
		}
	}
	for _, o := range possible {
		if o != c && mayBeNear(c, o) {
			return open(path, "it is known after apply whether "+o.Address+" has the same destination")
		}
	}
	return answer{}
}

// paths answers which composites speak for which published services.
func paths(p *validate.Pass) *health.Paths {
	return validate.Shared(p, "paths of composite health", func() *health.Paths { return health.NewPaths(p.After) })
}
