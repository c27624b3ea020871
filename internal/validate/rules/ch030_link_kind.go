// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH030 holds links to the right kind of resource.
var CH030 = &validate.Rule{
	ID:         "CH030",
	Name:       "link-kind",
	Title:      "Link of composite health to the wrong kind of resource",
	Severity:   validate.Error,
	Needs:      []validate.Need{validate.NeedLinks},
	SilencedBy: []string{"CH022"},
	Rationale: "A health source names a backend service and an aggregation policy, a composite names health sources and a forwarding rule. " +
		"The provider takes any text for these arguments and plans it. Sources, in both resources, are compared as URLs: a bare name " +
		"names nothing.",
	Source: "Compute API v1, HealthSource and CompositeHealthCheck; behaviour of the google provider at plan",
	Fix:    "Refer to the `id` of a resource of the right kind.",
	Bad: whole(exampleService, examplePolicy("api", 50, 1), `resource "google_compute_region_health_source" "api" {
  name                      = "api"
  region                    = "us-central1"
  source_type               = "BACKEND_SERVICE"
  sources                   = [google_compute_instance_group.a.id]
  health_aggregation_policy = google_compute_region_health_aggregation_policy.api.id
}
`),
	Good: whole(exampleService, examplePolicy("api", 50, 1), exampleSource),
	Check: func(p *validate.Pass) {
		eachSource(p, func(h *topology.HealthSource) answer {
			a := worst(linkKinds(p, h.Sources, "sources", serviceLink), linkKind(p, h.Policy, "health_aggregation_policy", policyLink))
			return worst(a, listComplete(h.Sources, "sources"))
		})
		eachComposite(p, func(c *topology.CompositeHealth) answer {
			a := worst(linkKinds(p, c.Sources, "health_sources", sourceLink), linkKind(p, c.Destination, "health_destination", ruleLink))
			return worst(a, listComplete(c.Sources, "health_sources"))
		})
	},
}

// wantedKind is what a link of composite health has to lead to.
type wantedKind struct {
	what  string
	kind  topology.Kind
	is    func(topology.Node) bool
	names bool // a bare name will do
}

var (
	serviceLink = wantedKind{"a backend service", topology.KindBackendService, isA[*topology.BackendService], false}
	policyLink  = wantedKind{"a health aggregation policy", topology.KindHealthPolicy, isA[*topology.HealthPolicy], true}
	sourceLink  = wantedKind{"a health source", topology.KindHealthSource, isA[*topology.HealthSource], false}
	ruleLink    = wantedKind{"a forwarding rule", topology.KindForwardingRule, isA[*topology.ForwardingRule], true}
)

func isA[T topology.Node](n topology.Node) bool {
	_, ok := n.(T)
	return ok
}

func linkKinds(p *validate.Pass, l topology.LinkList, path string, w wantedKind) answer {
	var a answer
	for _, link := range l.Links {
		a = worst(a, linkKind(p, link, cmp.Or(link.Path, path), w))
	}
	return a
}

func linkKind(p *validate.Pass, l topology.Link, path string, w wantedKind) answer {
	switch l.State {
	case topology.LinkAbsent:
		return answer{}
	case topology.LinkResolved:
		if !w.is(l.Target) {
			return wrongKind(path, linkName(l), w)
		}
		if l.Proof == topology.ByName && !w.names {
			return bareLink(path, linkName(l), w)
		}
		return answer{}
	case topology.LinkExternal:
		switch {
		case l.ID.Kind != "" && l.ID.Kind != w.kind:
			return wrongKind(path, linkName(l), w)
		case isBare(l) && !w.names:
			return bareLink(path, linkName(l), w)
		case isHidden(l):
			return open(path, linkReason(l, path))
		}
		return answer{}
	}
	for _, address := range l.Candidates {
		if n := p.Index.At(address); n == nil || !w.is(n) {
			return open(path, linkReason(l, path))
		}
	}
	if len(l.Candidates) == 0 {
		return open(path, linkReason(l, path))
	}
	return answer{}
}

func wrongKind(path, name string, w wantedKind) answer {
	return fail(path, fmt.Sprintf("The link leads to %s, which is not %s. The provider plans it, and Google refuses it at apply. Refer to %[2]s.",
		name, w.what))
}

func bareLink(path, name string, w wantedKind) answer {
	return fail(path, fmt.Sprintf("%q is no URL of %s, and a bare name names nothing here. Refer to the id of %[2]s.", name, w.what))
}
