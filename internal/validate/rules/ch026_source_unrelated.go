// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH026 compares the sources with the published service itself.
var CH026 = &validate.Rule{
	ID:       "CH026",
	Name:     "source-unrelated",
	Title:    "Composite health that does not watch the published service itself",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "The sources of a composite health check are meant to be the services on which the published one depends, and the first of " +
		"them is the backend service behind the destination. When none of the sources watches that one, the region stays " +
		"HEALTHY while all of its own endpoints are down.",
	Source: "Google Cloud documentation, configure composite health: one source for each backend service that the service depends on",
	Fix:    "Add a health source for the destination's own backend service, unless it is left out on purpose.",
	Bad:    whole(exampleService, exampleRule, exampleAttachment, exampleManagedService("db", 4), examplePolicy("api", 50, 1), exampleOtherSource, exampleComposite),
	Good:   examplePublished,
	Check: func(p *validate.Pass) {
		eachComposite(p, checkSourceUnrelated)
	},
}

// exampleOtherSource is the health source "api" over another service.
const exampleOtherSource = `resource "google_compute_region_health_source" "api" {
  name                      = "api"
  region                    = "us-central1"
  source_type               = "BACKEND_SERVICE"
  sources                   = [google_compute_region_backend_service.db.id]
  health_aggregation_policy = google_compute_region_health_aggregation_policy.api.id
}
`

func checkSourceUnrelated(c *topology.CompositeHealth) answer {
	if c.Destination.State == topology.LinkAbsent || len(c.Sources.Links) == 0 && c.Sources.Complete {
		return answer{}
	}
	r, ok := topology.To[*topology.ForwardingRule](c.Destination)
	if !ok {
		a, _ := dangling(c.Destination, topology.KindForwardingRule, "health_destination")
		return a
	}
	if watchesRefused(c) {
		return answer{}
	}
	behind, why := servicesBehind(r)
	watched, whyNot := watchedBy(c)
	for _, l := range behind {
		if k := l.Key(); k != "" && watched[k] {
			return answer{}
		}
	}
	switch {
	case why != "":
		return open("health_destination", why)
	case whyNot != "":
		return open("health_sources", whyNot)
	case len(behind) == 0:
		return answer{}
	}
	var names []string
	for _, l := range behind {
		names = append(names, linkName(l))
	}
	return fail("health_sources", fmt.Sprintf("None of the health sources watches %s, the service behind the destination %s. The composite stays "+
		"HEALTHY while all endpoints there are down. Add a health source for it, unless it is left out on purpose.",
		enumerate(names), r.Address))
}

// watchedBy returns what the sources of a composite watch, by the key of the
// link; why says what may be missing.
func watchedBy(c *topology.CompositeHealth) (keys map[string]bool, why string) {
	keys = map[string]bool{}
	if !c.Sources.Complete {
		why = cmp.Or(c.Sources.Reason, "health_sources is known after apply")
	}
	for _, l := range c.Sources.Links {
		h, ok := topology.To[*topology.HealthSource](l)
		switch {
		case !ok:
			why = cmp.Or(why, linkReason(l, "health_sources"))
			continue
		case !h.Sources.Complete:
			why = cmp.Or(why, cmp.Or(h.Sources.Reason, "sources of "+h.Address+" is known after apply"))
		}
		for _, s := range h.Sources.Links {
			k := s.Key()
			if k == "" {
				why = cmp.Or(why, linkReason(s, "sources of "+h.Address))
			}
			keys[k] = true
		}
	}
	return keys, why
}

// watchesRefused reports whether a health source, or what it watches, is
// certainly none: CH008 and CH030 speak of it.
func watchesRefused(c *topology.CompositeHealth) bool {
	return slices.ContainsFunc(c.Sources.Links, func(l topology.Link) bool {
		h, ok := topology.To[*topology.HealthSource](l)
		if !ok {
			return isOther(l, sourceLink)
		}
		return len(h.Sources.Links) == 0 && h.Sources.Complete ||
			slices.ContainsFunc(h.Sources.Links, func(l topology.Link) bool { return isOther(l, serviceLink) })
	})
}

// isOther reports whether a link certainly leads to nothing of a kind.
func isOther(l topology.Link, w wantedKind) bool {
	switch l.State {
	case topology.LinkResolved:
		return !w.is(l.Target)
	case topology.LinkExternal:
		return l.ID.Kind != "" && l.ID.Kind != w.kind || isBare(l) && !w.names
	}
	return l.State == topology.LinkAbsent
}

// servicesBehind returns links to the backend services behind a forwarding
// rule, through its proxy and URL map where it has them; why says what may be
// missing.
func servicesBehind(r *topology.ForwardingRule) (services []topology.Link, why string) {
	if r.BackendService.State != topology.LinkAbsent {
		if r.BackendService.Key() == "" {
			return nil, linkReason(r.BackendService, "backend_service of "+r.Address)
		}
		return []topology.Link{r.BackendService}, ""
	}
	if r.Target.State == topology.LinkAbsent {
		return nil, ""
	}
	proxy, ok := topology.To[*topology.Proxy](r.Target)
	if !ok {
		if r.Target.State == topology.LinkResolved || unsupported[r.Target.ID.Kind] != "" {
			return nil, "" // no proxy: CH032
		}
		return nil, linkReason(r.Target, "target of "+r.Address)
	}
	if m, ok := topology.To[*topology.URLMap](proxy.Next); ok {
		if !m.Services.Complete {
			why = cmp.Or(m.Services.Reason, "the services of "+m.Address+" are known after apply")
		}
		return m.Services.Links, why
	}
	if proxy.Next.Key() == "" || proxy.Next.State == topology.LinkExternal && proxy.Next.ID.Kind != topology.KindBackendService {
		return nil, linkReason(proxy.Next, "what "+proxy.Address+" leads to")
	}
	return []topology.Link{proxy.Next}, ""
}
