// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// The range of idle_timeout_sec, in seconds (Compute API v1,
// connectionTrackingPolicy.idleTimeoutSec: 10 minutes to 16 hours).
const (
	minIdleTimeout = 600
	maxIdleTimeout = 57600
)

const idlePath = "connection_tracking_policy[0].idle_timeout_sec"

// LB010 checks the idle timeout.
var LB010 = &validate.Rule{
	ID:       "LB010",
	Name:     "idle-timeout",
	Title:    "Idle timeout out of range, or where it cannot be set",
	Severity: validate.Error,
	Rationale: "On an internal passthrough load balancer the idle timeout of a tracking entry goes from 600 to 57600 seconds. It " +
		"can be set only where entries are coarser than a connection: with tracking mode `PER_SESSION` and one of the " +
		"session affinities `CLIENT_IP`, `CLIENT_IP_PROTO` and `CLIENT_IP_NO_DESTINATION`. The provider checks neither.",
	Source: "Compute API v1, BackendService.connectionTrackingPolicy.idleTimeoutSec",
	Fix:    "Give a value from 600 to 57600, set `tracking_mode = \"PER_SESSION\"` and a session affinity, or leave the timeout out.",
	Bad:    idleTimeoutExample("300"),
	Good:   idleTimeoutExample("1200"),
	Check:  func(p *validate.Pass) { eachPassthrough(p, checkIdleTimeout) },
}

func idleTimeoutExample(seconds string) string {
	return trackingExample("    tracking_mode    = \"PER_SESSION\"\n    idle_timeout_sec = " + seconds + "\n")
}

func checkIdleTimeout(s *topology.BackendService) answer {
	tracking, ok := s.Tracking.Value()
	switch {
	case s.Tracking.IsUnknown():
		return open("connection_tracking_policy", "connection_tracking_policy is known after apply")
	case !ok, tracking.IdleTimeout.IsNull(), topology.Is(tracking.IdleTimeout, 0): // the provider does not send a zero
		return answer{}
	}
	five, mode := fiveTuple(s), trackingMode(tracking)
	fits := topology.Is(mode, "PER_SESSION") && topology.Is(five, false)
	seconds, known := tracking.IdleTimeout.Value()
	switch {
	case !known && fits:
		return open(idlePath, "idle_timeout_sec is known after apply")
	case !known:
		return open(idlePath, "it is known after apply whether idle_timeout_sec is set")
	case seconds < minIdleTimeout || seconds > maxIdleTimeout:
		return fail(idlePath, fmt.Sprintf("The idle timeout is %d seconds; Google takes %d to %d on an internal passthrough load "+
			"balancer. Give a value in that range.", seconds, minIdleTimeout, maxIdleTimeout))
	case topology.IsNot(mode, "PER_SESSION"):
		return fail(idlePath, fmt.Sprintf("The idle timeout is set to %d seconds, and the tracking mode is %s. Google takes a timeout "+
			"with PER_SESSION only. Set tracking_mode to PER_SESSION, or remove the timeout.", seconds, mode.Default("PER_CONNECTION")))
	case topology.Is(five, true):
		return fail(idlePath, fmt.Sprintf("The idle timeout is set to %d seconds, and session affinity %s tracks single connections. "+
			"Google takes a timeout with CLIENT_IP, CLIENT_IP_PROTO and CLIENT_IP_NO_DESTINATION only. Set one of them, or "+
			"remove the timeout.", seconds, s.SessionAffinity.Default("NONE")))
	case mode.IsUnknown():
		return open("connection_tracking_policy[0].tracking_mode", "tracking_mode is known after apply")
	case five.IsUnknown():
		return open("session_affinity", "session_affinity is known after apply")
	}
	return answer{}
}
