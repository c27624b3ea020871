// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// maxEndpoints is how many endpoints one pool distributes to without
// subsetting (Google Cloud documentation, backend subsetting; failover for
// internal passthrough Network Load Balancers, limits: per pool).
const maxEndpoints = 250

// LB007 bounds the endpoints of a pool.
var LB007 = &validate.Rule{
	ID:       "LB007",
	Name:     "too-many-endpoints",
	Title:    "More than 250 endpoints without subsetting",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedSizes},
	Rationale: "An internal passthrough load balancer distributes to 250 endpoints of the pool that serves. Google accepts " +
		"larger groups, and promises nothing for the endpoints beyond that number. Subsetting lifts the limit; it cannot be " +
		"combined with zonal affinity.",
	Source: "Google Cloud documentation, backend services overview, backend subsetting for internal passthrough Network Load " +
		"Balancers; failover for internal passthrough Network Load Balancers, limits",
	Fix: "Split the service, use fewer and larger machines, or set `subsetting` to `CONSISTENT_HASH_SUBSETTING` where zonal " +
		"affinity is off.",
	Bad: `resource "google_compute_region_instance_group_manager" "web" {
  name                      = "web"
  region                    = "us-central1"
  base_instance_name        = "web"
  target_size               = 300
  distribution_policy_zones = ["us-central1-a", "us-central1-b", "us-central1-c"]
  version {
    instance_template = "projects/demo/global/instanceTemplates/web"
  }
}

resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = google_compute_region_instance_group_manager.web.instance_group
    balancing_mode = "CONNECTION"
  }
}
`,
	Good: `resource "google_compute_region_instance_group_manager" "web" {
  name                      = "web"
  region                    = "us-central1"
  base_instance_name        = "web"
  target_size               = 240
  distribution_policy_zones = ["us-central1-a", "us-central1-b", "us-central1-c"]
  version {
    instance_template = "projects/demo/global/instanceTemplates/web"
  }
}

resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = google_compute_region_instance_group_manager.web.instance_group
    balancing_mode = "CONNECTION"
  }
}
`,
	Check: func(p *validate.Pass) {
		eachPassthrough(p, func(s *topology.BackendService) answer { return checkTooManyEndpoints(p, s) })
	},
}

func checkTooManyEndpoints(p *validate.Pass, s *topology.BackendService) answer {
	on := s.SubsettingOn()
	if topology.Is(on, true) {
		return answer{}
	}
	pools := poolsOf(p, s)
	a := worst(poolEndpoints(pools, sizing.Primary), poolEndpoints(pools, sizing.Failover))
	if a.verdict == fails && on.IsUnknown() {
		return open("subsetting", "subsetting is known after apply")
	}
	return a
}

func poolEndpoints(c *pools, pool sizing.Pool) answer {
	total := c[pool].total
	switch over := total.atLeast(maxEndpoints + 1); {
	case topology.Is(over, true):
		return fail("backend", fmt.Sprintf("The %s pool has %s endpoints, and an internal passthrough load balancer distributes to %d "+
			"of a pool without subsetting: do not count on the others. Split the service or use larger machines; with "+
			"zonal affinity off, subsetting lifts the limit.", pool, total, maxEndpoints))
	case over.IsUnknown():
		return open("backend", total.why)
	}
	return answer{}
}
