// SPDX-License-Identifier: MPL-2.0

package routing_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/topology"
)

// endpoint is one VM of the model.
type endpoint struct {
	zone            string
	backup, healthy bool
}

// model is the load balancer as the documentation tells it in prose: sets of
// endpoints, filtered step by step. It shares nothing with the code under test
// but the policy.
type model struct {
	policy routing.Policy
	all    []endpoint
}

func where(list []endpoint, keep func(endpoint) bool) []endpoint {
	var out []endpoint
	for _, e := range list {
		if keep(e) {
			out = append(out, e)
		}
	}
	return out
}

func isHealthy(e endpoint) bool { return e.healthy }
func isSick(e endpoint) bool    { return !e.healthy }
func isBackup(e endpoint) bool  { return e.backup }
func isPrimary(e endpoint) bool { return !e.backup }

// eligible identifies the eligible endpoints: "failback" while primaries serve,
// "failover" while backups do, empty where failover plays no part.
func (m *model) eligible() (kind, mode string, set []endpoint) {
	healthy := where(m.all, isHealthy)
	primaries := where(m.all, isPrimary)
	if !m.policy.FailoverConfigured {
		if len(healthy) > 0 {
			return "ALL_HEALTHY", "", healthy
		}
		if len(m.all) == 0 {
			return "NONE", "", nil
		}
		return "ALL", "", m.all
	}
	healthyPrimaries, healthyBackups := where(healthy, isPrimary), where(healthy, isBackup)
	switch {
	case len(healthy) == 0 && (m.policy.Drop || len(primaries) == 0):
		return "NONE", "", nil
	case len(healthy) == 0:
		return "ALL_PRIMARY", "failback", primaries
	case len(healthyPrimaries) == 0:
		return "HEALTHY_FAILOVER", "failover", healthyBackups
	case len(healthyBackups) == 0 || enough(healthyPrimaries, primaries, m.policy.FailoverRatio):
		return "HEALTHY_PRIMARY", "failback", healthyPrimaries
	}
	return "HEALTHY_FAILOVER", "failover", healthyBackups
}

// enough reports whether a part of a set is at least a ratio of it.
func enough(part, whole []endpoint, r topology.Ratio) bool {
	return big.NewRat(int64(len(part)), int64(len(whole))).Cmp(rat(r)) >= 0
}

// decide says what becomes of the eligible set for a client.
func (m *model) decide(c routing.Client) (action string, set []endpoint) {
	_, mode, eligible := m.eligible()
	elsewhere := c.Region != "" && c.Region != m.policy.Region
	if elsewhere && !m.policy.GlobalAccess {
		return "UNREACHABLE", nil
	}
	if len(eligible) == 0 {
		return "DROP", nil
	}
	if m.policy.Mode == routing.Disabled {
		return "UNCHANGED", eligible
	}
	isVM := c.Kind == routing.VM || c.Kind == routing.PSCEndpoint && m.policy.Edition == topology.Current
	if !isVM || elsewhere {
		return "IGNORED", eligible
	}
	inZone := func(e endpoint) bool { return e.zone == c.Zone }
	relevant := where(m.all, inZone)
	switch mode {
	case "failback":
		relevant = where(relevant, isPrimary)
	case "failover":
		relevant = where(relevant, isBackup)
	}
	if len(relevant) == 0 {
		return "IGNORED", eligible
	}
	local := where(eligible, inZone)
	if m.policy.Mode == routing.Stay {
		if len(local) > 0 {
			return "REFINE", local
		}
		return "REPLACE", where(relevant, isSick)
	}
	if healthyLocal := where(local, isHealthy); len(healthyLocal) > 0 && enough(healthyLocal, relevant, m.policy.Ratio) {
		return "REFINE", local
	}
	return "UNCHANGED", eligible
}

func (m *model) zones() []routing.Zone {
	var out []routing.Zone
	for _, e := range m.all {
		i := slices.IndexFunc(out, func(z routing.Zone) bool { return z.Name == e.zone })
		if i < 0 {
			i = len(out)
			out = append(out, routing.Zone{Name: e.zone})
		}
		n := &out[i].Primary
		if e.backup {
			n = &out[i].Failover
		}
		n.Configured++
		if e.healthy {
			n.Healthy++
		}
	}
	return out
}

// tally counts endpoints by zone, pool and health.
func tally(list []endpoint) map[string][2]int {
	out := map[string][2]int{}
	for _, e := range list {
		key := e.zone + " primary"
		if e.backup {
			key = e.zone + " failover"
		}
		n := out[key]
		if e.healthy {
			n[0]++
		} else {
			n[1]++
		}
		out[key] = n
	}
	return out
}

var letters = []string{"us-central1-a", "us-central1-b", "us-central1-c", "us-central1-f"}

func drawModel(t *rapid.T) *model {
	ratio := rapid.SampledFrom([]string{"0", "0.1", "0.25", "0.3", "0.33", "0.34", "0.5", "0.6", "0.66", "0.67", "0.75", "0.8", "0.999", "1", "1.0"})
	m := &model{policy: routing.Policy{
		Region:       "us-central1",
		Edition:      rapid.SampledFrom([]topology.Edition{topology.Preview, topology.Current}).Draw(t, "edition"),
		GlobalAccess: rapid.Bool().Draw(t, "global access"),
		Mode:         routing.Mode(rapid.IntRange(0, 2).Draw(t, "mode")),
		Ratio:        topology.MustRatio(ratio.Draw(t, "ratio")),
	}}
	failover := rapid.Bool().Draw(t, "failover")
	if failover {
		m.policy.FailoverConfigured = true
		m.policy.FailoverRatio = topology.MustRatio(ratio.Draw(t, "failover ratio"))
		m.policy.Drop = rapid.Bool().Draw(t, "drop")
	}
	up := rapid.IntRange(0, 4).Draw(t, "health")
	for range rapid.IntRange(0, 14).Draw(t, "endpoints") {
		m.all = append(m.all, endpoint{
			zone:    rapid.SampledFrom(letters[:3]).Draw(t, "zone"),
			backup:  failover && rapid.Bool().Draw(t, "backup"),
			healthy: rapid.IntRange(0, 3).Draw(t, "healthy") < up,
		})
	}
	return m
}

func drawClient(t *rapid.T) routing.Client {
	c := routing.Client{Kind: routing.ClientKind(rapid.IntRange(0, 4).Draw(t, "client"))}
	switch c.Kind {
	case routing.VM, routing.PSCEndpoint:
		c.Zone = rapid.SampledFrom(append([]string{routing.OtherZone, "europe-west1-b"}, letters...)).Draw(t, "client zone")
		if c.Zone != routing.OtherZone {
			c.Region = topology.RegionOf(c.Zone)
		}
	case routing.VPN, routing.Interconnect:
		c.Region = rapid.SampledFrom([]string{"", "us-central1", "europe-west1"}).Draw(t, "client region")
	}
	return c
}

// TestModel holds the engine, which counts, against the model, which handles
// single endpoints.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, c := drawModel(t), drawClient(t)
		s := routing.New(m.policy, m.zones())
		d := s.Decide(c)
		kind, _, eligible := m.eligible()
		action, set := m.decide(c)
		got := fmt.Sprintln(d.Kind, d.Eligible, d.Action, d.Result, destinations(s, d))
		want := fmt.Sprintln(kind, len(eligible), action, len(set), tally(set))
		if got != want {
			t.Fatalf("%s\n got %s\nwant %s", c, got, want)
		}
	})
}
