// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB029 allows a target or a backend service.
var LB029 = &validate.Rule{
	ID:       "LB029",
	Name:     "rule-target",
	Title:    "Forwarding rule with a target and a backend service",
	Severity: validate.Error,
	Rationale: "A forwarding rule leads to one thing: to a backend service, which is how a passthrough load balancer works, or to a " +
		"target, such as a proxy or a service attachment. The provider plans both, and Google refuses the rule.",
	Source: "Compute API v1, ForwardingRule.target and backendService",
	Fix:    "Keep the one that the rule is meant for.",
	Bad:    ruleTargetExample("  target                = \"projects/demo/regions/us-central1/targetHttpProxies/web\"\n"),
	Good:   ruleTargetExample(""),
	Check: func(p *validate.Pass) {
		for _, r := range p.After.Rules {
			if !r.Data {
				give(p, r, topology.Of(true), "", checkRuleTarget(r))
			}
		}
	},
}

func ruleTargetExample(argument string) string {
	return `resource "google_compute_forwarding_rule" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  ports                 = ["80"]
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service       = "projects/demo/regions/us-central1/backendServices/web"
` + argument + `}
`
}

func checkRuleTarget(r *topology.ForwardingRule) answer {
	target, service := isLinked(r.Target), isLinked(r.BackendService)
	switch {
	case topology.Is(target, false), topology.Is(service, false):
		return answer{}
	case target.IsUnknown():
		return open("target", linkReason(r.Target, "target"))
	case service.IsUnknown():
		return open("backend_service", linkReason(r.BackendService, "backend_service"))
	}
	return fail("target", fmt.Sprintf("The rule has the target %s and the backend service %s. Google takes one of the two. Remove the "+
		"other.", linkName(r.Target), linkName(r.BackendService)))
}

// isLinked reports whether a link is set to anything.
func isLinked(l topology.Link) topology.Known[bool] {
	if l.State == topology.LinkUnresolved {
		return topology.Unknown[bool]()
	}
	return topology.Of(l.State != topology.LinkAbsent)
}
