// SPDX-License-Identifier: MPL-2.0

package google_test

import (
	"testing"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
)

// TestFactsOfPlans holds, on real plans, the facts about the google provider's
// plans that decide how this package reads them.
func TestFactsOfPlans(t *testing.T) {
	t.Parallel()
	plan := func(t *testing.T, name string, m google.Moment) *topology.Snapshot {
		t.Helper()
		return google.Build([]*graph.Graph{readPlan(t, cases+"/plans/"+name+"/plan.json")}, m)
	}
	service := func(t *testing.T, s *topology.Snapshot, name string) *topology.BackendService {
		t.Helper()
		return at[*topology.BackendService](t, s, serviceType+"."+name)
	}
	facts := map[string]func(*testing.T){
		"a nested block is a list, and an empty list is none": func(t *testing.T) {
			s := plan(t, "01-ilb-spill", google.After).Services[0]
			if !topology.Is(s.Affinity(), topology.AffinitySpill) || !s.Failover.IsNull() || !s.Subsetting.IsNull() {
				t.Errorf("%+v", s)
			}
		},
		"a new object has no id, and an identity all the same": func(t *testing.T) {
			for _, f := range fields(plan(t, "08-psc-health", google.After)) {
				if !f.node.Base().Identity().Complete() {
					t.Errorf("%s: %+v", f.node.Base().Address, f.node.Base().Identity())
				}
			}
		},
		"a list with one unknown element is unknown, and its references give it": func(t *testing.T) {
			s := plan(t, "08-psc-health", google.After)
			c := at[*topology.CompositeHealth](t, s, "google_compute_region_composite_health_check.c1")
			if n, ok := c.Sources.Count().Value(); !ok || n != 2 {
				t.Errorf("%+v", c.Sources)
			}
		},
		"failover that is left out is known after apply, and false": func(t *testing.T) {
			s := plan(t, "02-ilb-stay-failover", google.After).Services[0]
			failover := 0
			for _, b := range s.Backends.List {
				f, ok := b.Failover.Value()
				if !ok {
					t.Errorf("%+v", b)
				}
				if f {
					failover++
				}
			}
			if failover != 1 || len(s.Backends.List) != 3 {
				t.Errorf("%d of %d are failover backends", failover, len(s.Backends.List))
			}
		},
		"the order of a set is not that of the blocks": func(t *testing.T) {
			s := service(t, plan(t, "11b-update-replace", google.After), "ilb")
			want := []string{groupType + ".c", groupType + ".a"} // written: a, then c
			for i, b := range s.Backends.List {
				if b.Group.Target == nil || b.Group.Target.Base().Address != want[i] || !topology.Is(b.Failover, i == 0) {
					t.Errorf("backend %d: %+v", i, b)
				}
			}
		},
		"a region that is left out is the provider's": func(t *testing.T) {
			s := plan(t, "02-ilb-stay-failover", google.After)
			for _, o := range []*topology.Object{s.Services[0].Base(), s.Rules[0].Base()} {
				if !topology.Is(o.Location, "us-central1") {
					t.Errorf("%s: %+v", o.Address, o.Location)
				}
			}
		},
		"a dynamic block is planned, and not in the configuration": func(t *testing.T) {
			s := service(t, plan(t, "14-linkage-forms", google.After), "f28_dynamic_zonal")
			za, ok := s.ZonalAffinity().Value()
			if !ok || !topology.Is(za.Spillover, topology.AffinitySpill) || !za.SpilloverWritten.IsUnknown() {
				t.Errorf("%+v", za)
			}
		},
		"a static block shows whether spillover is written": func(t *testing.T) {
			s := plan(t, "01-ilb-spill", google.After).Services[0]
			if za, _ := s.ZonalAffinity().Value(); !topology.Is(za.SpilloverWritten, true) {
				t.Errorf("%+v", za)
			}
		},
		"a local is a dead end": func(t *testing.T) {
			s := service(t, plan(t, "14-linkage-forms", google.After), "f11_local")
			if l := s.Backends.List[0].Group; l.State != topology.LinkUnresolved || len(l.Candidates) != 0 {
				t.Errorf("%+v", l)
			}
		},
		"index arithmetic leaves no trace": func(t *testing.T) {
			s := plan(t, "14-linkage-forms", google.After)
			for _, name := range []string{"f05_count_index[0]", "f06_count_arith[0]"} {
				if l := service(t, s, name).Backends.List[0].Group; l.State != topology.LinkUnresolved || len(l.Candidates) != 2 {
					t.Errorf("%s: %+v", name, l)
				}
			}
		},
		"a prior state has zeros for what is left out": func(t *testing.T) {
			s := service(t, plan(t, "11-update", google.Before), "ilb")
			for _, b := range s.Backends.List {
				if len(b.Limits) != 0 || !b.Capacity.IsNull() || !topology.Is(b.Failover, false) {
					t.Errorf("%+v", b)
				}
			}
			if !s.Network.IsNull() || !s.LocalityPolicy.IsNull() || !s.HAPolicy.IsNull() {
				t.Errorf("%+v", s)
			}
		},
		"a replaced object is found by reference, and before by its link": func(t *testing.T) {
			for moment, want := range map[google.Moment]topology.Proof{google.After: topology.ByReference, google.Before: topology.BySelfLink} {
				s := plan(t, "11b-update-replace", moment)
				proof := topology.Proof("")
				for _, b := range service(t, s, "ilb").Backends.List {
					if b.Group.Target != nil && b.Group.Target.Base().Address == groupType+".c" {
						proof = b.Group.Proof
					}
				}
				if proof != want {
					t.Errorf("moment %d: %q, want %q", moment, proof, want)
				}
			}
			s := plan(t, "11b-update-replace", google.After)
			if g := at[*topology.Group](t, s, groupType+".c"); g.Change != topology.ChangeReplace && g.Change != topology.ChangeReplaceCreateFirst {
				t.Errorf("change %v", g.Change)
			}
			if len(s.Removed) != 1 || s.Removed[0].Base().Address != groupType+".b" {
				t.Errorf("removed %v", addresses(s.Removed))
			}
		},
		"a data source that was read is an object": func(t *testing.T) {
			s := plan(t, "13-data-sources", google.After)
			g := at[*topology.Group](t, s, "data."+groupType+".a")
			if !g.Data || !topology.Is(g.Capacity.Members, 3) || g.Capacity.From != topology.SizeFromState {
				t.Errorf("%+v", g)
			}
			l := at[*topology.ServiceAttachment](t, s, "google_compute_service_attachment.sa").TargetService
			if l.Target == nil || !l.Target.Base().Data {
				t.Errorf("%+v", l)
			}
		},
	}
	for name, check := range facts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t)
		})
	}
}

// TestSpilloverWritten tells a value that is written from the default that the
// provider plans.
func TestSpilloverWritten(t *testing.T) {
	t.Parallel()
	const block = "network_pass_through_lb_traffic_policy[0].zonal_affinity[0]"
	planned := func() *graph.Instance {
		return res(serviceType+".s", obj{"name": "s", "region": "us-central1", "network_pass_through_lb_traffic_policy": list{
			obj{"zonal_affinity": list{obj{"spillover": topology.AffinityDisabled, "spillover_ratio": 0.5}}}}})
	}
	for name, test := range map[string]struct {
		written obj
		want    topology.Known[bool]
	}{
		"written":         {obj{block + ".spillover": topology.AffinityDisabled, block + ".spillover_ratio": 0.5}, topology.Of(true)},
		"by a variable":   {obj{block + ".spillover": refs{"var.s"}}, topology.Of(true)},
		"null is not":     {obj{block + ".spillover": nil, block + ".spillover_ratio": 0.5}, topology.Of(false)},
		"left out":        {obj{block + ".spillover_ratio": 0.5}, topology.Of(false)},
		"a dynamic block": {obj{}, topology.Unknown[bool]()},
	} {
		s := build(config{written: map[string]obj{serviceType + ".s": test.written}}.of(planned()))
		za, _ := s.Services[0].ZonalAffinity().Value()
		if za.SpilloverWritten != test.want {
			t.Errorf("%s: %+v", name, za.SpilloverWritten)
		}
	}
	if za, _ := build(stateOf("s.json", planned())).Services[0].ZonalAffinity().Value(); !za.SpilloverWritten.IsUnknown() {
		t.Errorf("a state: %+v", za.SpilloverWritten)
	}
}
