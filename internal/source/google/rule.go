// SPDX-License-Identifier: MPL-2.0

package google

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// rule fills a forwarding rule in. One that leaves its region out, and whose
// provider block does, is in the region of its service.
func (b *builder) rule(o *object) {
	r, ok := o.node.(*topology.ForwardingRule)
	if !ok {
		return
	}
	r.Scheme = o.text(o.planned("load_balancing_scheme", defaultScheme(o)))
	r.BackendService = b.link(o, o.value.Get("backend_service"), "backend_service", "backend_service", toService)
	if l, ok := r.BackendService.Target.(*topology.BackendService); ok && o.typ.place == regional && !l.IsGlobal() {
		b.place(o, r.BackendService.ID.Location)
	}
	r.Protocol = o.text(o.optional("ip_protocol"))
	r.AllPorts = o.flag(o.value.Get("all_ports"))
	r.Ports = o.texts(o.value.Get("ports"))
	r.PortRange = o.text(o.optional("port_range"))
	r.GlobalAccess = o.flag(o.value.Get("allow_global_access"))
	r.MirroringCollector = o.flag(o.value.Get("is_mirroring_collector"))
	r.Network = b.networkThroughSubnetwork(o, o.optional("network"), "network", o.optional("subnetwork"), "subnetwork")
	r.Subnetwork = b.subnetwork(o, o.optional("subnetwork"), "subnetwork")
	b.address(o, r)
}

// address reads ip_address: an address, the URL of an address resource, or a
// reference to one.
func (b *builder) address(o *object, r *topology.ForwardingRule) {
	r.ReservedAddress = topology.Link{State: topology.LinkAbsent, Path: "ip_address"}
	v := o.optional("ip_address")
	r.IPAddress = o.text(v)
	text, known := v.Text()
	switch _, isURL := topology.ParseURL(text); {
	case v.IsUnknown():
		r.ReservedAddress = b.link(o, v, "ip_address", "ip_address", toAddress)
		if first, ok := topology.To[*topology.ForwardingRule](r.ReservedAddress); ok {
			r.ReservedAddress = unresolved("ip_address", "the address of "+o.base.Address+" is that of "+first.Address, nil)
		}
	case known && isURL:
		r.ReservedAddress = b.named(o, v, "ip_address", toAddress)
		r.IPAddress = topology.Unknown[string]()
	}
	if a := b.objectOf(r.ReservedAddress); a != nil && !r.IPAddress.IsSet() {
		r.IPAddress = a.text(a.value.Get("address"))
		if r.IPAddress.IsNull() {
			r.IPAddress = topology.Unknown[string]()
		}
	}
}

// target fills in what a rule targets, once the regions are known.
func (b *builder) target(o *object, r *topology.ForwardingRule) {
	r.Target = b.link(o, o.value.Get("target"), "target", "target", toRuleTarget)
}

func (b *builder) attachment(o *object, a *topology.ServiceAttachment) {
	a.TargetService = b.link(o, o.value.Get("target_service"), "target_service", "target_service", toPublished)
}

func (b *builder) mirroring(o *object, m *topology.PacketMirroring) {
	const path = "collector_ilb[0].url"
	m.Enabled = o.text(o.optional("enable"))
	m.Collector = b.link(o, first(o.value.Get("collector_ilb")).Get("url"), path, path, toRule)
}

func (b *builder) deployment(o *object, d *topology.SecurityDeployment) {
	d.ForwardingRule = b.link(o, o.value.Get("forwarding_rule"), "forwarding_rule", "forwarding_rule", toRuleByURL)
}

func (b *builder) proxy(o *object, p *topology.Proxy) {
	t := toURLMap
	if o.typ.leads == "backend_service" {
		t = toService
	}
	p.Next = b.link(o, o.value.Get(o.typ.leads), o.typ.leads, o.typ.leads, t)
}

func (b *builder) otherTarget(o *object, t *topology.OtherTarget) {
	t.IPAddress = topology.Null[string]()
	if o.typ.kind == kindAddress {
		t.IPAddress = o.text(o.optional("address"))
	}
}

// urlMap names the services to which a URL map sends requests: by default, by
// path and by route. Those that only get copies are not among them.
func (b *builder) urlMap(o *object, m *topology.URLMap) {
	m.Services = topology.LinkList{Complete: true}
	w := urlMapWalk{b: b, o: o, list: &m.Services}
	if v := o.value.Get("default_service"); !v.IsNull() {
		w.add(v, "default_service", "default_service")
	}
	w.blocks(o.value, "", "", "default_route_action", w.action)
	w.blocks(o.value, "", "", "path_matcher", func(v graph.Value, path, conf string) {
		w.service(v, path, conf, "default_service")
		w.blocks(v, path, conf, "default_route_action", w.action)
		for _, rules := range []string{"path_rule", "route_rules"} {
			w.blocks(v, path, conf, rules, func(v graph.Value, path, conf string) {
				w.service(v, path, conf, "service")
				w.blocks(v, path, conf, "route_action", w.action)
			})
		}
	})
}

// urlMapWalk collects the services of a URL map.
type urlMapWalk struct {
	b    *builder
	o    *object
	list *topology.LinkList
}

// notShown is the path of what the configuration does not show.
const notShown = "-"

// blocks visits the blocks of a type, in their order. It is that of the
// configuration where that shows as many.
func (w *urlMapWalk) blocks(v graph.Value, path, conf, name string, visit func(v graph.Value, path, conf string)) {
	list := v.Get(name)
	path, conf = join(path, name), join(conf, name)
	if list.IsUnknown() {
		w.list.Complete = false
		w.list.Reason = afterApply(w.o, path)
		return
	}
	elements := list.Elements()
	if len(elements) == 0 {
		return
	}
	if w.o.conf != nil {
		if static, _ := w.o.conf.Blocks(w.o.inst, conf); static != len(elements) {
			conf = notShown
		}
	}
	for i, e := range elements {
		visit(e, w.b.at(path, i), w.b.at(conf, i))
	}
}

func (w *urlMapWalk) action(v graph.Value, path, conf string) {
	w.blocks(v, path, conf, "weighted_backend_services", func(v graph.Value, path, conf string) {
		w.service(v, path, conf, "backend_service")
	})
}

func (w *urlMapWalk) service(v graph.Value, path, conf, name string) {
	s := v.Get(name)
	if s.IsNull() {
		return
	}
	w.add(s, join(path, name), join(conf, name))
}

func (w *urlMapWalk) add(v graph.Value, path, conf string) {
	if text, ok := v.Text(); ok && text == "" {
		return
	}
	w.list.Links = append(w.list.Links, w.b.link(w.o, v, path, conf, toMapped))
}

// join appends a step to a path.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
