// SPDX-License-Identifier: MPL-2.0

package rules

import "terraform-provider-spillway/internal/engine/topology"

// fiveTuple reports whether session affinity hashes all five fields: NONE,
// which is also the default, or CLIENT_IP_PORT_PROTO (Compute API v1,
// BackendService.sessionAffinity).
func fiveTuple(s *topology.BackendService) topology.Known[bool] {
	v, ok := s.SessionAffinity.Or("NONE").Value()
	if !ok {
		return topology.Unknown[bool]()
	}
	return topology.Of(v == "NONE" || v == "CLIENT_IP_PORT_PROTO" || v == "")
}

// trackingMode returns the connection tracking mode, PER_CONNECTION by
// default (Compute API v1, connectionTrackingPolicy.trackingMode).
func trackingMode(t topology.ConnectionTracking) topology.Known[string] {
	if topology.Is(t.Mode, "") {
		return topology.Of("PER_CONNECTION")
	}
	return t.Mode.Or("PER_CONNECTION")
}
