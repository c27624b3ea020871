// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA030 says what affinity does to sessions that last.
var ZA030 = &validate.Rule{
	ID:       "ZA030",
	Name:     "sticky-sessions-keep-zone",
	Title:    "Zonal affinity with sessions that keep their endpoint",
	Severity: validate.Info,
	Rationale: "Affinity decides about new connections. With tracking mode `PER_SESSION` and a session affinity coarser than the " +
		"5-tuple a new connection of a known client follows the session's entry and goes to the same endpoint: a client that once " +
		"spilled to another zone stays there, long after its own zone is well again, until the session has been idle.",
	Source: "Google Cloud documentation, traffic distribution for internal passthrough Network Load Balancers, connection tracking; " +
		"zonal affinity, existing connections; Compute API v1, connectionTrackingPolicy.trackingMode",
	Fix: "Use tracking mode `PER_CONNECTION`, or a session affinity of the 5-tuple, if clients are to come back at once.",
	Bad: hclTwoZones + `  session_affinity = "CLIENT_IP"
  connection_tracking_policy {
    tracking_mode = "PER_SESSION"
  }
` + hclSpill,
	Good: hclTwoZones + `  session_affinity = "CLIENT_IP"
  connection_tracking_policy {
    tracking_mode = "PER_CONNECTION"
  }
` + hclSpill,
	Check: func(p *validate.Pass) { withAffinity(p, checkStickySessions) },
}

// coarse reports whether a session affinity is coarser than the 5-tuple, of
// those that an internal passthrough load balancer takes.
func coarse(affinity string) bool {
	return affinity == "CLIENT_IP" || affinity == "CLIENT_IP_PROTO" || affinity == "CLIENT_IP_NO_DESTINATION"
}

func checkStickySessions(s *topology.BackendService) answer {
	tracking, ok := s.Tracking.Value()
	mode := trackingMode(tracking)
	if s.Tracking.IsNull() {
		mode = topology.Of("PER_CONNECTION")
	}
	affinity := s.SessionAffinity.Or("NONE")
	session, known := affinity.Value()
	switch {
	case topology.IsNot(mode, "PER_SESSION"), known && !coarse(session):
		return answer{}
	case !ok:
		return open("connection_tracking_policy", "connection_tracking_policy is known after apply")
	case mode.IsUnknown():
		return open("connection_tracking_policy[0].tracking_mode", "connection_tracking_policy[0].tracking_mode is known after apply")
	case !known:
		return open("session_affinity", "session_affinity is known after apply")
	}
	return fail("connection_tracking_policy[0].tracking_mode", fmt.Sprintf("Sessions keep their endpoint: tracking_mode is PER_SESSION and session_affinity %s. "+
		"Clients that reach another zone while theirs is weak stay there until they have been idle, since zonal affinity decides about new sessions only. "+
		"Use PER_CONNECTION if they are to come back at once.", session))
}
