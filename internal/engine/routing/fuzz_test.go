// SPDX-License-Identifier: MPL-2.0

package routing_test

import (
	"math"
	"testing"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/topology"
)

func FuzzParseClient(f *testing.F) {
	for _, s := range []string{"", "vm:*", "us-central1-a", "vpn:europe-west1", "psc-endpoint:us-central1-a", "psc-backend", "vm::", "interconnect:"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		c, err := routing.ParseClient(spec)
		if err != nil {
			return
		}
		again, err := routing.ParseClient(c.String())
		if err != nil || again != c {
			t.Errorf("%q is %+v, and %q is %+v, %v", spec, c, c.String(), again, err)
		}
	})
}

// FuzzDecide feeds numbers that no configuration has: nothing may panic, and
// what comes out fits together.
func FuzzDecide(f *testing.F) {
	f.Add(uint8(2), "0.8", true, "0.5", false, 5, 3, 2, 1, 4, 4, 1, 0, "us-central1-a", uint8(0))
	f.Add(uint8(1), "-1", true, "1e300", true, -5, 3, math.MaxInt, 1, 0, 0, 0, 0, "*", uint8(3))
	f.Fuzz(func(t *testing.T, mode uint8, s string, failover bool, ratio string, drop bool,
		p1, h1, f1, g1, p2, h2, f2, g2 int, client string, kind uint8) {
		spill, err1 := topology.ParseRatio(s)
		fo, err2 := topology.ParseRatio(ratio)
		if err1 != nil || err2 != nil {
			return
		}
		counts := func(n, h int) routing.Counts {
			n = max(n, 0) % (1 << 30)
			return routing.Counts{Configured: n, Healthy: min(max(h, 0), n)}
		}
		state := routing.New(routing.Policy{
			Region: "us-central1", Mode: routing.Mode(mode % 3), Ratio: spill, FailoverConfigured: failover, FailoverRatio: fo, Drop: drop,
		}, []routing.Zone{
			{Name: "us-central1-b", Primary: counts(p2, h2), Failover: counts(f2, g2)},
			{Name: "us-central1-a", Primary: counts(p1, h1), Failover: counts(f1, g1)},
		})
		c := routing.Client{Kind: routing.ClientKind(kind % 5), Zone: client}
		d := state.Decide(c)
		n := 0
		for _, to := range state.Destinations(nil, d) {
			n += to.Healthy + to.Unhealthy
		}
		if !d.Decided() || n != d.Result || (n == 0) != (d.Row.Set() == routing.SetNone) {
			t.Errorf("%+v reaches %d", d, n)
		}
		if len(state.Explain(c, d)) == 0 {
			t.Error("no explanation")
		}
		state.Shares(c, d)
	})
}
