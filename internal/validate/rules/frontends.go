// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// withFrontedAffinity is withAffinity for a check that looks at each of a
// service's forwarding rules. A rule that only may be one of the service's
// leaves a failure open, and so does an input of which a part could not be
// read.
func withFrontedAffinity(p *validate.Pass, test func(*topology.BackendService, *topology.ForwardingRule) answer) {
	var suspects []*topology.ForwardingRule // of no certain service, and failing or open
	searched := false
	withAffinity(p, func(s *topology.BackendService) answer {
		var a answer
		for _, r := range p.Index.RulesOf(s).Certain {
			a = worst(a, test(s, r))
		}
		if a.verdict != passes {
			return a
		}
		if !searched {
			suspects, searched = suspectRules(p, s, test), true
		}
		for _, r := range suspects {
			if mayFront(r, s) {
				return open("", linkReason(r.BackendService, "backend_service of "+r.Address))
			}
		}
		if why := unread(p, s); why != "" {
			return open("", why)
		}
		return a
	})
}

// suspectRules returns the forwarding rules of no certain service that would
// not pass; what they would fail on does not depend on the service.
func suspectRules(
	p *validate.Pass, s *topology.BackendService, test func(*topology.BackendService, *topology.ForwardingRule) answer,
) []*topology.ForwardingRule {
	var out []*topology.ForwardingRule
	for _, r := range p.After.Rules {
		if r.BackendService.State == topology.LinkUnresolved && test(s, r).verdict != passes {
			out = append(out, r)
		}
	}
	return out
}

// mayFront reports whether a forwarding rule whose link is unresolved can be
// one of a service: it may mean the service, and is regional, of scheme
// INTERNAL, and in the service's region and project.
func mayFront(r *topology.ForwardingRule, s *topology.BackendService) bool {
	return r.BackendService.MayMean(r, s) && !r.IsGlobal() && !topology.IsNot(r.Scheme, "INTERNAL") && mayBeNear(r, s)
}

// mayBeNear reports whether two objects can be in one region of one project.
func mayBeNear(a, b topology.Node) bool {
	return !topology.Differ(a.Base().Region(), b.Base().Region()) && !topology.Differ(a.Base().Project, b.Base().Project)
}

// named gives the answer for a forwarding rule that nothing of a kind may
// refer to: those that certainly do fail it, those of its region that may
// leave it open.
func named[T topology.Node](
	r *topology.ForwardingRule, by topology.Referrers[T], link func(T) topology.Link, what string, failure func(T) answer,
) answer {
	if len(by.Certain) > 0 {
		return failure(by.Certain[0])
	}
	for _, o := range by.Possible {
		if !topology.Differ(o.Base().Region(), r.Region()) {
			return open("", linkReason(link(o), what+" of "+o.Base().Address))
		}
	}
	return answer{}
}
