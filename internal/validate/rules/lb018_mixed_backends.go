// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB018 warns of instance groups beside NEGs.
var LB018 = &validate.Rule{
	ID:       "LB018",
	Name:     "mixed-backends",
	Title:    "Instance groups and network endpoint groups in one service",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "The backends of one service are either all instance groups or all network endpoint groups. Google documents no " +
		"load balancer that spreads one service over both.",
	Source: "Google Cloud documentation, internal passthrough Network Load Balancers with zonal NEGs; backend services overview, " +
		"backends",
	Fix: "Put the VMs of the instance groups into `GCE_VM_IP` NEGs, or the other way round.",
	Bad: mixedExample(`resource "google_compute_network_endpoint_group" "b" {
  name                  = "b"
  zone                  = "us-central1-b"
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  network_endpoint_type = "GCE_VM_IP"
}
`, "google_compute_network_endpoint_group.b.id"),
	Good: mixedExample(`resource "google_compute_instance_group" "b" {
  name      = "b"
  zone      = "us-central1-b"
  instances = ["projects/demo/zones/us-central1-b/instances/b-0"]
}
`, "google_compute_instance_group.b.id"),
	Check: func(p *validate.Pass) {
		eachPassthrough(p, func(s *topology.BackendService) answer { return checkMixedBackends(p, s) })
	},
}

func mixedExample(group, reference string) string {
	return `resource "google_compute_instance_group" "a" {
  name      = "a"
  zone      = "us-central1-a"
  instances = ["projects/demo/zones/us-central1-a/instances/a-0"]
}

` + group + `
resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = google_compute_instance_group.a.id
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = ` + reference + `
    balancing_mode = "CONNECTION"
  }
}
`
}

func checkMixedBackends(p *validate.Pass, s *topology.BackendService) answer {
	var group, neg, unknown *topology.Backend
	for i := range s.Backends.List {
		b := &s.Backends.List[i]
		switch is, ok := isNEG(p, b.Group).Value(); {
		case !ok:
			unknown = b
		case is && neg == nil:
			neg = b
		case !is && group == nil:
			group = b
		}
	}
	switch {
	case group != nil && neg != nil:
		return fail(neg.Path+".group", fmt.Sprintf("The service has the instance group %s and the network endpoint group %s. A service takes "+
			"one sort. Use NEGs of type %s for all, or instance groups for all.", linkName(group.Group), linkName(neg.Group), negVMIP))
	case unknown != nil && (len(s.Backends.List) > 1 || !s.Backends.Complete):
		return open(unknown.Path+".group", linkReason(unknown.Group, unknown.Path+".group"))
	}
	return backendsComplete(s)
}
