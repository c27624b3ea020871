// SPDX-License-Identifier: MPL-2.0

package google

import (
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// Networks are compared as text, so that every spelling becomes one: the
// relative path of the network, also of one that is only being created.

// network reads the attribute that names a network.
func (b *builder) network(o *object) topology.Known[string] {
	return b.path(o, o.optional("network"), "network", toNetwork)
}

// subnetwork reads a value that names a subnetwork.
func (b *builder) subnetwork(o *object, v graph.Value, path string) topology.Known[string] {
	return b.path(o, v, path, toSubnetwork)
}

// path reads a link to something that leads to a network as its relative path.
func (b *builder) path(o *object, v graph.Value, path string, t *target) topology.Known[string] {
	switch v.Kind() {
	case graph.Null:
		return topology.Null[string]()
	case graph.Unknown:
		if to := b.helper(o, v, path, t); to != nil && to.id.Complete() {
			return topology.Of(to.id.String())
		}
		return topology.Unknown[string]()
	}
	text := o.text(v)
	s, ok := text.Value()
	if !ok {
		return text
	}
	id, ok := b.identityOf(o, s, t)
	switch {
	case !ok:
		return text
	case !id.Complete():
		return topology.Unknown[string]()
	}
	return topology.Of(id.String())
}

// identityOf reads a link to something that leads to a network; ok is false
// where it is neither URL nor name.
func (b *builder) identityOf(o *object, text string, t *target) (topology.Identity, bool) {
	id, isURL := topology.ParseURL(text)
	if !isURL {
		if strings.Contains(text, "/") {
			return id, false
		}
		id = topology.Identity{Kind: t.kind, Location: topology.Global, Name: text}
		if t.kind != topology.KindNetwork {
			id.Location = topology.RegionOf(o.id.Location)
		}
	}
	if id.Project == "" {
		id.Project = o.id.Project
	}
	return id, true
}

// helper finds the object that a link leads to, among those that become no
// object of the topology, too. It returns nil where the input does not prove
// one.
func (b *builder) helper(o *object, v graph.Value, path string, t *target) *object {
	if v.IsUnknown() {
		if to := b.referredObject(o, v); to != nil && t.usual(to.base.Type) {
			return to
		}
		if o.conf == nil {
			return nil
		}
		e, ok := o.conf.Expression(o.inst, path)
		if !ok {
			return nil
		}
		r := o.conf.Resolve(o.inst, e, t.usual)
		if r.Grade != graph.Exact || len(r.Targets) != 1 || b.of[r.Targets[0]] == nil {
			return nil
		}
		return b.of[r.Targets[0]].self()
	}
	text, _ := v.Text()
	if text == "" {
		return nil
	}
	id, ok := b.identityOf(o, text, t)
	if !ok {
		return nil
	}
	found, _ := b.index.find(id, o.in)
	return found
}

// networkThroughSubnetwork reads a network that may be left out in favour of a
// subnetwork.
func (b *builder) networkThroughSubnetwork(o *object, network graph.Value, path string, subnetwork graph.Value, subPath string) topology.Known[string] {
	n := b.path(o, network, path, toNetwork)
	if n.IsSet() || subnetwork.IsNull() {
		return n
	}
	if text, ok := subnetwork.Text(); ok && text == "" {
		return n
	}
	if s := b.helper(o, subnetwork, subPath, toSubnetwork); s != nil && s.typ.noun == networking {
		return b.network(s)
	}
	return topology.Unknown[string]() // the subnetwork's network
}

// interfaceNetwork reads the network of a network interface, or else its
// subnetwork.
func (b *builder) interfaceNetwork(o *object, i int) topology.Known[string] {
	path := b.at("network_interface", i)
	v := o.value.Get("network_interface").Elements()[i]
	network, subnetwork := v.Get("network"), v.Get("subnetwork")
	n := b.networkThroughSubnetwork(o, network, path+".network", subnetwork, path+".subnetwork")
	if n.IsSet() {
		return n
	}
	return b.subnetwork(o, subnetwork, path+".subnetwork")
}

// hybrid fills in a way in from outside Google Cloud. Its network is that of
// the router or gateway that it uses.
func (b *builder) hybrid(o *object, h *topology.HybridAttachment) {
	for _, attribute := range []string{"router", "vpn_gateway", "target_vpn_gateway"} {
		via := b.helper(o, o.value.Get(attribute), attribute, toNetworking[attribute])
		if via == nil {
			continue
		}
		if h.Network = b.network(via); h.Network.IsSet() {
			return
		}
	}
	forwarding := first(o.value.Get("l2_forwarding"))
	if n := b.path(o, forwarding.Get("network"), "l2_forwarding[0].network", toNetwork); n.IsSet() {
		h.Network = n
		return
	}
	h.Network = topology.Unknown[string]()
}

var (
	toNetwork    = &target{kind: topology.KindNetwork, usual: only("google_compute_network")}
	toSubnetwork = &target{kind: kindSubnetwork, usual: only("google_compute_subnetwork")}
	toNetworking = map[string]*target{
		"router":             {kind: kindRouter, usual: only("google_compute_router")},
		"vpn_gateway":        {kind: kindHAGateway, usual: only("google_compute_ha_vpn_gateway")},
		"target_vpn_gateway": {kind: kindClassicVPN, usual: only("google_compute_vpn_gateway")},
	}
)

func only(resourceType string) func(string) bool {
	return func(s string) bool { return s == resourceType }
}
