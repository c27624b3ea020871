// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA008 keeps zonal affinity off Network Security Integration.
var ZA008 = &validate.Rule{
	ID:       "ZA008",
	Name:     "affinity-with-network-security-integration",
	Title:    "Zonal affinity in front of a network security deployment",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "An intercept or a mirroring deployment of Network Security Integration sends packets to the forwarding rule of an " +
		"internal passthrough load balancer. With zonal affinity on that load balancer packets are dropped.",
	Source: "Google Cloud documentation, zonal affinity for internal passthrough Network Load Balancers, feature compatibility " +
		"(Network Security Integration, in-band and out-of-band)",
	Fix: "Set `spillover` to `ZONAL_AFFINITY_DISABLED` on the load balancer of the deployment.",
	Bad: hclTwoZones + hclSpill + hclForwardingRule + `}

resource "google_network_security_intercept_deployment" "fw" {
  intercept_deployment_id    = "fw"
  location                   = "us-central1-a"
  forwarding_rule            = google_compute_forwarding_rule.web.id
  intercept_deployment_group = "projects/demo/locations/global/interceptDeploymentGroups/fw"
}
`,
	Good: hclTwoZones + `}
` + hclForwardingRule + `}

resource "google_network_security_intercept_deployment" "fw" {
  intercept_deployment_id    = "fw"
  location                   = "us-central1-a"
  forwarding_rule            = google_compute_forwarding_rule.web.id
  intercept_deployment_group = "projects/demo/locations/global/interceptDeploymentGroups/fw"
}
`,
	Check: func(p *validate.Pass) {
		withFrontedAffinity(p, func(s *topology.BackendService, r *topology.ForwardingRule) answer { return checkDeployments(p, s, r) })
	},
}

func checkDeployments(p *validate.Pass, s *topology.BackendService, r *topology.ForwardingRule) answer {
	return named(r, p.Index.DeploymentsOf(r), func(d *topology.SecurityDeployment) topology.Link { return d.ForwardingRule }, "forwarding_rule",
		func(d *topology.SecurityDeployment) answer {
			return fail(spilloverPath, "The service has zonal affinity ("+s.Affinity().Default("")+"), and the network security deployment "+d.Address+
				" sends packets to its forwarding rule "+r.Address+". Google documents that packets are dropped then: switch affinity off "+
				"on this service.", validate.Related{Address: d.Address, Message: "forwarding_rule names " + r.Address})
		})
}
