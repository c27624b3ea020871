// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// PSC004 asks for global access where global consumers come in.
var PSC004 = &validate.Rule{
	ID:       "PSC004",
	Name:     "global-access-missing",
	Title:    "Published rule without global access behind a global consumer",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "The proxies of a global load balancer stand in every region. A PSC NEG in a global backend service therefore needs a producer " +
		"whose rule admits clients of other regions. Without it the consumer's health checks break, and traffic may reach a service that " +
		"does not answer. It has to be on before the service attachment is made.",
	Source: "Google Cloud documentation, published services, global access; publish services, before you begin",
	Fix:    "Set `allow_global_access = true` on the producer's forwarding rule, before its service attachment is created.",
	Bad:    whole(exampleService, exampleShutRule, exampleAttachment, exampleNEG("central", "us-central1", exampleOwn), exampleNEG("east", "us-east1", exampleForeign("us-east1")), exampleConsumer("central", "east")),
	Good:   whole(exampleService, exampleRule, exampleAttachment, exampleNEG("central", "us-central1", exampleOwn), exampleNEG("east", "us-east1", exampleForeign("us-east1")), exampleConsumer("central", "east")),
	Check:  checkProducerAccess,
}

// exampleShutRule is a rule without global access.
const exampleShutRule = `resource "google_compute_forwarding_rule" "api" {
  name                  = "api"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["443"]
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service       = google_compute_region_backend_service.api.id
}

`

func checkProducerAccess(p *validate.Pass) {
	reached := globalReach(p)
	for _, r := range p.After.Rules {
		by := reached[r]
		if by == nil {
			if why := mayBeReached(p, r); why != "" {
				p.Undecided(r, "allow_global_access", why)
			}
			continue
		}
		var at topology.Node = r
		if r.Data {
			at = by.neg // the rule belongs to another configuration
		}
		var a answer
		switch access, known := r.GlobalAccess.Or(false).Value(); {
		case !known:
			a = open("allow_global_access", "allow_global_access of "+r.Address+" is known after apply")
		case !access:
			a = fail("allow_global_access", fmt.Sprintf("%s, in the global backend service %s, reaches %s, which has no global access. Health checks of the "+
				"consumer fail from other regions. Set allow_global_access = true, and do so before the service attachment is made.",
				by.neg.Address, by.service.Address, r.Address), validate.Related{Address: by.neg.Address, Message: "connects to the rule's service attachment"})
		}
		give(p, at, by.certain, by.why, a)
	}
}

// reach is how the NEGs of a global service come to a producer's rule.
type reach struct {
	neg     *topology.Group
	service *topology.BackendService
	certain topology.Known[bool]
	why     string
}

// globalReach returns the rules that PSC NEGs of global services reach, or may
// reach.
func globalReach(p *validate.Pass) map[*topology.ForwardingRule]*reach {
	out := map[*topology.ForwardingRule]*reach{}
	for _, g := range p.After.Groups {
		r := producerOf(g).rule
		if r == nil || topology.Is(g.IsPSC(), false) {
			continue
		}
		next := reachOf(p, g)
		if next == nil {
			continue
		}
		if before := out[r]; before == nil || !before.certain.IsSet() && next.certain.IsSet() {
			out[r] = next
		}
	}
	return out
}

func reachOf(p *validate.Pass, g *topology.Group) *reach {
	users := p.Index.UsersOf(g)
	for _, s := range users.Certain {
		if s.IsGlobal() {
			return &reach{neg: g, service: s, certain: topology.Of(true)}
		}
	}
	for _, s := range users.Possible {
		if s.IsGlobal() {
			return &reach{neg: g, service: s, why: "it is known after apply whether " + g.Address + " is a backend of " + s.Address}
		}
	}
	return nil
}

// mayBeReached says why a rule without global access may be one that a PSC NEG
// of a global service reaches; empty where none does.
func mayBeReached(p *validate.Pass, r *topology.ForwardingRule) string {
	if r.Data || r.IsGlobal() || topology.Is(r.GlobalAccess, true) {
		return ""
	}
	by := p.Index.AttachmentsOf(r)
	for _, a := range by.Certain {
		if g := globalNEG(p, p.Index.NEGsOf(a).Possible); g != nil {
			return linkReason(g.TargetService, "psc_target_service of "+g.Address)
		}
	}
	for _, a := range by.Possible {
		negs := p.Index.NEGsOf(a)
		if mayBeNear(a, r) && (globalNEG(p, negs.Certain) != nil || globalNEG(p, negs.Possible) != nil) {
			return linkReason(a.TargetService, "target_service of "+a.Address)
		}
	}
	return ""
}

// globalNEG returns the first PSC NEG that a global service uses, or may use.
func globalNEG(p *validate.Pass, negs []*topology.Group) *topology.Group {
	for _, g := range negs {
		if !topology.Is(g.IsPSC(), false) && reachOf(p, g) != nil {
			return g
		}
	}
	return nil
}
