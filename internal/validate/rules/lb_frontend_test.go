// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

const front = "google_compute_forwarding_rule.front"

// fronted builds a TCP service with a TCP rule that takes all ports.
func fronted(change func(b *tt.Builder, s *t.BackendService, r *t.ForwardingRule)) func(*tt.Builder) {
	return func(b *tt.Builder) {
		s := b.Service("web")
		change(b, s, b.Rule("front", s))
	}
}

// rulePorts gives the rule of a TCP service its ports.
func rulePorts(change func(r *t.ForwardingRule)) func(*tt.Builder) {
	return fronted(func(_ *tt.Builder, _ *t.BackendService, r *t.ForwardingRule) {
		r.AllPorts = t.Null[bool]()
		change(r)
	})
}

// protocols sets the protocols of service and rule.
func protocols(service, rule t.Known[string]) func(*tt.Builder) {
	return fronted(func(_ *tt.Builder, s *t.BackendService, r *t.ForwardingRule) { s.Protocol, r.Protocol = service, rule })
}

// mirrored points a packet mirroring at a rule.
func mirrored(change func(b *tt.Builder, m *t.PacketMirroring, r *t.ForwardingRule)) func(*tt.Builder) {
	return fronted(func(b *tt.Builder, _ *t.BackendService, r *t.ForwardingRule) {
		m := &t.PacketMirroring{
			Object: tt.Object("google_compute_packet_mirroring", t.KindPacketMirroring, "tap", tt.Region), Collector: tt.To(r),
		}
		b.Raw().Mirrorings = append(b.Raw().Mirrorings, m)
		change(b, m, r)
	})
}

var lbFrontendCases = map[string]ruleCase{
	"L3_DEFAULT as a next hop": {rule: LB013, want: wantFail, at: front, says: []string{"google_compute_route.out"}, build: l3(func(b *tt.Builder, r *t.ForwardingRule) { route(b, r, "") })},
	"L3_DEFAULT as a next hop by address": {rule: LB013, want: wantFail, build: l3(func(b *tt.Builder, r *t.ForwardingRule) {
		r.IPAddress = t.Of("10.0.0.7")
		route(b, nil, "10.0.0.7")
	})},
	"L3_DEFAULT published":  {rule: LB013, want: wantFail, says: []string{"google_compute_service_attachment.pub"}, build: l3(func(b *tt.Builder, r *t.ForwardingRule) { b.Attachment("pub", r) })},
	"L3_DEFAULT by itself":  {rule: LB013, want: wantPass, build: l3(func(*tt.Builder, *t.ForwardingRule) {})},
	"TCP as a next hop":     {rule: LB013, want: wantPass, build: l3(func(b *tt.Builder, r *t.ForwardingRule) { r.Protocol = t.Of("TCP"); route(b, r, "") })},
	"default as a next hop": {rule: LB013, want: wantPass, build: l3(func(b *tt.Builder, r *t.ForwardingRule) { r.Protocol = t.Null[string](); route(b, r, "") })},
	"unknown protocol as a next hop": {rule: LB013, want: wantUndecided, says: []string{"ip_protocol"}, build: l3(func(b *tt.Builder, r *t.ForwardingRule) {
		r.Protocol = t.Unknown[string]()
		route(b, r, "")
	})},
	"L3_DEFAULT, perhaps a next hop": {rule: LB013, want: wantUndecided, says: []string{"a local"}, build: l3(func(b *tt.Builder, r *t.ForwardingRule) {
		route(b, r, "").NextHop = tt.UnresolvedLink("a local")
	})},
	"L3_DEFAULT, perhaps published": {rule: LB013, want: wantUndecided, says: []string{"a local"}, build: l3(func(b *tt.Builder, r *t.ForwardingRule) {
		b.Attachment("pub", r).TargetService = tt.UnresolvedLink("a local")
	})},
	"L3_DEFAULT of an external one": {rule: LB013, want: wantNothing, build: l3(func(b *tt.Builder, r *t.ForwardingRule) { r.Scheme = t.Of("EXTERNAL"); b.Attachment("pub", r) })},

	"six ports":                {rule: LB015, want: wantFail, at: front, says: []string{"6 ports"}, build: rulePorts(func(r *t.ForwardingRule) { r.Ports = t.Of([]string{"1", "2", "3", "4", "5", "6"}) })},
	"a port range":             {rule: LB015, want: wantFail, says: []string{"80-90"}, build: rulePorts(func(r *t.ForwardingRule) { r.PortRange = t.Of("80-90") })},
	"ports and all":            {rule: LB015, want: wantFail, build: rulePorts(func(r *t.ForwardingRule) { r.Ports, r.AllPorts = t.Of([]string{"80"}), t.Of(true) })},
	"no ports":                 {rule: LB015, want: wantFail, says: []string{"no ports"}, build: rulePorts(func(*t.ForwardingRule) {})},
	"L3 without all":           {rule: LB015, want: wantFail, says: []string{"L3_DEFAULT"}, build: rulePorts(func(r *t.ForwardingRule) { r.Ports, r.Protocol = t.Of([]string{"80"}), t.Of(l3Default) })},
	"five ports":               {rule: LB015, want: wantPass, build: rulePorts(func(r *t.ForwardingRule) { r.Ports = t.Of([]string{"1", "2", "3", "4", "5"}) })},
	"all ports":                {rule: LB015, want: wantPass, build: rulePorts(func(r *t.ForwardingRule) { r.AllPorts, r.PortRange = t.Of(true), t.Of("") })},
	"L3 with all":              {rule: LB015, want: wantPass, build: rulePorts(func(r *t.ForwardingRule) { r.AllPorts, r.Protocol = t.Of(true), t.Of(l3Default) })},
	"all and unknown protocol": {rule: LB015, want: wantPass, build: rulePorts(func(r *t.ForwardingRule) { r.AllPorts, r.Protocol = t.Of(true), t.Unknown[string]() })},
	"ports unknown":            {rule: LB015, want: wantUndecided, says: []string{"ports is"}, build: rulePorts(func(r *t.ForwardingRule) { r.Ports = t.Unknown[[]string]() })},
	"all unknown":              {rule: LB015, want: wantUndecided, says: []string{"all_ports"}, build: rulePorts(func(r *t.ForwardingRule) { r.Ports, r.AllPorts = t.Of([]string{"80"}), t.Unknown[bool]() })},
	"range unknown":            {rule: LB015, want: wantUndecided, says: []string{"port_range"}, build: rulePorts(func(r *t.ForwardingRule) { r.AllPorts, r.PortRange = t.Of(true), t.Unknown[string]() })},
	"ports, unknown protocol":  {rule: LB015, want: wantUndecided, says: []string{"ip_protocol"}, build: rulePorts(func(r *t.ForwardingRule) { r.Ports, r.Protocol = t.Of([]string{"80"}), t.Unknown[string]() })},
	"no ports, service outside the input": {rule: LB015, want: wantFail, build: rulePorts(func(r *t.ForwardingRule) {
		r.BackendService = tt.External("projects/p/regions/us-central1/backendServices/x")
	})},
	"no ports, service unknown": {rule: LB015, want: wantFail, build: rulePorts(func(r *t.ForwardingRule) { r.BackendService = tt.UnresolvedLink("a local") })},
	"no ports, target unknown":  {rule: LB015, want: wantUndecided, build: rulePorts(func(r *t.ForwardingRule) { r.Target = tt.UnresolvedLink("a local") })},
	"no ports, scheme unknown":  {rule: LB015, want: wantUndecided, build: rulePorts(func(r *t.ForwardingRule) { r.Scheme = t.Unknown[string]() })},
	"a PSC endpoint": {rule: LB015, want: wantNothing, build: rulePorts(func(r *t.ForwardingRule) {
		r.Scheme, r.BackendService = t.Of(""), tt.Absent()
		r.Target = tt.External("projects/q/regions/us-central1/serviceAttachments/x")
	})},
	"a PSC endpoint of unknown target": {rule: LB015, want: wantNothing, build: rulePorts(func(r *t.ForwardingRule) {
		r.BackendService, r.Target = tt.Absent(), tt.UnresolvedLink("a local")
	})},
	"no ports of a proxy":       {rule: LB015, want: wantNothing, build: rulePorts(func(r *t.ForwardingRule) { r.Scheme = t.Of("INTERNAL_MANAGED") })},
	"no ports of a global rule": {rule: LB015, want: wantNothing, build: rulePorts(func(r *t.ForwardingRule) { r.Type = "google_compute_global_forwarding_rule" })},

	"TCP to UDP":             {rule: LB016, want: wantFail, at: front, says: []string{"rule takes TCP", web, "UDP"}, build: protocols(t.Of("UDP"), t.Of("TCP"))},
	"default to UDP":         {rule: LB016, want: wantFail, build: protocols(t.Of("UDP"), t.Null[string]())},
	"UDP to default":         {rule: LB016, want: wantFail, build: protocols(t.Null[string](), t.Of("UDP"))},
	"L3 to TCP":              {rule: LB016, want: wantFail, says: []string{"UNSPECIFIED"}, build: protocols(t.Of("TCP"), t.Of(l3Default))},
	"TCP to TCP":             {rule: LB016, want: wantPass, build: protocols(t.Of("TCP"), t.Of("TCP"))},
	"defaults":               {rule: LB016, want: wantPass, build: protocols(t.Of(""), t.Of(""))},
	"UDP to UNSPECIFIED":     {rule: LB016, want: wantPass, build: protocols(t.Of("UNSPECIFIED"), t.Of("UDP"))},
	"L3 to UNSPECIFIED":      {rule: LB016, want: wantPass, build: protocols(t.Of("UNSPECIFIED"), t.Of(l3Default))},
	"unknown to UNSPECIFIED": {rule: LB016, want: wantPass, build: protocols(t.Of("UNSPECIFIED"), t.Unknown[string]())},
	"TCP to HTTP":            {rule: LB016, want: wantPass, build: protocols(t.Of("HTTP"), t.Of("TCP"))},
	"TCP to unknown":         {rule: LB016, want: wantUndecided, says: []string{"protocol of " + web}, build: protocols(t.Unknown[string](), t.Of("TCP"))},
	"unknown to UDP":         {rule: LB016, want: wantUndecided, says: []string{"ip_protocol"}, build: protocols(t.Of("UDP"), t.Unknown[string]())},
	"service outside": {rule: LB016, want: wantUndecided, says: []string{"backendServices/x is not in the input"}, build: fronted(func(_ *tt.Builder, _ *t.BackendService, r *t.ForwardingRule) {
		r.BackendService = tt.External("projects/p/regions/us-central1/backendServices/x")
	})},
	"service of another scheme": {rule: LB016, want: wantNothing, build: fronted(func(_ *tt.Builder, s *t.BackendService, _ *t.ForwardingRule) {
		s.Scheme, s.Protocol = t.Of("INTERNAL_MANAGED"), t.Of("UDP")
	})},

	"an external collector":         {rule: LB027, want: wantFail, at: front, says: []string{"EXTERNAL"}, build: collector(t.Of(true), t.Of("EXTERNAL"))},
	"a collector by default":        {rule: LB027, want: wantFail, says: []string{"scheme is not set"}, build: collector(t.Of(true), t.Null[string]())},
	"an internal collector":         {rule: LB027, want: wantPass, build: collector(t.Of(true), t.Of("INTERNAL"))},
	"no collector":                  {rule: LB027, want: wantPass, build: collector(t.Null[bool](), t.Of("EXTERNAL"))},
	"perhaps a collector":           {rule: LB027, want: wantUndecided, says: []string{"is_mirroring_collector"}, build: collector(t.Unknown[bool](), t.Of("EXTERNAL"))},
	"a collector of unknown scheme": {rule: LB027, want: wantUndecided, says: []string{"load_balancing_scheme"}, build: collector(t.Of(true), t.Unknown[string]())},

	"mirroring to no collector": {rule: LB028, want: wantFail, at: "google_compute_packet_mirroring.tap", says: []string{front}, build: mirrored(func(*tt.Builder, *t.PacketMirroring, *t.ForwardingRule) {})},
	"mirroring to a service": {rule: LB028, want: wantFail, says: []string{"no forwarding rule"}, build: mirrored(func(b *tt.Builder, m *t.PacketMirroring, _ *t.ForwardingRule) {
		m.Collector = tt.To(b.Raw().Services[0])
	})},
	"mirroring to a collector": {rule: LB028, want: wantPass, build: mirrored(func(_ *tt.Builder, _ *t.PacketMirroring, r *t.ForwardingRule) { r.MirroringCollector = t.Of(true) })},
	"mirroring to perhaps a collector": {rule: LB028, want: wantUndecided, build: mirrored(func(_ *tt.Builder, _ *t.PacketMirroring, r *t.ForwardingRule) {
		r.MirroringCollector = t.Unknown[bool]()
	})},
	"mirroring to a rule outside": {rule: LB028, want: wantUndecided, says: []string{"not in the input"}, build: mirrored(func(_ *tt.Builder, m *t.PacketMirroring, _ *t.ForwardingRule) {
		m.Collector = tt.External("projects/p/regions/us-central1/forwardingRules/x")
	})},
	"mirroring to an unknown rule": {rule: LB028, want: wantUndecided, says: []string{"a local"}, build: mirrored(func(_ *tt.Builder, m *t.PacketMirroring, _ *t.ForwardingRule) {
		m.Collector = tt.UnresolvedLink("a local")
	})},

	"target and service": {rule: LB029, want: wantFail, at: front, says: []string{"serviceAttachments/x", web}, build: fronted(func(_ *tt.Builder, _ *t.BackendService, r *t.ForwardingRule) {
		r.Target = tt.External("projects/p/regions/us-central1/serviceAttachments/x")
	})},
	"service only": {rule: LB029, want: wantPass, build: fronted(func(*tt.Builder, *t.BackendService, *t.ForwardingRule) {})},
	"target only": {rule: LB029, want: wantPass, build: fronted(func(_ *tt.Builder, _ *t.BackendService, r *t.ForwardingRule) {
		r.Target, r.BackendService = tt.UnresolvedLink("a local"), tt.Absent()
	})},
	"service and unknown target": {rule: LB029, want: wantUndecided, says: []string{"a local"}, build: fronted(func(_ *tt.Builder, _ *t.BackendService, r *t.ForwardingRule) {
		r.Target = tt.UnresolvedLink("a local")
	})},
	"unknown service and target": {rule: LB029, want: wantUndecided, build: fronted(func(_ *tt.Builder, _ *t.BackendService, r *t.ForwardingRule) {
		r.Target = tt.External("projects/p/regions/us-central1/serviceAttachments/x")
		r.BackendService = tt.UnresolvedLink("a local")
	})},

	"probes not let in":                  {rule: LB032, want: wantFail, at: web, says: []string{"1 ingress rule", "main"}, build: guarded("10.0.0.0/8", func(*t.Firewall) {})},
	"probes let in":                      {rule: LB032, want: wantPass, build: guarded("35.191.0.0/16", func(*t.Firewall) {})},
	"no firewall rules":                  {rule: LB032, want: wantPass, build: fronted(func(*tt.Builder, *t.BackendService, *t.ForwardingRule) {})},
	"a firewall rule of another network": {rule: LB032, want: wantPass, build: guarded("10.0.0.0/8", func(f *t.Firewall) { f.Network = t.Of("projects/p/global/networks/other") })},
	"probes, sources by tags": {rule: LB032, want: wantFail, build: guarded("10.0.0.0/8", func(f *t.Firewall) {
		f.SourceRanges, f.TaggedSources = t.Null[[]string](), t.Of(true)
	})},
	"probes, sources by tags and ranges": {rule: LB032, want: wantPass, build: guarded("35.191.0.0/16", func(f *t.Firewall) { f.TaggedSources = t.Of(true) })},
	"probes, sources by tags and unknown": {rule: LB032, want: wantUndecided, build: guarded("10.0.0.0/8", func(f *t.Firewall) {
		f.SourceRanges, f.TaggedSources = t.Unknown[[]string](), t.Of(true)
	})},
	"probes, unknown ranges": {rule: LB032, want: wantUndecided, build: guarded("10.0.0.0/8", func(f *t.Firewall) { f.SourceRanges = t.Unknown[[]string]() })},
	"nothing probes": {rule: LB032, want: wantPass, build: func(b *tt.Builder) {
		guarded("10.0.0.0/8", func(*t.Firewall) {})(b)
		noHealthCheck(b.Raw().Services[0])
	}},
}

func l3(change func(b *tt.Builder, r *t.ForwardingRule)) func(*tt.Builder) {
	return fronted(func(b *tt.Builder, s *t.BackendService, r *t.ForwardingRule) {
		s.Protocol, r.Protocol = t.Of("UNSPECIFIED"), t.Of(l3Default)
		change(b, r)
	})
}

func collector(flag t.Known[bool], scheme t.Known[string]) func(*tt.Builder) {
	return fronted(func(_ *tt.Builder, _ *t.BackendService, r *t.ForwardingRule) {
		r.MirroringCollector, r.Scheme = flag, scheme
	})
}

// guarded builds a service and one ingress rule for TCP from a range.
func guarded(from string, change func(*t.Firewall)) func(*tt.Builder) {
	return fronted(func(b *tt.Builder, _ *t.BackendService, r *t.ForwardingRule) {
		r.Network = t.Of("projects/p/global/networks/main")
		f := &t.Firewall{
			Object: tt.Object("google_compute_firewall", t.KindFirewall, "fw", t.Global), Network: r.Network,
			Direction: t.Of("INGRESS"), Disabled: t.Of(false), Priority: t.Of(1000), SourceRanges: t.Of([]string{from}),
			TargetTags: t.Null[[]string](), TargetSAs: t.Null[[]string](), AllowComplete: true,
			Allow: []t.FirewallAllow{{Protocol: t.Of("tcp"), Ports: t.Null[[]string]()}},
		}
		b.Raw().Firewalls = append(b.Raw().Firewalls, f)
		change(f)
	})
}

func TestLBFrontendRules(tb *testing.T) { runCases(tb, lbFrontendCases) }
