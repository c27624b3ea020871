package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// worstRule gives the answer for a service that has to pass with each of its
// forwarding rules. A rule that only may be one of the service's leaves a
// failure open, and so does an input of which a part could not be read.
func worstRule(p *validate.Pass, s *topology.BackendService, test func(*topology.ForwardingRule) answer) answer {
	rules := p.Index.RulesOf(s)
	var a answer
	for _, r := range rules.Certain {
		a = worst(a, test(r))
	}
	for _, r := range rules.Possible {
		if a.verdict == passes && mayFront(r, s) && test(r).verdict != passes {
			a = open("", linkReason(r.BackendService, "backend_service of "+r.Object.Address))
		}
	}
	if why := unread(p); a.verdict == passes && why != "" {
		return open("", why)
	}
	return a
}

// mayFront reports whether a forwarding rule whose link is open can be one of
// a service: regional, scheme INTERNAL, in the region and project of the
// service.
func mayFront(r *topology.ForwardingRule, s *topology.BackendService) bool {
	return !r.IsGlobal() && !topology.IsNot(r.Scheme, "INTERNAL") && mayBeNear(r, s)
}

// mayBeNear reports whether two objects can be in one region of one project.
func mayBeNear(a, b topology.Node) bool {
	return !differ(a.Base().Region(), b.Base().Region()) && !differ(a.Base().Project, b.Base().Project)
}

// differ reports whether two values are certainly different.
func differ(a, b topology.Known[string]) bool {
	x, okX := a.Value()
	y, okY := b.Value()
	return okX && okY && x != y
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
		if !differ(o.Base().Region(), r.Region()) {
			return open("", linkReason(link(o), what+" of "+o.Base().Address))
		}
	}
	return answer{}
}
