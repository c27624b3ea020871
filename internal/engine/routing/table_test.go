// SPDX-License-Identifier: MPL-2.0

package routing_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/engine/decisiontable"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/topology"
)

// page holds the tables that the tests of this package execute.
const page = "zonal-affinity.md"

// facts are what the conditions of the tables speak of, computed from zones
// without the help of the code under test.
type facts struct {
	policy               routing.Policy
	zones                []routing.Zone
	client               routing.Client
	p, hp, f, hf         int
	kind                 string
	eligible             int
	cz, ez, uz, czHealth int
}

func factsOf(t *testing.T, tables *tables, p routing.Policy, zones []routing.Zone, c routing.Client) *facts {
	f := &facts{policy: p, zones: zones, client: c}
	for _, z := range zones {
		f.p += z.Primary.Configured
		f.hp += z.Primary.Healthy
		f.f += z.Failover.Configured
		f.hf += z.Failover.Healthy
	}
	f.policy.FailoverConfigured = p.FailoverConfigured || f.f > 0
	row := tables.first(t, tables.eligible, f)
	f.kind = row.Get(t, "kind")
	f.eligible = map[string]int{"none": 0, "H": f.hp + f.hf, "P": f.p, "HP": f.hp, "HF": f.hf}[row.Get(t, "E")]
	for _, z := range zones {
		if z.Name != c.Zone {
			continue
		}
		pool := z.Primary
		if f.kind == "HEALTHY_FAILOVER" {
			pool = z.Failover
		}
		f.cz, f.czHealth, f.uz, f.ez = pool.Configured, pool.Healthy, pool.Configured-pool.Healthy, pool.Healthy
		if f.kind == "ALL" || f.kind == "ALL_PRIMARY" {
			f.ez = pool.Configured
		}
	}
	return f
}

func (f *facts) abroad() bool { return f.client.Region != "" && f.client.Region != f.policy.Region }

func (f *facts) compatible() bool {
	switch f.client.Kind {
	case routing.VM:
		return !f.abroad()
	case routing.PSCEndpoint:
		return !f.abroad() && f.policy.Edition == topology.Current
	}
	return false
}

// rat reads a ratio as an exact fraction.
func rat(r topology.Ratio) *big.Rat {
	x, ok := new(big.Rat).SetString(r.String())
	if !ok {
		panic(r.String())
	}
	return x
}

// meets compares part/whole with a ratio.
func meets(part, whole int, r topology.Ratio) bool {
	return whole > 0 && big.NewRat(int64(part), int64(whole)).Cmp(rat(r)) >= 0
}

// conditions is the language of the column "condition".
var conditions = map[string]func(*facts) bool{
	"always":                           func(*facts) bool { return true },
	"P = 0":                            func(f *facts) bool { return f.p == 0 },
	"F = 0":                            func(f *facts) bool { return f.f == 0 },
	"H > 0":                            func(f *facts) bool { return f.hp+f.hf > 0 },
	"H = 0":                            func(f *facts) bool { return f.hp+f.hf == 0 },
	"HP = 0":                           func(f *facts) bool { return f.hp == 0 },
	"HF = 0":                           func(f *facts) bool { return f.hf == 0 },
	"ratio = 0":                        func(f *facts) bool { return rat(f.policy.FailoverRatio).Sign() == 0 },
	"HP/P >= ratio":                    func(f *facts) bool { return meets(f.hp, f.p, f.policy.FailoverRatio) },
	"HP/P < ratio":                     func(f *facts) bool { return !meets(f.hp, f.p, f.policy.FailoverRatio) },
	"drop":                             func(f *facts) bool { return f.policy.Drop },
	"no drop":                          func(f *facts) bool { return !f.policy.Drop },
	"another region, no global access": func(f *facts) bool { return f.abroad() && !f.policy.GlobalAccess },
	"incompatible client":              func(f *facts) bool { return !f.compatible() },
	"Cz empty":                         func(f *facts) bool { return f.cz == 0 },
	"Ez empty":                         func(f *facts) bool { return f.ez == 0 },
	"Ez not empty":                     func(f *facts) bool { return f.ez > 0 },
	"c >= s":                           func(f *facts) bool { return meets(f.czHealth, f.cz, f.policy.Ratio) },
	"c < s":                            func(f *facts) bool { return !meets(f.czHealth, f.cz, f.policy.Ratio) },
}

// columns says how the other columns of both tables restrict a row.
var columns = map[string]func(*facts) string{
	"failover": func(f *facts) string { return map[bool]string{true: "yes", false: "no"}[f.policy.FailoverConfigured] },
	"option":   func(f *facts) string { return [...]string{"DISABLED", "STAY", "SPILL"}[f.policy.Mode] },
	"s": func(f *facts) string {
		return map[bool]string{true: "above 0", false: "0"}[rat(f.policy.Ratio).Sign() > 0]
	},
}

type tables struct{ eligible, rows []decisiontable.Row }

func readTables(t *testing.T) *tables {
	return &tables{decisiontable.Read(t, page, "Eligible endpoints"), decisiontable.Read(t, page, "Decision rows")}
}

// first returns the first row that fits.
func (*tables) first(t *testing.T, rows []decisiontable.Row, f *facts) decisiontable.Row {
	for _, row := range rows {
		if fits(t, row, f) {
			return row
		}
	}
	t.Fatalf("no row fits %+v", *f)
	return nil
}

func fits(t *testing.T, row decisiontable.Row, f *facts) bool {
	for name, of := range columns {
		cell, there := row[name]
		if there && cell != "any" && !slices.Contains(strings.Split(cell, ", "), of(f)) {
			return false
		}
	}
	// The kind restricts a decision row; in the other table it is the result.
	if _, decides := row["action"]; decides && row.Get(t, "kind") != "any" && row.Get(t, "kind") != f.kind {
		return false
	}
	whole := row.Get(t, "condition")
	parts := []string{whole}
	if conditions[whole] == nil {
		parts = strings.Split(whole, ", ")
	}
	for _, part := range parts {
		holds := conditions[part]
		if holds == nil {
			t.Fatalf("%s: the condition %q is not in the language of the table", row.Get(t, "id"), part)
		}
		if !holds(f) {
			return false
		}
	}
	return true
}

// result returns what a cell of the column "result" means: healthy and
// unhealthy endpoints by zone and pool.
func (f *facts) result(cell string) map[string][2]int {
	out := map[string][2]int{}
	add := func(z routing.Zone, healthy, sick bool) {
		pool, name := z.Primary, "primary"
		if f.kind == "HEALTHY_FAILOVER" {
			pool, name = z.Failover, "failover"
		}
		var n [2]int
		if healthy {
			n[0] = pool.Healthy
		}
		if sick {
			n[1] = pool.Configured - pool.Healthy
		}
		if n != [2]int{} {
			out[z.Name+" "+name] = n
		}
	}
	lastResort := f.kind == "ALL" || f.kind == "ALL_PRIMARY"
	for _, z := range f.zones {
		local := z.Name == f.client.Zone
		switch {
		case cell == "E", cell == "Ez" && local:
			add(z, true, lastResort)
		case cell == "Uz" && local:
			add(z, false, true)
		}
	}
	return out
}

func destinations(s *routing.State, d routing.Decision) map[string][2]int {
	out := map[string][2]int{}
	for _, to := range s.Destinations(nil, d) {
		out[to.Zone+" "+to.Pool.String()] = [2]int{to.Healthy, to.Unhealthy}
	}
	return out
}

// TestTables runs every small service, option and client through the tables of
// the page and through the code, and demands that both say the same, that each
// row is reached, and that nothing reaches a row that the page calls
// impossible or unreachable.
func TestTables(t *testing.T) {
	tables := readTables(t)
	reached := map[string]bool{}
	everySmallService(func(p routing.Policy, zones []routing.Zone) {
		state := routing.New(p, zones)
		for _, c := range smallClients {
			f := factsOf(t, tables, p, zones, c)
			row := tables.first(t, tables.rows, f)
			reached[tables.first(t, tables.eligible, f).Get(t, "id")] = true
			reached[row.Get(t, "id")] = true
			d := state.Decide(c)
			got := fmt.Sprintln(d.Row, d.Action, d.Kind, d.Eligible, destinations(state, d))
			want := fmt.Sprintln(row.Get(t, "id"), row.Get(t, "action"), f.kind, f.eligible, f.result(row.Get(t, "result")))
			if got != want {
				t.Fatalf("policy %+v zones %+v client %s:\n got %s\nwant %s", p, zones, c, got, want)
			}
		}
	})
	for _, row := range append(tables.eligible, tables.rows...) {
		id, never := row.Get(t, "id"), row["reached"] == "impossible" || row["reached"] == "unreachable"
		if reached[id] == never {
			t.Errorf("%s is reached: %v, and the page says %q", id, reached[id], row["reached"])
		}
	}
}

// TestRowsAndPageAgree holds that the code has the rows of the page, in its
// order, with the same actions.
func TestRowsAndPageAgree(t *testing.T) {
	var ids []string
	for _, row := range decisiontable.Read(t, page, "Decision rows") {
		ids = append(ids, row.Get(t, "id"))
	}
	var names []string
	for _, r := range routing.Rows() {
		names = append(names, r.String())
	}
	if !slices.Equal(ids, names) {
		t.Errorf("rows of the page %v, of the code %v", ids, names)
	}
	sets := map[string]routing.Set{
		"none": routing.SetNone, "E": routing.SetEligible, "Ez": routing.SetLocal, "Uz": routing.SetLocalSick,
	}
	for i, row := range decisiontable.Read(t, page, "Decision rows") {
		r := routing.Rows()[i]
		if got, want := r.Action().String(), row.Get(t, "action"); got != want {
			t.Errorf("%s: action %s, the page says %s", r, got, want)
		}
		if set, ok := sets[row.Get(t, "result")]; !ok || r.Set() != set {
			t.Errorf("%s: set %d, the page says %s", r, r.Set(), row.Get(t, "result"))
		}
	}
}

var smallClients = []routing.Client{
	routing.VMIn("us-central1-a"), routing.VMIn(routing.OtherZone), {Kind: routing.VPN},
	routing.VMIn("europe-west1-b"), {Kind: routing.PSCEndpoint, Zone: "us-central1-a", Region: "us-central1"},
}

// everySmallService visits all services of two zones with up to two primary
// and one failover endpoint each, under every kind of policy.
func everySmallService(visit func(routing.Policy, []routing.Zone)) {
	var counts [][2]routing.Counts
	for p := range 3 {
		for hp := range p + 1 {
			for f := range 2 {
				for hf := range f + 1 {
					counts = append(counts, [2]routing.Counts{{Configured: p, Healthy: hp}, {Configured: f, Healthy: hf}})
				}
			}
		}
	}
	for _, p := range smallPolicies() {
		for _, a := range counts {
			for _, b := range counts {
				visit(p, []routing.Zone{
					{Name: "us-central1-a", Primary: a[0], Failover: a[1]}, {Name: "us-central1-b", Primary: b[0], Failover: b[1]},
				})
			}
		}
	}
}

func smallPolicies() []routing.Policy {
	var out []routing.Policy
	options := []routing.Policy{{Mode: routing.Disabled}, {Mode: routing.Stay}}
	for _, s := range []string{"0", "0.5", "0.67", "1"} {
		options = append(options, routing.Policy{Mode: routing.Spill, Ratio: topology.MustRatio(s)})
	}
	failovers := []routing.Policy{{}}
	for _, r := range []string{"0", "0.5", "1"} {
		failovers = append(failovers,
			routing.Policy{FailoverConfigured: true, FailoverRatio: topology.MustRatio(r)},
			routing.Policy{FailoverConfigured: true, FailoverRatio: topology.MustRatio(r), Drop: true})
	}
	for i, p := range options {
		for j, f := range failovers {
			p.FailoverConfigured, p.FailoverRatio, p.Drop = f.FailoverConfigured, f.FailoverRatio, f.Drop
			p.Region, p.Edition, p.GlobalAccess = "us-central1", topology.Preview, (i+j)%2 == 0
			if j%3 == 0 {
				p.Edition = topology.Current
			}
			out = append(out, p)
		}
	}
	return out
}
