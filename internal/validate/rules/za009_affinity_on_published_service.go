// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA009 tells what affinity means for a service that is published.
var ZA009 = &validate.Rule{
	ID:              "ZA009",
	Name:            "affinity-on-published-service",
	Title:           "Zonal affinity on a service published through Private Service Connect",
	Severity:        validate.Error,
	CurrentSeverity: validate.Info,
	Needs:           []validate.Need{validate.NeedLinks},
	Rationale: "A service attachment publishes a forwarding rule to consumers in other networks. The preview edition of Google's " +
		"documentation names zonal affinity as incompatible with it: only clients that send to the load balancer itself get " +
		"affinity. The current edition supports it for compatible clients that send to a Private Service Connect endpoint. " +
		"Connections of a Private Service Connect backend come from a proxy, and no edition gives them a zone.",
	Source: "Google Cloud documentation, zonal affinity for internal passthrough Network Load Balancers, compatible clients and " +
		"feature compatibility, preview and current edition",
	Fix: "Under edition preview, publish a backend service without zonal affinity. Under edition current, check that the consumers " +
		"use endpoints.",
	Bad: hclTwoZones + hclSpill + hclForwardingRule + `}

resource "google_compute_service_attachment" "web" {
  name                  = "web"
  region                = "us-central1"
  connection_preference = "ACCEPT_AUTOMATIC"
  enable_proxy_protocol = false
  nat_subnets           = ["projects/demo/regions/us-central1/subnetworks/psc"]
  target_service        = google_compute_forwarding_rule.web.id
}
`,
	Good: hclTwoZones + `}
` + hclForwardingRule + `}

resource "google_compute_service_attachment" "web" {
  name                  = "web"
  region                = "us-central1"
  connection_preference = "ACCEPT_AUTOMATIC"
  enable_proxy_protocol = false
  nat_subnets           = ["projects/demo/regions/us-central1/subnetworks/psc"]
  target_service        = google_compute_forwarding_rule.web.id
}
`,
	Check: func(p *validate.Pass) {
		withFrontedAffinity(p, func(s *topology.BackendService, r *topology.ForwardingRule) answer { return checkPublished(p, s, r) })
	},
}

func checkPublished(p *validate.Pass, s *topology.BackendService, r *topology.ForwardingRule) answer {
	return named(r, p.Index.AttachmentsOf(r), func(a *topology.ServiceAttachment) topology.Link { return a.TargetService }, "target_service",
		func(a *topology.ServiceAttachment) answer {
			advice := "Edition preview holds here: publish a service without affinity, or set edition = \"current\" in the configuration file if " +
				"the newest page holds for your project."
			if p.Edition == topology.Current {
				advice = "Edition current holds here: consumers that use endpoints get affinity, those that use backends do not."
			}
			return fail(spilloverPath, "The service has zonal affinity ("+s.Affinity().Default("")+"), and the service attachment "+a.Address+
				" publishes its forwarding rule "+r.Address+". The preview edition of Google's documentation names this as incompatible; the "+
				"current one supports it for VMs that send to a Private Service Connect endpoint. "+advice,
				validate.Related{Address: a.Address, Message: "target_service names " + r.Address})
		})
}
