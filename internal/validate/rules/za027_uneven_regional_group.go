// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA027 looks at how regional groups spread.
var ZA027 = &validate.Rule{
	ID:       "ZA027",
	Name:     "uneven-regional-group",
	Title:    "Zonal affinity over a regional group that promises no even spread",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "Affinity needs endpoints in the zones of the clients. A regional group with shape `ANY` puts its instances wherever " +
		"there is capacity, and one with `ANY_SINGLE_ZONE` puts all of them in one zone: which zones match, and what a ratio comes " +
		"to, is left to chance.",
	Source: "Compute API v1, DistributionPolicy.targetShape; Google Cloud documentation, zonal affinity, zonal match",
	Fix:    "Use shape `EVEN`, or `BALANCED`, or zonal groups.",
	Bad: hclRegionGroup + `  target_size                      = 9
  distribution_policy_target_shape = "ANY"
  update_policy {
    type                         = "OPPORTUNISTIC"
    minimal_action               = "REPLACE"
    instance_redistribution_type = "NONE"
    max_unavailable_fixed        = 3
  }
}
` + hclRegionService + hclSpill,
	Good: hclRegionGroup + `  target_size                      = 9
  distribution_policy_target_shape = "EVEN"
}
` + hclRegionService + hclSpill,
	Check: func(p *validate.Pass) { withAffinity(p, checkUnevenGroup) },
}

func checkUnevenGroup(s *topology.BackendService) answer {
	a := backendsComplete(s)
	for i := range s.Backends.List {
		a = worst(a, checkShape(&s.Backends.List[i]))
	}
	return a
}

func checkShape(b *topology.Backend) answer {
	path := b.Path + ".group"
	g, ok := topology.To[*topology.Group](b.Group)
	switch {
	case !ok && b.Group.State == topology.LinkExternal && (topology.IsZone(b.Group.ID.Location) || b.Group.ID.Kind == topology.KindNetworkEndpointGroup):
		return answer{}
	case !ok:
		return open(path, linkReason(b.Group, path))
	case g.GroupKind != topology.RegionManagedGroup:
		return answer{}
	}
	if zones, known := g.Capacity.Zones.Value(); known && len(zones) == 1 {
		return answer{}
	}
	shape, known := g.Capacity.Shape.Or("EVEN").Value()
	what := ""
	switch {
	case !known:
		return open(path, cmp.Or(g.Capacity.Reason, "distribution_policy_target_shape of "+g.Address+" is known after apply"))
	case shape == "ANY":
		what = "puts its instances wherever there is capacity"
	case shape == "ANY_SINGLE_ZONE":
		what = "puts all its instances in one zone, of its own choice"
	default:
		return answer{}
	}
	return fail(path, fmt.Sprintf("%s has distribution_policy_target_shape %s: it %s. Which clients get zonal affinity is then left to chance. Use "+
		"EVEN or BALANCED, or zonal groups.", g.Address, shape, what), validate.Related{Address: g.Address, Message: "distribution_policy_target_shape is " + shape})
}
