// SPDX-License-Identifier: MPL-2.0

package predict_test

import (
	"fmt"
	"testing"

	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

// fleet builds n services of three zones.
func fleet(n int) *topology.Snapshot {
	b := tt.New()
	for i := range n {
		name := fmt.Sprintf("s%05d", i)
		s := b.Service(name)
		tt.Affinity(s, topology.AffinitySpill, "0.8")
		tt.FailoverPolicy(s, "0.5", false)
		tt.Attach(s, b.RegionGroup(name+"-m", 9, tt.Zone("a"), tt.Zone("b"), tt.Zone("c")), false)
		tt.Attach(s, b.Group(name+"-f", tt.Zone("b"), 4), true)
		b.Rule(name, s)
	}
	return b.Snapshot()
}

// BenchmarkPredict decides 64,000 outcomes of 4,000 services, with their
// destinations and shares, without explanations.
func BenchmarkPredict(b *testing.B) {
	s := fleet(4000)
	x := s.Index()
	b.ReportAllocs()
	for b.Loop() {
		p, err := predict.New(s, x, predict.Options{})
		if err != nil {
			b.Fatal(err)
		}
		var to []routing.Destination
		n := 0
		for r := range p.Services() {
			for i := range r.Outcomes {
				to = r.Outcomes[i].Destinations(to[:0])
				r.Outcomes[i].Shares()
			}
			n += len(r.Outcomes)
		}
		if n != 64000 {
			b.Fatal(n)
		}
	}
}

// BenchmarkPredictExplained adds the explanations.
func BenchmarkPredictExplained(b *testing.B) {
	s := fleet(400)
	x := s.Index()
	b.ReportAllocs()
	for b.Loop() {
		p, err := predict.New(s, x, predict.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for r := range p.Services() {
			for i := range r.Outcomes {
				r.Outcomes[i].Explain()
			}
		}
	}
}
