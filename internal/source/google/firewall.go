// SPDX-License-Identifier: MPL-2.0

package google

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// firewall fills in a VPC firewall rule.
func (b *builder) firewall(o *object, f *topology.Firewall) {
	f.Network = b.network(o)
	f.Direction = o.text(o.optional("direction"))
	f.Disabled = o.flag(o.value.Get("disabled"))
	f.Priority = o.count(o.value.Get("priority"))
	f.SourceRanges = o.texts(o.optional("source_ranges"))
	f.TaggedSources = o.hasElements("source_tags", "source_service_accounts")
	f.TargetTags = o.texts(o.value.Get("target_tags"))
	f.TargetSAs = o.texts(o.value.Get("target_service_accounts"))
	allow := o.value.Get("allow")
	f.AllowComplete = !allow.IsUnknown()
	f.Allow = o.allowed(allow, "protocol")
	deny := o.value.Get("deny")
	f.Denies = len(deny.Elements()) > 0
}

// policyRule fills in a rule of a firewall policy. Its network, which the
// policy's associations say, is left unknown: such a rule may let packets in
// anywhere.
func (b *builder) policyRule(o *object, f *topology.Firewall) {
	f.Network = topology.Unknown[string]()
	f.Direction = o.text(o.value.Get("direction"))
	f.Disabled = o.flag(o.value.Get("disabled"))
	f.Priority = o.count(o.value.Get("priority"))
	match := first(o.value.Get("match"))
	f.SourceRanges = o.texts(match.Get("src_ip_ranges"))
	f.TargetSAs = o.texts(o.value.Get("target_service_accounts"))
	f.TargetTags = topology.Null[[]string]()
	if tags := o.value.Get("target_secure_tags"); tags.IsUnknown() || len(tags.Elements()) > 0 {
		f.TargetTags = topology.Unknown[[]string]()
	}
	action := o.text(o.value.Get("action"))
	f.Denies = topology.Is(action, "deny")
	f.AllowComplete = action.IsSet()
	if topology.Is(action, "allow") || topology.Is(action, "apply_security_profile_group") {
		layers := match.Get("layer4_configs")
		f.AllowComplete = !layers.IsUnknown()
		f.Allow = o.allowed(layers, "ip_protocol")
	}
}

// hasElements reports whether any of the named sets has an element.
func (o *object) hasElements(names ...string) topology.Known[bool] {
	out := topology.Of(false)
	for _, name := range names {
		switch v := o.value.Get(name); {
		case len(v.Elements()) > 0:
			return topology.Of(true)
		case v.IsUnknown():
			out = topology.Unknown[bool]()
		}
	}
	return out
}

// allowed reads blocks of a protocol and its ports.
func (o *object) allowed(v graph.Value, protocol string) (out []topology.FirewallAllow) {
	for _, e := range v.Elements() {
		out = append(out, topology.FirewallAllow{Protocol: o.text(e.Get(protocol)), Ports: o.texts(e.Get("ports"))})
	}
	return out
}
