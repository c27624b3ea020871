// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH027 looks for sources that live in one zone.
var CH027 = &validate.Rule{
	ID:       "CH027",
	Name:     "single-zone-region",
	Title:    "Health source with all endpoints in one zone",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks, validate.NeedSizes},
	Rationale: "When all endpoints behind a health source are in one zone, losing that zone makes the source UNHEALTHY, and the whole region " +
		"fails over, although its other zones work. A failover to another region is the heavier tool.",
	Source: "Google Cloud documentation, composite health, composite health check; the rest is arithmetic",
	Fix:    "Spread the endpoints over several zones of the region.",
	Bad: whole(`resource "google_compute_instance_group" "a" {
  name = "api-a"
  zone = "us-central1-a"
  instances = [
    "projects/demo/zones/us-central1-a/instances/a-0",
    "projects/demo/zones/us-central1-a/instances/a-1",
  ]
}

resource "google_compute_region_backend_service" "api" {
  name                  = "api"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/api"]

  backend {
    group          = google_compute_instance_group.a.id
    balancing_mode = "CONNECTION"
  }
}

`, examplePolicy("api", 50, 1), exampleSource),
	Good: whole(exampleService, examplePolicy("api", 50, 1), exampleSource),
	Check: func(p *validate.Pass) {
		eachWatched(p, func(s *topology.BackendService) answer { return checkSingleZoneRegion(p, s) }, outside)
	},
}

func checkSingleZoneRegion(p *validate.Pass, s *topology.BackendService) answer {
	if failoversOf(p, s).total.high == 0 {
		return checkSingleZoneOf(p, s)
	}
	zones := map[string]span{}
	elsewhere := ""
	for _, c := range poolsOf(p, s) {
		elsewhere = cmp.Or(elsewhere, c.elsewhere)
		for _, z := range c.zones {
			zones[z.zone] = zones[z.zone].plus(z.span)
		}
	}
	certain, possible, only, why := 0, 0, "", ""
	for _, name := range slices.Sorted(maps.Keys(zones)) {
		switch n := zones[name]; {
		case n.low > 0:
			certain++
			only = name
		case n.high > 0:
			possible++
			why = cmp.Or(why, n.why)
		}
	}
	switch {
	case certain > 1, certain+possible == 0 && elsewhere == "":
		return answer{}
	case elsewhere != "":
		return open("", elsewhere)
	case certain == 0 || possible > 0:
		return open("", cmp.Or(why, "the number of endpoints of "+s.Address+" is not known"))
	}
	return inSingleZone(s, only)
}

// checkSingleZoneOf looks at a service without failover endpoints.
func checkSingleZoneOf(p *validate.Pass, s *topology.BackendService) answer {
	c := primariesOf(p, s)
	if c.total.high == 0 {
		return answer{}
	}
	zone, one, why := c.onlyZone()
	if single := picksOneZone(s); single != "" && one.IsUnknown() && c.groups == 1 && c.sure == 1 && c.total.low > 0 && s.Backends.Complete {
		zone, one = "the one zone that "+single+" picks", topology.Of(true)
	}
	switch {
	case topology.Is(one, true):
		return inSingleZone(s, cmp.Or(zone, "one zone"))
	case one.IsUnknown():
		return open("", cmp.Or(why, "the number of endpoints of "+s.Address+" is not known"))
	}
	return answer{}
}

func inSingleZone(s *topology.BackendService, zone string) answer {
	return fail("", fmt.Sprintf("All endpoints of %s are in %s. Losing that zone makes the source UNHEALTHY, and the whole region fails over. "+
		"Spread the endpoints over several zones.", s.Address, zone))
}
