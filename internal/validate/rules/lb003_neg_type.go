// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB003 allows no NEG but GCE_VM_IP.
var LB003 = &validate.Rule{
	ID:       "LB003",
	Name:     "neg-type",
	Title:    "Network endpoint group of a type that an internal passthrough load balancer does not take",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A passthrough load balancer delivers packets with their destination port unchanged, so that an endpoint is a VM " +
		"address without a port. The only endpoint type of that kind is `GCE_VM_IP`; the default of a zonal NEG is " +
		"`GCE_VM_IP_PORT`, which is for proxies. Google refuses the backend.",
	Source: "Google Cloud documentation, internal passthrough Network Load Balancers with zonal NEGs; Compute API v1, " +
		"NetworkEndpointGroup.networkEndpointType",
	Fix: "Use a NEG with `network_endpoint_type = \"GCE_VM_IP\"`, or instance groups.",
	Bad: `resource "google_compute_network_endpoint_group" "web" {
  name                  = "web"
  zone                  = "us-central1-a"
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  network_endpoint_type = "GCE_VM_IP_PORT"
}

resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = google_compute_network_endpoint_group.web.id
    balancing_mode = "CONNECTION"
  }
}
`,
	Good: `resource "google_compute_network_endpoint_group" "web" {
  name                  = "web"
  zone                  = "us-central1-a"
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  network_endpoint_type = "GCE_VM_IP"
}

resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = google_compute_network_endpoint_group.web.id
    balancing_mode = "CONNECTION"
  }
}
`,
	Check: func(p *validate.Pass) {
		eachPassthrough(p, func(s *topology.BackendService) answer { return checkNEGType(p, s) })
	},
}

func checkNEGType(p *validate.Pass, s *topology.BackendService) answer {
	var wrong []string
	a := backendsComplete(s)
	path := ""
	for i := range s.Backends.List {
		b := &s.Backends.List[i]
		t := ofGroup(p, b.Group, negType, negTypeByID)
		switch v, ok := t.Value(); {
		case ok && v != negVMIP && v != negPortMapping:
			wrong = append(wrong, linkName(b.Group)+" ("+v+")")
			path = cmp.Or(path, b.Path+".group")
		case t.IsUnknown():
			a = worst(a, open(b.Path+".group", negTypeReason(b)))
		}
	}
	if len(wrong) > 0 {
		return fail(path, fmt.Sprintf("The service has network endpoint groups that only proxies can use: %s. A passthrough load "+
			"balancer takes %s alone, since it does not translate ports. Use such a group, or instance groups.", enumerate(wrong), negVMIP))
	}
	return a
}

func negTypeReason(b *topology.Backend) string {
	if b.Group.State == topology.LinkResolved {
		return "network_endpoint_type of " + linkName(b.Group) + " is known after apply"
	}
	return linkReason(b.Group, b.Path+".group")
}
