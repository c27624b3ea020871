// SPDX-License-Identifier: MPL-2.0

package routing_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/engine/decisiontable"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// moment is a state, a client that can have affinity, and the decision.
type moment struct {
	state    *routing.State
	policy   routing.Policy
	client   routing.Client
	decision routing.Decision
	to       []routing.Destination
	eligible []routing.Destination // what a client without affinity would get
}

func drawMoment(t *rapid.T) moment {
	m := drawModel(t)
	m.policy.GlobalAccess = true
	out := moment{policy: m.policy, client: routing.VMIn(rapid.SampledFrom(letters).Draw(t, "client zone"))}
	out.state = routing.New(m.policy, m.zones())
	out.decision = out.state.Decide(out.client)
	out.to = out.state.Destinations(nil, out.decision)
	out.eligible = out.state.Destinations(nil, out.state.Decide(routing.Client{Kind: routing.VPN}))
	return out
}

// find returns the entry of a zone and pool.
func find(list []routing.Destination, zone string, p sizing.Pool) (routing.Destination, bool) {
	for _, d := range list {
		if d.Zone == zone && d.Pool == p {
			return d, true
		}
	}
	return routing.Destination{}, false
}

// invariants are the statements that docs/decisions/zonal-affinity.md numbers.
var invariants = map[string]func(*rapid.T, moment){
	"1 refine is a local part of the eligible set, replace is local, sick and outside it": func(t *rapid.T, m moment) {
		switch m.decision.Action {
		case routing.Refine, routing.Replace:
		default:
			return
		}
		if len(m.to) != 1 || m.to[0].Zone != m.client.Zone {
			t.Fatalf("%v is not in %s alone", m.to, m.client.Zone)
		}
		in, ok := find(m.eligible, m.client.Zone, m.to[0].Pool)
		switch {
		case m.decision.Action == routing.Refine && (!ok || in.Healthy != m.to[0].Healthy || in.Unhealthy != m.to[0].Unhealthy):
			t.Fatalf("%v is not the local part of %v", m.to, m.eligible)
		case m.decision.Action == routing.Replace && (ok || m.to[0].Healthy > 0 || m.to[0].Unhealthy == 0):
			t.Fatalf("%v is not only sick, or in %v", m.to, m.eligible)
		}
	},
	"2 stay never leaves, spill reaches no sick endpoint while one is healthy": func(t *rapid.T, m moment) {
		for _, to := range m.to {
			if m.policy.Mode == routing.Stay && m.decision.Match == routing.Matched && to.Zone != m.client.Zone {
				t.Fatalf("leaves for %v", to)
			}
			if m.policy.Mode == routing.Spill && to.Unhealthy > 0 && !m.decision.Kind.LastResort() {
				t.Fatalf("reaches %v", to)
			}
		}
	},
	"3 spill never narrows a last resort, stay does": func(t *rapid.T, m moment) {
		if !m.decision.Kind.LastResort() || m.decision.Match != routing.Matched {
			return
		}
		if m.policy.Mode == routing.Spill && m.decision.Result != m.decision.Eligible {
			t.Fatal("spill narrows it")
		}
		if m.policy.Mode == routing.Stay && m.decision.Action != routing.Refine {
			t.Fatal("stay does not")
		}
	},
	"4 refine is the eligible set where that is local": func(t *rapid.T, m moment) {
		if m.decision.Action == routing.Refine && len(m.eligible) == 1 && m.decision.Result != m.decision.Eligible {
			t.Fatalf("%d of %d", m.decision.Result, m.decision.Eligible)
		}
	},
	"5 a higher ratio only turns refine into unchanged": func(t *rapid.T, m moment) {
		if m.policy.Mode != routing.Spill {
			return
		}
		higher := m.policy
		higher.Ratio = topology.MustRatio(rapid.SampledFrom([]string{"0", "0.2", "0.5", "0.8", "1"}).Draw(t, "other ratio"))
		if higher.Ratio.Compare(m.policy.Ratio) < 0 {
			return
		}
		after := routing.New(higher, m.state.Zones()).Decide(m.client)
		if after.Action != m.decision.Action && (m.decision.Action != routing.Refine || after.Action != routing.Unchanged) {
			t.Fatalf("%s becomes %s at %s", m.decision.Action, after.Action, higher.Ratio)
		}
	},
	"6 below the ratio the own zone stays in the set": func(t *rapid.T, m moment) {
		if !m.decision.Compared || m.decision.Action != routing.Unchanged || m.decision.Ratio.Healthy == 0 {
			return
		}
		for _, to := range m.to {
			if to.Zone == m.client.Zone {
				return
			}
		}
		t.Fatalf("%s is not in %v", m.client.Zone, m.to)
	},
	"7 in failover mode nothing reaches a primary": func(t *rapid.T, m moment) {
		for _, to := range m.to {
			if m.decision.Kind == routing.HealthyFailover && to.Pool == sizing.Primary {
				t.Fatalf("reaches %v", to)
			}
		}
	},
	"shares add up, and the row says the same as the action": func(t *rapid.T, m moment) {
		sum, sick := 0, 0
		for _, to := range m.to {
			sum += to.Share.Num
			sick += to.Unhealthy
		}
		if sum != m.decision.Result {
			t.Fatalf("shares of %d of %d", sum, m.decision.Result)
		}
		shares := m.state.Shares(m.client, m.decision)
		in, cross, unhealthy := shares.InZone.Default(routing.Fraction{}), shares.CrossZone.Default(routing.Fraction{}), shares.Unhealthy.Default(routing.Fraction{})
		if in.Num+cross.Num != sum || unhealthy.Num != sick {
			t.Fatalf("%+v of %v", shares, m.to)
		}
		if m.decision.Row.Action() != m.decision.Action || !m.decision.Decided() {
			t.Fatalf("%+v", m.decision)
		}
	},
}

func TestInvariants(t *testing.T) {
	for name, holds := range invariants {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { holds(t, drawMoment(t)) })
		})
	}
}

// TestImpossibleRowsAreNotReached looks with larger services than TestTables
// for a way to the rows that the page calls impossible or unreachable.
func TestImpossibleRowsAreNotReached(t *testing.T) {
	reached := map[string]string{}
	for _, row := range decisiontable.Read(t, page, "Decision rows") {
		reached[row.Get(t, "id")] = row.Get(t, "reached")
	}
	rapid.Check(t, func(t *rapid.T) {
		m, c := drawModel(t), drawClient(t)
		if d := routing.New(m.policy, m.zones()).Decide(c); reached[d.Row.String()] != "yes" {
			t.Fatalf("%s is %q", d.Row, reached[d.Row.String()])
		}
	})
}
