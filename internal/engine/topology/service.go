// SPDX-License-Identifier: MPL-2.0

package topology

import (
	"cmp"
	"strings"
)

// BackendService is a regional or a global backend service.
// Location tells which: a region, or Global.
type BackendService struct {
	Object

	Scheme          Known[string] // load_balancing_scheme; the provider's default is filled in by the plan
	Protocol        Known[string]
	SessionAffinity Known[string]
	LocalityPolicy  Known[string]
	Network         Known[string]
	Description     Known[string]
	DrainingTimeout Known[int] // seconds

	HealthChecks LinkList
	Backends     Backends

	TrafficPolicy Known[TrafficPolicy]
	Failover      Known[FailoverPolicy]
	Subsetting    Known[Subsetting]
	HAPolicy      Known[HAPolicy]
	Tracking      Known[ConnectionTracking]
	Outlier       Known[OutlierDetection]
}

// IsGlobal reports whether the service is a global one.
func (s *BackendService) IsGlobal() bool {
	return s.Type == "google_compute_backend_service" || s.Type == "spillway_backend_service"
}

// BackendsReason says, where the backends are not complete, why, as a clause.
func (s *BackendService) BackendsReason() string {
	return cmp.Or(s.Backends.Reason, "the backends of "+s.Address+" are known after apply")
}

// Backends is the backend set of a service.
type Backends struct {
	List []Backend
	// Complete is false when the service may have backends that List does not
	// hold: the attribute is unknown as a whole.
	Complete bool
	Reason   string // why it is not complete
}

// Backend is one group attached to a service.
type Backend struct {
	Path          string // "backend[0]"
	Group         Link
	Failover      Known[bool]
	BalancingMode Known[string]
	Capacity      Known[Ratio]
	// Limits holds the max_* arguments that are present in the input, by name.
	Limits []Limit
}

// Limit is a max_* argument of a backend.
type Limit struct {
	Name  string
	Value Known[Ratio]
}

// TrafficPolicy is network_pass_through_lb_traffic_policy.
type TrafficPolicy struct {
	ZonalAffinity Known[ZonalAffinity]
}

// ZonalAffinity is the zonal_affinity block.
type ZonalAffinity struct {
	Spillover Known[string]
	Ratio     Known[Ratio] // spillover_ratio; null when left out
	// SpilloverWritten says whether the configuration sets spillover at all.
	// A plan shows the default either way; unknown without configuration.
	SpilloverWritten Known[bool]
}

// The values of spillover (Compute API v1, zonalAffinity.spillover).
const (
	AffinityDisabled = "ZONAL_AFFINITY_DISABLED"
	AffinityStay     = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
	AffinitySpill    = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
)

// FailoverPolicy is the failover_policy block.
type FailoverPolicy struct {
	Ratio        Known[Ratio]
	Drop         Known[bool] // drop_traffic_if_unhealthy
	DisableDrain Known[bool] // disable_connection_drain_on_failover
}

// Subsetting is the subsetting block.
type Subsetting struct {
	Policy Known[string]
	Size   Known[int] // subset_size
}

// SubsettingHash is the policy that switches subsetting on.
const SubsettingHash = "CONSISTENT_HASH_SUBSETTING"

// HAPolicy is the ha_policy block; the model needs to know only that it is
// there, and its fast_ip_move.
type HAPolicy struct {
	FastIPMove Known[string]
}

// ConnectionTracking is the connection_tracking_policy block.
type ConnectionTracking struct {
	Mode           Known[string] // PER_CONNECTION, PER_SESSION
	Persistence    Known[string] // connection_persistence_on_unhealthy_backends
	IdleTimeout    Known[int]    // seconds
	StrongAffinity Known[bool]
}

// OutlierDetection is the outlier_detection block, as far as it switches
// ejection on or off.
type OutlierDetection struct {
	ConsecutiveErrors           Known[int]
	EnforcingConsecutiveErrors  Known[int] // percent
	EnforcingConsecutiveGateway Known[int]
	EnforcingSuccessRate        Known[int]
}

// Affinity returns the effective spillover value: DISABLED when no block is
// there (Google documentation, zonal affinity, options: the default), unknown
// when a part that matters is unknown.
func (s *BackendService) Affinity() Known[string] {
	za, ok := s.ZonalAffinity().Value()
	if !ok {
		if s.ZonalAffinity().IsNull() {
			return Of(AffinityDisabled)
		}
		return Unknown[string]()
	}
	if za.Spillover.IsNull() || Is(za.Spillover, "") {
		return Of(AffinityDisabled)
	}
	return za.Spillover
}

// ZonalAffinity returns the zonal_affinity block, through the traffic policy
// around it.
func (s *BackendService) ZonalAffinity() Known[ZonalAffinity] {
	policy, ok := s.TrafficPolicy.Value()
	if !ok {
		if s.TrafficPolicy.IsNull() {
			return Null[ZonalAffinity]()
		}
		return Unknown[ZonalAffinity]()
	}
	return policy.ZonalAffinity
}

// AffinityOn reports whether affinity is on: STAY_WITHIN_ZONE or
// SPILL_CROSS_ZONE. Any other value, a misspelt one included, is off.
func (s *BackendService) AffinityOn() Known[bool] {
	a, ok := s.Affinity().Value()
	if !ok {
		return Unknown[bool]()
	}
	return Of(a == AffinityStay || a == AffinitySpill)
}

// SpilloverRatio returns the effective ratio, 0 when it is left out.
func (s *BackendService) SpilloverRatio() Known[Ratio] {
	za, ok := s.ZonalAffinity().Value()
	if !ok {
		if s.ZonalAffinity().IsNull() {
			return Of(Ratio{})
		}
		return Unknown[Ratio]()
	}
	return za.Ratio.Or(Ratio{})
}

// Passthrough reports whether the service belongs to an internal passthrough
// Network Load Balancer: regional, with scheme INTERNAL, which is also what
// the google provider sends for a regional service that names none.
func (s *BackendService) Passthrough() Known[bool] {
	if s.IsGlobal() {
		return Of(false)
	}
	scheme, ok := s.Scheme.Or("INTERNAL").Value()
	if !ok {
		return Unknown[bool]()
	}
	return Of(scheme == "INTERNAL")
}

// SubsettingOn reports whether backend subsetting is on.
func (s *BackendService) SubsettingOn() Known[bool] {
	v, ok := s.Subsetting.Value()
	switch {
	case s.Subsetting.IsUnknown(), ok && v.Policy.IsUnknown():
		return Unknown[bool]()
	}
	return Of(ok && Is(v.Policy, SubsettingHash))
}

// Weighted reports whether locality_lb_policy weighs the endpoints (Compute
// API v1, BackendService.localityLbPolicy).
func (s *BackendService) Weighted() Known[bool] {
	if s.LocalityPolicy.IsUnknown() {
		return Unknown[bool]()
	}
	return Of(strings.HasPrefix(s.LocalityPolicy.Default(""), "WEIGHTED_"))
}

// FailoverConfigured reports whether a failover policy is set or a backend is
// a failover backend: a failover backend without a policy works with the
// policy's defaults (Google documentation, configure failover).
func (s *BackendService) FailoverConfigured() Known[bool] {
	if s.Failover.IsSet() {
		return Of(true)
	}
	unknown := s.Failover.IsUnknown() || !s.Backends.Complete
	for _, b := range s.Backends.List {
		if Is(b.Failover, true) {
			return Of(true)
		}
		unknown = unknown || b.Failover.IsUnknown()
	}
	if unknown {
		return Unknown[bool]()
	}
	return Of(false)
}

// EffectiveFailover returns the failover policy with Google's defaults for
// what is left out: ratio 0, no drop (Compute API v1, failoverPolicy).
func (s *BackendService) EffectiveFailover() (ratio Known[Ratio], drop Known[bool]) {
	p, ok := s.Failover.Value()
	if !ok {
		if s.Failover.IsNull() {
			return Of(Ratio{}), Of(false)
		}
		return Unknown[Ratio](), Unknown[bool]()
	}
	return p.Ratio.Or(Ratio{}), p.Drop.Or(false)
}
