// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB017 asks for groups of the service's region.
var LB017 = &validate.Rule{
	ID:       "LB017",
	Name:     "group-region",
	Title:    "Group outside the region of its backend service",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A regional backend service takes groups of its own region only: regional groups of the region, and zonal groups of " +
		"the region's zones. Google refuses any other at apply.",
	Source: "Compute API v1, Backend.group; Google Cloud documentation, backend services overview, backends",
	Fix:    "Use a group of the service's region, or a second load balancer in the other region.",
	Bad:    groupRegionExample("us-east1-b"),
	Good:   groupRegionExample("us-central1-b"),
	Check: func(p *validate.Pass) {
		for _, s := range p.After.Services {
			if !s.Data && !s.IsGlobal() {
				give(p, s, topology.Of(true), "", checkGroupRegion(p, s))
			}
		}
	},
}

func groupRegionExample(zone string) string {
	return `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo/zones/` + zone + `/instanceGroups/web-b"
    balancing_mode = "CONNECTION"
  }
}
`
}

func checkGroupRegion(p *validate.Pass, s *topology.BackendService) answer {
	home, homeKnown := s.Region().Value()
	var wrong, regions []string
	path := ""
	a := backendsComplete(s)
	for i := range s.Backends.List {
		b := &s.Backends.List[i]
		region, ok := groupRegion(p, b.Group).Value()
		switch {
		case !ok:
			a = worst(a, open(b.Path+".group", groupRegionReason(b)))
		case region == topology.Global: // no region to compare
		case homeKnown && region != home:
			wrong = append(wrong, linkName(b.Group)+" ("+region+")")
			path = cmp.Or(path, b.Path+".group")
		case !slices.Contains(regions, region):
			regions = append(regions, region)
		}
	}
	switch {
	case len(wrong) > 0:
		return fail(path, fmt.Sprintf("The service is in %s, and these groups are not: %s. A regional backend service takes groups of "+
			"its own region only. Use groups of %s.", home, enumerate(wrong), home))
	case !homeKnown && len(regions) > 1:
		return fail("backend", fmt.Sprintf("The groups of the service are in different regions: %s. A regional backend service takes "+
			"groups of its own region only.", enumerate(regions)))
	case !homeKnown && len(regions) > 0:
		a = worst(a, open("region", "region is known after apply"))
	}
	return a
}

func groupRegion(p *validate.Pass, l topology.Link) topology.Known[string] {
	return ofGroup(p, l,
		func(g *topology.Group) topology.Known[string] { return g.Region() },
		func(id topology.Identity) topology.Known[string] {
			if id.Location == "" {
				return topology.Unknown[string]()
			}
			return topology.Of(topology.RegionOf(id.Location))
		})
}

func groupRegionReason(b *topology.Backend) string {
	if b.Group.State == topology.LinkResolved {
		return "the location of " + linkName(b.Group) + " is known after apply"
	}
	return linkReason(b.Group, b.Path+".group")
}
