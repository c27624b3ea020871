// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// LB019 looks for groups that a plan deletes too early.
var LB019 = &validate.Rule{
	ID:       "LB019",
	Name:     "group-destroyed-while-used",
	Title:    "The plan destroys a group while a backend service still has it",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedDiff},
	Rationale: "Terraform destroys an object before it updates those that refer to it, unless `create_before_destroy` turns the " +
		"order round. A group that goes away in the same plan that takes it out of a backend service is therefore deleted " +
		"while the service still has it, which Google refuses because the group is in use: the apply stops half way.",
	Source: "Terraform documentation, resource lifecycle, order of operations; Compute API v1, instanceGroups.delete and " +
		"networkEndpointGroups.delete, which refuse a group in use",
	Fix: "Take the group out of the service in one apply and destroy it in the next, or set `create_before_destroy` on the group " +
		"(in the state, too: apply that change first).",
	Bad: `# The state holds the group "web-b" as a backend of the service. This
# configuration has neither the group nor the backend any more: one plan removes
# both.
resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`,
	Good: `# The backend is gone, and the group is still there: the next change removes it.
resource "google_compute_instance_group" "b" {
  name      = "web-b"
  zone      = "us-central1-b"
  instances = ["projects/demo/zones/us-central1-b/instances/b-0"]
}

resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`,
	Check: checkGroupsDestroyed,
}

func checkGroupsDestroyed(p *validate.Pass) {
	if p.Before == nil {
		return
	}
	destroyed := map[string]bool{}
	for _, n := range p.After.Removed {
		destroyed[n.Base().Address] = true
	}
	for _, n := range p.After.Removed {
		if g, ok := n.(*topology.Group); ok && !g.Data {
			give(p, g, topology.Of(true), "", groupDestroyed(p, g, destroyed))
		}
	}
	for _, g := range p.After.Groups {
		if !g.Data && (g.Change == topology.ChangeReplace || g.Change == topology.ChangeReplaceCreateFirst) {
			give(p, g, topology.Of(true), "", groupDestroyed(p, g, destroyed))
		}
	}
}

func groupDestroyed(p *validate.Pass, g *topology.Group, destroyed map[string]bool) answer {
	if g.Change == topology.ChangeReplaceCreateFirst {
		return answer{}
	}
	users := p.BeforeIndex.UsersOf(g)
	var a answer
	for _, s := range users.Certain {
		switch keeps, known := outlives(p, s, destroyed).Value(); {
		case !known:
			a = worst(a, open("", "the plan does not say what becomes of "+s.Address))
		case keeps:
			return fail("", fmt.Sprintf("The plan %s the group, and %s has it as a backend in the prior state. Terraform deletes the "+
				"group before it updates the service, and Google refuses to delete a group in use. Take it out of the "+
				"service in one apply and destroy it in the next, or set create_before_destroy on it.", destroys(g), s.Address),
				validate.Related{Address: s.Address, Message: "has the group in the prior state"})
		}
	}
	for _, s := range users.Possible {
		if keeps := outlives(p, s, destroyed); !topology.Is(keeps, false) {
			a = worst(a, open("", "it is not known whether "+s.Address+" has the group in the prior state"))
		}
	}
	return a
}

func destroys(g *topology.Group) string {
	if g.Change == topology.ChangeReplace {
		return "destroys and creates again"
	}
	return "destroys"
}

// outlives reports whether a service of the prior state is still there when
// Terraform deletes one of its groups. One that is itself destroyed, or
// replaced, goes first.
func outlives(p *validate.Pass, s *topology.BackendService, destroyed map[string]bool) topology.Known[bool] {
	if destroyed[s.Address] {
		return topology.Of(false)
	}
	after := p.Index.At(s.Address)
	if after == nil {
		return topology.Unknown[bool]()
	}
	c := after.Base().Change
	return topology.Of(c != topology.ChangeReplace && c != topology.ChangeReplaceCreateFirst)
}
