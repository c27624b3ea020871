package google_test

import (
	"testing"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// What the configuration leaves out by a null that it computes is left out,
// though an expression is written.
func TestArgumentsLeftOutByNull(t *testing.T) {
	t.Parallel()
	const address = "google_compute_region_backend_service.s"
	left := graph.LeftOutValue()
	written := obj{
		"session_affinity": refs{"var.a"}, "protocol": refs{"var.p"},
		"connection_tracking_policy[0].idle_timeout_sec": refs{"var.t"}, "failover_policy[0].drop_traffic_if_unhealthy": refs{"var.d"},
	}
	s := build(config{written: map[string]obj{address: written}}.of(res(address, obj{
		"name": "s", "region": "us-central1", "load_balancing_scheme": "INTERNAL", "session_affinity": left, "protocol": after,
		"connection_tracking_policy": list{obj{"tracking_mode": "PER_SESSION", "idle_timeout_sec": left}},
		"failover_policy":            list{obj{"failover_ratio": 0.5, "drop_traffic_if_unhealthy": left}},
	}))).Services[0]
	tracking, _ := s.Tracking.Value()
	failover, _ := s.Failover.Value()
	equal(t, "session affinity", topology.Null[string](), s.SessionAffinity)
	equal(t, "protocol", topology.Unknown[string](), s.Protocol)
	equal(t, "idle timeout", topology.Null[int](), tracking.IdleTimeout)
	equal(t, "drop", topology.Null[bool](), failover.Drop)
}
