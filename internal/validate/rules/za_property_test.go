// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/sizing"
	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
	"terraform-provider-spillway/internal/validate"
)

// sketchOf draws a load balancer of up to five groups.
func sketchOf(rt *rapid.T) string {
	word := rapid.Custom(func(rt *rapid.T) string {
		zones := rapid.SampledFrom([]string{"a", "b", "c", "ab", "abc"}).Draw(rt, "zones")
		return fmt.Sprint(zones, rapid.IntRange(0, 7).Draw(rt, "size"))
	})
	sketch := strings.Join(rapid.SliceOfN(word, 0, 3).Draw(rt, "primary"), " ")
	if spare := rapid.SliceOfN(word, 0, 2).Draw(rt, "failover"); len(spare) > 0 {
		sketch += " | " + strings.Join(spare, " ")
	}
	return sketch
}

// settings draws the arguments of the service, and of what refers to it.
func settings(rt *rapid.T, groups int) []tweak {
	draw := func(label string, list ...string) string { return rapid.SampledFrom(list).Draw(rt, label) }
	flag := func(label string) bool { return rapid.Bool().Draw(rt, label) }
	za := t.ZonalAffinity{
		Spillover:        t.Of(draw("spillover", t.AffinityStay, t.AffinitySpill, t.AffinitySpill, t.AffinityDisabled, "SPILL")),
		Ratio:            t.Of(t.MustRatio(draw("ratio", "0", "0.2", "0.5", "0.67", "0.8", "1.0", "80"))),
		SpilloverWritten: t.Of(true),
	}
	if flag("no ratio") {
		za.Ratio = t.Null[t.Ratio]()
	}
	session, mode, protocol := draw("session", "NONE", "CLIENT_IP"), draw("mode", "PER_CONNECTION", "PER_SESSION"), draw("protocol", "TCP", "UDP")
	subsets, ha, written := flag("subsetting"), flag("HA"), flag("policy")
	policy := t.FailoverPolicy{
		Ratio: t.Of(t.MustRatio(draw("failover ratio", "0", "0.3", "0.5", "1", "2"))), Drop: t.Of(flag("drop")), DisableDrain: t.Of(flag("drain")),
	}
	tweaks := []tweak{
		service(func(s *t.BackendService) {
			s.TrafficPolicy = t.Of(t.TrafficPolicy{ZonalAffinity: t.Of(za)})
			s.SessionAffinity, s.Protocol = t.Of(session), t.Of(protocol)
			s.Tracking = t.Of(t.ConnectionTracking{Mode: t.Of(mode)})
			if subsets {
				s.Subsetting = subsetting(t.SubsettingHash)
			}
			if ha {
				s.HAPolicy = t.Of(t.HAPolicy{})
			}
			if written {
				s.Failover = t.Of(policy)
			}
		}),
		ruled(collecting(t.Of(flag("collector"))), globalAccess(t.Of(flag("access")))),
		firewall("fw", allowing("tcp", draw("port", "22", "80"))),
	}
	for i := range groups {
		switch i := i; draw("group", "fixed", "fixed", "scaled", "rolled", "shaped") {
		case "scaled":
			least := rapid.IntRange(0, 4).Draw(rt, "least")
			tweaks = append(tweaks, scaledTo(i, least, least+rapid.IntRange(0, 4).Draw(rt, "more")))
		case "rolled":
			tweaks = append(tweaks, rolled(i, fixed(rapid.IntRange(0, 6).Draw(rt, "unavailable"))))
		case "shaped":
			tweaks = append(tweaks, shaped(i, t.Of(draw("shape", "EVEN", "BALANCED", "ANY", "ANY_SINGLE_ZONE"))))
		}
	}
	return tweaks
}

// veils are the ways in which an input knows less than there is.
var veils = []tweak{
	unknownPolicy, policyUnknown, scheme(t.Unknown[string]()), service(unknownBackends), subsets(t.Unknown[t.Subsetting]()), haPolicy(t.Unknown[t.HAPolicy]()),
	service(func(s *t.BackendService) { s.SessionAffinity = t.Unknown[string]() }),
	service(func(s *t.BackendService) { s.Tracking = t.Unknown[t.ConnectionTracking]() }),
	service(func(s *t.BackendService) { s.Protocol = t.Unknown[string]() }), locality(t.Unknown[string]()),
	service(func(s *t.BackendService) { s.Description = t.Unknown[string]() }),
	service(func(s *t.BackendService) {
		if za, ok := s.ZonalAffinity().Value(); ok {
			za.Ratio = t.Unknown[t.Ratio]()
			s.TrafficPolicy = t.Of(t.TrafficPolicy{ZonalAffinity: t.Of(za)})
		}
	}),
	service(func(s *t.BackendService) {
		if za, ok := s.ZonalAffinity().Value(); ok {
			za.Spillover, za.SpilloverWritten = t.Unknown[string](), t.Unknown[bool]()
			s.TrafficPolicy = t.Of(t.TrafficPolicy{ZonalAffinity: t.Of(za)})
		}
	}),
	func(b *tt.Builder, _ *t.BackendService) { perhaps(nil, b.Raw().Rules[0]) },
	func(b *tt.Builder, _ *t.BackendService) { b.Raw().Rules[0].GlobalAccess = t.Unknown[bool]() },
	func(b *tt.Builder, _ *t.BackendService) { b.Raw().Rules[0].MirroringCollector = t.Unknown[bool]() },
	func(b *tt.Builder, _ *t.BackendService) { b.Raw().Firewalls[0].Allow[0].Ports = t.Unknown[[]string]() },
	func(b *tt.Builder, _ *t.BackendService) { b.Raw().LinksComplete = false },
	onGroups(func(g *t.Group) {
		g.Capacity.Members, g.Capacity.TargetSize = veiled(g.Capacity.Members), veiled(g.Capacity.TargetSize)
	}),
	onGroups(func(g *t.Group) { g.Capacity.Shape = t.Unknown[string]() }),
	onGroups(func(g *t.Group) { g.Capacity.Zones, g.Location = t.Unknown[[]string](), t.Unknown[string]() }),
	onGroups(func(g *t.Group) { g.Update = t.Unknown[t.UpdatePolicy]() }),
	onGroups(func(g *t.Group) {
		if g.GroupKind != t.UnmanagedGroup {
			g.Capacity.Autoscaled, g.Capacity.Autoscaler = t.Unknown[bool](), nil
		}
	}),
	onGroups(func(g *t.Group) {
		if s := g.Capacity.Autoscaler; s != nil {
			s.Min, s.Max = t.Unknown[int](), t.Unknown[int]()
		}
	}),
	service(func(s *t.BackendService) {
		for i := range s.Backends.List {
			s.Backends.List[i].Failover = t.Unknown[bool]()
		}
	}),
	service(func(s *t.BackendService) {
		if n := len(s.Backends.List); n > 0 {
			s.Backends.List[n-1].Group = t.Link{State: t.LinkUnresolved, Reason: "it comes from local.group", Path: s.Backends.List[n-1].Group.Path}
		}
	}),
}

func veiled(n t.Known[int]) t.Known[int] {
	if n.IsNull() {
		return n
	}
	return t.Unknown[int]()
}

// onGroups hides something of every other group.
func onGroups(hide func(g *t.Group)) tweak {
	return service(func(s *t.BackendService) {
		for i := 0; i < len(s.Backends.List); i += 2 {
			if g := groupOf(s, i); g != nil {
				hide(g)
			}
		}
	})
}

// answers runs the rules of both families and returns the answer of each;
// none where the rule does not apply. An undecided one says what is missing.
func answers(rt *rapid.T, build func(*tt.Builder), in validate.Input) map[string]verdict {
	b := tt.New()
	build(b)
	in.After = b.Snapshot()
	out := map[string]verdict{}
	for _, r := range slices.Concat(Find("ZA"), Find("FO")) {
		got := validate.Run(in, []*validate.Rule{r})
		if got.Evaluated > 0 {
			out[r.ID] = passes
		}
		for _, u := range got.Undecided {
			out[r.ID] = undecided
			if u.Reason == "" {
				rt.Errorf("%s is undecided at %s for no reason", r.ID, u.Path)
			}
		}
		if len(got.Findings) > 0 {
			out[r.ID] = fails
		}
	}
	return out
}

// Making an input more known turns undecided into an answer, and never one
// answer into another.
func TestZAMoreKnownKeepsAnswers(tb *testing.T) {
	rapid.Check(tb, func(rt *rapid.T) {
		sketch := sketchOf(rt)
		tweaks := settings(rt, len(strings.Fields(strings.ReplaceAll(sketch, "|", ""))))
		in := validate.Input{}
		clients("a=0.7 b=0.2 c=0.1", "100")(&in)
		var hidden []tweak
		for i := range veils {
			if rapid.IntRange(0, 9).Draw(rt, "veil") == 9 {
				hidden = append(hidden, veils[i])
			}
		}
		full := answers(rt, lb(sketch, tweaks...), in)
		part := answers(rt, lb(sketch, append(slices.Clone(tweaks), hidden...)...), in)
		for id, before := range part {
			after, applies := full[id]
			if before == undecided || before == passes && !applies {
				continue
			}
			if before != after {
				rt.Errorf("%s: %d while a part is not known, %d when all is (%s)", id, before, after, sketch)
			}
		}
	})
}

// state lays a service out for the engine.
func state(build func(*tt.Builder)) (*routing.Config, *sizing.Layout) {
	b := tt.New()
	build(b)
	s := b.Snapshot().Services[0]
	l := sizing.Of(s, sizing.Nothing)
	config, _ := routing.Compile(s, l, routing.Access{Global: t.Of(true), NoRule: true}, t.Preview)
	return config, l
}

// ZA014 and ZA015 fail where one failure, or one failure beside a lost primary
// pool, makes the engine send a zone's clients to sick endpoints while the pool
// that serves has healthy ones elsewhere; ZA014 also where it has none.
func TestZAStayRulesFollowTheEngine(tb *testing.T) {
	rapid.Check(tb, func(rt *rapid.T) {
		sketch := sketchOf(rt)
		ratio := rapid.SampledFrom([]string{"0", "0.3", "0.5", "0.9", "1"}).Draw(rt, "ratio")
		build := lb(sketch, stay, failover(ratio, false))
		config, layout := state(build)
		if config == nil {
			return
		}
		got := answers(rt, build, validate.Input{})
		for pool, id := range map[sizing.Pool]string{sizing.Primary: "ZA014", sizing.Failover: "ZA015"} {
			want := passes
			if pinned(config, layout, pool) {
				want = fails
			}
			if got[id] != want {
				rt.Errorf("%s: %d, the engine says %d (%s, failover ratio %s)", id, got[id], want, sketch, ratio)
			}
		}
	})
}

// pinned reports whether the failure of a zone's only endpoint of a pool
// leaves the zone's clients on it.
func pinned(config *routing.Config, l *sizing.Layout, pool sizing.Pool) bool {
	for _, z := range l.Zones {
		if pool == sizing.Primary && z.Primary != 1 || pool == sizing.Failover && z.Failover != 1 {
			continue
		}
		var healthy []int
		for _, s := range l.Slots {
			n := s.Count
			if s.Zone == z.Name && s.Pool == pool || pool == sizing.Failover && s.Pool == sizing.Primary {
				n = 0
			}
			healthy = append(healthy, n)
		}
		after := config.State(healthy)
		to := after.Destinations(nil, after.Decide(routing.VMIn(z.Name)))
		if len(to) == 1 && to[0].Zone == z.Name && to[0].Pool == pool && to[0].Healthy == 0 {
			return true
		}
	}
	return false
}

// keepsLocal is the engine's number.
func TestZAKeepsLocalFollowsTheEngine(tb *testing.T) {
	rapid.Check(tb, func(rt *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(rt, "endpoints")
		ratio := fmt.Sprintf("%d.%03d", rapid.IntRange(0, 0).Draw(rt, "whole"), rapid.IntRange(0, 999).Draw(rt, "thousandths"))
		config, _ := state(lb(fmt.Sprint("a", n), spill(ratio)))
		if want := config.KeepsLocalAt(tt.Zone("a"), sizing.Primary); !t.Is(want, keepsLocal(t.MustRatio(ratio), n)) {
			rt.Errorf("%d of %d, the engine says %+v", keepsLocal(t.MustRatio(ratio), n), n, want)
		}
	})
}
