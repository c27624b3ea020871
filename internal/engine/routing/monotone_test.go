// SPDX-License-Identifier: MPL-2.0

package routing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

// input is everything that a configuration says to routing, in a form that can
// be taken away piece by piece.
type input struct {
	service *topology.BackendService
	rules   []*topology.ForwardingRule
	groups  []*topology.Group
	build   *tt.Builder
}

// drawInput returns a service of which everything is known.
func drawInput(t *rapid.T) *input {
	in := &input{build: tt.New()}
	in.service = in.build.Service("web")
	ratio := rapid.SampledFrom([]string{"", "0", "0.5", "0.67", "1", "1.5"})
	option := rapid.SampledFrom([]string{"", topology.AffinityDisabled, topology.AffinityStay, topology.AffinitySpill, topology.AffinitySpill, "ZONAL"}).Draw(t, "option")
	if option != "" {
		tt.Affinity(in.service, option, ratio.Draw(t, "ratio"))
	}
	if rapid.Bool().Draw(t, "policy") {
		tt.FailoverPolicy(in.service, ratio.Draw(t, "failover ratio"), rapid.Bool().Draw(t, "drop"))
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "groups") {
		zone := tt.Zone(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "zone"))
		g := in.build.Group(string(rune('p'+i)), zone, rapid.IntRange(0, 3).Draw(t, "members"))
		in.groups = append(in.groups, g)
		tt.Attach(in.service, g, rapid.Bool().Draw(t, "failover backend"))
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "rules") {
		r := in.build.Rule(string(rune('r'+i)), in.service)
		r.GlobalAccess = topology.Of(rapid.Bool().Draw(t, "global access"))
		in.rules = append(in.rules, r)
	}
	return in
}

// forget makes parts of the input unknown, each on its own coin.
func (in *input) forget(t *rapid.T) {
	coin := func(what string) bool { return rapid.IntRange(0, 3).Draw(t, "forget "+what) == 0 }
	s := in.service
	if p, ok := s.TrafficPolicy.Value(); ok {
		za := p.ZonalAffinity.Default(topology.ZonalAffinity{})
		if coin("spillover") {
			za.Spillover = topology.Unknown[string]()
		}
		if coin("ratio") {
			za.Ratio = topology.Unknown[topology.Ratio]()
		}
		p.ZonalAffinity = topology.Of(za)
		if coin("affinity") {
			p.ZonalAffinity = topology.Unknown[topology.ZonalAffinity]()
		}
		s.TrafficPolicy = topology.Of(p)
	}
	if coin("traffic policy") {
		s.TrafficPolicy = topology.Unknown[topology.TrafficPolicy]()
	}
	if p, ok := s.Failover.Value(); ok {
		if coin("failover ratio") {
			p.Ratio = topology.Unknown[topology.Ratio]()
		}
		if coin("drop") {
			p.Drop = topology.Unknown[bool]()
		}
		s.Failover = topology.Of(p)
	}
	if coin("failover policy") {
		s.Failover = topology.Unknown[topology.FailoverPolicy]()
	}
	if coin("region") {
		s.Location = topology.Unknown[string]()
	}
	for _, r := range in.rules {
		if coin("global access") {
			r.GlobalAccess = topology.Unknown[bool]()
		}
		if coin("link") {
			r.BackendService = tt.UnresolvedLink("")
		}
	}
	in.build.Raw().LinksComplete = !coin("completeness")
	in.forgetGroups(coin)
}

func (in *input) forgetGroups(coin func(string) bool) {
	s := in.service
	for i := range s.Backends.List {
		if coin("pool") && coin("pool again") {
			s.Backends.List[i].Failover = topology.Unknown[bool]()
		}
		if coin("group") && coin("group again") {
			s.Backends.List[i].Group = tt.UnresolvedLink("")
		}
	}
	for _, g := range in.groups {
		if coin("members") && coin("members again") {
			g.Capacity.Members = topology.Unknown[int]()
		}
	}
	if coin("backends") && coin("backends again") {
		s.Backends = topology.Backends{}
	}
}

// compile returns the config, nil while its layout is undecided, and the
// number of slots.
func (in *input) compile(t rapid.TB) (*routing.Config, int) {
	t.Helper()
	snapshot := in.build.Snapshot()
	l := sizing.Of(in.service, sizing.Nothing)
	c, causes := routing.Compile(in.service, l, routing.AccessOf(in.service, snapshot.Index(), snapshot.LinksComplete), topology.Preview)
	if (c == nil) == (len(causes) == 0) {
		t.Fatal("neither a config nor a cause, or both")
	}
	return c, len(l.Slots)
}

// TestMoreKnownNeverChangesAnAnswer takes away parts of a configuration: what
// is still decided then has to be what the whole configuration says.
func TestMoreKnownNeverChangesAnAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		whole, slots := in.compile(t)
		healthy := make([]int, slots)
		for i := range healthy {
			healthy[i] = rapid.IntRange(0, 3).Draw(t, "healthy")
		}
		client := drawClient(t)
		full := whole.State(healthy)
		want := full.Decide(client)
		if !want.Decided() {
			t.Fatalf("undecided with everything known: %v", whole.Causes(want.Missing))
		}
		in.forget(t)
		part, _ := in.compile(t)
		if part == nil {
			return
		}
		state := part.State(healthy)
		got := state.Decide(client)
		explained := state.Explain(client, got)
		if !got.Decided() {
			if got.Row != routing.NoRow || len(part.Causes(got.Missing)) == 0 || len(explained) < 2 {
				t.Fatalf("%+v, explained by %q", got, explained)
			}
			return
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(routing.Decision{})); diff != "" {
			t.Fatalf("%s (-all known +some):\n%s", client, diff)
		}
		if diff := cmp.Diff(full.Destinations(nil, want), state.Destinations(nil, got)); diff != "" {
			t.Fatal(diff)
		}
		if a, b := full.Shares(client, want), state.Shares(client, got); a.Unhealthy != b.Unhealthy ||
			!b.InZone.IsUnknown() && a.InZone != b.InZone || !b.CrossZone.IsUnknown() && a.CrossZone != b.CrossZone {
			t.Fatalf("shares %+v become %+v", b, a)
		}
		if a, b := whole.KeepsLocalAt(tt.Zone("a"), sizing.Primary), part.KeepsLocalAt(tt.Zone("a"), sizing.Primary); !b.IsUnknown() && a != b {
			t.Fatalf("keeps local at %v becomes %v", b, a)
		}
	})
}

// TestWhatDoesNotMatter lists clients and states that an unknown part does not
// concern.
func TestWhatDoesNotMatter(t *testing.T) {
	unknown := func(change func(*input)) *input {
		in := &input{build: tt.New()}
		in.service = in.build.Service("web")
		tt.Affinity(in.service, topology.AffinitySpill, "0.5")
		tt.FailoverPolicy(in.service, "0.5", true)
		for i, zone := range []string{"a", "b"} {
			g := in.build.Group(zone, tt.Zone(zone), 2)
			tt.Attach(in.service, g, i == 1)
		}
		in.rules = append(in.rules, in.build.Rule("r", in.service))
		change(in)
		return in
	}
	local, abroad := routing.VMIn(tt.Zone("a")), routing.VMIn("europe-west1-b")
	for name, tc := range map[string]struct {
		in      *input
		client  routing.Client
		healthy []int
		want    routing.Row // NoRow: undecided
	}{
		"global access, client of the region": {unknown(func(in *input) { in.rules[0].GlobalAccess = topology.Unknown[bool]() }), local, nil, routing.SN05},
		"global access, client of another":    {unknown(func(in *input) { in.rules[0].GlobalAccess = topology.Unknown[bool]() }), abroad, nil, routing.NoRow},
		"region, client by its zone":          {unknown(func(in *input) { in.service.Location = topology.Unknown[string]() }), local, nil, routing.NoRow},
		"region, client by its zone, open": {unknown(func(in *input) {
			in.service.Location, in.rules = topology.Unknown[string](), nil
			in.build.Raw().Rules = nil
		}), local, nil, routing.NoRow},
		"region, client in any other zone":   {unknown(func(in *input) { in.service.Location = topology.Unknown[string]() }), routing.VMIn(routing.OtherZone), nil, routing.ZA02},
		"region, client behind a tunnel":     {unknown(func(in *input) { in.service.Location = topology.Unknown[string]() }), routing.Client{Kind: routing.VPN}, nil, routing.ZA01},
		"drop, something healthy":            {unknown(forgetDrop), local, []int{1, 0}, routing.SN05},
		"drop, nothing healthy":              {unknown(forgetDrop), local, []int{0, 0}, routing.NoRow},
		"failover ratio, no healthy backup":  {unknown(forgetFailoverRatio), local, []int{1, 0}, routing.SN05},
		"failover ratio, no healthy primary": {unknown(forgetFailoverRatio), local, []int{0, 1}, routing.ZA02},
		"failover ratio, both healthy":       {unknown(forgetFailoverRatio), local, []int{2, 2}, routing.NoRow},
		"option, dropped":                    {unknown(forgetOption), local, []int{0, 0}, routing.ZA03},
		"option, healthy":                    {unknown(forgetOption), local, nil, routing.NoRow},
		"ratio, no match":                    {unknown(forgetRatio), routing.VMIn(tt.Zone("c")), nil, routing.ZA02},
		"ratio, match":                       {unknown(forgetRatio), local, nil, routing.NoRow},
		"ratio, incompatible client":         {unknown(forgetRatio), routing.Client{Kind: routing.Interconnect}, nil, routing.ZA01},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := tc.in.compile(t)
			if d := c.State(tc.healthy).Decide(tc.client); d.Row != tc.want {
				t.Errorf("row %q, want %q; missing %v", d.Row, tc.want, c.Causes(d.Missing))
			}
		})
	}
}

func forgetDrop(in *input) {
	p, _ := in.service.Failover.Value()
	p.Drop = topology.Unknown[bool]()
	in.service.Failover = topology.Of(p)
}

func forgetFailoverRatio(in *input) {
	p, _ := in.service.Failover.Value()
	p.Ratio = topology.Unknown[topology.Ratio]()
	in.service.Failover = topology.Of(p)
}

func forgetOption(in *input) { in.service.TrafficPolicy = topology.Unknown[topology.TrafficPolicy]() }

func forgetRatio(in *input) {
	in.service.TrafficPolicy = topology.Of(topology.TrafficPolicy{ZonalAffinity: topology.Of(topology.ZonalAffinity{
		Spillover: topology.Of(topology.AffinitySpill),
	})})
}
