// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// FO004 keeps autoscalers out of failover.
var FO004 = &validate.Rule{
	ID:       "FO004",
	Name:     "failover-autoscaled",
	Title:    "Autoscaled group in a service with failover",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "Failover compares healthy primary endpoints with configured ones. An autoscaler changes both numbers: a pool that loses its " +
		"traffic shrinks, and one that gains it grows, so that the service can flap between the pools. Google advises against " +
		"autoscaled groups in a load balancer with failover.",
	Source: "Google Cloud documentation, troubleshoot internal passthrough Network Load Balancers, failover and autoscaled groups",
	Fix:    "Give the groups of both pools a fixed size.",
	Bad: hclProvider + hclZonalGroups + hclZonalAutoscaler + hclService + hclManagedBackends + `  failover_policy {
    failover_ratio = 0.4
  }
}
`,
	Good: hclProvider + hclZonalGroups + hclService + hclManagedBackends + `  failover_policy {
    failover_ratio = 0.4
  }
}
`,
	Check: func(p *validate.Pass) { withFailover(p, checkAutoscaledPools) },
}

const (
	hclZonalGroups = `resource "google_compute_instance_group_manager" "main" {
  name               = "main"
  zone               = "us-central1-a"
  base_instance_name = "main"
  version {
    instance_template = "projects/demo/global/instanceTemplates/web"
  }
}

resource "google_compute_instance_group_manager" "spare" {
  name               = "spare"
  zone               = "us-central1-b"
  base_instance_name = "spare"
  target_size        = 3
  version {
    instance_template = "projects/demo/global/instanceTemplates/web"
  }
}

`
	hclZonalAutoscaler = `resource "google_compute_autoscaler" "main" {
  name   = "main"
  zone   = "us-central1-a"
  target = google_compute_instance_group_manager.main.id

  autoscaling_policy {
    min_replicas = 3
    max_replicas = 9
    cpu_utilization {
      target = 0.6
    }
  }
}

`
	hclManagedBackends = `  backend {
    group          = google_compute_instance_group_manager.main.instance_group
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = google_compute_instance_group_manager.spare.instance_group
    balancing_mode = "CONNECTION"
    failover       = true
  }
`
)

func checkAutoscaledPools(s *topology.BackendService) answer {
	a := backendsComplete(s)
	for i := range s.Backends.List {
		a = worst(a, checkAutoscaled(&s.Backends.List[i]))
	}
	return a
}

func checkAutoscaled(b *topology.Backend) answer {
	path := b.Path + ".group"
	g, ok := topology.To[*topology.Group](b.Group)
	switch {
	case !ok && b.Group.ID.Kind == topology.KindNetworkEndpointGroup:
		return answer{}
	case !ok:
		return open(path, linkReason(b.Group, path))
	case g.GroupKind != topology.ManagedGroup && g.GroupKind != topology.RegionManagedGroup, topology.Is(g.Capacity.Autoscaled, false):
		return answer{}
	case g.Capacity.Autoscaled.IsUnknown():
		return open(path, autoscaledReason(g))
	}
	who, span, related := "An autoscaler", "", []validate.Related(nil)
	if s := g.Capacity.Autoscaler; s != nil {
		least, okMin := s.Min.Value()
		most, okMax := s.Max.Value()
		switch {
		case topology.Is(s.Mode, "OFF"), okMin && okMax && least == most:
			return answer{} // the size does not move
		case s.Mode.IsUnknown():
			return open(path, "mode of "+s.Address+" is known after apply")
		case okMin && okMax:
			span = fmt.Sprintf(", from %d to %d", least, most)
		case !okMin && s.Min.IsUnknown() || !okMax && s.Max.IsUnknown():
			return open(path, "the limits of "+s.Address+" are known after apply")
		}
		who, related = s.Address, []validate.Related{{Address: s.Address, Message: "this autoscaler changes the size of a pool"}}
	}
	return fail(path, fmt.Sprintf("%s changes the size of %s%s, which is in a service with failover. The number of configured endpoints moves with the "+
		"load, so that the pools can flap; Google advises against it. Give the group a fixed size.", who, g.Address, span), related...)
}

func autoscaledReason(g *topology.Group) string {
	if g.Capacity.Reason != "" {
		return g.Capacity.Reason
	}
	return "an autoscaler may own the size of " + g.Address
}
