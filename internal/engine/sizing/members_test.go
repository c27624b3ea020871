// SPDX-License-Identifier: MPL-2.0

package sizing_test

import (
	"testing"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/engine/topology/topologytest"
)

func TestLayoutMembers(t *testing.T) {
	for name, tt := range map[string]struct {
		build  func(b *topologytest.Builder, s *topology.BackendService)
		assume sizing.Assume
		want   int // -1: unknown
	}{
		"no backend": {build: func(*topologytest.Builder, *topology.BackendService) {}, want: 0},
		"both pools": {build: func(b *topologytest.Builder, s *topology.BackendService) {
			topologytest.Attach(s, b.Group("a", topologytest.Zone("a"), 3), false)
			topologytest.Attach(s, b.Group("b", topologytest.Zone("b"), 2), true)
		}, want: 5},
		"a group that stands twice": {build: func(b *topologytest.Builder, s *topology.BackendService) {
			g := b.Group("a", topologytest.Zone("a"), 3)
			topologytest.Attach(s, g, false)
			topologytest.Attach(s, g, false)
		}, want: 3},
		"a spread that is not known": {build: func(b *topologytest.Builder, s *topology.BackendService) {
			topologytest.Attach(s, b.RegionGroup("m", 7, "us-central1-a", "us-central1-b"), false)
		}, want: 7},
		"zones that are not known": {build: func(b *topologytest.Builder, s *topology.BackendService) {
			g := b.RegionGroup("m", 7)
			g.Capacity.Zones = topology.Unknown[[]string]()
			topologytest.Attach(s, g, false)
		}, want: 7},
		"a size that is not known": {build: func(b *topologytest.Builder, s *topology.BackendService) {
			g := b.RegionGroup("m", 7, "us-central1-a", "us-central1-b")
			g.Capacity.TargetSize = topology.Unknown[int]()
			topologytest.Attach(s, g, false)
		}, want: -1},
		"a total by hand without zones": {build: func(b *topologytest.Builder, s *topology.BackendService) {
			g := b.RegionGroup("m", 7)
			g.Capacity.Zones = topology.Unknown[[]string]()
			topologytest.Attach(s, g, false)
		}, assume: sizing.Assume{Groups: map[string]sizing.Given{"google_compute_region_instance_group_manager.m": {Total: 4}}}, want: -1},
		"backends that are not known": {build: func(b *topologytest.Builder, s *topology.BackendService) {
			s.Backends.Complete = false
		}, want: -1},
		"a group that is not resolved": {build: func(b *topologytest.Builder, s *topology.BackendService) {
			topologytest.Attach(s, b.Group("a", topologytest.Zone("a"), 3), false)
			s.Backends.List[0].Group = topologytest.UnresolvedLink("it is known after apply")
		}, want: -1},
	} {
		t.Run(name, func(t *testing.T) {
			b := topologytest.New()
			s := b.Service("web")
			tt.build(b, s)
			got := sizing.Of(s, tt.assume).Members().Default(-1)
			if got != tt.want {
				t.Errorf("Members() = %d, want %d", got, tt.want)
			}
		})
	}
}
