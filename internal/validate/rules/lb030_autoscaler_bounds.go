// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB030 compares an autoscaler's bounds.
var LB030 = &validate.Rule{
	ID:       "LB030",
	Name:     "autoscaler-bounds",
	Title:    "Autoscaler whose minimum is above its maximum",
	Severity: validate.Error,
	Rationale: "No number of replicas can satisfy both bounds. The provider does not compare them, and Google refuses the " +
		"autoscaler at apply.",
	Source: "Compute API v1, Autoscaler.autoscalingPolicy.minNumReplicas and maxNumReplicas",
	Fix:    "Set `min_replicas` to at most `max_replicas`.",
	Bad:    autoscalerExample("9", "6"),
	Good:   autoscalerExample("3", "9"),
	Check: func(p *validate.Pass) {
		for _, s := range p.After.Autoscalers {
			if !s.Data {
				give(p, s, topology.Of(true), "", checkAutoscalerBounds(s))
			}
		}
	},
}

func autoscalerExample(least, most string) string {
	return `resource "google_compute_region_autoscaler" "web" {
  name   = "web"
  region = "us-central1"
  target = "projects/demo/regions/us-central1/instanceGroupManagers/web"
  autoscaling_policy {
    min_replicas = ` + least + `
    max_replicas = ` + most + `
    cpu_utilization {
      target = 0.6
    }
  }
}
`
}

func checkAutoscalerBounds(s *topology.Autoscaler) answer {
	least, okLeast := s.Min.Value()
	most, okMost := s.Max.Value()
	switch {
	case okLeast && okMost && least > most:
		return fail("autoscaling_policy[0].min_replicas", fmt.Sprintf("The minimum is %d and the maximum is %d. Google refuses an autoscaler "+
			"whose minimum is above its maximum. Lower the one or raise the other.", least, most))
	case s.Min.IsUnknown():
		return open("autoscaling_policy[0].min_replicas", "min_replicas is known after apply")
	case s.Max.IsUnknown() && okLeast && least > 0:
		return open("autoscaling_policy[0].max_replicas", "max_replicas is known after apply")
	}
	return answer{}
}
