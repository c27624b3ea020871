// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"slices"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH028 looks for clients that stay on sick endpoints of a healthy region.
var CH028 = &validate.Rule{
	ID:       "CH028",
	Name:     "stay-masks-health",
	Title:    "Region that is healthy while a zone's clients reach only sick endpoints",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks, validate.NeedSizes},
	Rationale: "Composite health looks at the region as a whole, STAY_WITHIN_ZONE at each zone alone. When a zone is lost and the rest of " +
		"the region still meets the thresholds, the composite stays HEALTHY, so that nothing fails over, while zonal affinity " +
		"keeps the clients of that zone on its sick endpoints.",
	Source: "Google Cloud documentation, zonal affinity, STAY_WITHIN_ZONE, and composite health, health aggregation policy, taken together",
	Fix:    "Use ZONAL_AFFINITY_SPILL_CROSS_ZONE, or thresholds that call the region unhealthy when one zone is lost.",
	Bad:    whole(exampleService, exampleRule, exampleAttachment, exampleAffineService("STAY_WITHIN_ZONE"), examplePolicy("api", 50, 1), exampleOtherSource, exampleComposite),
	Good:   whole(exampleService, exampleRule, exampleAttachment, exampleAffineService("SPILL_CROSS_ZONE"), examplePolicy("api", 50, 1), exampleOtherSource, exampleComposite),
	Check: func(p *validate.Pass) {
		for _, h := range p.After.Sources {
			m, a, ok := measure(p, h)
			switch {
			case m != nil:
				a = checkStayMasksHealth(p, m)
			case !ok:
				continue
			}
			give(p, h, composed(p, h), "it is known after apply whether a composite health check uses the source", a)
		}
	},
}

// exampleAffineService is a service, not published itself, with zonal affinity.
func exampleAffineService(option string) string {
	return `resource "google_compute_instance_group" "db" {
  for_each = toset(["us-central1-a", "us-central1-b"])

  name = "db"
  zone = each.key
  instances = [
    "projects/demo/zones/${each.key}/instances/db-0",
    "projects/demo/zones/${each.key}/instances/db-1",
  ]
}

resource "google_compute_region_backend_service" "db" {
  name                  = "db"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = [google_compute_region_health_check.api.id]

  backend {
    group          = google_compute_instance_group.db["us-central1-a"].id
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = google_compute_instance_group.db["us-central1-b"].id
    balancing_mode = "CONNECTION"
  }
  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = "ZONAL_AFFINITY_` + option + `"
    }
  }
}

`
}

func checkStayMasksHealth(p *validate.Pass, m *measured) answer {
	s := m.service
	layout := p.Layout(s)
	switch {
	case m.refused(), topology.Is(and(s.Passthrough(), equals(s.Affinity(), topology.AffinityStay)), false):
		return answer{}
	case !layout.Decided():
		return open("sources", layout.Undecided[0].Reason)
	}
	if a := m.thresholdsKnown(); a.verdict != passes {
		return a
	}
	config, causes := routing.Compile(s, layout, routing.AccessOf(s, p.Index, p.After.ReadFor(s)), p.Edition)
	if config == nil {
		return open("sources", causes[0].Reason)
	}
	var a answer
	for _, z := range layout.Zones {
		a = worst(a, loseZone(m, layout, config, z.Name))
	}
	return a
}

// loseZone answers for the loss of a zone: what the source then says, and
// where the zone's clients go.
func loseZone(m *measured, layout *sizing.Layout, config *routing.Config, zone string) answer {
	healthy := make([]int, len(layout.Slots))
	for i, slot := range layout.Slots {
		if slot.Zone != zone {
			healthy[i] = slot.Count
		}
	}
	left, total := tally(layout, healthy, sizing.Primary, sizing.Failover)
	leftPrimary, primaries := tally(layout, healthy, sizing.Primary)
	masked := m.healthy(left, total)
	if masked != m.healthy(leftPrimary, primaries) {
		return open("sources", m.members.why) // by whether failover backends count
	}
	if !masked {
		return answer{}
	}
	d := config.State(healthy).Decide(routing.VMIn(zone))
	switch {
	case !d.Decided():
		return open("sources", config.Causes(d.Missing)[0].Reason)
	case d.Action != routing.Replace:
		return answer{}
	}
	needs, _ := m.needs(total)
	return fail("sources", fmt.Sprintf("When all endpoints in %s are sick, %d of %d behind %s are healthy and %d are needed: the source stays "+
		"HEALTHY, and nobody fails over. But clients in that zone are kept there, on %s (action %s, row %s of the decision table). "+
		"Use ZONAL_AFFINITY_SPILL_CROSS_ZONE, or thresholds that are missed when the zone is lost.",
		zone, left, total, m.service.Address, needs, count(d.Result, "sick endpoint"), d.Action, d.Row),
		validate.Related{Address: m.service.Address, Message: "keeps clients within their zone"}, m.related())
}

// tally adds up the endpoints of pools: the healthy ones, and all.
func tally(layout *sizing.Layout, healthy []int, pools ...sizing.Pool) (left, total int) {
	for i, slot := range layout.Slots {
		if slices.Contains(pools, slot.Pool) {
			left, total = left+healthy[i], total+slot.Count
		}
	}
	return left, total
}

// healthy reports whether the source is HEALTHY with so many of its endpoints
// healthy. Both thresholds have to be known.
func (m *measured) healthy(left, total int) bool {
	return topology.Is(health.Aggregate(topology.Of(left), topology.Of(total), m.percent, m.minimum), health.Healthy)
}
