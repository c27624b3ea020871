// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

const l3Default = "L3_DEFAULT"

// LB013 refuses L3_DEFAULT rules as next hops and as published services.
var LB013 = &validate.Rule{
	ID:       "LB013",
	Name:     "l3-default-use",
	Title:    "L3_DEFAULT forwarding rule as a next hop, or published",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A forwarding rule with protocol `L3_DEFAULT` takes every IP protocol that is addressed to it. It does not work as " +
		"the next hop of a route: Google drops the packets without a word. And Private Service Connect does not publish it. " +
		"As a next hop a rule forwards all protocols and ports anyway, whatever its own protocol is.",
	Source: "Google Cloud documentation, internal passthrough Network Load Balancers as next hops, considerations; about published " +
		"services, features and compatibility",
	Fix: "Use a rule with protocol `TCP` or `UDP` for the route or the service attachment, in front of the same backend service.",
	Bad: `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "UNSPECIFIED"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}

` + l3RuleExample(l3Default),
	Good: `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "UNSPECIFIED"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}

` + l3RuleExample("TCP"),
	Check: func(p *validate.Pass) {
		eachPassthroughRule(p, func(r *topology.ForwardingRule) answer { return checkL3DefaultUse(p, r) })
	},
}

func l3RuleExample(protocol string) string {
	return `resource "google_compute_forwarding_rule" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "` + protocol + `"
  all_ports             = true
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service       = google_compute_region_backend_service.web.id
}

resource "google_compute_route" "out" {
  name         = "out"
  network      = "projects/demo/global/networks/main"
  dest_range   = "10.80.0.0/16"
  next_hop_ilb = google_compute_forwarding_rule.web.id
}
`
}

func checkL3DefaultUse(p *validate.Pass, r *topology.ForwardingRule) answer {
	protocol := ruleProtocol(r)
	if topology.IsNot(protocol, l3Default) {
		return answer{}
	}
	routes, maybe := routesTo(p, r)
	published := p.Index.AttachmentsOf(r)
	var user topology.Node
	var a answer
	switch {
	case len(routes) > 0:
		user = routes[0]
		a = fail("ip_protocol", fmt.Sprintf("The rule takes L3_DEFAULT and is the next hop of %s: Google drops these packets without "+
			"a word. Use a TCP or UDP rule as the next hop; it forwards all protocols and ports.", routes[0].Address))
	case len(published.Certain) > 0:
		user = published.Certain[0]
		a = fail("ip_protocol", fmt.Sprintf("The rule takes L3_DEFAULT and %s publishes it, which Private Service Connect does not "+
			"support. Publish a TCP or UDP rule.", published.Certain[0].Address))
	case maybe == "" && published.None():
		return answer{}
	default:
		for _, s := range published.Possible {
			maybe = cmp.Or(maybe, linkReason(s.TargetService, "target_service of "+s.Address))
		}
		return open("ip_protocol", maybe)
	}
	if protocol.IsUnknown() {
		return open("ip_protocol", "ip_protocol is known after apply")
	}
	a.related = []validate.Related{{Address: user.Base().Address, Message: "uses the rule"}}
	return a
}

// ruleProtocol returns the protocol of a forwarding rule, TCP by default
// (Compute API v1, ForwardingRule.IPProtocol).
func ruleProtocol(r *topology.ForwardingRule) topology.Known[string] {
	if topology.Is(r.Protocol, "") {
		return topology.Of("TCP")
	}
	return r.Protocol.Or("TCP")
}
