// SPDX-License-Identifier: MPL-2.0

package google_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// exported compares topologies by all their fields, Ratios by their text.
var exported = cmp.Options{
	cmp.Comparer(func(a, b topology.Ratio) bool { return a.String() == b.String() }),
	cmp.Exporter(func(reflect.Type) bool { return true }),
}

// set and none are shorthands of what a test wants.
func set[T any](v T) topology.Known[T]  { return topology.Of(v) }
func none[T any]() topology.Known[T]    { return topology.Null[T]() }
func unknown[T any]() topology.Known[T] { return topology.Unknown[T]() }

func ratio(s string) topology.Known[topology.Ratio] { return topology.Of(topology.MustRatio(s)) }

func equal[T any](t *testing.T, what string, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got, exported); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// TestServiceFields reads everything of a backend service, as a plan and as a
// state have it.
func TestServiceFields(t *testing.T) {
	t.Parallel()
	full := obj{
		"name": "s", "region": "us-central1", "load_balancing_scheme": "INTERNAL", "protocol": "UDP",
		"session_affinity": "CLIENT_IP", "locality_lb_policy": "MAGLEV", "description": "d",
		"network":                         "https://www.googleapis.com/compute/v1/projects/p/global/networks/n",
		"connection_draining_timeout_sec": 300,
		"network_pass_through_lb_traffic_policy": list{obj{"zonal_affinity": list{obj{
			"spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE", "spillover_ratio": 0.8}}}},
		"failover_policy":            list{obj{"failover_ratio": 0.5, "drop_traffic_if_unhealthy": true, "disable_connection_drain_on_failover": false}},
		"subsetting":                 list{obj{"policy": "CONSISTENT_HASH_SUBSETTING", "subset_size": 5}},
		"ha_policy":                  list{obj{"fast_ip_move": "GARP_RA", "leader": list{}}},
		"connection_tracking_policy": list{obj{"tracking_mode": "PER_SESSION", "connection_persistence_on_unhealthy_backends": "NEVER_PERSIST", "idle_timeout_sec": 700, "enable_strong_affinity": true}},
		"outlier_detection":          list{obj{"consecutive_errors": 5, "enforcing_consecutive_errors": 0, "enforcing_consecutive_gateway_failure": nil, "enforcing_success_rate": 100}},
		"security_policy":            "x", "custom_metrics": list{obj{"name": "m"}}, "enable_cdn": false, "affinity_cookie_ttl_sec": 0,
	}
	s := build(planOf(res(serviceType+".s", full))).Services[0]
	equal(t, "scheme", set("INTERNAL"), s.Scheme)
	equal(t, "protocol", set("UDP"), s.Protocol)
	equal(t, "affinity", set("CLIENT_IP"), s.SessionAffinity)
	equal(t, "locality", set("MAGLEV"), s.LocalityPolicy)
	equal(t, "network", set("projects/p/global/networks/n"), s.Network)
	equal(t, "description", set("d"), s.Description)
	equal(t, "draining", set(300), s.DrainingTimeout)
	equal(t, "policy", set(topology.TrafficPolicy{ZonalAffinity: set(topology.ZonalAffinity{
		Spillover: set(topology.AffinitySpill), Ratio: ratio("0.8"), SpilloverWritten: unknown[bool](),
	})}), s.TrafficPolicy)
	equal(t, "failover", set(topology.FailoverPolicy{Ratio: ratio("0.5"), Drop: set(true), DisableDrain: set(false)}), s.Failover)
	equal(t, "subsetting", set(topology.Subsetting{Policy: set("CONSISTENT_HASH_SUBSETTING"), Size: set(5)}), s.Subsetting)
	equal(t, "ha", set(topology.HAPolicy{FastIPMove: set("GARP_RA")}), s.HAPolicy)
	equal(t, "tracking", set(topology.ConnectionTracking{Mode: set("PER_SESSION"), Persistence: set("NEVER_PERSIST"), IdleTimeout: set(700), StrongAffinity: set(true)}), s.Tracking)
	equal(t, "outlier", set(topology.OutlierDetection{ConsecutiveErrors: set(5), EnforcingConsecutiveErrors: set(0), EnforcingConsecutiveGateway: none[int](), EnforcingSuccessRate: set(100)}), s.Outlier)

	bare := build(planOf(res(serviceType+".s", obj{"name": "s", "region": "us-central1", "protocol": "", "description": "",
		"network_pass_through_lb_traffic_policy": list{}, "failover_policy": list{}, "subsetting": nil, "health_checks": list{}}))).Services[0]
	equal(t, "protocol", none[string](), bare.Protocol)
	equal(t, "description", none[string](), bare.Description)
	equal(t, "policy", none[topology.TrafficPolicy](), bare.TrafficPolicy)
	equal(t, "failover", none[topology.FailoverPolicy](), bare.Failover)
	equal(t, "subsetting", none[topology.Subsetting](), bare.Subsetting)
	equal(t, "checks", topology.LinkList{Complete: true, Links: []topology.Link{}}, bare.HealthChecks)

	empty := build(planOf(res(serviceType+".s", obj{"name": "s", "region": "us-central1",
		"network_pass_through_lb_traffic_policy": list{obj{"zonal_affinity": list{}}}, "ha_policy": list{nil}, "subsetting": after, "failover_policy": list{after}}))).Services[0]
	equal(t, "policy", set(topology.TrafficPolicy{ZonalAffinity: none[topology.ZonalAffinity]()}), empty.TrafficPolicy)
	equal(t, "ha", set(topology.HAPolicy{FastIPMove: none[string]()}), empty.HAPolicy)
	equal(t, "subsetting", unknown[topology.Subsetting](), empty.Subsetting)
	equal(t, "failover", set(topology.FailoverPolicy{}), empty.Failover)
}

// TestNumbers reads numbers exactly, and nothing that is none.
func TestNumbers(t *testing.T) {
	t.Parallel()
	policy := func(percent any) *topology.HealthPolicy {
		return build(planOf(res("google_compute_region_health_aggregation_policy.p", obj{
			"name": "p", "region": "us-central1", "policy_type": "BACKEND_SERVICE_POLICY", "healthy_percent_threshold": percent, "min_healthy_threshold": 1}))).Policies[0]
	}
	for text, want := range map[any]topology.Known[topology.Ratio]{
		60: ratio("60"), 62.5: ratio("62.5"), "0.1": ratio("0.1"), -5: ratio("-5"), 0: ratio("0"), nil: none[topology.Ratio](), "": none[topology.Ratio](),
		"many": unknown[topology.Ratio](), true: unknown[topology.Ratio](), after: unknown[topology.Ratio](),
	} {
		equal(t, "percent", want, policy(text).Percent)
	}
	service := func(timeout any) topology.Known[int] {
		return build(planOf(res(serviceType+".s", obj{"name": "s", "region": "r-1", "connection_draining_timeout_sec": timeout}))).Services[0].DrainingTimeout
	}
	for text, want := range map[any]topology.Known[int]{
		300: set(300), "300": set(300), "3e2": set(300), 1.5: unknown[int](), "x": unknown[int](), nil: none[int](), "": none[int](), after: unknown[int](), true: unknown[int](),
	} {
		equal(t, "timeout", want, service(text))
	}
	flag := func(v any) topology.Known[bool] {
		return build(planOf(res("google_compute_forwarding_rule.r", obj{"name": "r", "region": "r-1", "all_ports": v}))).Rules[0].AllPorts
	}
	for text, want := range map[any]topology.Known[bool]{
		true: set(true), false: set(false), "true": set(true), "false": set(false), "x": unknown[bool](), 1: unknown[bool](), nil: none[bool](), after: unknown[bool](),
	} {
		equal(t, "all_ports", want, flag(text))
	}
}

// TestRegions: what leaves its region out takes the provider's, else that of
// what it belongs to.
func TestRegions(t *testing.T) {
	t.Parallel()
	rule := "google_compute_forwarding_rule.r"
	instances := func(zones ...string) []*graph.Instance {
		var backends []any
		out := []*graph.Instance{res(rule, obj{"name": "r", "region": after, "backend_service": after})}
		for _, z := range zones {
			out = append(out, group(groupType+"."+z, "ig-"+z, z, 1))
			backends = append(backends, obj{"group": "projects/p/zones/" + z + "/instanceGroups/ig-" + z})
		}
		s := service(serviceType+".s", "s", backends...)
		s.After = value(obj{"name": "s", "project": "p", "region": after, "backend": list(backends), "id": after, "self_link": after})
		return append(out, s)
	}
	tests := map[string]struct {
		provider obj
		zones    []string
		want     topology.Known[string]
	}{
		"by the provider":       {obj{"region": "us-west1"}, []string{"us-central1-a"}, set("us-west1")},
		"by the backends":       {nil, []string{"us-central1-a", "us-central1-b"}, set("us-central1")},
		"the backends disagree": {nil, []string{"us-central1-a", "us-east1-b"}, unknown[string]()},
		"no backends":           {nil, nil, unknown[string]()},
		"not to be told":        {obj{"region": after}, nil, unknown[string]()},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := build(config{provider: test.provider, written: map[string]obj{rule: {"backend_service": refs{serviceType + ".s.id"}}}}.of(instances(test.zones...)...))
			equal(t, "service", test.want, s.Services[0].Location)
			equal(t, "rule", test.want, s.Rules[0].Location)
		})
	}
}

// TestDefaultsOfAConfiguration: what was never planned has no defaults but
// those of the provider's schema.
func TestDefaultsOfAConfiguration(t *testing.T) {
	t.Parallel()
	instances := func() []*graph.Instance {
		return []*graph.Instance{
			service(serviceType+".s", "s", obj{"group": "x", "balancing_mode": nil}),
			res("google_compute_backend_service.g", obj{"name": "g"}),
			res("google_compute_forwarding_rule.r", obj{"name": "r", "region": "us-central1"}),
			res(negType+".n", obj{"name": "n", "zone": "us-central1-a"}),
			res("google_compute_region_network_endpoint_group.n", obj{"name": "n", "region": "us-central1"}),
		}
	}
	tree := planOf(instances()...)
	tree.Kind, tree.HasPrior = graph.ConfigurationTree, false
	for _, i := range tree.Instances {
		i.Change = graph.NoChange
	}
	s := build(tree)
	equal(t, "scheme of a global service", unknown[string](), s.Services[0].Scheme)
	equal(t, "balancing mode", set("UTILIZATION"), s.Services[1].Backends.List[0].BalancingMode)
	equal(t, "scheme of a rule", set("EXTERNAL"), s.Rules[0].Scheme)
	equal(t, "type", set("GCE_VM_IP_PORT"), s.Groups[0].NEGType)
	equal(t, "type of a regional one", set("SERVERLESS"), s.Groups[1].NEGType)
	planned := build(planOf(instances()...))
	equal(t, "an older provider", none[string](), planned.Rules[0].Scheme)
}

// TestManagers reads autoscalers, update policies and PSC NEGs.
func TestManagers(t *testing.T) {
	t.Parallel()
	s := build(config{written: map[string]obj{managerType + ".m": {"update_policy[0].type": "PROACTIVE", "update_policy[0].max_surge_percent": 10}}}.of(
		res(managerType+".m", obj{"name": "m", "zone": "us-central1-a", "target_size": 2, "update_policy": list{obj{
			"type": "PROACTIVE", "minimal_action": "REPLACE", "max_surge_percent": 10, "max_surge_fixed": after, "max_unavailable_fixed": after, "max_unavailable_percent": nil}}}),
		res(managerType+".plain", obj{"name": "plain", "zone": "us-central1-a", "update_policy": after}),
		res("google_compute_autoscaler.a", obj{"name": "a", "zone": "us-central1-a", "target": "m", "autoscaling_policy": list{obj{"min_replicas": 2, "max_replicas": 5, "mode": "ON"}}}),
		res("google_compute_autoscaler.open", obj{"name": "o", "zone": "us-central1-b", "target": "m", "autoscaling_policy": after}),
		res("google_compute_region_network_endpoint_group.n", obj{"name": "n", "region": "us-central1", "network_endpoint_type": "PRIVATE_SERVICE_CONNECT",
			"psc_target_service": "projects/q/regions/us-central1/serviceAttachments/a", "psc_data": list{obj{"producer_port": "8080"}}}),
		res("google_compute_region_network_endpoint_group.unset", obj{"name": "u", "region": "us-central1", "network_endpoint_type": "PRIVATE_SERVICE_CONNECT", "psc_data": after}),
	))
	m := at[*topology.Group](t, s, managerType+".m")
	equal(t, "update", set(topology.UpdatePolicy{Type: set("PROACTIVE"), MinimalAction: set("REPLACE"), MaxUnavailableFixed: none[int](),
		MaxUnavailablePercent: none[int](), MaxSurgeFixed: none[int](), MaxSurgePercent: set(10)}), m.Update)
	equal(t, "no update", none[topology.UpdatePolicy](), at[*topology.Group](t, s, managerType+".plain").Update)
	a := at[*topology.Autoscaler](t, s, "google_compute_autoscaler.a")
	equal(t, "min", set(2), a.Min)
	equal(t, "max", set(5), a.Max)
	equal(t, "mode", set("ON"), a.Mode)
	if a.Target.Target != topology.Node(m) || m.Capacity.Autoscaler != a {
		t.Errorf("%+v %+v", a.Target, m.Capacity)
	}
	equal(t, "min later", unknown[int](), at[*topology.Autoscaler](t, s, "google_compute_autoscaler.open").Min)
	n := at[*topology.Group](t, s, "google_compute_region_network_endpoint_group.n")
	equal(t, "port", set("8080"), n.ProducerPort)
	equal(t, "no port", none[string](), at[*topology.Group](t, s, "google_compute_region_network_endpoint_group.unset").ProducerPort)
	if n.TargetService.State != topology.LinkExternal || n.TargetService.ID.Project != "q" || !topology.Is(n.IsPSC(), true) || !n.Capacity.Members.IsNull() {
		t.Errorf("%+v", n)
	}
}

// TestLists reads lists of links that are known after apply.
func TestLists(t *testing.T) {
	t.Parallel()
	const composite, source = "google_compute_region_composite_health_check.c", "google_compute_region_health_source.s"
	read := func(sources, written any) topology.LinkList {
		c := config{written: map[string]obj{composite: {"health_sources": written}}}
		return build(c.of(
			res(source+"[0]", obj{"name": "s0", "region": "us-central1"}), res(source+"[1]", obj{"name": "s1", "region": "us-central1"}),
			res("google_compute_region_health_source.one", obj{"name": "one", "region": "us-central1"}),
			res(composite, obj{"name": "c", "region": "us-central1", "health_sources": sources}))).Composites[0].Sources
	}
	one := "google_compute_region_health_source.one"
	for name, test := range map[string]struct {
		list     topology.LinkList
		want     []string // addresses, "outside" or "open"
		complete bool
	}{
		"null":             {read(nil, nil), nil, true},
		"empty":            {read(list{}, list{}), nil, true},
		"known":            {read(list{"projects/p/regions/us-central1/healthSources/one", "projects/p/regions/us-central1/healthSources/far"}, nil), []string{one, "outside"}, true},
		"a bare name":      {read(list{"one"}, nil), []string{"outside"}, true},
		"an element later": {read(list{"projects/p/regions/us-central1/healthSources/one", after}, nil), []string{one, "open"}, true},
		"one by one":       {read(after, refs{source + "[1].id", source + "[0].id"}), []string{source + "[1]", source + "[0]"}, true},
		"one twice":        {read(after, refs{one + ".id", one, one + ".id", one}), []string{one}, false},
		"a splat":          {read(after, refs{source}), []string{"open"}, false},
		"and a variable":   {read(after, refs{one + ".id", "var.more"}), []string{one}, false},
		"and a key":        {read(after, refs{one + ".id", "each.key"}), []string{one}, true},
		"and a local":      {read(after, refs{one + ".id", "local.more"}), []string{"open"}, false},
		"only a local":     {read(after, refs{"local.all"}), []string{"open"}, false},
		"no list":          {read("x", nil), nil, false},
	} {
		var got []string
		for _, l := range test.list.Links {
			switch {
			case l.Target != nil:
				got = append(got, l.Target.Base().Address)
			case l.State == topology.LinkExternal:
				got = append(got, "outside")
			default:
				got = append(got, "open")
			}
		}
		equal(t, name, test.want, got)
		if test.list.Complete != test.complete || (test.list.Reason == "") != test.complete {
			t.Errorf("%s: %+v", name, test.list)
		}
	}
}

// TestDeferredData: of a data source that is read during apply nothing is left
// out.
func TestDeferredData(t *testing.T) {
	t.Parallel()
	g := res("data."+groupType+".g", obj{"name": after, "zone": after, "network": after, "instances": after, "project": after})
	g.Change = graph.Read
	s := build(config{}.of(g)).Groups[0]
	equal(t, "network", unknown[string](), s.Network)
	equal(t, "members", unknown[int](), s.Capacity.Members)
	equal(t, "reason", "instances of data."+groupType+".g is known after apply", s.Capacity.Reason)
}

// TestUnexpanded: what may have instances that nobody can tell is a reason for
// doubt.
func TestUnexpanded(t *testing.T) {
	t.Parallel()
	const m = managerType + ".m"
	read := func(resourceType string) *topology.Snapshot {
		g := planOf(res(m, obj{"name": "m", "zone": "us-central1-a", "target_size": 2}),
			res(negType+".n", obj{"name": "n", "zone": "us-central1-a"}),
			res("google_compute_network_endpoint.e", obj{"zone": "us-central1-a", "network_endpoint_group": "n"}),
			group(groupType+".g", "g", "us-central1-a", 2))
		g.Unexpanded = []graph.Unexpanded{{Address: resourceType + ".x[*]", Type: resourceType, Name: "x", Reason: "its count is known after apply"}}
		return build(g)
	}
	for resourceType, undecided := range map[string]string{
		"google_compute_autoscaler":                m,
		"google_compute_network_endpoints":         negType + ".n",
		"google_compute_instance_group_membership": groupType + ".g",
		"google_compute_forwarding_rule":           "",
	} {
		s := read(resourceType)
		if s.LinksComplete {
			t.Errorf("%s: the links are complete", resourceType)
		}
		for _, g := range s.Groups {
			if got := sized(g); (got[0] == '?') != (g.Address == undecided) {
				t.Errorf("%s: %s is %s", resourceType, g.Address, got)
			}
		}
	}
	if s := read("aws_instance"); !s.LinksComplete {
		t.Error("resources of other providers do not matter")
	}
}

// TestIncompletePlan: what a plan leaves out may refer to anything; where its
// configuration tells which resources that is, they stand among the unexpanded
// ones.
func TestIncompletePlan(t *testing.T) {
	t.Parallel()
	g := planOf(group(groupType+".g", "g", "us-central1-a", 2))
	g.Configuration, g.Incomplete = nil, "it was made for targets only"
	if s := build(g); s.LinksComplete {
		t.Error("the links of an incomplete plan without a configuration are complete")
	}
	g = planOf(group(groupType+".g", "g", "us-central1-a", 2))
	g.Configuration, g.Incomplete = config{}.of().Configuration, "it was made for targets only"
	if s := build(g); !s.LinksComplete {
		t.Error("nothing of the configuration is left out, but the links are not complete")
	}
}
