// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH010 asks for backends that composite health can count.
var CH010 = &validate.Rule{
	ID:         "CH010",
	Name:       "source-backend-type",
	Title:      "Health source over backends of a type that composite health does not take",
	Severity:   validate.Error,
	Needs:      []validate.Need{validate.NeedLinks},
	SilencedBy: []string{"CH022", "CH030"},
	Rationale: "Composite health counts VMs and endpoints with an address of a VM: instance groups, managed or not, and NEGs of " +
		"type `GCE_VM_IP` or `GCE_VM_IP_PORT`. A service with hybrid, serverless, internet or Private Service Connect NEGs can " +
		"not be a source.",
	Source: "Compute API v1, HealthSource.sources; Google Cloud documentation, composite health, specifications",
	Fix:    "Name a backend service with instance groups, or with NEGs of type `GCE_VM_IP` or `GCE_VM_IP_PORT`.",
	Bad:    whole(exampleProxyService("NON_GCP_PRIVATE_IP_PORT"), examplePolicy("api", 50, 1), exampleSource),
	Good:   whole(exampleProxyService("GCE_VM_IP_PORT"), examplePolicy("api", 50, 1), exampleSource),
	Check: func(p *validate.Pass) {
		eachWatched(p, func(s *topology.BackendService) answer { return checkBackendTypes(p, s) }, outside)
	},
}

// exampleProxyService is a service of an internal Application Load Balancer
// over a NEG.
func exampleProxyService(negType string) string {
	return fmt.Sprintf(`resource "google_compute_network_endpoint_group" "api" {
  name                  = "api"
  zone                  = "us-central1-a"
  network               = "projects/demo/global/networks/main"
  network_endpoint_type = %q
}

resource "google_compute_region_health_check" "api" {
  name   = "api"
  region = "us-central1"
  tcp_health_check {
    port = 443
  }
}

resource "google_compute_region_backend_service" "api" {
  name                  = "api"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL_MANAGED"
  protocol              = "HTTP"
  health_checks         = [google_compute_region_health_check.api.id]

  backend {
    group                 = google_compute_network_endpoint_group.api.id
    balancing_mode        = "RATE"
    max_rate_per_endpoint = 100
  }
}

`, negType)
}

// counted are the types of NEGs whose endpoints composite health counts.
var counted = map[string]bool{negVMIP: true, negVMIPPort: true}

// backendType returns what a backend is, where composite health does not take
// it: null where it does.
func backendType(p *validate.Pass, l topology.Link) topology.Known[string] {
	return ofGroup(p, l,
		func(g *topology.Group) topology.Known[string] {
			t := negType(g)
			v, ok := t.Value()
			switch {
			case !g.GroupKind.IsNEG(), ok && counted[v]:
				return topology.Null[string]()
			case ok:
				return topology.Of("NEGs of type " + v)
			case g.GroupKind == topology.ZonalNEG:
				return topology.Unknown[string]()
			case g.GroupKind == topology.GlobalNEG:
				return topology.Of("global NEGs")
			}
			return topology.Of("regional NEGs")
		},
		func(id topology.Identity) topology.Known[string] {
			switch {
			case negTypeByID(id).IsNull():
				return topology.Null[string]()
			case id.Kind != topology.KindNetworkEndpointGroup || id.Location == "" || topology.IsZone(id.Location):
				return topology.Unknown[string]()
			case id.Location == topology.Global:
				return topology.Of("global NEGs")
			}
			return topology.Of("regional NEGs")
		})
}

// checkBackendTypes asks for backends that composite health takes.
func checkBackendTypes(p *validate.Pass, s *topology.BackendService) answer {
	var a answer
	for i := range s.Backends.List {
		b := &s.Backends.List[i]
		if b.Group.State == topology.LinkAbsent {
			continue
		}
		what := backendType(p, b.Group)
		v, bad := what.Value()
		switch {
		case bad:
			return fail("", fmt.Sprintf("%s has %s as a backend (%s), which composite health does not take: it counts instance "+
				"groups and NEGs of type GCE_VM_IP or GCE_VM_IP_PORT. Watch a service with such backends.",
				s.Address, v, linkName(b.Group)))
		case what.IsUnknown():
			a = worst(a, open("", "the type of "+linkName(b.Group)+", a backend of "+s.Address+", is not known"))
		}
	}
	if !s.Backends.Complete {
		a = worst(a, open("", s.BackendsReason()))
	}
	return a
}
