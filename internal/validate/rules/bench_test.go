// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
	"terraform-provider-spillway/internal/validate"
)

// estate builds n load balancers with affinity and three groups each; every
// tenth is a next hop, and the one after it is published with composite health
// and consumed through a NEG.
func estate(n int) *t.Snapshot {
	b := tt.New()
	for i := range n {
		s := b.Service(fmt.Sprint("s", i))
		tt.Affinity(s, t.AffinitySpill, "0.5")
		for _, z := range []string{"a", "b", "c"} {
			tt.Attach(s, b.Group(fmt.Sprint("g", i, z), tt.Zone(z), 4), false)
		}
		r := b.Rule(fmt.Sprint("r", i), s)
		r.IPAddress, r.Network = t.Of(fmt.Sprint("10.0.", i/256, ".", i%256)), t.Of("projects/p/global/networks/main")
		switch i % 10 {
		case 0:
			route(b, nil, fmt.Sprint("10.0.", i/256, ".", i%256))
		case 1:
			name := fmt.Sprint("p", i)
			a := b.Attachment(name, r)
			b.Composite(name, r, b.Source(name, s, b.Policy(name, "60", "2")))
			n := neg(b, name, tt.Region, "PRIVATE_SERVICE_CONNECT")
			n.GroupKind, n.TargetService = t.RegionNEG, tt.To(a)
			c := b.Service("c" + name)
			c.Type, c.Location, c.Scheme = "google_compute_backend_service", t.Of(t.Global), t.Of("EXTERNAL_MANAGED")
			tt.Attach(c, n, false)
		}
	}
	return b.Snapshot()
}

func BenchmarkRules(b *testing.B) {
	const services = 4000
	in := validate.Input{After: estate(services)}
	for _, family := range append([]string{"all"}, Families()...) {
		list := All
		if family != "all" {
			list = Find(family)
		}
		b.Run(family, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if got := validate.Run(in, list); got.Evaluated < services/10 {
					b.Fatalf("%d answers", got.Evaluated)
				}
			}
		})
	}
}
