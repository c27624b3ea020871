// SPDX-License-Identifier: MPL-2.0

package routing_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/decisiontable"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// zonesOf reads "a P3/5 F0/1; b P2/2".
func zonesOf(t *testing.T, text string) []routing.Zone {
	t.Helper()
	var out []routing.Zone
	for part := range strings.SplitSeq(text, "; ") {
		words := strings.Fields(part)
		z := routing.Zone{Name: "us-central1-" + words[0]}
		for _, w := range words[1:] {
			var n routing.Counts
			if _, err := fmt.Sscanf(w[1:], "%d/%d", &n.Healthy, &n.Configured); err != nil {
				t.Fatalf("%q: %v", w, err)
			}
			switch w[0] {
			case 'P':
				z.Primary = n
			case 'F':
				z.Failover = n
			default:
				t.Fatalf("%q is in no pool", w)
			}
		}
		out = append(out, z)
	}
	return out
}

// policyOf reads the columns "failover" and "option".
func policyOf(t *testing.T, failover, option string) routing.Policy {
	t.Helper()
	p := routing.Policy{Region: "us-central1", Edition: topology.Preview, GlobalAccess: true}
	if failover != "-" {
		ratio, drop, _ := strings.Cut(failover, " ")
		p.FailoverConfigured, p.FailoverRatio, p.Drop = true, topology.MustRatio(ratio), drop == "drop"
	}
	word, ratio, _ := strings.Cut(option, " ")
	switch word {
	case "STAY":
		p.Mode = routing.Stay
	case "SPILL":
		p.Mode, p.Ratio = routing.Spill, topology.MustRatio(ratio)
	case "DISABLED":
	default:
		t.Fatalf("option %q", option)
	}
	return p
}

// clientOf reads a client of the examples, and changes the policy to what its
// brackets say.
func clientOf(t *testing.T, text string, p *routing.Policy) routing.Client {
	t.Helper()
	spec, remark, _ := strings.Cut(text, " (")
	switch strings.TrimSuffix(remark, ")") {
	case "":
	case "no global access":
		p.GlobalAccess = false
	case "current":
		p.Edition = topology.Current
	default:
		t.Fatalf("remark %q", remark)
	}
	switch {
	case spec == "*":
		spec = "vm:*"
	case len(spec) == 1:
		spec = "us-central1-" + spec
	}
	c, err := routing.ParseClient(spec)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// shown writes destinations as in the column "result".
func shown(to []routing.Destination) string {
	var parts []string
	for _, d := range to {
		part := strings.TrimPrefix(d.Zone, "us-central1-") + " " + strings.ToUpper(d.Pool.String()[:1]) + strconv.Itoa(d.Healthy+d.Unhealthy)
		if d.Unhealthy > 0 {
			part += " sick"
		}
		if d.Healthy > 0 && d.Unhealthy > 0 {
			part = "mixed: " + part
		}
		parts = append(parts, part)
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}

func TestExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range decisiontable.Read(t, page, "Worked examples") {
		id := row.Get(t, "id")
		if seen[id] {
			t.Errorf("%s stands twice", id)
		}
		seen[id] = true
		for client := range strings.SplitSeq(row.Get(t, "client"), ", ") {
			t.Run(id+" "+client, func(t *testing.T) {
				p := policyOf(t, row.Get(t, "failover"), row.Get(t, "option"))
				c := clientOf(t, client, &p)
				s := routing.New(p, zonesOf(t, row.Get(t, "topology")))
				d := s.Decide(c)
				got := map[string]string{
					"kind": d.Kind.String(), "E": strconv.Itoa(d.Eligible), "row": d.Row.String(),
					"action": d.Action.String(), "result": shown(s.Destinations(nil, d)),
				}
				for column, g := range got {
					if want := row.Get(t, column); g != want {
						t.Errorf("%s: %s, the page says %s", column, g, want)
					}
				}
			})
		}
	}
	for n := 1; n <= 48; n++ {
		if id := fmt.Sprintf("D%02d", n); !seen[id] {
			t.Errorf("%s is not on the page", id)
		}
	}
	reached := map[string]bool{}
	for _, row := range decisiontable.Read(t, page, "Worked examples") {
		reached[row.Get(t, "row")] = true
	}
	for _, row := range decisiontable.Read(t, page, "Decision rows") {
		if row.Get(t, "reached") == "yes" && !reached[row.Get(t, "id")] {
			t.Errorf("%s has no example", row.Get(t, "id"))
		}
	}
}

func TestEffectiveNeed(t *testing.T) {
	for _, row := range decisiontable.Read(t, page, "Effective need") {
		t.Run(row.Get(t, "id"), func(t *testing.T) {
			n, err := strconv.Atoi(row.Get(t, "configured"))
			if err != nil {
				t.Fatal(err)
			}
			p := routing.Policy{Mode: routing.Spill, Ratio: topology.MustRatio(row.Get(t, "s"))}
			s := routing.New(p, []routing.Zone{{Name: "z", Primary: routing.Counts{Configured: n}, Failover: routing.Counts{Configured: n}}})
			for _, pool := range []sizing.Pool{sizing.Primary, sizing.Failover} {
				got := "-"
				if need, ok := s.KeepsLocalAt("z", pool).Value(); ok {
					got = strconv.Itoa(need)
				}
				if want := row.Get(t, "need"); got != want {
					t.Errorf("%s pool: %s, the page says %s", pool, got, want)
				}
			}
			if !s.KeepsLocalAt("other", sizing.Primary).IsNull() {
				t.Error("a zone without endpoints has a need")
			}
			p.Mode = routing.Stay
			if !routing.New(p, s.Zones()).KeepsLocalAt("z", sizing.Primary).IsNull() {
				t.Error("STAY has a need")
			}
		})
	}
}

// TestNeedIsTheThreshold holds that KeepsLocalAt is where SPILL changes its
// mind, for every share k/n with up to 250 endpoints: at the exact decimal,
// and at the decimals just below and above those that have none.
func TestNeedIsTheThreshold(t *testing.T) {
	for n := 1; n <= 250; n++ {
		for k := 1; k <= n; k++ {
			for text, need := range decimalsAround(k, n) {
				s := spillAt(t, text, n)
				if got := s(k); got != (need <= k) {
					t.Errorf("%d of %d against %s: stays %v", k, n, text, got)
				}
				if k > 1 && s(k-1) {
					t.Errorf("%d of %d against %s: stays", k-1, n, text)
				}
				if !s(min(need, n)) && need <= n {
					t.Errorf("%d of %d against %s: leaves", need, n, text)
				}
			}
		}
	}
}

// spillAt returns whether clients stay with so many healthy endpoints.
func spillAt(t *testing.T, ratio string, n int) func(healthy int) bool {
	t.Helper()
	p := routing.Policy{Region: "us-central1", Mode: routing.Spill, Ratio: topology.MustRatio(ratio)}
	return func(healthy int) bool {
		s := routing.New(p, []routing.Zone{
			{Name: "us-central1-a", Primary: routing.Counts{Configured: n, Healthy: healthy}},
			{Name: "us-central1-b", Primary: routing.Counts{Configured: 1, Healthy: 1}},
		})
		d := s.Decide(routing.VMIn("us-central1-a"))
		need, _ := s.KeepsLocalAt("us-central1-a", sizing.Primary).Value()
		if stays := d.Action == routing.Refine; stays != (healthy >= need) {
			t.Errorf("%s of %d: with %d healthy stays %v, and the need is %d", ratio, n, healthy, stays, need)
		}
		return d.Action == routing.Refine
	}
}

// decimalsAround returns decimal texts at and around k/n, with the number of
// healthy ones of n that each needs.
func decimalsAround(k, n int) map[string]int {
	const places = 1_000_000
	micros := k * places / n
	text := func(m int) string { return fmt.Sprintf("%d.%06d", m/places, m%places) }
	if micros*n == k*places {
		return map[string]int{text(micros): k}
	}
	out := map[string]int{text(micros + 1): k + 1}
	if micros > 0 {
		out[text(micros)] = k
	}
	return out
}

// TestFloatTraps lists shares for which a comparison with 32-bit numbers gives
// the wrong answer, so that the point of exact numbers stays visible.
func TestFloatTraps(t *testing.T) {
	var traps []string
	for n := 1; n <= 10; n++ {
		for k := 1; k <= n; k++ {
			for text := range decimalsAround(k, n) {
				f, err := strconv.ParseFloat(text, 32)
				if err != nil {
					t.Fatal(err)
				}
				exact := spillAt(t, text, n)(k)
				if narrow := float64(k)/float64(n) >= f; narrow != exact {
					traps = append(traps, fmt.Sprintf("%d/%d", k, n))
				}
			}
		}
	}
	slices.Sort(traps)
	want := []string{"1/10", "1/5", "2/10", "2/5", "3/10", "3/5", "4/10", "4/5", "6/10", "8/10"}
	if diff := cmp.Diff(want, traps); diff != "" {
		t.Errorf("shares that a 32-bit ratio gets wrong (-want +got):\n%s", diff)
	}
}
