// SPDX-License-Identifier: MPL-2.0

package google

import (
	"net/netip"

	"terraform-provider-spillway/internal/engine/topology"
)

// nextHops finds the forwarding rules that are next hops of routes: by their
// URL, by their address, or through the address resource that both name.
func (b *builder) nextHops() {
	for _, o := range b.objects {
		if r, ok := o.node.(*topology.Route); ok && o.twin == nil {
			b.nextHop(o, r)
		}
	}
}

func (b *builder) nextHop(o *object, r *topology.Route) {
	r.PolicyBased = o.typ.kind == topology.KindPolicyRoute
	r.Network = b.network(o)
	path := o.typ.leads
	v := o.value.Get(path)
	r.NextHop = topology.Link{State: topology.LinkAbsent, Path: path}
	r.NextHopIP = topology.Null[string]()
	text := o.text(v)
	switch s, ok := text.Value(); {
	case v.IsUnknown():
		r.NextHop = b.link(o, v, path, path, toNextHop)
		if to, ok := r.NextHop.Target.(*topology.OtherTarget); ok {
			r.NextHopIP = to.IPAddress
			r.NextHop = b.hopByAddress(o, r, path, b.rulesWith(to), true)
		}
	case !ok: // none, or one that is not shown
		if text.IsUnknown() {
			r.NextHop = unresolved(path, path+" of "+o.base.Address+" is not read", nil)
		}
	default:
		ip, err := netip.ParseAddr(s)
		if err != nil {
			r.NextHop = b.named(o, v, path, toRuleByURL)
			return
		}
		r.NextHopIP = topology.Of(s)
		if l := b.hopByAddress(o, r, path, b.rulesAt(ip), false); l.State != topology.LinkExternal {
			r.NextHop = l
		}
	}
}

// hopByAddress chooses the rule that a route means by an address. An address
// is unique within a network only; a reserved one, which both name, is in one
// network.
func (b *builder) hopByAddress(o *object, r *topology.Route, path string, at []*object, reserved bool) topology.Link {
	var certain, possible []*object
	network, known := r.Network.Value()
	for _, candidate := range at {
		rule, isRule := candidate.node.(*topology.ForwardingRule)
		if !isRule {
			continue
		}
		its, ok := rule.Network.Value()
		switch {
		case (!known || !ok) && !reserved:
			if topology.MayReach(r, candidate.node) {
				possible = append(possible, candidate)
			}
		case !known || !ok || its == network:
			certain = append(certain, candidate)
		}
	}
	switch {
	case len(certain) == 1 && len(possible) == 0:
		to := certain[0]
		return topology.Link{State: topology.LinkResolved, Target: to.node, ID: to.id, Proof: topology.ByID, Path: path}
	case len(certain)+len(possible) == 0:
		return topology.Link{State: topology.LinkExternal, Path: path}
	}
	all := append(certain, possible...)
	return unresolved(path, "the address in "+path+" of "+o.base.Address+" may be that of "+list(all)+
		": the input does not show that they are in one network", all)
}

// rulesAt returns the forwarding rules with an address.
func (b *builder) rulesAt(ip netip.Addr) []*object {
	if b.addresses == nil {
		b.addresses = make(map[netip.Addr][]*object)
		for _, o := range b.objects {
			r, ok := o.node.(*topology.ForwardingRule)
			if !ok || o.twin != nil {
				continue
			}
			s, _ := r.IPAddress.Value()
			if a, err := netip.ParseAddr(s); err == nil {
				b.addresses[a] = append(b.addresses[a], o)
			}
		}
	}
	return b.addresses[ip]
}

// rulesWith returns the forwarding rules that take a reserved address.
func (b *builder) rulesWith(address topology.Node) (out []*object) {
	for _, o := range b.objects {
		if r, ok := o.node.(*topology.ForwardingRule); ok && o.twin == nil && r.ReservedAddress.Target == address {
			out = append(out, o)
		}
	}
	return out
}
