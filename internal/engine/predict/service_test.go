// SPDX-License-Identifier: MPL-2.0

package predict_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

// web adds a service with SPILL 0.8, five endpoints in a, five in b, and a
// forwarding rule.
func web(b *tt.Builder) *topology.BackendService {
	s := b.Service("web")
	tt.Affinity(s, topology.AffinitySpill, "0.8")
	tt.Attach(s, b.Group("a", tt.Zone("a"), 5), false)
	tt.Attach(s, b.Group("b", tt.Zone("b"), 5), false)
	b.Rule("web", s)
	return s
}

func specs(t *testing.T, texts ...string) []scenario.Spec {
	t.Helper()
	var out []scenario.Spec
	for _, text := range texts {
		s, err := scenario.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

func predicted(t *testing.T, b *tt.Builder, o predict.Options) []*predict.Service {
	t.Helper()
	s := b.Snapshot()
	p, err := predict.New(s, s.Index(), o)
	if err != nil {
		t.Fatal(err)
	}
	var out []*predict.Service
	for r := range p.Services() {
		out = append(out, r)
	}
	return out
}

// lines writes outcomes as "scenario client row: zones".
func lines(s *predict.Service) []string {
	var out []string
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		var to []string
		for _, d := range o.Destinations(nil) {
			to = append(to, fmt.Sprintf("%s %d", d.Zone, d.Healthy+d.Unhealthy))
		}
		out = append(out, fmt.Sprintf("%s %s %s: %s", o.Scenario.Name, o.Client, o.Decision.Row, strings.Join(to, ", ")))
	}
	return out
}

func TestDefaults(t *testing.T) {
	b := tt.New()
	web(b)
	got := predicted(t, b, predict.Options{})
	if len(got) != 1 || !got[0].Decided() {
		t.Fatalf("%+v", got)
	}
	want := []string{
		"all-healthy us-central1-a SN-01: us-central1-a 5",
		"all-healthy us-central1-b SN-01: us-central1-b 5",
		"all-healthy vm:* ZA-02: us-central1-a 5, us-central1-b 5",
		"zone-down:us-central1-a us-central1-a SN-02: us-central1-b 5",
		"zone-down:us-central1-a us-central1-b SN-01: us-central1-b 5",
		"zone-down:us-central1-a vm:* ZA-02: us-central1-b 5",
		"zone-down:us-central1-b us-central1-a SN-01: us-central1-a 5",
		"zone-down:us-central1-b us-central1-b SN-02: us-central1-a 5",
		"zone-down:us-central1-b vm:* ZA-02: us-central1-a 5",
	}
	if diff := cmp.Diff(want, lines(got[0])); diff != "" {
		t.Error(diff)
	}
	zones := []predict.Zone{
		{Name: tt.Zone("a"), Primary: 5, KeepsLocalAt: topology.Of(4), KeepsLocalAtFailover: topology.Null[int]()},
		{Name: tt.Zone("b"), Primary: 5, KeepsLocalAt: topology.Of(4), KeepsLocalAtFailover: topology.Null[int]()},
	}
	if diff := cmp.Diff(zones, got[0].Zones, cmp.AllowUnexported(topology.Known[int]{})); diff != "" {
		t.Error(diff)
	}
	o := &got[0].Outcomes[3]
	if len(o.Explain()) != 5 || o.Shares().CrossZone != topology.Of(routing.Fraction{Num: 5, Den: 5}) {
		t.Errorf("%q, %+v", o.Explain(), o.Shares())
	}
}

func TestScenariosOfAService(t *testing.T) {
	for name, tc := range map[string]struct {
		scenarios []string
		want      []string // scenarios of web, then of east
	}{
		"the family of zones has each one's own": {[]string{"zone-down"}, []string{
			"zone-down:us-central1-a", "zone-down:us-central1-b", "|", "zone-down:us-east1-b"}},
		"an explicit zone is for all": {[]string{"zone-down:us-east1-b"}, []string{"zone-down:us-east1-b", "|", "zone-down:us-east1-b"}},
		"the family of regions is for all": {[]string{"region-down"}, []string{
			"region-down:us-central1", "region-down:us-east1", "|", "region-down:us-central1", "region-down:us-east1"}},
		"both families": {[]string{"zone-down+region-down"}, []string{
			"zone-down:us-central1-a+region-down:us-central1", "zone-down:us-central1-a+region-down:us-east1",
			"zone-down:us-central1-b+region-down:us-central1", "zone-down:us-central1-b+region-down:us-east1",
			"|", "zone-down:us-east1-b+region-down:us-central1", "zone-down:us-east1-b+region-down:us-east1"}},
		"what is asked for twice is there once": {[]string{"all-healthy", "zone-down", "zone-down", "all-healthy", "zone-down:us-east1-b"}, []string{
			"all-healthy", "zone-down:us-central1-a", "zone-down:us-central1-b", "zone-down:us-east1-b",
			"|", "all-healthy", "zone-down:us-east1-b"}},
		"a service with fewer gets none": {[]string{"unhealthy:us-central1-a=4", "unhealthy:us-east1-b=2"}, []string{
			"unhealthy:us-central1-a=4", "unhealthy:us-east1-b=2", "|", "unhealthy:us-central1-a=4", "unhealthy:us-east1-b=2"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := tt.New()
			web(b)
			east := b.Service("xeast")
			east.Location = topology.Of("us-east1")
			tt.Attach(east, b.Group("e", "us-east1-b", 2), false)
			var got []string
			for i, s := range predicted(t, b, predict.Options{Scenarios: specs(t, tc.scenarios...), Clients: []routing.Client{routing.VMIn("*")}}) {
				if i > 0 {
					got = append(got, "|")
				}
				for _, o := range s.Outcomes {
					got = append(got, o.Scenario.Name)
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestDefaultRegions holds that the family of regions is a default only where
// something depends on regions.
func TestDefaultRegions(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*tt.Builder, *topology.BackendService)
		want   bool
	}{
		"neither":     {func(*tt.Builder, *topology.BackendService) {}, false},
		"a composite": {func(b *tt.Builder, s *topology.BackendService) { b.Composite("c", b.Raw().Rules[0]) }, true},
		"a consumer": {func(b *tt.Builder, s *topology.BackendService) {
			neg := b.Group("neg", "europe-west1", 0)
			neg.GroupKind, neg.NEGType = topology.RegionNEG, topology.Of("PRIVATE_SERVICE_CONNECT")
			consumer := b.Service("zconsumer")
			consumer.Object = tt.Object("google_compute_backend_service", topology.KindBackendService, "zconsumer", topology.Global)
			tt.Attach(consumer, neg, false)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			b := tt.New()
			tc.change(b, web(b))
			got := false
			for _, l := range lines(predicted(t, b, predict.Options{})[0]) {
				got = got || strings.HasPrefix(l, "region-down:us-central1 ")
			}
			if got != tc.want {
				t.Errorf("region-down is there: %v", got)
			}
		})
	}
}

// TestNotices covers what is said beside the outcomes.
func TestNotices(t *testing.T) {
	const none, self = "no forwarding rule of the service is in the input", "stays on itself"
	uneven := func(change func(*topology.BackendService)) func(*tt.Builder, *topology.BackendService) {
		return func(_ *tt.Builder, s *topology.BackendService) { change(s) }
	}
	noRule := func(b *tt.Builder, _ *topology.BackendService) { b.Raw().Rules = nil }
	for name, tc := range map[string]struct {
		change  func(*tt.Builder, *topology.BackendService)
		options predict.Options
		want    []string
		uneven  bool
	}{
		"a plain service":                    {func(*tt.Builder, *topology.BackendService) {}, predict.Options{}, []string{self}, false},
		"no rule":                            {noRule, predict.Options{}, []string{none, self}, false},
		"clients elsewhere":                  {noRule, predict.Options{Clients: []routing.Client{{Kind: routing.VPN}, routing.VMIn(tt.Zone("c"))}}, []string{none}, false},
		"a client in a zone of the service":  {noRule, predict.Options{Clients: []routing.Client{routing.VMIn(tt.Zone("b"))}}, []string{none, self}, false},
		"more unhealthy than there are":      {noRule, predict.Options{Clients: []routing.Client{{Kind: routing.VPN}}}, []string{none}, false},
		"subsetting":                         {uneven(func(s *topology.BackendService) { s.Subsetting = subsetting(topology.Of(topology.SubsettingHash)) }), predict.Options{}, []string{"subsetting gives each client", self}, true},
		"subsetting that is off":             {uneven(func(s *topology.BackendService) { s.Subsetting = subsetting(topology.Of("NONE")) }), predict.Options{}, []string{self}, false},
		"subsetting that is left out":        {uneven(func(s *topology.BackendService) { s.Subsetting = subsetting(topology.Null[string]()) }), predict.Options{}, []string{self}, false},
		"subsetting that is not known":       {uneven(func(s *topology.BackendService) { s.Subsetting = subsetting(topology.Unknown[string]()) }), predict.Options{}, []string{"whether subsetting is on is known after apply", self}, true},
		"a subsetting block that is unknown": {uneven(func(s *topology.BackendService) { s.Subsetting = topology.Unknown[topology.Subsetting]() }), predict.Options{}, []string{"whether subsetting is on", self}, true},
		"an HA policy":                       {uneven(func(s *topology.BackendService) { s.HAPolicy = topology.Of(topology.HAPolicy{}) }), predict.Options{}, []string{"ha_policy forwards", self}, true},
		"an HA policy that is unknown":       {uneven(func(s *topology.BackendService) { s.HAPolicy = topology.Unknown[topology.HAPolicy]() }), predict.Options{}, []string{"whether ha_policy is set", self}, true},
		"weights":                            {uneven(func(s *topology.BackendService) { s.LocalityPolicy = topology.Of("WEIGHTED_GCP_RENDEZVOUS") }), predict.Options{}, []string{"WEIGHTED_GCP_RENDEZVOUS weighs", self}, true},
		"no weights":                         {uneven(func(s *topology.BackendService) { s.LocalityPolicy = topology.Of("MAGLEV") }), predict.Options{}, []string{self}, false},
		"weights that are not known":         {uneven(func(s *topology.BackendService) { s.LocalityPolicy = topology.Unknown[string]() }), predict.Options{}, []string{"whether locality_lb_policy", self}, true},
	} {
		t.Run(name, func(t *testing.T) {
			b := tt.New()
			tc.change(b, web(b))
			s := predicted(t, b, tc.options)[0]
			if len(s.Notices) != len(tc.want) {
				t.Fatalf("%v, want %v", s.Notices, tc.want)
			}
			for i, n := range s.Notices {
				if !strings.Contains(n.Text, tc.want[i]) || n.Address != s.Object.Address {
					t.Errorf("%v, want %q", n, tc.want[i])
				}
			}
			for i := range s.Outcomes {
				if got := s.Outcomes[i].Shares().Unhealthy.IsNull(); got != tc.uneven {
					t.Fatalf("the shares are null: %v", got)
				}
			}
			if len(s.Outcomes) == 0 || len(s.Undecided) > 0 {
				t.Errorf("%d outcomes, undecided %v", len(s.Outcomes), s.Undecided)
			}
		})
	}
}

func subsetting(policy topology.Known[string]) topology.Known[topology.Subsetting] {
	return topology.Of(topology.Subsetting{Policy: policy, Size: topology.Null[int]()})
}

// TestTooFew holds that a scenario that cannot happen to a service is said to
// have no outcome.
func TestTooFew(t *testing.T) {
	b := tt.New()
	web(b)
	small := b.Service("small")
	tt.Attach(small, b.Group("s", tt.Zone("a"), 1), false)
	got := predicted(t, b, predict.Options{Scenarios: specs(t, "unhealthy:us-central1-a=2"), Clients: []routing.Client{{Kind: routing.VPN}}})
	if len(got) != 2 || len(got[0].Outcomes) != 0 || len(got[1].Outcomes) != 1 {
		t.Fatalf("%v", got)
	}
	if n := got[0].Notices; !strings.HasPrefix(n[len(n)-1].Text, "scenario unhealthy:us-central1-a=2 asks for more") {
		t.Errorf("%v", n)
	}
}

// TestUndecided covers services of which something is not known.
func TestUndecided(t *testing.T) {
	unknownScheme := func(s *topology.BackendService) { s.Scheme = topology.Unknown[string]() }
	unknownMode := func(s *topology.BackendService) { s.TrafficPolicy = topology.Unknown[topology.TrafficPolicy]() }
	unknownBackends := func(s *topology.BackendService) { s.Backends.Complete = false }
	unknownDrop := func(s *topology.BackendService) {
		s.Failover = topology.Of(topology.FailoverPolicy{Ratio: topology.Null[topology.Ratio]()})
	}
	for name, tc := range map[string]struct {
		change   func(*topology.BackendService)
		reason   string
		outcomes int
		zones    int
	}{
		"everything known": {func(*topology.BackendService) {}, "", 12, 2},
		"the scheme":       {unknownScheme, "load_balancing_scheme of google_compute_region_backend_service.web is known after apply", 0, 0},
		"the backends":     {unknownBackends, "the backends of google_compute_region_backend_service.web are known after apply", 0, 0},
		"the option":       {unknownMode, "network_pass_through_lb_traffic_policy of google_compute_region_backend_service.web is known after apply", 0, 2},
		"drop":             {unknownDrop, "failover_policy[0].drop_traffic_if_unhealthy of google_compute_region_backend_service.web is known after apply", 9, 2},
	} {
		t.Run(name, func(t *testing.T) {
			b := tt.New()
			tc.change(web(b))
			s := predicted(t, b, predict.Options{Scenarios: specs(t, "all-healthy", "zone-down", "all-unhealthy")})[0]
			reason := ""
			for _, c := range s.Undecided {
				reason += c.Reason
			}
			if reason != tc.reason || len(s.Outcomes) != tc.outcomes || len(s.Zones) != tc.zones {
				t.Errorf("%q, %d outcomes, %d zones; want %q, %d, %d", reason, len(s.Outcomes), len(s.Zones), tc.reason, tc.outcomes, tc.zones)
			}
			for _, l := range lines(s) {
				if tc.reason != "" && strings.HasPrefix(l, "all-unhealthy") {
					t.Errorf("%s is not decided", l)
				}
			}
		})
	}
}

// TestAssume holds that assumed sizes are said to be assumed, and that nothing
// is assumed unasked.
func TestAssume(t *testing.T) {
	b := tt.New()
	s := b.Service("web")
	tt.Attach(s, b.RegionGroup("m", 5, tt.Zone("a"), tt.Zone("b")), false)
	if got := predicted(t, b, predict.Options{})[0]; got.Decided() || len(got.Outcomes) > 0 || got.Assumptions != nil {
		t.Errorf("%+v", got)
	}
	got := predicted(t, b, predict.Options{Assume: sizing.Assume{Minimum: true}})[0]
	if !got.Decided() || len(got.Assumptions) != 1 || got.Zones[0].Primary != 3 || got.Zones[1].Primary != 2 {
		t.Errorf("%+v", got)
	}
}

func TestWhichServices(t *testing.T) {
	b := tt.New()
	web(b)
	managed := b.Service("managed")
	managed.Scheme = topology.Of("INTERNAL_MANAGED")
	global := b.Service("global")
	global.Object = tt.Object("google_compute_backend_service", topology.KindBackendService, "global", topology.Global)
	maybe := b.Service("maybe")
	maybe.Scheme = topology.Unknown[string]()
	plain := b.Service("plain")
	plain.Scheme = topology.Null[string]()
	addresses := func(o predict.Options) string {
		var out []string
		for _, s := range predicted(t, b, o) {
			out = append(out, s.Object.Name.Default(""))
		}
		return strings.Join(out, " ")
	}
	if got := addresses(predict.Options{}); got != "maybe plain web" {
		t.Errorf("services %q", got)
	}
	only := func(s *topology.BackendService) bool { return topology.Is(s.Name, "web") }
	if got := addresses(predict.Options{Services: only}); got != "web" {
		t.Errorf("services %q", got)
	}
	s := b.Snapshot()
	p, err := predict.New(s, s.Index(), predict.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range p.Services() {
		break
	}
}

func TestNewErrors(t *testing.T) {
	b := tt.New()
	web(b)
	s := b.Snapshot()
	for name, tc := range map[string]struct{ spec, says string }{
		"a zone":  {"zone-down:us-central1-x", "the input holds no zone"},
		"a count": {"all-healthy+unhealthy:us-central1-a=6", "no service has 6 endpoints"},
		"a group": {"unhealthy:google_compute_instance_group.c=1", "the input holds no group"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := predict.New(s, s.Index(), predict.Options{Scenarios: specs(t, tc.spec)})
			if err == nil || !strings.Contains(err.Error(), tc.says) || !strings.Contains(err.Error(), tc.spec) {
				t.Errorf("%v; want an error that says %q", err, tc.says)
			}
		})
	}
}

// TestSharedGroup holds that a group counts wherever it is attached.
func TestSharedGroup(t *testing.T) {
	b := tt.New()
	shared := b.Group("shared", tt.Zone("a"), 3)
	for _, name := range []string{"one", "two"} {
		tt.Attach(b.Service(name), shared, name == "two")
	}
	for _, s := range predicted(t, b, predict.Options{Scenarios: specs(t, "unhealthy:google_compute_instance_group.shared=2")}) {
		if n := s.Outcomes[0].Decision.Eligible; n != 1 {
			t.Errorf("%s: %d eligible", s.Object.Address, n)
		}
	}
}
