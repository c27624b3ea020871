// SPDX-License-Identifier: MPL-2.0

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

// TestIdleTimeout tells the timeout that Google fills in from one that is set.
func TestIdleTimeout(t *testing.T) {
	t.Parallel()
	const address, path = "google_compute_region_backend_service.s", "connection_tracking_policy[0].idle_timeout_sec"
	service := func(idle any, change graph.ChangeKind) *graph.Instance {
		i := res(address, obj{"name": "s", "region": "us-central1", "connection_tracking_policy": list{obj{"tracking_mode": "PER_CONNECTION", "idle_timeout_sec": idle}}})
		i.Change = change
		return i
	}
	read := func(written obj, i *graph.Instance) *graph.Graph {
		return config{written: map[string]obj{address: written}}.of(i)
	}
	static := obj{"connection_tracking_policy[0].tracking_mode": "PER_CONNECTION"}
	for name, test := range map[string]struct {
		graph *graph.Graph
		want  topology.Known[int]
	}{
		"written":                     {read(obj{path: 600}, service(600, graph.Update)), set(600)},
		"left out":                    {read(static, service(600, graph.NoChange)), none[int]()},
		"left out of a new one":       {read(static, service(after, graph.Create)), none[int]()},
		"by a variable":               {read(obj{path: refs{"var.idle"}}, service(600, graph.Update)), unknown[int]()},
		"by a variable, another one":  {read(obj{path: refs{"var.idle"}}, service(700, graph.Update)), set(700)},
		"by a variable, of a new one": {read(obj{path: refs{"var.idle"}}, service(600, graph.Create)), set(600)},
		"in a dynamic block":          {read(nil, service(600, graph.NoChange)), unknown[int]()},
		"evaluated":                   {read(nil, service(evaluated{600}, graph.NoChange)), set(600)},
		"a state":                     {stateOf("s.json", service(600, graph.NoChange)), none[int]()},
		"a state with another one":    {stateOf("s.json", service(700, graph.NoChange)), set(700)},
		"a state without":             {stateOf("s.json", service(0, graph.NoChange)), none[int]()},
	} {
		tracking, _ := build(test.graph).Services[0].Tracking.Value()
		equal(t, name, test.want, tracking.IdleTimeout)
	}
}
