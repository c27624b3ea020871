// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// PSC009 asks for a forwarding rule behind an attachment.
var PSC009 = &validate.Rule{
	ID:       "PSC009",
	Name:     "attachment-target-kind",
	Title:    "Service attachment that targets no forwarding rule",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A service attachment publishes the forwarding rule of a load balancer, or a Secure Web Proxy. The provider plans any text as its " +
		"target; Google refuses a backend service or anything else.",
	Source: "Compute API v1, ServiceAttachment.targetService",
	Fix:    "Set `target_service` to the `id` of the forwarding rule.",
	Bad: whole(exampleService, exampleRule, `resource "google_compute_service_attachment" "api" {
  name                  = "api"
  region                = "us-central1"
  connection_preference = "ACCEPT_AUTOMATIC"
  enable_proxy_protocol = false
  nat_subnets           = ["projects/demo/regions/us-central1/subnetworks/psc"]
  target_service        = google_compute_region_backend_service.api.id
}
`),
	Good: whole(exampleService, exampleRule, exampleAttachment),
	Check: func(p *validate.Pass) {
		for _, a := range p.After.Attachments {
			if !a.Data {
				give(p, a, topology.Of(true), "", checkAttachmentTarget(p, a))
			}
		}
	},
}

var publishedLink = wantedKind{"a forwarding rule", topology.KindForwardingRule, func(n topology.Node) bool {
	return isA[*topology.ForwardingRule](n) || n.Base().Kind == topology.KindGateway
}, true}

func checkAttachmentTarget(p *validate.Pass, s *topology.ServiceAttachment) answer {
	const path = "target_service"
	l := s.TargetService
	if l.State == topology.LinkExternal && l.ID.Kind == topology.KindGateway {
		return answer{}
	}
	a := linkKind(p, l, path, publishedLink)
	if a.verdict == fails {
		return fail(path, fmt.Sprintf("The service attachment targets %s, which is no forwarding rule. What is published is the rule of a load balancer; "+
			"Google refuses anything else but a Secure Web Proxy. Refer to the id of the forwarding rule.", linkName(l)))
	}
	return a
}
