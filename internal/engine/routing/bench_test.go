// SPDX-License-Identifier: MPL-2.0

package routing_test

import (
	"testing"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/topology"
)

func benchState() (*routing.State, []routing.Client) {
	var zones []routing.Zone
	for i, name := range []string{"us-central1-a", "us-central1-b", "us-central1-c", "us-central1-f"} {
		zones = append(zones, routing.Zone{
			Name: name, Primary: routing.Counts{Configured: 12, Healthy: 12 - 3*i}, Failover: routing.Counts{Configured: 4, Healthy: 4},
		})
	}
	s := routing.New(routing.Policy{
		Region: "us-central1", FailoverConfigured: true, FailoverRatio: topology.MustRatio("0.5"),
		Mode: routing.Spill, Ratio: topology.MustRatio("0.8"),
	}, zones)
	return s, append(s.Clients(), routing.Client{Kind: routing.VPN})
}

func BenchmarkDecide(b *testing.B) {
	s, clients := benchState()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if d := s.Decide(clients[i]); d.Row == routing.NoRow {
			b.Fatal(d)
		}
		i = (i + 1) % len(clients)
	}
}

func BenchmarkDestinations(b *testing.B) {
	s, clients := benchState()
	b.ReportAllocs()
	var to []routing.Destination
	i := 0
	for b.Loop() {
		to = s.Destinations(to[:0], s.Decide(clients[i]))
		s.Shares(clients[i], s.Decide(clients[i]))
		i = (i + 1) % len(clients)
	}
}

func BenchmarkExplain(b *testing.B) {
	s, clients := benchState()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		s.Explain(clients[i], s.Decide(clients[i]))
		i = (i + 1) % len(clients)
	}
}
