// SPDX-License-Identifier: MPL-2.0

package scenario_test

import (
	"testing"

	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/engine/topology/topologytest"
)

func TestSparesAndDowns(t *testing.T) {
	known := func(b *topologytest.Builder, s *topology.BackendService) {
		topologytest.Attach(s, b.Group("a", topologytest.Zone("a"), 2), false)
	}
	spread := func(b *topologytest.Builder, s *topology.BackendService) {
		topologytest.Attach(s, b.RegionGroup("m", 7, "us-central1-a", "us-central1-b"), false)
	}
	unresolved := func(b *topologytest.Builder, s *topology.BackendService) {
		known(b, s)
		s.Backends.List[0].Group = topologytest.UnresolvedLink("it is known after apply")
	}
	foreign := func(b *topologytest.Builder, s *topology.BackendService) {
		topologytest.Attach(s, b.Group("x", "europe-west1-b", 2), false)
	}
	incomplete := func(_ *topologytest.Builder, s *topology.BackendService) { s.Backends.Complete = false }
	nowhere := func(_ *topologytest.Builder, s *topology.BackendService) {
		s.Location = topology.Unknown[string]()
		s.Backends.Complete = false
	}
	for name, tt := range map[string]struct {
		build         func(*topologytest.Builder, *topology.BackendService)
		spec          string
		spares, downs bool
	}{
		"all healthy":                    {known, "all-healthy", true, false},
		"all unhealthy":                  {incomplete, "all-unhealthy", false, true},
		"its zone":                       {known, "zone-down:us-central1-a", false, false},
		"another zone of its region":     {known, "zone-down:us-central1-b", true, false},
		"its region":                     {known, "region-down:us-central1", false, true},
		"its region, spread unknown":     {spread, "region-down:us-central1", false, true},
		"its region, group unresolved":   {unresolved, "region-down:us-central1", false, true},
		"its region, backends unknown":   {incomplete, "region-down:us-central1", false, true},
		"another region":                 {spread, "region-down:us-east1", true, false},
		"another region, group unknown":  {unresolved, "region-down:us-east1", true, false},
		"another region, list unknown":   {incomplete, "region-down:us-east1", true, false},
		"no region known":                {nowhere, "region-down:us-east1", false, false},
		"a group of another region":      {foreign, "region-down:us-central1", true, false},
		"the region of a stray group":    {foreign, "region-down:europe-west1", false, false},
		"some of a zone, spread unknown": {spread, "unhealthy:us-central1-a=1", false, false},
		"none of a zone":                 {spread, "unhealthy:us-central1-a=0", true, false},
		"its group":                      {spread, "unhealthy:google_compute_region_instance_group_manager.m=1", false, false},
		"another group":                  {spread, "unhealthy:google_compute_instance_group.other=1", true, false},
		"a group that it may have":       {unresolved, "unhealthy:google_compute_instance_group.other=1", false, false},
		"a state by hand":                {known, "source:google_compute_region_health_source.s=UNHEALTHY", true, false},
	} {
		t.Run(name, func(t *testing.T) {
			b := topologytest.New()
			s := b.Service("web")
			tt.build(b, s)
			spec, err := scenario.Parse(tt.spec, nil)
			if err != nil {
				t.Fatal(err)
			}
			l := sizing.Of(s, sizing.Nothing)
			sc := spec.At("", "")
			if got := sc.Spares(l); got != tt.spares {
				t.Errorf("Spares() = %v, want %v", got, tt.spares)
			}
			if got := sc.Downs(l); got != tt.downs {
				t.Errorf("Downs() = %v, want %v", got, tt.downs)
			}
		})
	}
}

func TestTouches(t *testing.T) {
	for name, tt := range map[string]struct {
		spec string
		want bool
	}{
		"nothing":               {"all-healthy", false},
		"everything":            {"all-unhealthy", true},
		"the region":            {"region-down:us-central1", true},
		"another region":        {"region-down:us-east1", false},
		"a zone of the region":  {"zone-down:us-central1-a", true},
		"a zone elsewhere":      {"zone-down:us-east1-b", false},
		"some of a zone":        {"unhealthy:us-central1-a=1", true},
		"none of a zone":        {"unhealthy:us-central1-a=0", false},
		"a group":               {"unhealthy:google_compute_instance_group.a=1", false},
		"a state set by hand":   {"composite:google_compute_region_composite_health_check.c=UNHEALTHY", false},
		"a zone among the rest": {"zone-down:us-east1-b+zone-down:us-central1-a", true},
	} {
		t.Run(name, func(t *testing.T) {
			spec, err := scenario.Parse(tt.spec, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := spec.At("", "").Touches("us-central1"); got != tt.want {
				t.Errorf("Touches() = %v, want %v", got, tt.want)
			}
		})
	}
}
