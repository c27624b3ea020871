// SPDX-License-Identifier: MPL-2.0

package scenario_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

func drawLayout(t *rapid.T) *sizing.Layout {
	b := tt.New()
	s := b.Service("web")
	given := map[string]sizing.Given{}
	for i := range rapid.IntRange(0, 3).Draw(t, "groups") {
		zones := map[string]int{}
		var names []string
		for _, z := range []string{"a", "b", "c"} {
			zones[tt.Zone(z)] = rapid.IntRange(0, 6).Draw(t, "members in "+z)
			names = append(names, tt.Zone(z))
		}
		g := b.RegionGroup(fmt.Sprint("g", i), 0, names...)
		given[g.Address] = sizing.Given{Zones: zones}
		tt.Attach(s, g, rapid.Bool().Draw(t, "failover"))
	}
	return sizing.Of(s, sizing.Assume{Groups: given})
}

func drawSpec(t *rapid.T) string {
	n := rapid.IntRange(0, 7).Draw(t, "count")
	zone := tt.Zone(rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "zone"))
	switch rapid.IntRange(0, 5).Draw(t, "term") {
	case 0:
		return "zone-down:" + zone
	case 1:
		return fmt.Sprintf("unhealthy:%s=%d", zone, n)
	case 2:
		return fmt.Sprintf("unhealthy:%s/%s=%d", zone, rapid.SampledFrom([]string{"primary", "failover"}).Draw(t, "pool"), n)
	case 3:
		return "region-down:" + rapid.SampledFrom([]string{tt.Region, "us-east1"}).Draw(t, "region")
	}
	return fmt.Sprintf("unhealthy:google_compute_region_instance_group_manager.g%d=%d", rapid.IntRange(0, 3).Draw(t, "group"), n)
}

func apply(t *rapid.T, l *sizing.Layout, spec string) ([]int, bool) {
	s, err := scenario.Parse(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s.At("", "").Apply(l, nil)
}

// TestUnion holds that a scenario of several terms takes what one of them
// takes, whatever their order, and exactly as many as a term alone asks for.
func TestUnion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLayout(t)
		terms := []string{drawSpec(t), drawSpec(t), drawSpec(t)}
		got, fits := apply(t, l, strings.Join(terms, "+"))
		want, allFit := make([]int, len(l.Slots)), true
		for i, s := range l.Slots {
			want[i] = s.Count
		}
		for _, term := range terms {
			alone, ok := apply(t, l, term)
			allFit = allFit && ok
			for i := range alone {
				want[i] = min(want[i], alone[i])
			}
		}
		if fits != allFit || fits && !slices.Equal(got, want) {
			t.Fatalf("%v of %v (fits %v), want %v (%v)", got, l.Slots, fits, want, allFit)
		}
		slices.Reverse(terms)
		if again, _ := apply(t, l, strings.Join(terms, "+")); fits && !slices.Equal(got, again) {
			t.Fatalf("%v in one order, %v in the other", got, again)
		}
	})
}

// TestCounts holds that a single term takes exactly what it names.
func TestCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLayout(t)
		zone, n := tt.Zone(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "zone")), rapid.IntRange(0, 20).Draw(t, "count")
		healthy, fits := apply(t, l, fmt.Sprintf("unhealthy:%s=%d", zone, n))
		there, sick := 0, 0
		for i, s := range l.Slots {
			if s.Zone == zone {
				there += s.Count
			}
			sick += s.Count - healthy[i]
			if s.Zone != zone && healthy[i] != s.Count {
				t.Fatalf("%v loses endpoints", s)
			}
		}
		switch {
		case fits != (n <= there || there == 0):
			t.Fatalf("%d of %d fits: %v", n, there, fits)
		case fits && there > 0 && sick != n:
			t.Fatalf("%d are sick, want %d", sick, n)
		case fits && there == 0 && sick != 0:
			t.Fatalf("%d are sick where none is", sick)
		}
	})
}

// FuzzParse holds that nothing panics, and that a scenario's name is a spec of
// the same scenario.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"all-healthy", "zone-down", "region-down:us-central1", "unhealthy:us-central1-b/primary=2", `unhealthy:a.b["x+y="]=3+zone-down`,
		"source:a.b=UNKNOWN+composite:a.b=HEALTHY", "attachment:projects/p/regions/r/serviceAttachments/x=UNHEALTHY", "unhealthy:a.b=0+", `"`, "]", "+",
	} {
		f.Add(s)
	}
	b := tt.New()
	s := b.Service("web")
	tt.Attach(s, b.RegionGroup("g", 6, tt.Zone("a"), tt.Zone("b")), false)
	l := sizing.Of(s, sizing.Nothing)
	w := scenario.WorldOf(b.Snapshot(), []*sizing.Layout{l}, sizing.Nothing)
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := scenario.Parse(text, nil)
		if err != nil {
			return
		}
		if err := w.Check(spec); err != nil && !strings.Contains(err.Error(), "scenario ") {
			t.Errorf("%q: %v", text, err)
		}
		for _, sc := range spec.In([]string{tt.Zone("a")}, []string{tt.Region}) {
			again, err := scenario.Parse(sc.Name, nil)
			if err != nil {
				t.Fatalf("%q yields %q: %v", text, sc.Name, err)
			}
			want, _ := sc.Apply(l, nil)
			if got, _ := again.At("", "").Apply(l, nil); !slices.Equal(got, want) {
				t.Errorf("%q is %v, and %q is %v", text, want, sc.Name, got)
			}
		}
	})
}
