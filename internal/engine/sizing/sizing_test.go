// SPDX-License-Identifier: MPL-2.0

package sizing_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/sizing"
	t9y "terraform-provider-spillway/internal/engine/topology"
	build "terraform-provider-spillway/internal/engine/topology/topologytest"
)

var minimum = sizing.Assume{Minimum: true}

func autoscaler(least, most int) *t9y.Autoscaler {
	return &t9y.Autoscaler{Min: t9y.Of(least), Max: t9y.Of(most)}
}

// show writes a size as "a 2, b ?" with "!" for an assumption.
func show(s sizing.Size) string {
	var parts []string
	for _, z := range s.Zones {
		n := "?"
		if v, ok := z.Count.Value(); ok {
			n = string(rune('0' + v))
		}
		parts = append(parts, strings.TrimPrefix(z.Zone, build.Region+"-")+" "+n)
	}
	out := strings.Join(parts, ", ") + " " + string(s.From)
	if s.Assumption != "" {
		out += " !"
	}
	return out
}

func TestOfGroup(t *testing.T) {
	t.Parallel()
	a, b, c := build.Zone("a"), build.Zone("b"), build.Zone("c")
	for name, tc := range map[string]struct {
		group func(*build.Builder) *t9y.Group
		none  string // with nothing assumed
		least string // with Minimum; empty: the same
	}{
		"unmanaged": {func(x *build.Builder) *t9y.Group { return x.Group("g", a, 3) }, "a 3 plan", ""},
		"unmanaged, members unknown": {func(x *build.Builder) *t9y.Group {
			g := x.Group("g", a, 3)
			g.Capacity.Members = t9y.Unknown[int]()
			return g
		}, "a ? unknown", ""},
		"unmanaged, zone unknown": {func(x *build.Builder) *t9y.Group {
			g := x.Group("g", a, 3)
			g.Location, g.Capacity.Zones = t9y.Unknown[string](), t9y.Unknown[[]string]()
			return g
		}, " unknown", ""},
		"by zone, uneven": {func(x *build.Builder) *t9y.Group {
			g := x.RegionGroup("g", 4, a, b)
			g.Capacity.ByZone = []t9y.ZoneMembers{{Zone: a, Members: t9y.Of(3)}, {Zone: b, Members: t9y.Of(1)}}
			return g
		}, "a 3, b 1 plan", ""},
		"by zone, one unknown": {func(x *build.Builder) *t9y.Group {
			g := x.RegionGroup("g", 4, a, b)
			g.Capacity.TargetSize = t9y.Unknown[int]()
			g.Capacity.ByZone = []t9y.ZoneMembers{{Zone: a, Members: t9y.Of(3)}, {Zone: b}}
			return g
		}, "a 3, b ? unknown", ""},
		"regional, even": {func(x *build.Builder) *t9y.Group { return x.RegionGroup("g", 6, a, b, c) }, "a 2, b 2, c 2 plan", ""},
		"regional, one over": {func(x *build.Builder) *t9y.Group { return x.RegionGroup("g", 7, a, b, c) },
			"a ?, b ?, c ? unknown", "a 3, b 2, c 2 assumed !"},
		"regional, none": {func(x *build.Builder) *t9y.Group { return x.RegionGroup("g", 0, a, b, c) }, "a 0, b 0, c 0 plan", ""},
		"regional, zones unknown": {func(x *build.Builder) *t9y.Group {
			g := x.RegionGroup("g", 6)
			g.Capacity.Zones = t9y.Unknown[[]string]()
			return g
		}, " unknown", ""},
		"regional, balanced": {func(x *build.Builder) *t9y.Group {
			g := x.RegionGroup("g", 6, a, b, c)
			g.Capacity.Shape = t9y.Of("BALANCED")
			return g
		}, "a ?, b ?, c ? unknown", "a 2, b 2, c 2 assumed !"},
		"regional, any single zone": {func(x *build.Builder) *t9y.Group {
			g := x.RegionGroup("g", 6, a, b, c)
			g.Capacity.Shape = t9y.Of("ANY_SINGLE_ZONE")
			return g
		}, "a ?, b ?, c ? unknown", "a 6, b 0, c 0 assumed !"},
		"regional, shape unknown": {func(x *build.Builder) *t9y.Group {
			g := x.RegionGroup("g", 6, a, b, c)
			g.Capacity.Shape = t9y.Unknown[string]()
			return g
		}, "a ?, b ?, c ? unknown", "a 2, b 2, c 2 assumed !"},
		"regional over one zone, any shape": {func(x *build.Builder) *t9y.Group {
			g := x.RegionGroup("g", 5, a)
			g.Capacity.Shape = t9y.Of("ANY")
			return g
		}, "a 5 plan", ""},
		"autoscaled": {func(x *build.Builder) *t9y.Group {
			g := x.RegionGroup("g", 6, a, b, c)
			g.Capacity.Autoscaled, g.Capacity.Autoscaler = t9y.Of(true), autoscaler(3, 9)
			return g
		}, "a ?, b ?, c ? unknown", "a 1, b 1, c 1 assumed !"},
		"autoscaled with least = most": {func(x *build.Builder) *t9y.Group {
			g := x.RegionGroup("g", 9, a, b, c)
			g.Capacity.Autoscaled, g.Capacity.Autoscaler = t9y.Of(true), autoscaler(6, 6)
			return g
		}, "a 2, b 2, c 2 configuration", ""},
		"perhaps autoscaled": {func(x *build.Builder) *t9y.Group {
			g := x.RegionGroup("g", 6, a, b, c)
			g.Capacity.Autoscaled = t9y.Unknown[bool]()
			return g
		}, "a ?, b ?, c ? unknown", ""},
		"target size left out": {func(x *build.Builder) *t9y.Group {
			g := x.RegionGroup("g", 6, a, b, c)
			g.Capacity.TargetSize = t9y.Null[int]()
			return g
		}, "a ?, b ?, c ? unknown", ""},
		"negative target size": {func(x *build.Builder) *t9y.Group { return x.RegionGroup("g", -3, a, b, c) }, "a ?, b ?, c ? unknown", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := tc.group(build.New())
			if tc.least == "" {
				tc.least = tc.none
			}
			for assume, want := range map[*sizing.Assume]string{&sizing.Nothing: tc.none, &minimum: tc.least} {
				s := sizing.OfGroup(g, *assume)
				if got := show(s); got != want {
					t.Errorf("assume %+v: %q, want %q", *assume, got, want)
				}
				if s.Known == (s.Reason != "") {
					t.Errorf("known %v with reason %q", s.Known, s.Reason)
				}
			}
		})
	}
}

func TestGivenByHand(t *testing.T) {
	t.Parallel()
	x := build.New()
	a, b := build.Zone("a"), build.Zone("b")
	regional, zoneless := x.RegionGroup("g", 6, a, b), x.RegionGroup("h", 6)
	zoneless.Capacity.Zones = t9y.Unknown[[]string]()
	given := func(g sizing.Given) sizing.Assume {
		return sizing.Assume{Groups: map[string]sizing.Given{regional.Address: g, zoneless.Address: g}}
	}
	for name, tc := range map[string]struct {
		group *t9y.Group
		given sizing.Given
		want  string
	}{
		"a total":               {regional, sizing.Given{Total: 5}, "a 3, b 2 assumed !"},
		"zones":                 {regional, sizing.Given{Zones: map[string]int{b: 1, a: 4}}, "a 4, b 1 assumed !"},
		"zones where unknown":   {zoneless, sizing.Given{Zones: map[string]int{b: 1}}, "b 1 assumed !"},
		"a total without zones": {zoneless, sizing.Given{Total: 5}, " unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := show(sizing.OfGroup(tc.group, given(tc.given))); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

func TestLayout(t *testing.T) {
	t.Parallel()
	x := build.New()
	s := x.Service("web")
	build.Attach(s, x.Group("z", build.Zone("b"), 2), false)
	build.Attach(s, x.Group("spare", build.Zone("a"), 1), true)
	build.Attach(s, x.RegionGroup("r", 4, build.Zone("a"), build.Zone("b")), false)
	build.Attach(s, x.Group("empty", build.Zone("c"), 0), false)
	l := sizing.Of(s, sizing.Nothing)
	if !l.Decided() {
		t.Fatalf("undecided: %+v", l.Undecided)
	}
	var slots []string
	for _, s := range l.Slots {
		slots = append(slots, s.Pool.String()+" "+s.Group.Address[len("google_compute_"):]+" "+s.Zone)
	}
	want := []string{
		"primary instance_group.empty us-central1-c", "primary instance_group.z us-central1-b",
		"primary region_instance_group_manager.r us-central1-a", "primary region_instance_group_manager.r us-central1-b",
		"failover instance_group.spare us-central1-a",
	}
	if diff := cmp.Diff(want, slots); diff != "" {
		t.Errorf("slots (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]sizing.Zone{{"us-central1-a", 2, 1}, {"us-central1-b", 4, 0}}, l.Zones); diff != "" {
		t.Errorf("zones (-want +got):\n%s", diff)
	}
	if l.Total(sizing.Primary) != 6 || l.Total(sizing.Failover) != 1 {
		t.Errorf("totals %d and %d", l.Total(sizing.Primary), l.Total(sizing.Failover))
	}
}

func TestLayoutSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		change func(*build.Builder, *t9y.BackendService)
		want   string
	}{
		"backends unknown": {func(_ *build.Builder, s *t9y.BackendService) {
			s.Backends = t9y.Backends{Reason: "a dynamic block adds backends that the plan does not show"}
		}, "a dynamic block adds backends that the plan does not show"},
		"backends unknown without reason": {func(_ *build.Builder, s *t9y.BackendService) { s.Backends = t9y.Backends{} },
			"the backends of google_compute_region_backend_service.web are known after apply"},
		"link unresolved": {func(_ *build.Builder, s *t9y.BackendService) {
			s.Backends.List = []t9y.Backend{{Path: "backend[0]", Group: build.UnresolvedLink("it comes from local.group"), Failover: t9y.Of(false)}}
		}, "it comes from local.group"},
		"link to elsewhere": {func(_ *build.Builder, s *t9y.BackendService) {
			s.Backends.List = []t9y.Backend{{Path: "backend[0]", Group: build.External("projects/p/zones/us-central1-a/instanceGroups/x"), Failover: t9y.Of(false)}}
		}, "the size of projects/p/zones/us-central1-a/instanceGroups/x is not in the input"},
		"no group": {func(_ *build.Builder, s *t9y.BackendService) {
			s.Backends.List = []t9y.Backend{{Path: "backend[0]", Group: build.Absent(), Failover: t9y.Of(false)}}
		}, "backend[0] of google_compute_region_backend_service.web names no group"},
		"failover unknown": {func(x *build.Builder, s *t9y.BackendService) {
			build.Attach(s, x.Group("g", build.Zone("a"), 1), false)
			s.Backends.List[0].Failover = t9y.Unknown[bool]()
		}, "backend[0].failover of google_compute_region_backend_service.web is known after apply"},
		"size unknown": {func(x *build.Builder, s *t9y.BackendService) {
			g := x.Group("g", build.Zone("a"), 1)
			g.Capacity.Members = t9y.Unknown[int]()
			build.Attach(s, g, false)
		}, "the members of google_compute_instance_group.g are not known"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := build.New()
			s := x.Service("web")
			tc.change(x, s)
			l := sizing.Of(s, sizing.Nothing)
			if len(l.Undecided) != 1 || l.Undecided[0].Reason != tc.want || len(l.Undecided[0].Addresses) != 1 {
				t.Errorf("undecided %+v, want %q", l.Undecided, tc.want)
			}
		})
	}
}

func TestLayoutCountsAGroupOnce(t *testing.T) {
	t.Parallel()
	x := build.New()
	s := x.Service("web")
	g := x.Group("g", build.Zone("a"), 2)
	build.Attach(s, g, false)
	build.Attach(s, g, false)
	if l := sizing.Of(s, sizing.Nothing); l.Total(sizing.Primary) != 2 || len(l.Groups) != 2 {
		t.Errorf("%d endpoints of %d backends", l.Total(sizing.Primary), len(l.Groups))
	}
}
