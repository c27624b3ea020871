// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH034 compares rolling updates with the thresholds.
var CH034 = &validate.Rule{
	ID:       "CH034",
	Name:     "rolling-update-fails-over",
	Title:    "Rolling update that fails the region over",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks, validate.NeedSizes},
	Rationale: "A rolling update takes up to `max_unavailable` instances of a managed group away at once. Where the rest misses the thresholds " +
		"of the health source, every rollout makes the composite UNHEALTHY, and consumers leave the region and come back: a " +
		"cross-region move for each new template.",
	Source: "Compute API v1, InstanceGroupManagerUpdatePolicy; Google Cloud documentation, composite health, health aggregation policy",
	Fix:    "Lower `max_unavailable`, add `max_surge`, or lower the thresholds.",
	Bad:    whole(exampleRollingService(3), exampleRule, exampleAttachment, examplePolicy("api", 60, 1), exampleSource, exampleComposite),
	Good:   whole(exampleRollingService(1), exampleRule, exampleAttachment, examplePolicy("api", 60, 1), exampleSource, exampleComposite),
	Check: func(p *validate.Pass) {
		for _, h := range p.After.Sources {
			m, a, ok := measure(p, h)
			switch {
			case m != nil:
				a = checkRollingUpdate(p, m)
			case !ok:
				continue
			}
			give(p, h, composed(p, h), "it is known after apply whether a composite health check uses the source", a)
		}
	},
}

// exampleRollingService is a service over a managed group of six.
func exampleRollingService(unavailable int) string {
	return fmt.Sprintf(`resource "google_compute_region_instance_group_manager" "api" {
  name                      = "api"
  region                    = "us-central1"
  base_instance_name        = "api"
  distribution_policy_zones = ["us-central1-a", "us-central1-b", "us-central1-c"]
  target_size               = 6

  version {
    instance_template = "projects/demo/global/instanceTemplates/api"
  }
  update_policy {
    type                  = "PROACTIVE"
    minimal_action        = "REPLACE"
    max_surge_fixed       = 3
    max_unavailable_fixed = %d
  }
}

resource "google_compute_region_backend_service" "api" {
  name                  = "api"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/api"]

  backend {
    group          = google_compute_region_instance_group_manager.api.instance_group
    balancing_mode = "CONNECTION"
  }
}

`, unavailable)
}

func checkRollingUpdate(p *validate.Pass, m *measured) answer {
	if m.refused() {
		return answer{}
	}
	var a answer
	for _, gl := range p.Layout(m.service).Groups {
		if gl.Group != nil {
			a = worst(a, checkRollout(m, gl.Group))
		}
	}
	for _, gl := range p.Layout(m.service).Groups {
		if gl.Group == nil && gl.Backend.Group.State == topology.LinkUnresolved {
			a = worst(a, open("sources", linkReason(gl.Backend.Group, gl.Backend.Path+".group of "+m.service.Address)))
		}
	}
	return worst(a, backendsComplete(m.service))
}

// checkRollout compares what a rollout of one group leaves with what the
// source needs.
func checkRollout(m *measured, g *topology.Group) answer {
	away := rolloutOf(g)
	low, high := away.atOnce(g)
	if topology.Is(away.rolls, false) || high == 0 {
		return answer{}
	}
	if a := worst(m.thresholdsKnown(), m.sized()); a.verdict != passes {
		return a
	}
	total := m.members.low
	needs, reachable := m.needs(total)
	switch {
	case !reachable, high != sizing.Unbounded && total-high >= needs:
		return answer{} // unreachable: CH003
	case away.rolls.IsUnknown():
		return open("sources", "update_policy of "+g.Address+" is known after apply")
	case total-low >= needs:
		return open("sources", cmp.Or(away.total.why, "what a rolling update of "+g.Address+" takes away at once is not known"))
	}
	return fail("sources", fmt.Sprintf("A rolling update of %s takes %s away at once. Of the %d behind %s then %d are healthy, and the source "+
		"needs %d: every rollout makes it UNHEALTHY and fails the region over. Lower max_unavailable, or the thresholds.",
		g.Address, count(low, "endpoint"), total, m.service.Address, total-low, needs),
		validate.Related{Address: g.Address, Message: "its update_policy"}, m.related())
}

// atOnce returns between which numbers the endpoints certainly are that a
// rollout takes away at once. A regional group gives each of its zones the
// same whole number.
func (r rollout) atOnce(g *topology.Group) (low, high int) {
	low, high = r.total.low, r.total.high
	if g.GroupKind == topology.RegionManagedGroup {
		zones, _ := g.Capacity.Zones.Value()
		low = r.zone.low * len(zones)
	}
	if n, ok := sizing.OfGroup(g, sizing.Nothing).Members.Value(); ok {
		low, high = min(low, n), min(high, n)
	}
	return low, high
}
