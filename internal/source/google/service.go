// SPDX-License-Identifier: MPL-2.0

package google

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// service fills a backend service in.
func (b *builder) service(o *object) {
	s, ok := o.node.(*topology.BackendService)
	if !ok {
		return
	}
	s.Scheme = o.text(o.planned("load_balancing_scheme", defaultScheme(o)))
	s.Protocol = o.text(o.optional("protocol"))
	s.SessionAffinity = o.text(o.optional("session_affinity"))
	s.LocalityPolicy = o.text(o.optional("locality_lb_policy"))
	s.Network = b.network(o)
	s.Description = o.text(o.value.Get("description"))
	s.DrainingTimeout = o.count(o.value.Get("connection_draining_timeout_sec"))
	s.HealthChecks = b.linkList(o, "health_checks", toHealthCheck)
	s.Backends = b.backends(o)
	s.TrafficPolicy = block(o.optionalBlock("network_pass_through_lb_traffic_policy"), o.trafficPolicy)
	s.Failover = block(o.optionalBlock("failover_policy"), o.failoverPolicy)
	s.Subsetting = block(o.optionalBlock("subsetting"), o.subsetting)
	s.HAPolicy = block(o.optionalBlock("ha_policy"), func(v graph.Value) topology.HAPolicy {
		return topology.HAPolicy{FastIPMove: o.text(v.Get("fast_ip_move"))}
	})
	s.Tracking = block(o.optionalBlock(trackingBlock), o.tracking)
	s.Outlier = block(o.optionalBlock("outlier_detection"), o.outlier)
}

const (
	trafficPolicyBlock = "network_pass_through_lb_traffic_policy"
	affinityBlock      = trafficPolicyBlock + "[0].zonal_affinity"
)

func (o *object) trafficPolicy(v graph.Value) topology.TrafficPolicy {
	return topology.TrafficPolicy{ZonalAffinity: block(v.Get("zonal_affinity"), o.zonalAffinity)}
}

func (o *object) zonalAffinity(v graph.Value) topology.ZonalAffinity {
	return topology.ZonalAffinity{
		Spillover:        o.text(v.Get("spillover")),
		Ratio:            o.number(v.Get("spillover_ratio")),
		SpilloverWritten: o.spilloverWritten(),
	}
}

// spilloverWritten asks the configuration whether spillover is set: the
// provider plans its default either way. What a dynamic block writes cannot be
// seen.
func (o *object) spilloverWritten() topology.Known[bool] {
	switch {
	case o.conf == nil:
		return topology.Unknown[bool]()
	case o.written(affinityBlock + "[0].spillover"):
		return topology.Of(true)
	case o.blockIsStatic(trafficPolicyBlock) && o.blockIsStatic(affinityBlock):
		return topology.Of(false)
	}
	return topology.Unknown[bool]()
}

func (o *object) failoverPolicy(v graph.Value) topology.FailoverPolicy {
	return topology.FailoverPolicy{
		Ratio:        o.number(v.Get("failover_ratio")),
		Drop:         o.flag(o.within(v, "failover_policy", "drop_traffic_if_unhealthy")),
		DisableDrain: o.flag(o.within(v, "failover_policy", "disable_connection_drain_on_failover")),
	}
}

func (o *object) subsetting(v graph.Value) topology.Subsetting {
	return topology.Subsetting{Policy: o.text(v.Get("policy")), Size: o.nonZero(v.Get("subset_size"))}
}

const (
	trackingBlock = "connection_tracking_policy"
	// googleIdleTimeout is what Google fills in (Compute API v1,
	// connectionTrackingPolicy.idleTimeoutSec).
	googleIdleTimeout = 600
)

// tracking reads connection_tracking_policy.
func (o *object) tracking(v graph.Value) topology.ConnectionTracking {
	return topology.ConnectionTracking{
		Mode:           o.text(v.Get("tracking_mode")),
		Persistence:    o.text(v.Get("connection_persistence_on_unhealthy_backends")),
		IdleTimeout:    o.idleTimeout(v.Get("idle_timeout_sec")),
		StrongAffinity: o.flag(v.Get("enable_strong_affinity")),
	}
}

// idleTimeout reads a timeout that is set. The one that Google fills in stays
// in the state and in every later plan, where only the configuration may tell
// it from one that is written.
func (o *object) idleTimeout(v graph.Value) topology.Known[int] {
	const path = trackingBlock + "[0].idle_timeout_sec"
	n := o.nonZero(v)
	switch {
	case v.IsLeftOut(), o.blockIsStatic(trackingBlock) && !o.written(path):
		return topology.Null[int]()
	case !topology.Is(n, googleIdleTimeout) || o.setHere(path, v):
		return n
	case o.conf == nil:
		return topology.Null[int]() // what Google has taken fits the rest, or is its own
	}
	return topology.Unknown[int]()
}

func (o *object) outlier(v graph.Value) topology.OutlierDetection {
	return topology.OutlierDetection{
		ConsecutiveErrors:           o.count(v.Get("consecutive_errors")),
		EnforcingConsecutiveErrors:  o.count(v.Get("enforcing_consecutive_errors")),
		EnforcingConsecutiveGateway: o.count(v.Get("enforcing_consecutive_gateway_failure")),
		EnforcingSuccessRate:        o.count(v.Get("enforcing_success_rate")),
	}
}
