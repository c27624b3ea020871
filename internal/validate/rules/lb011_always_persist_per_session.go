// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

const persistencePath = "connection_tracking_policy[0].connection_persistence_on_unhealthy_backends"

// LB011 refuses ALWAYS_PERSIST with PER_SESSION.
var LB011 = &validate.Rule{
	ID:       "LB011",
	Name:     "always-persist-per-session",
	Title:    "ALWAYS_PERSIST with tracking mode PER_SESSION",
	Severity: validate.Error,
	Rationale: "`ALWAYS_PERSIST` keeps a connection on its backend even when that one is sick. With sessions in place of " +
		"connections it would pin a client to a sick backend for as long as the client talks, and Google does not allow the " +
		"combination.",
	Source: "Google Cloud documentation, traffic distribution for internal passthrough Network Load Balancers, connection " +
		"persistence on unhealthy backends",
	Fix:   "Use `DEFAULT_FOR_PROTOCOL` or `NEVER_PERSIST`, or track connections with `PER_CONNECTION`.",
	Bad:   persistenceExample("ALWAYS_PERSIST"),
	Good:  persistenceExample("NEVER_PERSIST"),
	Check: func(p *validate.Pass) { eachPassthrough(p, checkAlwaysPersist) },
}

func persistenceExample(persistence string) string {
	return trackingExample("    tracking_mode                                = \"PER_SESSION\"\n" +
		"    connection_persistence_on_unhealthy_backends = \"" + persistence + "\"\n")
}

func checkAlwaysPersist(s *topology.BackendService) answer {
	tracking, ok := s.Tracking.Value()
	mode := trackingMode(tracking)
	switch {
	case s.Tracking.IsUnknown():
		return open("connection_tracking_policy", "connection_tracking_policy is known after apply")
	case !ok, topology.IsNot(tracking.Persistence, "ALWAYS_PERSIST"), topology.IsNot(mode, "PER_SESSION"):
		return answer{}
	case tracking.Persistence.IsUnknown():
		return open(persistencePath, "connection_persistence_on_unhealthy_backends is known after apply")
	case mode.IsUnknown():
		return open("connection_tracking_policy[0].tracking_mode", "tracking_mode is known after apply")
	}
	return fail(persistencePath, "Connections always persist on unhealthy backends, and the tracking mode is PER_SESSION. Google does "+
		"not allow both. Use DEFAULT_FOR_PROTOCOL or NEVER_PERSIST, or track with PER_CONNECTION.")
}
