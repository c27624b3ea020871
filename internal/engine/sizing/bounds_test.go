// SPDX-License-Identifier: MPL-2.0

package sizing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	build "terraform-provider-spillway/internal/engine/topology/topologytest"
)

func TestBounds(t *testing.T) {
	t.Parallel()
	a, b, c := build.Zone("a"), build.Zone("b"), build.Zone("c")
	scaled := func(g *topology.Group, least, most int, mode topology.Known[string]) *topology.Group {
		g.Capacity.TargetSize = topology.Null[int]()
		g.Capacity.Autoscaled = topology.Of(true)
		g.Capacity.Autoscaler = &topology.Autoscaler{Min: topology.Of(least), Max: topology.Of(most), Mode: mode}
		return g
	}
	on := topology.Null[string]()
	shaped := func(g *topology.Group, shape topology.Known[string]) *topology.Group {
		g.Capacity.Shape = shape
		return g
	}
	for name, tc := range map[string]struct {
		group func(*build.Builder) *topology.Group
		want  []sizing.ZoneRange
	}{
		"an exact size": {func(x *build.Builder) *topology.Group { return x.Group("g", a, 3) }, []sizing.ZoneRange{{a, 3, 3}}},
		"members that are not known": {func(x *build.Builder) *topology.Group {
			g := x.Group("g", a, 3)
			g.Capacity.Members = topology.Unknown[int]()
			return g
		}, []sizing.ZoneRange{{a, 0, sizing.Unbounded}}},
		"even, one over": {func(x *build.Builder) *topology.Group { return x.RegionGroup("g", 7, a, b, c) },
			[]sizing.ZoneRange{{a, 2, 3}, {b, 2, 3}, {c, 2, 3}}},
		"balanced": {func(x *build.Builder) *topology.Group {
			return shaped(x.RegionGroup("g", 6, a, b), topology.Of("BALANCED"))
		}, []sizing.ZoneRange{{a, 0, 6}, {b, 0, 6}}},
		"shape not known": {func(x *build.Builder) *topology.Group {
			return shaped(x.RegionGroup("g", 6, a, b), topology.Unknown[string]())
		}, []sizing.ZoneRange{{a, 0, 6}, {b, 0, 6}}},
		"autoscaled in one zone": {func(x *build.Builder) *topology.Group {
			return scaled(x.RegionGroup("g", 0, a), 2, 9, on)
		}, []sizing.ZoneRange{{a, 2, 9}}},
		"autoscaled and even": {func(x *build.Builder) *topology.Group {
			return scaled(x.RegionGroup("g", 0, a, b, c), 4, 10, on)
		}, []sizing.ZoneRange{{a, 1, 4}, {b, 1, 4}, {c, 1, 4}}},
		"autoscaled with the limits the wrong way round": {func(x *build.Builder) *topology.Group {
			return scaled(x.RegionGroup("g", 0, a), 9, 2, on)
		}, []sizing.ZoneRange{{a, 0, sizing.Unbounded}}},
		"an autoscaler that is off": {func(x *build.Builder) *topology.Group {
			return scaled(x.RegionGroup("g", 0, a), 2, 9, topology.Of("OFF"))
		}, []sizing.ZoneRange{{a, 0, sizing.Unbounded}}},
		"perhaps autoscaled": {func(x *build.Builder) *topology.Group {
			g := x.RegionGroup("g", 4, a)
			g.Capacity.Autoscaled = topology.Unknown[bool]()
			return g
		}, []sizing.ZoneRange{{a, 0, sizing.Unbounded}}},
		"zones that are not known": {func(x *build.Builder) *topology.Group {
			g := x.RegionGroup("g", 4)
			g.Capacity.Zones = topology.Unknown[[]string]()
			return g
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, sizing.Bounds(tc.group(build.New()))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestMemberBounds(t *testing.T) {
	t.Parallel()
	x := build.New()
	g := x.RegionGroup("g", 7)
	g.Capacity.Zones = topology.Unknown[[]string]()
	if low, high := sizing.MemberBounds(g); low != 7 || high != 7 {
		t.Errorf("a known size over zones that are not known: %d to %d", low, high)
	}
	g.Capacity.Autoscaled = topology.Of(true)
	g.Capacity.Autoscaler = &topology.Autoscaler{Min: topology.Of(2), Max: topology.Of(5), Mode: topology.Null[string]()}
	if low, high := sizing.MemberBounds(g); low != 2 || high != 5 {
		t.Errorf("an autoscaled group: %d to %d", low, high)
	}
}
