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
	equal(t, "others", []string{"custom_metrics", "security_policy"}, s.OtherFields)

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

// TestRuleFields reads everything of a forwarding rule.
func TestRuleFields(t *testing.T) {
	t.Parallel()
	const rule = "google_compute_forwarding_rule.r"
	s := build(planOf(res(rule, obj{
		"name": "r", "region": "us-central1", "load_balancing_scheme": "INTERNAL", "ip_protocol": "TCP", "all_ports": nil,
		"ports": list{"80", 443}, "port_range": "", "allow_global_access": true, "is_mirroring_collector": nil,
		"ip_address": "10.0.0.9", "network": "default", "subnetwork": "sub", "backend_service": nil, "target": "",
	}))).Rules[0]
	equal(t, "scheme", set("INTERNAL"), s.Scheme)
	equal(t, "protocol", set("TCP"), s.Protocol)
	equal(t, "all_ports", none[bool](), s.AllPorts)
	equal(t, "ports", set([]string{"80", "443"}), s.Ports)
	equal(t, "range", none[string](), s.PortRange)
	equal(t, "global", set(true), s.GlobalAccess)
	equal(t, "collector", none[bool](), s.MirroringCollector)
	equal(t, "address", set("10.0.0.9"), s.IPAddress)
	equal(t, "reserved", topology.Link{State: topology.LinkAbsent, Path: "ip_address"}, s.ReservedAddress)
	equal(t, "network", set("projects/p/global/networks/default"), s.Network)
	equal(t, "subnetwork", set("projects/p/regions/us-central1/subnetworks/sub"), s.Subnetwork)
	equal(t, "service", topology.Link{State: topology.LinkAbsent, Path: "backend_service"}, s.BackendService)
	equal(t, "target", topology.Link{State: topology.LinkAbsent, Path: "target"}, s.Target)

	unset := build(config{}.of(res(rule, obj{"name": "r", "region": "us-central1", "ip_protocol": after, "port_range": after,
		"network": after, "subnetwork": after, "ports": list{}, "ip_address": after}))).Rules[0]
	equal(t, "protocol", none[string](), unset.Protocol)
	equal(t, "range", none[string](), unset.PortRange)
	equal(t, "ports", none[[]string](), unset.Ports)
	equal(t, "network", none[string](), unset.Network)
	equal(t, "address", none[string](), unset.IPAddress)

	partly := build(planOf(res(rule, obj{"name": "r", "region": "us-central1", "ports": list{"80", after}}))).Rules[0]
	equal(t, "ports", unknown[[]string](), partly.Ports)
}

// TestNetworks: every spelling of a network becomes one, also through a
// subnetwork, a router or a gateway of the input.
func TestNetworks(t *testing.T) {
	t.Parallel()
	const want = "projects/p/global/networks/main"
	rule, sub, network := "google_compute_forwarding_rule.r", "google_compute_subnetwork.s", "google_compute_network.n"
	s := build(config{written: map[string]obj{
		rule:                          {"subnetwork": refs{sub + ".id", sub}},
		sub:                           {"network": refs{network + ".id", network}},
		"google_compute_router.r":     {"network": refs{network + ".id"}},
		"google_compute_vpn_tunnel.t": {"router": refs{"google_compute_router.r.name"}},
		"google_compute_interconnect_attachment.i": {"router": refs{"google_compute_router.r.id"}},
		"google_compute_vpn_gateway.g":             {"network": refs{network + ".self_link"}},
		"google_compute_vpn_tunnel.classic":        {"target_vpn_gateway": refs{"google_compute_vpn_gateway.g.id"}},
	}}.of(
		res(network, obj{"name": "main", "id": after, "self_link": after}),
		res(sub, obj{"name": "s", "region": "us-central1", "network": after, "id": after}),
		res(rule, obj{"name": "r", "region": "us-central1", "network": after, "subnetwork": after}),
		res("google_compute_router.r", obj{"name": "r", "region": "us-central1", "network": after}),
		res("google_compute_vpn_tunnel.t", obj{"name": "t", "region": "us-central1", "router": after}),
		res("google_compute_vpn_tunnel.lost", obj{"name": "lost", "region": "us-central1", "router": "elsewhere"}),
		res("google_compute_vpn_gateway.g", obj{"name": "g", "region": "us-central1", "network": after}),
		res("google_compute_vpn_tunnel.classic", obj{"name": "c", "region": "us-central1", "target_vpn_gateway": after}),
		res("google_compute_vpn_tunnel.by_name", obj{"name": "n", "region": "us-central1", "router": "r"}),
		res("google_compute_interconnect_attachment.i", obj{"name": "i", "region": "us-central1", "router": after}),
		res("google_compute_interconnect_attachment.l2", obj{"name": "l2", "region": "us-central1", "l2_forwarding": list{obj{"network": "main"}}}),
		res("google_compute_firewall.f", obj{"name": "f", "network": "https://www.googleapis.com/compute/v1/projects/p/global/networks/main"}),
		res("google_compute_instance.vm", obj{"name": "vm", "zone": "us-central1-a", "network_interface": list{
			obj{"network": "main"}, obj{"subnetwork": "projects/p/regions/us-central1/subnetworks/s"}, obj{"subnetwork": "projects/q/regions/us-central1/subnetworks/far"}, obj{}}}),
		res("google_compute_instance.later", obj{"name": "vm2", "zone": "us-central1-a", "network_interface": after}),
	))
	equal(t, "rule", set(want), s.Rules[0].Network)
	equal(t, "subnetwork", set("projects/p/regions/us-central1/subnetworks/s"), s.Rules[0].Subnetwork)
	equal(t, "firewall", set(want), s.Firewalls[0].Network)
	for _, h := range s.Hybrids {
		if h.Address == "google_compute_vpn_tunnel.lost" {
			equal(t, h.Address, unknown[string](), h.Network)
			continue
		}
		equal(t, h.Address, set(want), h.Network)
	}
	equal(t, "interfaces", []topology.Known[string]{set(want), set(want), set("projects/q/regions/us-central1/subnetworks/far"), none[string]()},
		at[*topology.Instance](t, s, "google_compute_instance.vm").Networks)
	equal(t, "interfaces later", []topology.Known[string]{unknown[string]()}, at[*topology.Instance](t, s, "google_compute_instance.later").Networks)
}

// TestNextHops finds the rules that routes lead to.
func TestNextHops(t *testing.T) {
	t.Parallel()
	rule := func(name, network string, address any) *graph.Instance {
		return res("google_compute_forwarding_rule."+name, obj{"name": name, "region": "us-central1", "network": network, "ip_address": address})
	}
	static := func(name, network string, hop any) *graph.Instance {
		return res("google_compute_route."+name, obj{"name": name, "network": network, "next_hop_ilb": hop})
	}
	address := "google_compute_address.a"
	s := build(config{written: map[string]obj{
		"google_compute_forwarding_rule.reserved":            {"ip_address": refs{address + ".address"}},
		"google_compute_route.through":                       {"next_hop_ilb": refs{address + ".address"}},
		"google_network_connectivity_policy_based_route.hop": {"next_hop_ilb_ip": refs{"google_compute_forwarding_rule.left.ip_address"}},
	}}.of(
		res(address, obj{"name": "a", "region": "us-central1", "address": after}),
		rule("left", "left", "10.0.0.9"), rule("right", "right", "10.0.0.9"), rule("far", "main", "fd00::1"), rule("reserved", "main", after),
		rule("twin1", "main", "10.0.0.5"), rule("twin2", "main", "10.0.0.5"),
		static("left", "left", "10.0.0.9"), static("six", "main", "fd00:0::1"), static("through", "main", after), static("nowhere", "main", "10.9.9.9"),
		static("open", "", "10.0.0.9"), static("twins", "main", "10.0.0.5"), static("none", "main", nil), static("url", "left", "regions/us-central1/forwardingRules/left"),
		res("google_network_connectivity_policy_based_route.hop", obj{"name": "p", "network": "left", "next_hop_ilb_ip": after}),
	))
	tests := map[string]struct{ hop, ip string }{
		"google_compute_route.left":                          {"left", "10.0.0.9"},
		"google_compute_route.six":                           {"far", "fd00:0::1"},
		"google_compute_route.through":                       {"reserved", ""},
		"google_compute_route.nowhere":                       {"absent", "10.9.9.9"},
		"google_compute_route.open":                          {"unresolved", "10.0.0.9"},
		"google_compute_route.twins":                         {"unresolved", "10.0.0.5"},
		"google_compute_route.none":                          {"absent", ""},
		"google_compute_route.url":                           {"left", ""},
		"google_network_connectivity_policy_based_route.hop": {"left", ""},
	}
	for address, want := range tests {
		r := at[*topology.Route](t, s, address)
		got := map[topology.LinkState]string{topology.LinkAbsent: "absent", topology.LinkUnresolved: "unresolved", topology.LinkExternal: "outside"}[r.NextHop.State]
		if r.NextHop.Target != nil {
			got = r.NextHop.Target.Base().Name.Default("?")
		}
		if got != want.hop || r.NextHopIP.Default("") != want.ip {
			t.Errorf("%s leads to %s (%v), want %v: %+v", address, got, r.NextHopIP, want, r.NextHop)
		}
		if r.PolicyBased != (r.Type != "google_compute_route") {
			t.Errorf("%s: policy based %v", address, r.PolicyBased)
		}
	}
}

// TestFirewalls reads VPC rules and rules of policies.
func TestFirewalls(t *testing.T) {
	t.Parallel()
	s := build(config{}.of(
		res("google_compute_firewall.a", obj{"name": "a", "network": "n", "direction": after, "disabled": nil, "priority": 900,
			"source_ranges": list{"35.191.0.0/16"}, "target_tags": list{"web"}, "target_service_accounts": nil,
			"allow": list{obj{"protocol": "tcp", "ports": list{"80", "443-444"}}, obj{"protocol": "icmp", "ports": list{}}}, "deny": list{}}),
		res("google_compute_firewall.b", obj{"name": "b", "network": "n", "direction": "EGRESS", "allow": list{}, "deny": list{obj{"protocol": "all"}}}),
		res("google_compute_firewall.c", obj{"name": "c", "network": "n", "allow": after}),
		res("google_compute_network_firewall_policy_rule.p", obj{"rule_name": "p", "action": "allow", "direction": "INGRESS", "disabled": false, "priority": 1,
			"match":              list{obj{"src_ip_ranges": list{"35.191.0.0/16"}, "layer4_configs": list{obj{"ip_protocol": "tcp", "ports": list{"80"}}}}},
			"target_secure_tags": list{obj{"name": "x"}}}),
		res("google_compute_firewall_policy_rule.d", obj{"action": "deny", "direction": "INGRESS", "priority": 2, "match": list{obj{"layer4_configs": list{obj{"ip_protocol": "all"}}}}}),
	))
	got := map[string]*topology.Firewall{}
	for _, f := range s.Firewalls {
		got[f.Address] = f
		f.Object = topology.Object{}
	}
	want := map[string]*topology.Firewall{
		"google_compute_firewall.a": {Network: set("projects/p/global/networks/n"), Direction: none[string](), Disabled: none[bool](), Priority: set(900),
			SourceRanges: set([]string{"35.191.0.0/16"}), TargetTags: set([]string{"web"}), TargetSAs: none[[]string](), AllowComplete: true,
			Allow: []topology.FirewallAllow{{Protocol: set("tcp"), Ports: set([]string{"80", "443-444"})}, {Protocol: set("icmp"), Ports: none[[]string]()}}},
		"google_compute_firewall.b": {Network: set("projects/p/global/networks/n"), Direction: set("EGRESS"), Disabled: none[bool](), Priority: none[int](),
			SourceRanges: none[[]string](), TargetTags: none[[]string](), TargetSAs: none[[]string](), AllowComplete: true, Denies: true},
		"google_compute_firewall.c": {Network: set("projects/p/global/networks/n"), Direction: none[string](), Disabled: none[bool](), Priority: none[int](),
			SourceRanges: none[[]string](), TargetTags: none[[]string](), TargetSAs: none[[]string]()},
		"google_compute_network_firewall_policy_rule.p": {Network: unknown[string](), Direction: set("INGRESS"), Disabled: set(false), Priority: set(1),
			SourceRanges: set([]string{"35.191.0.0/16"}), TargetTags: unknown[[]string](), TargetSAs: none[[]string](), AllowComplete: true,
			Allow: []topology.FirewallAllow{{Protocol: set("tcp"), Ports: set([]string{"80"})}}},
		"google_compute_firewall_policy_rule.d": {Network: unknown[string](), Direction: set("INGRESS"), Disabled: none[bool](), Priority: set(2),
			SourceRanges: none[[]string](), TargetTags: none[[]string](), TargetSAs: none[[]string](), AllowComplete: true, Denies: true},
	}
	equal(t, "firewalls", want, got)
}

// TestHealthChecks reads the one block of a health check.
func TestHealthChecks(t *testing.T) {
	t.Parallel()
	check := func(more obj) *topology.HealthCheck {
		o := obj{"name": "h", "region": "us-central1", "type": after}
		for k, v := range more {
			o[k] = v
		}
		return build(config{}.of(res("google_compute_region_health_check.h", o))).HealthChecks[0]
	}
	for block, want := range map[string]string{
		"tcp": "TCP", "ssl": "SSL", "http": "HTTP", "https": "HTTPS", "http2": "HTTP2", "grpc": "GRPC", "grpc_tls": "GRPC_WITH_TLS",
	} {
		h := check(obj{block + "_health_check": list{obj{"port": 80, "port_specification": "USE_FIXED_PORT"}}})
		equal(t, block, set(want), h.CheckType)
		equal(t, block, set(80), h.Port)
		equal(t, block, set("USE_FIXED_PORT"), h.PortSpec)
	}
	h := check(obj{"http_health_check": list{obj{"port": nil, "port_specification": ""}}})
	equal(t, "port", none[int](), h.Port)
	equal(t, "specification", none[string](), h.PortSpec)
	later := check(obj{"http_health_check": after})
	equal(t, "type", unknown[string](), later.CheckType)
	equal(t, "port", unknown[int](), later.Port)
}

// TestURLMaps finds the services of a URL map, wherever they stand.
func TestURLMaps(t *testing.T) {
	t.Parallel()
	global := func(name string) string { return "projects/p/global/backendServices/" + name }
	s := build(planOf(res("google_compute_url_map.m", obj{
		"name": "m", "default_service": global("d"),
		"default_route_action": list{obj{"weighted_backend_services": list{obj{"backend_service": global("w")}},
			"request_mirror_policy": list{obj{"backend_service": global("copies")}}}},
		"path_matcher": list{obj{
			"default_service": global("pd"),
			"path_rule":       list{obj{"service": global("ps")}, obj{"service": "", "route_action": list{obj{"weighted_backend_services": list{obj{"backend_service": global("pw")}}}}}},
			"route_rules":     list{obj{"service": global("rs")}},
		}},
	}), res("google_compute_url_map.open", obj{"name": "open", "path_matcher": after}))).URLMaps
	var got []string
	for _, l := range s[0].Services.Links {
		got = append(got, l.Path+" "+l.ID.Name)
	}
	want := []string{
		"default_service d", "default_route_action[0].weighted_backend_services[0].backend_service w", "path_matcher[0].default_service pd",
		"path_matcher[0].path_rule[0].service ps", "path_matcher[0].path_rule[1].route_action[0].weighted_backend_services[0].backend_service pw",
		"path_matcher[0].route_rules[0].service rs",
	}
	equal(t, "services", want, got)
	if !s[0].Services.Complete || s[1].Services.Complete || s[1].Services.Reason == "" {
		t.Errorf("%+v", s[1].Services)
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

// TestFrontends reads what stands in front of a rule.
func TestFrontends(t *testing.T) {
	t.Parallel()
	const rule = "projects/p/regions/us-central1/forwardingRules/r"
	s := build(config{}.of(
		res("google_compute_forwarding_rule.r", obj{"name": "r", "region": "us-central1", "target": "projects/p/regions/us-central1/serviceAttachments/a"}),
		res("google_compute_service_attachment.a", obj{"name": "a", "region": "us-central1", "target_service": "r"}),
		res("google_compute_service_attachment.gateway", obj{"name": "b", "region": "us-central1", "target_service": "projects/p/locations/us-central1/gateways/swp"}),
		res("google_network_services_gateway.swp", obj{"name": "swp", "location": "us-central1"}),
		res("google_compute_packet_mirroring.m", obj{"name": "m", "region": "us-central1", "enable": "FALSE", "collector_ilb": list{obj{"url": rule}}}),
		res("google_compute_packet_mirroring.unset", obj{"name": "u", "region": "us-central1", "enable": after, "collector_ilb": list{}}),
		res("google_network_security_intercept_deployment.d", obj{"intercept_deployment_id": "d", "location": "us-central1-a", "forwarding_rule": rule}),
		res("google_network_security_mirroring_deployment.d", obj{"mirroring_deployment_id": "d", "location": "us-central1-b", "forwarding_rule": rule}),
		res("google_compute_target_instance.t", obj{"name": "t", "zone": "us-central1-a"}),
		res("google_compute_address.a", obj{"name": "a", "region": "us-central1", "address": "10.0.0.1"}),
		res("google_compute_region_target_tcp_proxy.p", obj{"name": "p", "region": "us-central1", "backend_service": "s"}),
		res("google_compute_target_https_proxy.p", obj{"name": "p", "url_map": "projects/p/global/urlMaps/m"}),
		res(serviceType+".s", obj{"name": "s", "region": "us-central1"}),
	))
	target := func(l topology.Link) string {
		if l.Target == nil {
			return map[topology.LinkState]string{topology.LinkAbsent: "absent", topology.LinkExternal: "outside", topology.LinkUnresolved: "open"}[l.State]
		}
		return l.Target.Base().Address
	}
	got := map[string]string{}
	for _, f := range fields(s) {
		for _, l := range f.links {
			got[f.node.Base().Address+" "+f.name] = target(l)
		}
	}
	want := map[string]string{
		"google_compute_forwarding_rule.r BackendService":               "absent",
		"google_compute_forwarding_rule.r Target":                       "google_compute_service_attachment.a",
		"google_compute_forwarding_rule.r ReservedAddress":              "absent",
		"google_compute_service_attachment.a TargetService":             "google_compute_forwarding_rule.r",
		"google_compute_service_attachment.gateway TargetService":       "google_network_services_gateway.swp",
		"google_compute_packet_mirroring.m Collector":                   "google_compute_forwarding_rule.r",
		"google_compute_packet_mirroring.unset Collector":               "absent",
		"google_network_security_intercept_deployment.d ForwardingRule": "google_compute_forwarding_rule.r",
		"google_network_security_mirroring_deployment.d ForwardingRule": "google_compute_forwarding_rule.r",
		"google_compute_region_target_tcp_proxy.p Next":                 serviceType + ".s",
		"google_compute_target_https_proxy.p Next":                      "outside",
	}
	equal(t, "links", want, got)
	equal(t, "enabled", set("FALSE"), s.Mirrorings[0].Enabled)
	equal(t, "enabled", none[string](), s.Mirrorings[1].Enabled)
	equal(t, "identity of a deployment", topology.Identity{Kind: topology.KindSecurityDeployment, Project: "p", Location: "us-central1-a", Name: "d"}, s.Deployments[0].Identity())
	for _, o := range s.Others {
		want := none[string]()
		if o.Type == "google_compute_address" {
			want = set("10.0.0.1")
		}
		equal(t, o.Address, want, o.IPAddress)
	}
}

// TestReservedAddress follows ip_address to the address that it names.
func TestReservedAddress(t *testing.T) {
	t.Parallel()
	const address = "google_compute_address.a"
	rule := func(ip any, refs any, reserved any) *topology.ForwardingRule {
		c := config{written: map[string]obj{"google_compute_forwarding_rule.r": {"ip_address": refs}}}
		return build(c.of(res(address, obj{"name": "a", "region": "us-central1", "address": reserved}),
			res("google_compute_forwarding_rule.r", obj{"name": "r", "region": "us-central1", "ip_address": ip}))).Rules[0]
	}
	for name, test := range map[string]struct {
		rule   *topology.ForwardingRule
		linked bool
		ip     topology.Known[string]
	}{
		"by URL":                {rule("projects/p/regions/us-central1/addresses/a", "x", "10.0.0.1"), true, set("10.0.0.1")},
		"by URL, not yet there": {rule("projects/p/regions/us-central1/addresses/a", "x", after), true, unknown[string]()},
		"by reference":          {rule(after, refs{address + ".address"}, after), true, unknown[string]()},
		"an address":            {rule("10.0.0.1", "10.0.0.1", "10.0.0.1"), false, set("10.0.0.1")},
	} {
		if linked := test.rule.ReservedAddress.Target != nil; linked != test.linked {
			t.Errorf("%s: %+v", name, test.rule.ReservedAddress)
		}
		equal(t, name, test.ip, test.rule.IPAddress)
	}
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
