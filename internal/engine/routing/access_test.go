// SPDX-License-Identifier: MPL-2.0

package routing_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

// everywhere is the access of a service without forwarding rules.
var everywhere = routing.Access{Global: topology.Of(true), NoRule: true}

func TestAccessOf(t *testing.T) {
	open, shut, unknown := topology.Of(true), topology.Of(false), topology.Unknown[bool]()
	belongs, mayBelong := true, false
	type rule struct {
		access  topology.Known[bool]
		certain bool
	}
	for name, tc := range map[string]struct {
		rules      []rule
		change     func(*topology.ForwardingRule)
		incomplete bool
		global     topology.Known[bool]
		noRule     bool
		open       int
	}{
		"no rule":                                 {global: open, noRule: true},
		"no rule, but one may be hidden":          {incomplete: true, global: unknown, noRule: true},
		"shut":                                    {rules: []rule{{shut, belongs}}, global: shut},
		"left out":                                {rules: []rule{{topology.Null[bool](), belongs}}, global: shut},
		"open":                                    {rules: []rule{{open, belongs}}, global: open},
		"one of two is open":                      {rules: []rule{{shut, belongs}, {open, belongs}}, global: open},
		"known after apply":                       {rules: []rule{{unknown, belongs}}, global: unknown, open: 1},
		"known after apply beside an open one":    {rules: []rule{{unknown, belongs}, {open, belongs}}, global: open},
		"shut, one more may be open":              {rules: []rule{{shut, belongs}, {open, mayBelong}}, global: unknown, open: 1},
		"shut, one more may be shut":              {rules: []rule{{shut, belongs}, {shut, mayBelong}}, global: shut},
		"shut, one more may be anything":          {rules: []rule{{shut, belongs}, {unknown, mayBelong}}, global: unknown, open: 1},
		"shut, another one may be hidden":         {rules: []rule{{shut, belongs}}, incomplete: true, global: unknown},
		"open, another one may be hidden":         {rules: []rule{{open, belongs}}, incomplete: true, global: open},
		"only one that may belong, open":          {rules: []rule{{open, mayBelong}}, global: open, noRule: true},
		"only one that may belong, shut":          {rules: []rule{{shut, mayBelong}}, global: unknown, noRule: true, open: 1},
		"one that may belong, in another region":  {rules: []rule{{shut, mayBelong}}, change: elsewhere, global: open, noRule: true},
		"one that may belong, in another project": {rules: []rule{{shut, mayBelong}}, change: otherProject, global: open, noRule: true},
		"one that may belong, global":             {rules: []rule{{shut, mayBelong}}, change: makeGlobal, global: open, noRule: true},
	} {
		t.Run(name, func(t *testing.T) {
			b := tt.New()
			s := b.Service("web")
			for i, r := range tc.rules {
				f := b.Rule(string(rune('a'+i)), s)
				f.GlobalAccess = r.access
				if !r.certain {
					f.BackendService = tt.UnresolvedLink("")
				}
				if tc.change != nil {
					tc.change(f)
				}
			}
			got := routing.AccessOf(s, b.Snapshot().Index(), !tc.incomplete)
			if got.Global != tc.global || got.NoRule != tc.noRule || len(got.Open) != tc.open {
				t.Errorf("%+v, want global %v, no rule %v, %d open", got, tc.global, tc.noRule, tc.open)
			}
		})
	}
}

func elsewhere(f *topology.ForwardingRule)    { f.Location = topology.Of("us-east1") }
func otherProject(f *topology.ForwardingRule) { f.Project = topology.Of("q") }
func makeGlobal(f *topology.ForwardingRule)   { f.Type = "google_compute_global_forwarding_rule" }

func TestCauses(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*topology.BackendService, *topology.ForwardingRule)
		client string
		want   []string
	}{
		"region": {func(s *topology.BackendService, _ *topology.ForwardingRule) { s.Location = topology.Unknown[string]() },
			"us-central1-a", []string{"region of google_compute_region_backend_service.web is known after apply"}},
		"access": {func(_ *topology.BackendService, r *topology.ForwardingRule) {
			r.GlobalAccess = topology.Unknown[bool]()
		},
			"vpn:europe-west1", []string{"allow_global_access of google_compute_forwarding_rule.r, in front of google_compute_region_backend_service.web, is known after apply"}},
		"link": {func(_ *topology.BackendService, r *topology.ForwardingRule) { r.BackendService = tt.UnresolvedLink("") },
			"vpn:europe-west1", []string{"whether google_compute_forwarding_rule.r belongs to google_compute_region_backend_service.web and allows global access is known after apply"}},
		"failover policy": {func(s *topology.BackendService, _ *topology.ForwardingRule) {
			s.Failover = topology.Unknown[topology.FailoverPolicy]()
		}, "us-central1-a", []string{"failover_policy of google_compute_region_backend_service.web is known after apply"}},
		"traffic policy": {func(s *topology.BackendService, _ *topology.ForwardingRule) {
			s.TrafficPolicy = topology.Unknown[topology.TrafficPolicy]()
		}, "us-central1-a", []string{"network_pass_through_lb_traffic_policy of google_compute_region_backend_service.web is known after apply"}},
		"affinity": {func(s *topology.BackendService, _ *topology.ForwardingRule) {
			s.TrafficPolicy = topology.Of(topology.TrafficPolicy{})
		}, "us-central1-a", []string{"network_pass_through_lb_traffic_policy[0].zonal_affinity of google_compute_region_backend_service.web is known after apply"}},
		"spillover": {func(s *topology.BackendService, _ *topology.ForwardingRule) {
			s.TrafficPolicy = topology.Of(topology.TrafficPolicy{ZonalAffinity: topology.Of(topology.ZonalAffinity{})})
		}, "us-central1-a", []string{"network_pass_through_lb_traffic_policy[0].zonal_affinity[0].spillover of google_compute_region_backend_service.web is known after apply"}},
		"ratio": {func(s *topology.BackendService, _ *topology.ForwardingRule) {
			s.TrafficPolicy = topology.Of(topology.TrafficPolicy{ZonalAffinity: topology.Of(topology.ZonalAffinity{Spillover: topology.Of(topology.AffinitySpill)})})
		}, "us-central1-a", []string{"network_pass_through_lb_traffic_policy[0].zonal_affinity[0].spillover_ratio of google_compute_region_backend_service.web is known after apply"}},
		"nothing": {func(*topology.BackendService, *topology.ForwardingRule) {}, "us-central1-a", nil},
	} {
		t.Run(name, func(t *testing.T) {
			b := tt.New()
			s := b.Service("web")
			tt.Affinity(s, topology.AffinityStay, "")
			tt.Attach(s, b.Group("g", tt.Zone("a"), 2), false)
			r := b.Rule("r", s)
			tc.change(s, r)
			c, _ := routing.Compile(s, sizing.Of(s, sizing.Nothing), routing.AccessOf(s, b.Snapshot().Index(), true), "")
			client, err := routing.ParseClient(tc.client)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, cause := range c.Causes(c.AllHealthy().Decide(client).Missing) {
				got = append(got, cause.Reason)
				if len(cause.Addresses) == 0 {
					t.Errorf("%q names no object", cause.Reason)
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFailoverParts(t *testing.T) {
	b := tt.New()
	s := b.Service("web")
	s.Failover = topology.Of(topology.FailoverPolicy{})
	tt.Attach(s, b.Group("p", tt.Zone("a"), 2), false)
	tt.Attach(s, b.Group("f", tt.Zone("b"), 2), true)
	c, _ := routing.Compile(s, sizing.Of(s, sizing.Nothing), everywhere, "")
	for name, tc := range map[string]struct {
		healthy []int
		says    string
	}{
		"both pools healthy": {[]int{1, 1}, "failover_policy[0].failover_ratio of "},
		"nothing healthy":    {[]int{0, 0}, "failover_policy[0].drop_traffic_if_unhealthy of "},
	} {
		t.Run(name, func(t *testing.T) {
			d := c.State(tc.healthy).Decide(routing.VMIn(tt.Zone("a")))
			causes := c.Causes(d.Missing)
			if len(causes) != 1 || !strings.HasPrefix(causes[0].Reason, tc.says) {
				t.Errorf("%v, want one that starts %q", causes, tc.says)
			}
		})
	}
}

// TestCompile covers what a config takes from its layout.
func TestCompile(t *testing.T) {
	b := tt.New()
	s := b.Service("web")
	tt.Affinity(s, topology.AffinitySpill, "0.5")
	tt.Attach(s, b.RegionGroup("m", 4, tt.Zone("a"), tt.Zone("b")), false)
	tt.Attach(s, b.Group("empty", tt.Zone("c"), 0), true)
	l := sizing.Of(s, sizing.Nothing)
	c, causes := routing.Compile(s, l, everywhere, topology.Current)
	if causes != nil {
		t.Fatal(causes)
	}
	if n := c.KeepsLocalAt(tt.Zone("a"), sizing.Primary); !topology.Is(n, 1) {
		t.Errorf("keeps local at %v, want half of 2", n)
	}
	if d := c.AllHealthy().Decide(routing.Client{Kind: routing.PSCEndpoint, Zone: tt.Zone("a"), Region: tt.Region}); d.Row != routing.SN05 {
		t.Errorf("a PSC endpoint is decided by %s under edition current", d.Row)
	}
	if diff := cmp.Diff([]routing.Client{routing.VMIn(tt.Zone("a")), routing.VMIn(tt.Zone("b")), routing.VMIn("*")}, c.Clients()); diff != "" {
		t.Error(diff)
	}
	for name, tc := range map[string]struct {
		healthy []int
		want    []int // by zone
	}{
		"nothing said":         {nil, []int{2, 2}},
		"exact":                {[]int{1, 0, 0}, []int{1, 0}},
		"more than there are":  {[]int{9, 2, 5}, []int{2, 2}},
		"less than nothing":    {[]int{-1, 2, -1}, []int{0, 2}},
		"the rest is left out": {[]int{0}, []int{0, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []int
			for _, z := range c.State(tc.healthy).Zones() {
				got = append(got, z.Primary.Healthy)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	open := sizing.Of(&topology.BackendService{}, sizing.Nothing)
	if c, causes := routing.Compile(&topology.BackendService{}, open, everywhere, ""); c != nil || len(causes) == 0 {
		t.Error("an undecided layout compiles")
	}
}

// TestSpillover covers which option a value of spillover selects.
func TestSpillover(t *testing.T) {
	for text, want := range map[string]routing.Row{
		topology.AffinityDisabled: routing.ZA00, topology.AffinityStay: routing.ST01, topology.AffinitySpill: routing.S001,
		"": routing.ZA00, "ZONAL_AFFINITY_STAY": routing.ZA00, "zonal_affinity_stay_within_zone": routing.ZA00,
	} {
		b := tt.New()
		s := b.Service("web")
		tt.Affinity(s, text, "0")
		tt.Attach(s, b.Group("a", tt.Zone("a"), 1), false)
		c, causes := routing.Compile(s, sizing.Of(s, sizing.Nothing), everywhere, "")
		if causes != nil {
			t.Fatal(causes)
		}
		if got := c.AllHealthy().Decide(routing.VMIn(tt.Zone("a"))).Row; got != want {
			t.Errorf("%q leads to %s, want %s", text, got, want)
		}
	}
}
