// SPDX-License-Identifier: MPL-2.0

package google_test

import (
	"testing"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

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
		res("google_compute_vpn_tunnel.evaluated", obj{"name": "e", "region": "us-central1", "router": referring("google_compute_router.r")}),
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
		"google_compute_route.anywhere":                      {"next_hop_ilb": refs{address + ".address"}},
		"google_compute_route.elsewhere":                     {"next_hop_ilb": refs{address + ".address"}},
		"google_network_connectivity_policy_based_route.hop": {"next_hop_ilb_ip": refs{"google_compute_forwarding_rule.left.ip_address"}},
	}}.of(
		res(address, obj{"name": "a", "region": "us-central1", "address": after}),
		rule("left", "left", "10.0.0.9"), rule("right", "right", "10.0.0.9"), rule("far", "main", "fd00::1"), rule("reserved", "main", after),
		rule("twin1", "main", "10.0.0.5"), rule("twin2", "main", "10.0.0.5"),
		static("left", "left", "10.0.0.9"), static("six", "main", "fd00:0::1"), static("through", "main", after), static("nowhere", "main", "10.9.9.9"),
		static("open", "", "10.0.0.9"), static("anywhere", "", after), static("elsewhere", "other", after), static("twins", "main", "10.0.0.5"), static("none", "main", nil), static("url", "left", "regions/us-central1/forwardingRules/left"),
		res("google_network_connectivity_policy_based_route.hop", obj{"name": "p", "network": "left", "next_hop_ilb_ip": after}),
	))
	tests := map[string]struct{ hop, ip string }{
		"google_compute_route.left":                          {"left", "10.0.0.9"},
		"google_compute_route.six":                           {"far", "fd00:0::1"},
		"google_compute_route.through":                       {"reserved", ""},
		"google_compute_route.anywhere":                      {"reserved", ""},
		"google_compute_route.elsewhere":                     {"outside", ""},
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
		res("google_compute_firewall.b", obj{"name": "b", "network": "n", "direction": "EGRESS", "source_service_accounts": list{"x@p.iam.gserviceaccount.com"}, "allow": list{}, "deny": list{obj{"protocol": "all"}}}),
		res("google_compute_firewall.c", obj{"name": "c", "network": "n", "source_tags": after, "allow": after}),
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
			SourceRanges: set([]string{"35.191.0.0/16"}), TaggedSources: set(false), TargetTags: set([]string{"web"}), TargetSAs: none[[]string](), AllowComplete: true,
			Allow: []topology.FirewallAllow{{Protocol: set("tcp"), Ports: set([]string{"80", "443-444"})}, {Protocol: set("icmp"), Ports: none[[]string]()}}},
		"google_compute_firewall.b": {Network: set("projects/p/global/networks/n"), Direction: set("EGRESS"), Disabled: none[bool](), Priority: none[int](),
			SourceRanges: none[[]string](), TaggedSources: set(true), TargetTags: none[[]string](), TargetSAs: none[[]string](), AllowComplete: true, Denies: true},
		"google_compute_firewall.c": {Network: set("projects/p/global/networks/n"), Direction: none[string](), Disabled: none[bool](), Priority: none[int](),
			SourceRanges: none[[]string](), TaggedSources: unknown[bool](), TargetTags: none[[]string](), TargetSAs: none[[]string]()},
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
		"that of a rule":        {rule(referring("google_compute_forwarding_rule.r"), refs{"google_compute_forwarding_rule.r.ip_address"}, after), false, unknown[string]()},
	} {
		if linked := test.rule.ReservedAddress.Target != nil; linked != test.linked {
			t.Errorf("%s: %+v", name, test.rule.ReservedAddress)
		}
		equal(t, name, test.ip, test.rule.IPAddress)
	}
}
