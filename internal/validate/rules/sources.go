// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// eachPolicy gives an answer for every health aggregation policy.
func eachPolicy(p *validate.Pass, check func(*topology.HealthPolicy) answer) {
	for _, o := range p.After.Policies {
		give(p, o, topology.Of(true), "", check(o))
	}
}

// eachSource gives an answer for every health source.
func eachSource(p *validate.Pass, check func(*topology.HealthSource) answer) {
	for _, h := range p.After.Sources {
		give(p, h, topology.Of(true), "", check(h))
	}
}

// eachComposite gives an answer for every composite health check.
func eachComposite(p *validate.Pass, check func(*topology.CompositeHealth) answer) {
	for _, c := range p.After.Composites {
		give(p, c, topology.Of(true), "", check(c))
	}
}

// eachWatched gives an answer for every health source that names a backend
// service, by what it has to say of that service. A link to something else
// passes: CH030 and CH022 speak of it.
func eachWatched(p *validate.Pass, check func(*topology.BackendService) answer, byID func(topology.Identity) answer) {
	eachSource(p, func(h *topology.HealthSource) answer {
		a := listComplete(h.Sources, "sources")
		for _, l := range h.Sources.Links {
			w := ofService(p, l, check, byID)
			w.path = cmp.Or(l.Path, "sources")
			a = worst(a, w)
		}
		return a
	})
}

// listComplete passes where the input shows all of a list of links.
func listComplete(l topology.LinkList, path string) answer {
	if l.Complete {
		return answer{}
	}
	return open(path, cmp.Or(l.Reason, path+" is known after apply"))
}

// ofService answers for the backend service that a link names: by the object,
// or by its identity where it is outside the input. Of several that the link
// may mean all have to pass.
func ofService(
	p *validate.Pass, l topology.Link, check func(*topology.BackendService) answer, byID func(topology.Identity) answer,
) answer {
	switch l.State {
	case topology.LinkResolved:
		if s, ok := topology.To[*topology.BackendService](l); ok {
			return check(s)
		}
		return answer{}
	case topology.LinkAbsent:
		return answer{}
	case topology.LinkExternal:
		if isBare(l) {
			return answer{} // CH030
		}
		return byID(l.ID)
	}
	for _, address := range l.Candidates {
		s, ok := p.Index.At(address).(*topology.BackendService)
		if !ok || check(s).verdict != passes {
			return open(l.Path, linkReason(l, "sources"))
		}
	}
	if len(l.Candidates) == 0 {
		return open(l.Path, linkReason(l, "sources"))
	}
	return answer{}
}

// outside answers for a service that the input does not hold, where its
// identity does not decide. Another kind of object passes here.
func outside(id topology.Identity) answer {
	if id.Kind != "" && id.Kind != topology.KindBackendService {
		return answer{}
	}
	name := id.Name
	if id.Complete() {
		name = id.String()
	}
	return open("", cmp.Or(name, "the backend service")+" is not in the input")
}

// measured is a health source with all that its thresholds are compared with.
type measured struct {
	source  *topology.HealthSource
	service *topology.BackendService
	policy  *topology.HealthPolicy
	// The thresholds that apply; null for one that Google refuses.
	percent topology.Known[int]
	minimum topology.Known[int]
	// members is the number of endpoints of the service that count.
	members span
}

// related points at the policy of the source.
func (m *measured) related() validate.Related {
	return validate.Related{Address: m.policy.Address, Message: "the thresholds stand here"}
}

// needs returns how many of n endpoints have to be healthy, and false where n
// are too few. Both thresholds have to be known.
func (m *measured) needs(n int) (int, bool) {
	return health.Needs(m.percent.Default(0), m.minimum.Default(0), n)
}

// refused reports whether Google refuses a threshold, so that a rule about
// both of them has nothing to say.
func (m *measured) refused() bool { return m.percent.IsNull() || m.minimum.IsNull() }

// thresholdsKnown passes where both thresholds are known.
func (m *measured) thresholdsKnown() answer {
	switch {
	case m.percent.IsUnknown():
		return open("health_aggregation_policy", "healthy_percent_threshold of "+m.policy.Address+" is known after apply")
	case m.minimum.IsUnknown():
		return open("health_aggregation_policy", "min_healthy_threshold of "+m.policy.Address+" is known after apply")
	}
	return answer{}
}

// sized passes where the number of endpoints is known.
func (m *measured) sized() answer {
	if _, ok := m.members.exact(); ok {
		return answer{}
	}
	return open("sources", cmp.Or(m.members.why, "the number of endpoints of "+m.service.Address+" is not known"))
}

// eachMeasured gives an answer for every health source whose service and
// policy the input holds. A source that other rules already refuse gets none.
func eachMeasured(p *validate.Pass, check func(*measured) answer) {
	for _, h := range p.After.Sources {
		if m, a, ok := measure(p, h); m != nil {
			give(p, h, topology.Of(true), "", check(m))
		} else if ok {
			give(p, h, topology.Of(true), "", a)
		}
	}
}

// measure returns what the thresholds of a source are compared with. Where it
// returns nil, ok says whether the missing link leaves rules open, by the
// answer, or whether another rule has refused the source.
func measure(p *validate.Pass, h *topology.HealthSource) (m *measured, a answer, ok bool) {
	if len(h.Sources.Links) != 1 || !h.Sources.Complete {
		return nil, listComplete(h.Sources, "sources"), len(h.Sources.Links) < 2 && !h.Sources.Complete
	}
	l := h.Sources.Links[0]
	s, isService := topology.To[*topology.BackendService](l)
	if !isService {
		a, ok = dangling(l, topology.KindBackendService, "sources")
		return nil, a, ok
	}
	policy, isPolicy := health.PolicyOf(h)
	if !isPolicy {
		a, ok = dangling(h.Policy, topology.KindHealthPolicy, "health_aggregation_policy")
		return nil, a, ok
	}
	t := health.ThresholdsOf(policy)
	return &measured{
		source: h, service: s, policy: policy, members: membersOf(p, s),
		percent: applied(policy.Percent, t.Percent), minimum: appliedMinimum(policy.Minimum, t.Minimum),
	}, answer{}, true
}

// applied returns the threshold that applies; null for one that Google refuses,
// of which CH001 and CH002 speak.
func applied(written topology.Known[topology.Ratio], applies topology.Known[int]) topology.Known[int] {
	if applies.IsUnknown() && !written.IsUnknown() {
		return topology.Null[int]()
	}
	return applies
}

// appliedMinimum does so for the minimum. One that is larger than any number
// Google takes is one that no service reaches: CH003.
func appliedMinimum(written topology.Known[topology.Ratio], applies topology.Known[int]) topology.Known[int] {
	minimum := applied(written, applies)
	if r, ok := written.Value(); ok && minimum.IsNull() {
		if n, whole := r.Whole(); whole && n > 0 {
			return topology.Of(n)
		}
	}
	return minimum
}

// dangling answers for a link that leads to no object of the input of the
// wanted kind, and reports false where it leads to another kind or nowhere.
func dangling(l topology.Link, kind topology.Kind, path string) (answer, bool) {
	switch l.State {
	case topology.LinkAbsent, topology.LinkResolved:
		return answer{}, false
	case topology.LinkExternal:
		// A source is named by its URL only.
		if l.ID.Kind != "" && l.ID.Kind != kind || kind == topology.KindBackendService && isBare(l) {
			return answer{}, false
		}
	}
	return open(cmp.Or(l.Path, path), linkReason(l, path)), true
}

// membersOf counts the endpoints of a service that health aggregation counts.
// Google's documentation does not say whether those of failover backends are
// among them, and no finding rests on an assumption: they widen the span.
func membersOf(p *validate.Pass, s *topology.BackendService) span {
	c := poolsOf(p, s)
	if failover := c[sizing.Failover].total; failover.high > 0 {
		all := c[sizing.Primary].total.plus(failover)
		all.low = c[sizing.Primary].total.low
		all.why = cmp.Or(all.why, "Google's documentation does not say whether the endpoints of failover backends count, which "+s.Address+" has")
		return all
	}
	if n, ok := p.Layout(s).Members().Value(); ok {
		return span{low: n, high: n}
	}
	return c[sizing.Primary].total
}

// composed reports whether a composite health check uses a source.
func composed(p *validate.Pass, h *topology.HealthSource) topology.Known[bool] {
	users := p.Index.CompositesOf(h)
	switch {
	case len(users.Certain) > 0:
		return topology.Of(true)
	case len(users.Possible) > 0 || !p.After.ReadFor(h):
		return topology.Unknown[bool]()
	}
	return topology.Of(false)
}
