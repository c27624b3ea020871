// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB031 warns of two owners of a size.
var LB031 = &validate.Rule{
	ID:       "LB031",
	Name:     "size-and-autoscaler",
	Title:    "Managed group with a fixed size and an autoscaler",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "`target_size` and an autoscaler both say how many members the group has. Every apply sets the number back to the " +
		"fixed one, and the autoscaler moves it away again: endpoints come and go with each plan, and what a zone can lose " +
		"before it spills changes with them. Where lifecycle ignores changes of `target_size`, it is the size at the beginning only. " +
		"Plan JSON does not show that; the `.tf` files and the saved plan do.",
	Source: "google provider, google_compute_region_instance_group_manager, target_size",
	Fix:    "Remove `target_size` and let the autoscaler's bounds decide, or remove the autoscaler.",
	Bad:    sizeExample("\n  target_size        = 6"),
	Good:   sizeExample(""),
	Check: func(p *validate.Pass) {
		for _, g := range p.After.Groups {
			managed := g.GroupKind == topology.ManagedGroup || g.GroupKind == topology.RegionManagedGroup
			if managed && !g.Data {
				give(p, g, topology.Of(true), "", checkSizeOwners(g))
			}
		}
	},
}

func sizeExample(argument string) string {
	return `resource "google_compute_region_instance_group_manager" "web" {
  name               = "web"
  region             = "us-central1"
  base_instance_name = "web"` + argument + `
  version {
    instance_template = "projects/demo/global/instanceTemplates/web"
  }
}

resource "google_compute_region_autoscaler" "web" {
  name   = "web"
  region = "us-central1"
  target = google_compute_region_instance_group_manager.web.id
  autoscaling_policy {
    min_replicas = 3
    max_replicas = 9
    cpu_utilization {
      target = 0.6
    }
  }
}
`
}

func checkSizeOwners(g *topology.Group) answer {
	fixed, scaled := sizeIsFixed(g), g.Capacity.Autoscaled
	switch {
	case topology.Is(fixed, false), topology.IsNot(scaled, true):
		return answer{}
	case scaled.IsUnknown():
		return open("target_size", cmp.Or(g.Capacity.Reason, "it is known after apply whether an autoscaler owns the size"))
	case fixed.IsUnknown():
		return open("target_size", "the input does not show whether the configuration sets target_size")
	}
	a := fail("target_size", fmt.Sprintf("The group has the fixed size %s, and an autoscaler owns its size, too: every apply sets the "+
		"number back. Remove target_size, or have lifecycle ignore its changes.", sizeText(g)))
	if s := g.Capacity.Autoscaler; s != nil {
		a.related = []validate.Related{{Address: s.Address, Message: "scales the group"}}
	}
	return a
}

// sizeIsFixed reports whether the configuration sets target_size, and Terraform
// heeds it. The google
// provider carries the present number into every later plan and state, so
// that the number alone tells it only where the plan makes the group.
func sizeIsFixed(g *topology.Group) topology.Known[bool] {
	switch {
	case g.Capacity.TargetSizeIgnored:
		return topology.Of(false)
	case !g.Capacity.TargetSizeWritten.IsUnknown():
		return topology.Of(topology.Is(g.Capacity.TargetSizeWritten, true))
	case g.Capacity.TargetSize.IsNull():
		return topology.Of(false)
	case g.Capacity.TargetSize.IsSet() && madeByPlan(g):
		return topology.Of(true)
	}
	return topology.Unknown[bool]()
}

func madeByPlan(g *topology.Group) bool {
	return g.Change == topology.ChangeCreate || g.Change == topology.ChangeReplace || g.Change == topology.ChangeReplaceCreateFirst
}

func sizeText(g *topology.Group) string {
	if n, ok := g.Capacity.TargetSize.Value(); ok {
		return fmt.Sprint(n)
	}
	return "that its configuration computes"
}
