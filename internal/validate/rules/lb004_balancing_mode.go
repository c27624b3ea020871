// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB004 allows no balancing mode but CONNECTION.
var LB004 = &validate.Rule{
	ID:       "LB004",
	Name:     "balancing-mode",
	Title:    "Balancing mode other than CONNECTION",
	Severity: validate.Error,
	Rationale: "A passthrough load balancer has no notion of utilisation or of requests; its backends are balanced by " +
		"connection. Since version 6 the google provider fills in `UTILIZATION` where a backend says nothing, which Google " +
		"refuses on a service with scheme INTERNAL. The mode has to be written out.",
	Source: "google provider, google_compute_region_backend_service, backend.balancing_mode; Google Cloud documentation, " +
		"backend services overview, balancing mode; terraform-google-modules/terraform-google-lb-internal, issue 146",
	Fix: "Write `balancing_mode = \"CONNECTION\"` in every backend.",
	Bad: `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
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
	Check: func(p *validate.Pass) {
		eachPassthrough(p, func(s *topology.BackendService) answer { return checkBalancingMode(p, s) })
	},
}

// checkBalancingMode leaves port mapping NEGs alone, which Google attaches
// without a mode: nothing is balanced over them.
func checkBalancingMode(p *validate.Pass, s *topology.BackendService) answer {
	var wrong []string
	a := backendsComplete(s)
	path := ""
	for i := range s.Backends.List {
		b := &s.Backends.List[i]
		// What is empty is not sent, and Google then picks CONNECTION; what is
		// left out the provider has filled in.
		switch mode, ok := b.BalancingMode.Or("").Value(); {
		case !ok:
			a = worst(a, open(b.Path+".balancing_mode", b.Path+".balancing_mode is known after apply"))
		case mode == "CONNECTION", mode == "", topology.Is(portMapping(p, s, b.Group), true):
		case portMapping(p, s, b.Group).IsUnknown():
			a = worst(a, open(b.Path+".group", "it is not in the input whether "+linkName(b.Group)+" is a port mapping NEG"))
		default:
			wrong = append(wrong, linkName(b.Group)+" ("+mode+")")
			path = cmp.Or(path, b.Path+".balancing_mode")
		}
	}
	if len(wrong) > 0 {
		return fail(path, fmt.Sprintf("%s not balanced by connection: %s. Google takes no other mode on an internal passthrough "+
			"load balancer, and UTILIZATION is what the google provider fills in where nothing is written. "+
			"Write balancing_mode = \"CONNECTION\".", isOrAre(len(wrong), "backend"), enumerate(wrong)))
	}
	return a
}
