// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// PSC007 looks for settings that a PSC NEG does not have.
var PSC007 = &validate.Rule{
	ID:       "PSC007",
	Name:     "neg-balancing-fields",
	Title:    "Balancing mode, capacity or limit on a PSC NEG",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "Behind a PSC NEG stands the producer's load balancer, which the consumer's knows no load of. A balancing mode, a capacity or a " +
		"limit has no effect there: the consumer's traffic is not shed, and the regions are not weighted. What the provider plans by " +
		"itself, `UTILIZATION` and a capacity of 1, is none of it.",
	Source: "Compute API v1, Backend.balancingMode and Backend.capacityScaler",
	Fix:    "Remove `balancing_mode`, `capacity_scaler` and the `max_…` arguments from the backend.",
	Bad: whole(exampleNEG("central", "us-central1", exampleForeign("us-central1")), exampleNEG("east", "us-east1", exampleForeign("us-east1")), `
resource "google_compute_backend_service" "shop" {
  name                  = "shop"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTPS"

  backend {
    group                 = google_compute_region_network_endpoint_group.central.id
    balancing_mode        = "RATE"
    max_rate_per_endpoint = 100
  }
  backend {
    group = google_compute_region_network_endpoint_group.east.id
  }
}
`),
	Good: whole(exampleNEG("central", "us-central1", exampleForeign("us-central1")), exampleNEG("east", "us-east1", exampleForeign("us-east1")), exampleConsumer("central", "east")),
	Check: func(p *validate.Pass) {
		eachConsumer(p, func(s *topology.BackendService) answer { return checkNEGFields(p, s) })
	},
}

func checkNEGFields(p *validate.Pass, s *topology.BackendService) answer {
	a := backendsComplete(s)
	for i := range s.Backends.List {
		b := &s.Backends.List[i]
		if b.Group.State == topology.LinkAbsent {
			continue
		}
		switch psc := isPSC(p, b.Group); {
		case topology.Is(psc, true):
			a = worst(a, fieldsOf(b))
		case psc.IsUnknown():
			a = worst(a, fieldsOf(b).unless(b.Path+".group", linkReason(b.Group, b.Path+".group")))
		}
	}
	return a
}

// fieldsOf answers for the fields of one PSC NEG. A zero means that the field
// is not set.
func fieldsOf(b *topology.Backend) answer {
	const advice = "It has no effect on a PSC NEG. Remove it."
	name := linkName(b.Group)
	var a answer
	switch mode, ok := b.BalancingMode.Value(); {
	case b.BalancingMode.IsUnknown():
		a = open(b.Path+".balancing_mode", b.Path+".balancing_mode is known after apply")
	case ok && mode != "" && mode != "UTILIZATION":
		a = fail(b.Path+".balancing_mode", fmt.Sprintf("The backend %s has the balancing mode %s. %s", name, mode, advice))
	}
	switch capacity, ok := b.Capacity.Value(); {
	case b.Capacity.IsUnknown():
		a = worst(a, open(b.Path+".capacity_scaler", b.Path+".capacity_scaler is known after apply"))
	case ok && !capacity.IsOne():
		a = worst(a, fail(b.Path+".capacity_scaler", fmt.Sprintf("The backend %s has the capacity %s. %s", name, capacity, advice)))
	}
	for _, l := range b.Limits {
		switch v, ok := l.Value.Value(); {
		case l.Value.IsUnknown():
			a = worst(a, open(b.Path+"."+l.Name, b.Path+"."+l.Name+" is known after apply"))
		case ok && !v.IsZero():
			a = worst(a, fail(b.Path+"."+l.Name, fmt.Sprintf("The backend %s has %s = %s. %s", name, l.Name, v, advice)))
		}
	}
	return a
}
