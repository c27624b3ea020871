// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH022 keeps composites from being chained.
var CH022 = &validate.Rule{
	ID:       "CH022",
	Name:     "composite-as-source",
	Title:    "Composite health of one service as the source of another",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A published service that depends on another published one cannot take over that one's composite health: neither by " +
		"naming the composite as a source, nor by watching a backend service whose backends are PSC NEGs. Google refuses both.",
	Source: "Google Cloud documentation, composite health, limitations",
	Fix: "Watch backend services with VMs or network endpoints of your own. To react to the other service's failures, look at your own " +
		"backends' health checks.",
	Bad: whole(examplePolicy("api", 50, 1), `resource "google_compute_region_health_source" "api" {
  name                      = "api"
  region                    = "us-central1"
  source_type               = "BACKEND_SERVICE"
  sources                   = ["projects/demo/regions/us-central1/compositeHealthChecks/db"]
  health_aggregation_policy = google_compute_region_health_aggregation_policy.api.id
}
`),
	Good: whole(exampleService, examplePolicy("api", 50, 1), exampleSource),
	Check: func(p *validate.Pass) {
		eachSource(p, func(h *topology.HealthSource) answer {
			a := listComplete(h.Sources, "sources")
			for _, l := range h.Sources.Links {
				w := checkChained(p, l)
				w.path = cmp.Or(l.Path, "sources")
				a = worst(a, w)
			}
			return a
		})
	},
}

func checkChained(p *validate.Pass, l topology.Link) answer {
	if _, ok := topology.To[*topology.CompositeHealth](l); ok || l.State == topology.LinkExternal && l.ID.Kind == topology.KindCompositeHealth {
		return fail("", fmt.Sprintf("The source is %s, a composite health check. Composite health cannot be chained. Name the backend "+
			"service that is to be watched.", linkName(l)))
	}
	return ofService(p, l, func(s *topology.BackendService) answer { return checkPSCBackends(p, s) }, outside)
}

func checkPSCBackends(p *validate.Pass, s *topology.BackendService) answer {
	switch psc, name := pscBackend(p, s); {
	case topology.Is(psc, true):
		return fail("", fmt.Sprintf("%s reaches another published service through %s, a PSC NEG. The health of that service cannot be a "+
			"source. Watch a service with backends of your own.", s.Address, name))
	case psc.IsUnknown():
		return open("", cmp.Or(name, "the backends of "+s.Address+" are known after apply"))
	}
	return answer{}
}
