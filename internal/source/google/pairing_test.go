// SPDX-License-Identifier: MPL-2.0

package google_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

// planned is an element of a planned backend set.
func planned(more obj) obj {
	e := obj{
		"group": after, "failover": after, "balancing_mode": "CONNECTION", "capacity_scaler": nil, "description": "",
		"max_connections": nil, "max_in_flight_requests": after,
	}
	for k, v := range more {
		e[k] = v
	}
	return e
}

// blocks are the static backend blocks of the configuration, each an obj of
// what it writes.
func blocks(bodies ...obj) obj {
	out := obj{}
	for i, body := range bodies {
		for name, v := range body {
			out[fmt.Sprintf("backend[%d].%s", i, name)] = v
		}
	}
	return out
}

func to(name string) refs { return refs{groupType + "." + name + ".id", groupType + "." + name} }

// TestPairing pairs planned backends with the blocks that they come from.
// Groups a, b and c are new; k exists, so that its id is known.
func TestPairing(t *testing.T) {
	t.Parallel()
	existing := "projects/p/zones/us-central1-c/instanceGroups/ig-k"
	tests := map[string]struct {
		planned list
		written obj
		// want has one entry for each planned element: "pool group". A group in
		// brackets is one of candidates; "?" means nothing is known. Elements that
		// agree in everything are interchangeable.
		want []string
	}{
		"all alike": {
			list{planned(nil), planned(nil)}, blocks(obj{"group": to("a")}, obj{"group": to("b")}),
			[]string{"primary a", "primary b"},
		},
		"the order of the set is another": {
			list{planned(obj{"failover": true}), planned(nil)},
			blocks(obj{"group": to("a")}, obj{"group": to("b"), "failover": true}),
			[]string{"failover b", "primary a"},
		},
		"told by a description": {
			list{planned(obj{"description": "second"}), planned(obj{"failover": true}), planned(nil)},
			blocks(obj{"group": to("a")}, obj{"group": to("b"), "description": "second"}, obj{"group": to("c"), "failover": refs{"var.f"}}),
			[]string{"primary b", "failover c", "primary a"},
		},
		"failover false is written on one": {
			list{planned(obj{"failover": false}), planned(nil)},
			blocks(obj{"group": to("a")}, obj{"group": to("b"), "failover": false}),
			[]string{"primary b", "primary a"},
		},
		"failover by expressions that differ": {
			list{planned(obj{"failover": false}), planned(obj{"failover": true})},
			blocks(obj{"group": to("a"), "failover": refs{"var.x"}}, obj{"group": to("b"), "failover": refs{"var.x"}}),
			[]string{"primary [a b]", "failover [a b]"},
		},
		"failover by expressions that agree": {
			list{planned(obj{"failover": true}), planned(obj{"failover": true})},
			blocks(obj{"group": to("a"), "failover": refs{"var.x"}}, obj{"group": to("b"), "failover": refs{"var.x"}}),
			[]string{"failover a", "failover b"},
		},
		"failover known after apply": {
			list{planned(nil), planned(nil)},
			blocks(obj{"group": to("a"), "failover": refs{"data.x.y"}}, obj{"group": to("b")}),
			[]string{"? a", "? b"},
		},
		"told by elimination": {
			list{planned(obj{"failover": true}), planned(obj{"failover": false}), planned(obj{"failover": false})},
			blocks(obj{"group": to("a"), "failover": refs{"var.x"}}, obj{"group": to("b"), "failover": false}, obj{"group": to("c"), "failover": true}),
			[]string{"failover c", "primary a", "primary b"},
		},
		"a number as a text": {
			list{planned(obj{"max_connections": 100}), planned(nil)},
			blocks(obj{"group": to("a")}, obj{"group": to("b"), "max_connections": "100.0"}),
			[]string{"primary b", "primary a"},
		},
		"only dynamic": {list{planned(nil)}, obj{}, []string{"? ?"}},
		"dynamic beside static, told apart": {
			list{planned(nil), planned(obj{"failover": true})}, blocks(obj{"group": to("a")}),
			[]string{"primary a", "failover ?"},
		},
		"dynamic beside static, all alike": {
			list{planned(nil), planned(nil)}, blocks(obj{"group": to("a")}),
			[]string{"primary a", "? ?"},
		},
		"dynamic beside static, by an expression": {
			list{planned(obj{"failover": false}), planned(obj{"failover": true})}, blocks(obj{"group": to("a"), "failover": refs{"var.x"}}),
			[]string{"primary ?", "failover ?"},
		},
		"one group is known": {
			list{planned(obj{"group": existing, "failover": false}), planned(nil)},
			blocks(obj{"group": to("a")}, obj{"group": to("k")}),
			[]string{"primary k", "primary a"},
		},
		"one group is a constant": {
			list{planned(obj{"group": existing}), planned(nil)},
			blocks(obj{"group": existing}, obj{"group": to("a")}),
			[]string{"primary k", "primary a"},
		},
		"a known group comes from a dynamic block": {
			list{planned(obj{"group": existing}), planned(nil)}, blocks(obj{"group": to("a")}),
			[]string{"? k", "primary a"},
		},
		"a local": {
			list{planned(nil), planned(nil)}, blocks(obj{"group": to("a")}, obj{"group": refs{"local.g"}}),
			[]string{"primary a", "primary ?"},
		},
		"two blocks became one element": {
			list{planned(nil)}, blocks(obj{"group": to("a")}, obj{"group": to("b")}),
			[]string{"? ?"},
		},
		"a contradiction": {
			list{planned(obj{"failover": true}), planned(obj{"failover": false})},
			blocks(obj{"group": to("a"), "failover": false}, obj{"group": to("b"), "failover": false}),
			[]string{"failover ?", "primary ?"},
		},
		"an element of which nothing is known": {
			list{after}, blocks(obj{"group": to("a")}),
			[]string{"primary a"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := build(config{written: map[string]obj{serviceType + ".s": test.written}}.of(
				group(groupType+".a", "ig-a", "us-central1-a", 1), group(groupType+".b", "ig-b", "us-central1-b", 1),
				group(groupType+".c", "ig-c", "us-central1-c", 1),
				exists(res(groupType+".k", obj{"name": "ig-k", "zone": "us-central1-c", "instances": list{}, "id": existing})),
				service(serviceType+".s", "s", test.planned...),
			))
			var got []string
			for _, b := range at[*topology.BackendService](t, s, serviceType+".s").Backends.List {
				got = append(got, pool(b.Failover)+" "+groupName(b.Group))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func pool(failover topology.Known[bool]) string {
	f, ok := failover.Value()
	switch {
	case !ok:
		return "?"
	case f:
		return "failover"
	}
	return "primary"
}

func groupName(l topology.Link) string {
	short := func(address string) string { return address[len(groupType)+1:] }
	switch {
	case l.Target != nil:
		return short(l.Target.Base().Address)
	case len(l.Candidates) == 0:
		return "?"
	}
	var names []string
	for _, c := range l.Candidates {
		names = append(names, short(c))
	}
	return fmt.Sprint(names)
}

// TestLimits: what is 0 or null is not there; what is known after apply is there
// only where it may be written.
func TestLimits(t *testing.T) {
	t.Parallel()
	names := func(b topology.Backend) (out []string) {
		for _, l := range b.Limits {
			out = append(out, fmt.Sprint(l.Name, "=", l.Value.Default(topology.Ratio{})))
		}
		return out
	}
	tests := map[string]struct {
		planned obj
		written obj
		want    []string
	}{
		"left out":       {planned(nil), blocks(obj{"group": to("a")}), nil},
		"zero":           {planned(obj{"max_connections": 0, "max_in_flight_requests": 0}), blocks(obj{"group": to("a")}), nil},
		"set":            {planned(obj{"max_rate_per_instance": 0.5}), blocks(obj{"group": to("a"), "max_rate_per_instance": 0.5}), []string{"max_rate_per_instance=0.5"}},
		"may be written": {planned(nil), blocks(obj{"group": to("a"), "max_in_flight_requests": refs{"data.x.y"}}), []string{"max_in_flight_requests=0"}},
		"dynamic":        {planned(nil), obj{}, []string{"max_in_flight_requests=0"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := build(config{written: map[string]obj{serviceType + ".s": test.written}}.of(
				group(groupType+".a", "ig-a", "us-central1-a", 1), service(serviceType+".s", "s", test.planned)))
			got := names(at[*topology.BackendService](t, s, serviceType+".s").Backends.List[0])
			if !slices.Equal(got, test.want) {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}

// TestCapacityScaler: a regional service that exists shows 0 where none is set;
// a global one, for which the provider plans 1, really has 0.
func TestCapacityScaler(t *testing.T) {
	t.Parallel()
	regional := service(serviceType+".s", "s", obj{"group": "x", "capacity_scaler": 0})
	global := res("google_compute_backend_service.s", obj{"name": "s", "backend": list{obj{"group": "x", "capacity_scaler": 0}}})
	for name, test := range map[string]struct {
		s        *topology.Snapshot
		wantNull bool
	}{
		"planned":         {build(planOf(regional)), false},
		"state, regional": {build(stateOf("s.json", regional)), true},
		"state, global":   {build(stateOf("s.json", global)), false},
	} {
		if c := test.s.Services[0].Backends.List[0].Capacity; c.IsNull() != test.wantNull {
			t.Errorf("%s: %+v", name, c)
		}
	}
	unchanged := exists(service(serviceType+".s", "s", obj{"group": "x", "capacity_scaler": 0}))
	if c := build(planOf(unchanged)).Services[0].Backends.List[0].Capacity; !c.IsNull() {
		t.Errorf("unchanged: %+v", c)
	}
}

// TestBackendsAsAWhole: absent, empty and unknown are three things.
func TestBackendsAsAWhole(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		backend  any
		complete bool
	}{"null": {nil, true}, "none": {list{}, true}, "known after apply": {after, false}, "no list": {"x", false}} {
		s := build(planOf(res(serviceType+".s", obj{"name": "s", "region": "us-central1", "backend": test.backend})))
		b := s.Services[0].Backends
		if b.Complete != test.complete || len(b.List) != 0 || (b.Reason == "") != test.complete {
			t.Errorf("%s: %+v", name, b)
		}
	}
}

// BenchmarkPairing pairs many backends that nothing tells apart.
func BenchmarkPairing(b *testing.B) {
	const n = 300
	var elements []any
	var bodies []obj
	instances := []*graph.Instance{group(groupType+".a", "ig-a", "us-central1-a", 1)}
	for i := range n {
		elements = append(elements, planned(obj{"max_connections": i + 1}))
		bodies = append(bodies, obj{"group": to("a"), "max_connections": refs{"var.x"}})
	}
	g := config{written: map[string]obj{serviceType + ".s": blocks(bodies...)}}.of(append(instances, service(serviceType+".s", "s", elements...))...)
	for b.Loop() {
		build(g)
	}
}
