// SPDX-License-Identifier: MPL-2.0

package spillway

import (
	"slices"
	"strconv"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// pscType is the type of every group of spillway_psc_network_endpoint_group.
const pscType = "PRIVATE_SERVICE_CONNECT"

func (r *reader) group(g *topology.Group) {
	g.GroupKind = r.o.Type.group
	g.NEGType = topology.Null[string]()
	g.Update = topology.Null[topology.UpdatePolicy]()
	g.TargetService = topology.Link{State: topology.LinkAbsent}
	g.ProducerPort = topology.Null[string]()
	g.Network = r.str("network")
	g.Members = topology.LinkList{Complete: true} // members are counted, and none is named
	g.Capacity = topology.Capacity{
		Members: topology.Null[int](), TargetSize: topology.Null[int](), TargetSizeWritten: topology.Of(true),
		Autoscaled: topology.Of(false), Shape: topology.Null[string](), From: topology.SizeFromPlan,
	}
	c := &g.Capacity
	switch g.GroupKind {
	case topology.RegionManagedGroup:
		r.zones(c)
	case topology.RegionNEG:
		g.NEGType = topology.Of(pscType)
		g.TargetService = r.link("psc_target_service")
		g.ProducerPort = topology.Unknown[string]()
		switch data := r.get("psc_data"); data.Kind() {
		case graph.Null:
			g.ProducerPort = topology.Null[string]()
		case graph.Object:
			g.ProducerPort = str(data.Get("producer_port"))
		}
		c.Reason = r.o.Address + " has no endpoints of its own"
	default:
		if g.GroupKind == topology.ZonalNEG {
			g.NEGType = r.str("network_endpoint_type")
		}
		c.Members = r.size()
		if !c.Members.IsSet() {
			c.From, c.Reason = topology.SizeUnknown, r.afterApply("size")
		}
		if l, ok := g.Location.Value(); ok {
			c.Zones = topology.Of([]string{l})
		}
	}
}

// size is the number of members of a zonal group: as it is written, or the
// number of endpoints that are.
func (r *reader) size() topology.Known[int] {
	if e := r.get("endpoints"); e.Kind() == graph.List || e.IsUnknown() {
		return CountEndpoints(e)
	}
	if n := count(r.get("size")); n.IsSet() {
		return n
	}
	return topology.Unknown[int]()
}

// zones reads the zones of a regional group with their sizes.
func (r *reader) zones(c *topology.Capacity) {
	v := r.get("zones")
	names, values := v.Fields()
	if v.Kind() != graph.Object {
		c.TargetSize, c.From, c.Reason = topology.Unknown[int](), topology.SizeUnknown, r.afterApply("zones")
		return
	}
	total, known := 0, true
	c.ByZone = []topology.ZoneMembers{}
	for i, name := range names {
		n := count(values[i].Get("size"))
		if n.IsNull() {
			n = topology.Unknown[int]()
		}
		c.ByZone = append(c.ByZone, topology.ZoneMembers{Zone: name, Members: n})
		known = known && n.IsSet()
		total += n.Default(0)
	}
	c.Zones = topology.Of(slices.Clone(names))
	c.TargetSize = topology.Of(total)
	if !known {
		c.TargetSize, c.Reason = topology.Unknown[int](), "a size of "+r.o.Address+" is known after apply"
	}
}

// Unhealthy returns how many members of a group are sick now, by zone. It is
// false where that is not known.
func Unhealthy(o *Object) (map[string]int, bool) {
	if o.Type.noun != group || o.Type.group == topology.RegionNEG {
		return nil, true
	}
	out := map[string]int{}
	add := func(zone string, v graph.Value) bool {
		n, ok := count(v).Or(0).Value()
		if ok && n > 0 {
			out[zone] = n
		}
		return ok
	}
	if o.Type.group != topology.RegionManagedGroup {
		return out, add(topology.LastSegment(text(o.Value.Get("zone"))), o.Value.Get("unhealthy"))
	}
	v := o.Value.Get("zones")
	names, values := v.Fields()
	known := v.Kind() == graph.Object
	for i := range names {
		known = add(names[i], values[i].Get("unhealthy")) && known
	}
	return out, known
}

func (r *reader) service(s *topology.BackendService) {
	scheme, protocol := "INTERNAL", "TCP"
	if r.o.Type.Place == Global {
		scheme, protocol = "EXTERNAL_MANAGED", "HTTP"
	}
	s.Scheme = r.str("load_balancing_scheme").Or(scheme)
	s.Protocol = r.str("protocol").Or(protocol)
	s.SessionAffinity = r.str("session_affinity")
	s.LocalityPolicy = r.str("locality_lb_policy")
	s.Network = r.str("network")
	s.Description = r.str("description")
	s.DrainingTimeout = count(r.get("connection_draining_timeout_sec"))
	s.HealthChecks = r.links("health_checks")
	s.Backends = r.backends(s)
	s.TrafficPolicy = nested(r.writtenPolicy(), r.trafficPolicy)
	s.Failover = nested(r.get("failover_policy"), func(v graph.Value) topology.FailoverPolicy {
		return topology.FailoverPolicy{
			Ratio: number(v.Get("failover_ratio")), Drop: flag(v.Get("drop_traffic_if_unhealthy")),
			DisableDrain: flag(v.Get("disable_connection_drain_on_failover")),
		}
	})
	s.Subsetting = nested(r.get("subsetting"), func(v graph.Value) topology.Subsetting {
		return topology.Subsetting{Policy: str(v.Get("policy")), Size: count(v.Get("subset_size"))}
	})
	s.HAPolicy = nested(r.get("ha_policy"), func(v graph.Value) topology.HAPolicy {
		return topology.HAPolicy{FastIPMove: str(v.Get("fast_ip_move"))}
	})
	s.Tracking = nested(r.get("connection_tracking_policy"), func(v graph.Value) topology.ConnectionTracking {
		return topology.ConnectionTracking{
			Mode: str(v.Get("tracking_mode")), Persistence: str(v.Get("connection_persistence_on_unhealthy_backends")),
			IdleTimeout: count(v.Get("idle_timeout_sec")), StrongAffinity: flag(v.Get("enable_strong_affinity")),
		}
	})
	s.Outlier = nested(r.get("outlier_detection"), func(v graph.Value) topology.OutlierDetection {
		return topology.OutlierDetection{
			ConsecutiveErrors:           count(v.Get("consecutive_errors")),
			EnforcingConsecutiveErrors:  count(v.Get("enforcing_consecutive_errors")),
			EnforcingConsecutiveGateway: count(v.Get("enforcing_consecutive_gateway_failure")),
			EnforcingSuccessRate:        count(v.Get("enforcing_success_rate")),
		}
	})
}

// trafficPolicy is the argument with zonal affinity.
const trafficPolicy = "network_pass_through_lb_traffic_policy"

// writtenPolicy returns the traffic policy, null where it stands there by
// default only: an ha_policy does not go together with one that was written.
func (r *reader) writtenPolicy() graph.Value {
	v := r.get(trafficPolicy)
	za := v.Get("zonal_affinity")
	ratio, known := number(za.Get("spillover_ratio")).Or(topology.Ratio{}).Value()
	byDefault := text(za.Get("spillover")) == topology.AffinityDisabled && known && ratio.IsZero()
	switch written := r.o.Config.Get(trafficPolicy); {
	case r.o.Config.IsUnknown() && byDefault, !r.o.Config.IsUnknown() && written.IsNull():
		return graph.NullValue()
	}
	return v
}

// trafficPolicy reads the policy with zonal affinity. What the configuration
// leaves out is null here, too, so that a default is told from a number that
// somebody chose.
func (r *reader) trafficPolicy(v graph.Value) topology.TrafficPolicy {
	written := r.o.Config.Get(trafficPolicy).Get("zonal_affinity")
	return topology.TrafficPolicy{ZonalAffinity: nested(v.Get("zonal_affinity"), func(v graph.Value) topology.ZonalAffinity {
		za := topology.ZonalAffinity{Spillover: str(v.Get("spillover")), Ratio: number(v.Get("spillover_ratio"))}
		switch w := written.Get("spillover"); {
		case r.o.Config.IsUnknown() || written.IsUnknown():
		case written.IsNull():
			za.SpilloverWritten = topology.Of(true) // no block, so that nothing looks on
		default:
			za.SpilloverWritten = topology.Of(!w.IsNull())
			if written.Get("spillover_ratio").IsNull() {
				za.Ratio = topology.Null[topology.Ratio]()
			}
		}
		return za
	})}
}

// limits are the max_* arguments of a backend.
var limits = []string{
	"max_connections", "max_connections_per_endpoint", "max_connections_per_instance",
	"max_rate", "max_rate_per_endpoint", "max_rate_per_instance", "max_utilization",
}

func (r *reader) backends(s *topology.BackendService) topology.Backends {
	v := r.get("backend")
	if v.IsUnknown() {
		return topology.Backends{Reason: "the backends of " + r.o.Address + " are known after apply"}
	}
	a := r.argument("backend[].group")
	mode := topology.Of("UTILIZATION")
	if !topology.Is(s.Passthrough(), false) {
		mode = topology.Of("CONNECTION") // Compute API v1, backend.balancingMode: the default of such services
	}
	out := topology.Backends{Complete: true}
	for i, e := range v.Elements() {
		path := "backend[" + strconv.Itoa(i) + "]"
		b := topology.Backend{
			Path: path, Group: r.lead(a, path+".group", e.Get("group")), Failover: flag(e.Get("failover")).Or(false),
			BalancingMode: str(e.Get("balancing_mode")), Capacity: number(e.Get("capacity_scaler")),
		}
		if b.BalancingMode.IsNull() {
			b.BalancingMode = mode
		}
		for _, name := range limits {
			if n := number(e.Get(name)); n.IsSet() && !n.Default(topology.Ratio{}).IsZero() {
				b.Limits = append(b.Limits, topology.Limit{Name: name, Value: n})
			}
		}
		out.List = append(out.List, b)
	}
	return out
}

func (r *reader) rule(f *topology.ForwardingRule) {
	f.Scheme = r.str("load_balancing_scheme").Or("EXTERNAL")
	f.BackendService = r.link("backend_service")
	f.Target = r.link("target")
	f.Protocol = r.str("ip_protocol")
	f.AllPorts = flag(r.get("all_ports"))
	f.Ports = texts(r.get("ports"))
	f.PortRange = r.str("port_range")
	f.GlobalAccess = flag(r.get("allow_global_access"))
	f.MirroringCollector = flag(r.get("is_mirroring_collector"))
	f.IPAddress = r.str("ip_address")
	f.ReservedAddress = topology.Link{State: topology.LinkAbsent, Path: "ip_address"}
	f.Network = r.str("network")
	f.Subnetwork = r.str("subnetwork")
}

func (r *reader) policy(p *topology.HealthPolicy) {
	p.PolicyType = r.str("policy_type")
	p.Percent = number(r.get("healthy_percent_threshold"))
	p.Minimum = number(r.get("min_healthy_threshold"))
	p.ZeroIsSent = true
}
