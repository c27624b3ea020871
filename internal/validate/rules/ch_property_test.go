// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	"pgregory.net/rapid"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
	"terraform-provider-spillway/internal/validate"
)

// mistakes are changes of a producer and its consumer, most of them wrong.
var mistakes = []func(x *consumerSide){
	func(x *consumerSide) { x.policy.Percent = ratio("150") },
	func(x *consumerSide) { x.policy.Percent = ratio("100") },
	func(x *consumerSide) { x.policy.Percent = ratio("0") },
	func(x *consumerSide) { x.policy.Minimum = ratio("9") },
	func(x *consumerSide) { x.policy.Minimum = ratio("-1") },
	func(x *consumerSide) { x.policy.Percent, x.policy.Minimum = ratio("75"), ratio("2") },
	func(x *consumerSide) { x.policy.Location = t.Of("us-east1") },
	func(x *consumerSide) { x.policy.Project = t.Of("q") },
	func(x *consumerSide) { x.policy.Name = t.Of("Api") },
	func(x *consumerSide) { x.policy.PolicyType = t.Of("DNS_PUBLIC_IP_POLICY") },
	func(x *consumerSide) { sharedWith(60, "10", "2")(x.producerSide) },
	func(x *consumerSide) { x.source.Policy = tt.Absent() },
	func(x *consumerSide) { x.source.Sources = tt.Links(x.service, x.Service("more")) },
	func(x *consumerSide) { x.source.Sources = tt.Links(x.a) },
	func(x *consumerSide) {
		x.source.Sources.Links[0] = tt.External("projects/p/global/backendServices/web")
	},
	func(x *consumerSide) { x.service.Scheme = t.Of("EXTERNAL") },
	func(x *consumerSide) { x.service.HealthChecks.Links = nil },
	func(x *consumerSide) { x.service.HAPolicy = t.Of(t.HAPolicy{FastIPMove: t.Of("GARP_RA")}) },
	func(x *consumerSide) { x.a.GroupKind, x.a.NEGType = t.ZonalNEG, t.Of("NON_GCP_PRIVATE_IP_PORT") },
	func(x *consumerSide) {
		x.b.Location, x.b.Capacity.Zones = t.Of(tt.Zone("a")), t.Of([]string{tt.Zone("a")})
	},
	func(x *consumerSide) { tt.Affinity(x.service, t.AffinityStay, "") },
	func(x *consumerSide) { x.service.Backends.List[len(x.service.Backends.List)-1].Failover = t.Of(true) },
	func(x *consumerSide) { rollingGroup(x.producerSide, 6, 3); x.policy.Percent = ratio("60") },
	func(x *consumerSide) { x.composite.Sources = tt.Links(x.source, x.source) },
	func(x *consumerSide) { x.composite.Sources.Links = nil },
	func(x *consumerSide) { x.Composite("second", x.rule, x.source) },
	func(x *consumerSide) { x.composite.Destination = tt.To(x.service) },
	func(x *consumerSide) { x.rule.Scheme = t.Of("EXTERNAL") },
	func(x *consumerSide) { x.rule.GlobalAccess = t.Of(false) },
	func(x *consumerSide) { allPorts(x) },
	func(x *consumerSide) { tcpProxy(x.producerSide) },
	func(x *consumerSide) { watchOther(x.producerSide) },
	func(x *consumerSide) { x.attachment.TargetService = tt.To(x.service) },
	func(x *consumerSide) { endpoint(x.producerSide) },
	func(x *consumerSide) { x.coverEast(false) },
	func(x *consumerSide) { x.coverEast(true) },
	func(x *consumerSide) { leavesOutEast(x) },
	func(x *consumerSide) { regionalConsumer(x) },
	func(x *consumerSide) { x.consumer.Scheme = t.Of("INTERNAL_MANAGED") },
	func(x *consumerSide) { x.consumer.Outlier = outlier(t.Of(0), t.Of(0), t.Of(0)) },
	func(x *consumerSide) { x.consumer.Backends.List[0].BalancingMode = t.Of("RATE") },
	func(x *consumerSide) { x.consumer.HealthChecks = tt.Links(x.service) },
	func(x *consumerSide) { x.negs[0].Location = t.Of("us-west1") },
	func(x *consumerSide) { x.negs[1].TargetService = tt.Absent() },
	func(x *consumerSide) { x.policy.Change, x.composite.Change = t.ChangeUpdate, t.ChangeCreate },
}

// hide makes a link unresolved, sometimes with what it may mean.
func hide(rt *rapid.T, l *t.Link) {
	target := l.Target
	if l.State == t.LinkAbsent {
		return
	}
	*l = unresolved()
	if target != nil && rapid.Bool().Draw(rt, "candidates") {
		l.Candidates = append(l.Candidates, target.Base().Address)
	}
}

// hideLinks makes some links of a list unresolved, or leaves them out.
func hideLinks(rt *rapid.T, l *t.LinkList) {
	if rapid.Bool().Draw(rt, "shorter") {
		l.Complete, l.Links = false, l.Links[:rapid.IntRange(0, len(l.Links)).Draw(rt, "shown")]
	}
	for i := range l.Links {
		if rapid.Bool().Draw(rt, "hidden link") {
			hide(rt, &l.Links[i])
		}
	}
}

// healthVeils take knowledge away, and never change what is true.
var healthVeils = []func(rt *rapid.T, x *consumerSide){
	func(_ *rapid.T, x *consumerSide) { percentUnknown(x.producerSide) },
	func(_ *rapid.T, x *consumerSide) { minimumUnknown(x.producerSide) },
	func(_ *rapid.T, x *consumerSide) { x.policy.PolicyType = t.Unknown[string]() },
	func(_ *rapid.T, x *consumerSide) { x.policy.Location = t.Unknown[string]() },
	func(_ *rapid.T, x *consumerSide) {
		x.policy.Name, x.policy.Project = t.Unknown[string](), t.Unknown[string]()
	},
	func(_ *rapid.T, x *consumerSide) { x.source.Location = t.Unknown[string]() },
	func(rt *rapid.T, x *consumerSide) { hide(rt, &x.source.Policy) },
	func(rt *rapid.T, x *consumerSide) { hideLinks(rt, &x.source.Sources) },
	func(rt *rapid.T, x *consumerSide) { hideLinks(rt, &x.composite.Sources) },
	func(rt *rapid.T, x *consumerSide) { hide(rt, &x.composite.Destination) },
	func(rt *rapid.T, x *consumerSide) { hide(rt, &x.attachment.TargetService) },
	func(rt *rapid.T, x *consumerSide) { hide(rt, &x.rule.BackendService) },
	func(rt *rapid.T, x *consumerSide) { hide(rt, &x.rule.Target) },
	func(_ *rapid.T, x *consumerSide) {
		x.rule.Scheme, x.rule.GlobalAccess = t.Unknown[string](), t.Unknown[bool]()
	},
	func(_ *rapid.T, x *consumerSide) {
		x.rule.AllPorts, x.rule.Ports = t.Unknown[bool](), t.Unknown[[]string]()
	},
	func(_ *rapid.T, x *consumerSide) { x.service.Scheme = t.Unknown[string]() },
	func(_ *rapid.T, x *consumerSide) { x.service.HAPolicy = t.Unknown[t.HAPolicy]() },
	func(_ *rapid.T, x *consumerSide) { x.service.TrafficPolicy = t.Unknown[t.TrafficPolicy]() },
	func(rt *rapid.T, x *consumerSide) { hideLinks(rt, &x.service.HealthChecks) },
	func(_ *rapid.T, x *consumerSide) { x.a.Capacity.Members = t.Unknown[int]() },
	func(_ *rapid.T, x *consumerSide) { x.a.NEGType = t.Unknown[string]() },
	func(rt *rapid.T, x *consumerSide) { hideBackends(rt, x.service) },
	func(rt *rapid.T, x *consumerSide) { hideBackends(rt, x.consumer) },
	func(_ *rapid.T, x *consumerSide) {
		x.consumer.Scheme, x.consumer.Protocol = t.Unknown[string](), t.Unknown[string]()
	},
	func(_ *rapid.T, x *consumerSide) { x.consumer.Outlier = t.Unknown[t.OutlierDetection]() },
	func(rt *rapid.T, x *consumerSide) { hide(rt, &x.negs[0].TargetService) },
	func(_ *rapid.T, x *consumerSide) {
		x.negs[0].Location, x.negs[0].NEGType = t.Unknown[string](), t.Unknown[string]()
	},
	func(_ *rapid.T, x *consumerSide) { x.Raw().LinksComplete = false },
}

func hideBackends(rt *rapid.T, s *t.BackendService) {
	if rapid.Bool().Draw(rt, "shorter") {
		s.Backends.Complete = false
		s.Backends.List = s.Backends.List[:rapid.IntRange(0, len(s.Backends.List)).Draw(rt, "shown")]
	}
	for i := range s.Backends.List {
		b := &s.Backends.List[i]
		switch rapid.IntRange(0, 3).Draw(rt, "hidden backend") {
		case 0:
			hide(rt, &b.Group)
		case 1:
			b.Failover, b.BalancingMode = t.Unknown[bool](), t.Unknown[string]()
		}
	}
}

type verdictAt struct{ rule, address string }

// answersOf runs rules alone, one by one, and returns what they say where.
func answersOf(in validate.Input, list []*validate.Rule) map[verdictAt]verdict {
	out := map[verdictAt]verdict{}
	for _, r := range list {
		got := validate.Run(in, []*validate.Rule{r})
		for _, u := range got.Undecided {
			out[verdictAt{r.ID, u.Address}] = undecided
		}
		for _, f := range got.Findings {
			out[verdictAt{r.ID, f.Address}] = fails
		}
	}
	return out
}

// Whatever part of the input is hidden, a finding that is given is right, and
// one that is missed is undecided. CH024 needs a prior state, and stands at the
// object that it can see change.
func TestHealthRulesOfLess(tst *testing.T) {
	var list []*validate.Rule
	for _, r := range All {
		if f := r.Family(); (f == "CH" || f == "PSC") && r != CH024 {
			list = append(list, r)
		}
	}
	rapid.Check(tst, func(rt *rapid.T) {
		wrong := rapid.SliceOfN(rapid.IntRange(0, len(mistakes)-1), 0, 3).Draw(rt, "mistakes")
		build := func() *consumerSide {
			x := &consumerSide{producerSide: produce(tt.New())}
			x.consumer = globalService(x.Builder, "shop")
			x.connect("central", tt.Region, tt.To(x.attachment))
			x.connect("east", "us-east1", foreignAttachment("us-east1"))
			for _, i := range wrong {
				mistakes[i](x)
			}
			return x
		}
		full := answersOf(validate.Input{After: build().Snapshot()}, list)
		x := build()
		hidden := rapid.SliceOfNDistinct(rapid.IntRange(0, len(healthVeils)-1), 1, 4, rapid.ID).Draw(rt, "veils")
		for _, i := range hidden {
			healthVeils[i](rt, x)
		}
		less := answersOf(validate.Input{After: x.Snapshot()}, list)
		for at, v := range less {
			if v == fails && full[at] != fails {
				rt.Fatalf("%v fails while a part is not known, and is %d when all is (mistakes %v, veils %v)", at, full[at], wrong, hidden)
			}
		}
		for at, v := range full {
			if v == fails && less[at] == passes {
				rt.Fatalf("%v passes or is left out while a part is not known, and fails when all is (mistakes %v, veils %v)", at, wrong, hidden)
			}
		}
	})
}
