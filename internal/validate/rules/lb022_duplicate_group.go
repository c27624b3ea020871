// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB022 allows a group once in a service.
var LB022 = &validate.Rule{
	ID:       "LB022",
	Name:     "duplicate-group",
	Title:    "One group twice in a service",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "Two backends of one service must not name the same group, not even one as primary and one as failover backend. The " +
		"provider keeps both blocks as soon as they differ in anything, and Google refuses the service.",
	Source: "Compute API v1, Backend.group",
	Fix:    "Keep one of the two blocks.",
	Bad:    duplicateGroupExample("a"),
	Good:   duplicateGroupExample("b"),
	Check: func(p *validate.Pass) {
		for _, s := range p.After.Services {
			if !s.Data && !s.IsGlobal() {
				give(p, s, topology.Of(true), "", checkDuplicateGroup(s))
			}
		}
	},
}

func duplicateGroupExample(second string) string {
	return `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
    description    = "old"
  }
  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-` + second + `"
    balancing_mode = "CONNECTION"
    description    = "new"
  }
}
`
}

func checkDuplicateGroup(s *topology.BackendService) answer {
	seen := map[string]*topology.Backend{}
	var unresolved []*topology.Backend
	for i := range s.Backends.List {
		b := &s.Backends.List[i]
		key := groupKey(b.Group)
		if key == "" {
			unresolved = append(unresolved, b)
			continue
		}
		if first, ok := seen[key]; ok {
			return fail(b.Path+".group", fmt.Sprintf("%s and %s both name %s. Google takes a group once in a service. Remove one of the two.",
				first.Path, b.Path, linkName(b.Group)))
		}
		seen[key] = b
	}
	for i, b := range unresolved {
		if mayRepeat(b.Group, unresolved[:i], seen) {
			return open(b.Path+".group", linkReason(b.Group, b.Path+".group"))
		}
	}
	return backendsComplete(s)
}

// groupKey returns a text that is equal for links that name the same group,
// and empty where it is not known which group a link names.
func groupKey(l topology.Link) string {
	switch {
	case l.State == topology.LinkResolved:
		return l.Target.Base().Address
	case l.State != topology.LinkExternal:
		return ""
	case l.ID.Name == "":
		return l.Text
	}
	id := l.ID
	if id.Kind == topology.KindInstanceGroupManager { // a manager and its group have one name
		id.Kind = topology.KindInstanceGroup
	}
	return strings.ToLower(id.String())
}

// mayRepeat reports whether a link of which it is not known what it names may
// name the group of another backend.
func mayRepeat(l topology.Link, others []*topology.Backend, seen map[string]*topology.Backend) bool {
	if len(l.Candidates) == 0 {
		return len(others)+len(seen) > 0
	}
	for _, c := range l.Candidates {
		if seen[c] != nil {
			return true
		}
	}
	return slices.ContainsFunc(others, func(b *topology.Backend) bool {
		return len(b.Group.Candidates) == 0 ||
			slices.ContainsFunc(b.Group.Candidates, func(c string) bool { return slices.Contains(l.Candidates, c) })
	})
}
