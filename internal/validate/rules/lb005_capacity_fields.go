// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB005 allows no capacity of backends.
var LB005 = &validate.Rule{
	ID:       "LB005",
	Name:     "capacity-fields",
	Title:    "Capacity or limit on a backend of an internal passthrough load balancer",
	Severity: validate.Error,
	Rationale: "A passthrough load balancer sees packets, not load. It cannot hold a backend to a number of connections or a " +
		"utilisation, and `capacity_scaler` and the `max_*` arguments belong to proxy load balancers. The provider refuses " +
		"them on scheme INTERNAL. Zero and null count as left out.",
	Source: "google provider, google_compute_region_backend_service, plan-time check of non-managed services; Compute API v1, " +
		"Backend.capacityScaler and Backend.max…",
	Fix: "Remove the arguments. Where a zone must not be overloaded, size its groups for its clients.",
	Bad: `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group           = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode  = "CONNECTION"
    max_connections = 1000
  }
}
`,
	Good: `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`,
	Check: func(p *validate.Pass) { eachPassthrough(p, checkCapacityFields) },
}

func checkCapacityFields(s *topology.BackendService) answer {
	var wrong []string
	a := backendsComplete(s)
	path := ""
	look := func(b *topology.Backend, field string, v topology.Known[topology.Ratio]) {
		at := b.Path + "." + field
		switch n, ok := v.Value(); {
		case v.IsUnknown():
			a = worst(a, open(at, at+" is known after apply"))
		case ok && !n.IsZero():
			wrong = append(wrong, field+" = "+n.String()+" of "+linkName(b.Group))
			path = cmp.Or(path, at)
		}
	}
	for i := range s.Backends.List {
		b := &s.Backends.List[i]
		look(b, "capacity_scaler", b.Capacity)
		for _, l := range b.Limits {
			look(b, l.Name, l.Value)
		}
	}
	if len(wrong) > 0 {
		return fail(path, fmt.Sprintf("The service sets %s. A passthrough load balancer knows no capacity of its backends, and the "+
			"google provider refuses these arguments on scheme INTERNAL. Remove them.", enumerate(wrong)))
	}
	return a
}
