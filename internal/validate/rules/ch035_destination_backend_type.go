// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH035 looks at the backends of the published service itself.
var CH035 = &validate.Rule{
	ID:       "CH035",
	Name:     "destination-backend-type",
	Title:    "Published service over backends that composite health does not take",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A published service with composite health has instance groups, or NEGs of type `GCE_VM_IP` or `GCE_VM_IP_PORT`. When its own " +
		"backends are of another type they cannot be watched, so that the composite rests on other services only, and says " +
		"nothing of the endpoints that really serve.",
	Source: "Google Cloud documentation, composite health, specifications: backend types of a published service",
	Fix:    "Use backends that composite health takes for the published service, and watch it with a health source.",
	Bad:    whole(exampleProxyService("NON_GCP_PRIVATE_IP_PORT"), exampleProxyRule, exampleAttachment, exampleManagedService("db", 4), examplePolicy("api", 50, 1), exampleOtherSource, exampleComposite),
	Good:   whole(exampleProxyService("GCE_VM_IP_PORT"), exampleProxyRule, exampleAttachment, exampleManagedService("db", 4), examplePolicy("api", 50, 1), exampleOtherSource, exampleComposite),
	Check: func(p *validate.Pass) {
		eachComposite(p, func(c *topology.CompositeHealth) answer { return checkDestinationBackends(p, c) })
	},
}

// exampleProxyRule is the rule of an internal Application Load Balancer.
const exampleProxyRule = `resource "google_compute_region_url_map" "api" {
  name            = "api"
  region          = "us-central1"
  default_service = google_compute_region_backend_service.api.id
}

resource "google_compute_region_target_http_proxy" "api" {
  name    = "api"
  region  = "us-central1"
  url_map = google_compute_region_url_map.api.id
}

resource "google_compute_forwarding_rule" "api" {
  name                  = "api"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL_MANAGED"
  ip_protocol           = "TCP"
  port_range            = "80"
  allow_global_access   = true
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  target                = google_compute_region_target_http_proxy.api.id
}

`

func checkDestinationBackends(p *validate.Pass, c *topology.CompositeHealth) answer {
	r, ok := topology.To[*topology.ForwardingRule](c.Destination)
	if !ok {
		a, _ := dangling(c.Destination, topology.KindForwardingRule, "health_destination")
		return a
	}
	behind, why := servicesBehind(r)
	watched, whyNot := watchedBy(c)
	var a answer
	for _, l := range behind {
		if watched[l.Key()] {
			continue // CH010
		}
		b := ofService(p, l, func(s *topology.BackendService) answer { return checkBackendTypes(p, s) }, outside)
		if b.verdict == fails {
			b = fail("health_destination", fmt.Sprintf("The published service itself is not watched, and cannot be: %s", b.text))
			if whyNot != "" {
				b = open("health_sources", whyNot)
			}
		}
		if !mapsPorts(p, l) { // CH032
			a = worst(a, b)
		}
	}
	if why != "" {
		a = worst(a, open("health_destination", why))
	}
	return a
}

// mapsPorts reports whether a service certainly is one of port mapping.
func mapsPorts(p *validate.Pass, l topology.Link) bool {
	s, ok := topology.To[*topology.BackendService](l)
	if !ok {
		return false
	}
	for i := range s.Backends.List {
		if topology.Is(portMapping(p, s, s.Backends.List[i].Group), true) {
			return true
		}
	}
	return false
}
