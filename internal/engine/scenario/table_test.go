// SPDX-License-Identifier: MPL-2.0

package scenario_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/engine/decisiontable"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

// serviceOf builds the service of a row's column "groups": "g1 P a3 b2; g2 F
// a1". Groups of several zones are laid out as they are written.
func serviceOf(t *testing.T, text string) *sizing.Layout {
	t.Helper()
	b := tt.New()
	s := b.Service("web")
	given := map[string]sizing.Given{}
	for part := range strings.SplitSeq(text, "; ") {
		words := strings.Fields(part)
		zones := map[string]int{}
		var names []string
		for _, w := range words[2:] {
			n, err := strconv.Atoi(w[1:])
			if err != nil {
				t.Fatal(err)
			}
			zones[tt.Zone(w[:1])] = n
			names = append(names, tt.Zone(w[:1]))
		}
		g := b.RegionGroup(words[0], 0, names...)
		given[g.Address] = sizing.Given{Zones: zones}
		tt.Attach(s, g, words[1] == "F")
	}
	return sizing.Of(s, sizing.Assume{Groups: given})
}

// specOf reads the column "scenario".
func specOf(t *testing.T, text string) scenario.Spec {
	t.Helper()
	text = expand(text)
	var b scenario.Block
	b.Count, b.Percent = topology.Null[int](), topology.Null[topology.Ratio]()
	var place string
	switch words := strings.Fields(text); {
	case len(words) < 3:
		s, err := scenario.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	case words[0] == "percent":
		b.Percent, place = topology.Of(topology.MustRatio(words[1])), strings.Join(words[3:], " ")
	case words[0] == "all":
		b.All, place = true, strings.Join(words[2:], " ")
	default:
		n, err := strconv.Atoi(words[0])
		if err != nil {
			t.Fatal(err)
		}
		b.Count, place = topology.Of(n), strings.Join(words[2:], " ")
	}
	if region, ok := strings.CutPrefix(place, "region "); ok {
		b.Region, b.Pool, _ = strings.Cut(region, " ")
	} else if where, pool, _ := strings.Cut(place, " "); topology.IsZone(where) {
		b.Zone, b.Pool = where, pool
	} else {
		b.Group, b.Pool = where, pool
	}
	s, err := scenario.Named("named", "", []scenario.Block{b})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// expand replaces {a} by a zone and {g1} by the address of a group.
func expand(text string) string {
	for _, z := range []string{"a", "b", "c"} {
		text = strings.ReplaceAll(text, "{"+z+"}", tt.Zone(z))
	}
	for _, g := range []string{"g1", "g2"} {
		text = strings.ReplaceAll(text, "{"+g+"}", "google_compute_region_instance_group_manager."+g)
	}
	return text
}

func TestApplication(t *testing.T) {
	for _, row := range decisiontable.Read(t, "scenarios.md", "Application") {
		t.Run(row.Get(t, "id"), func(t *testing.T) {
			l := serviceOf(t, row.Get(t, "groups"))
			sc := specOf(t, row.Get(t, "scenario")).At("", "")
			healthy, fits := sc.Apply(l, nil)
			if want := row.Get(t, "fits") == "yes"; fits != want {
				t.Fatalf("fits: %v, want %v", fits, want)
			}
			tally, ok := sc.Tally(l)
			if ok != fits {
				t.Errorf("the tally fits: %v", ok)
			}
			if !fits {
				return
			}
			got := map[string]int{}
			sum, backup := 0, 0
			for i, slot := range l.Slots {
				got[slot.Group.Name.Default("")+" "+slot.Zone] = healthy[i]
				sum += healthy[i]
				if slot.Pool == sizing.Failover {
					backup += healthy[i]
				}
			}
			want := serviceOf(t, withPools(row.Get(t, "healthy")))
			for _, slot := range want.Slots {
				key := slot.Group.Name.Default("") + " " + slot.Zone
				if got[key] != slot.Count {
					t.Errorf("%s: %d healthy, want %d", key, got[key], slot.Count)
				}
				delete(got, key)
			}
			if len(got) > 0 {
				t.Errorf("the page does not name %v", got)
			}
			if tally.Healthy != sum || tally.Total != l.Total(sizing.Primary)+l.Total(sizing.Failover) ||
				tally.FailoverHealthy != backup || tally.FailoverTotal != l.Total(sizing.Failover) {
				t.Errorf("tally %+v", tally)
			}
			if sc.Spares(l) && sum != tally.Total {
				t.Error("spares, and takes some")
			}
			if sc.Downs(l) && sum != 0 {
				t.Error("downs, and leaves some")
			}
		})
	}
}

// withPools adds a pool to each group of the column "healthy".
func withPools(text string) string {
	var out []string
	for part := range strings.SplitSeq(text, "; ") {
		name, rest, _ := strings.Cut(part, " ")
		out = append(out, fmt.Sprint(name, " P ", rest))
	}
	return strings.Join(out, "; ")
}
