// SPDX-License-Identifier: MPL-2.0

package google_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
)

const (
	vmType        = "google_compute_instance"
	membershipOf  = "google_compute_instance_group_membership"
	managerType   = "google_compute_instance_group_manager"
	regionManager = "google_compute_region_instance_group_manager"
	negType       = "google_compute_network_endpoint_group"
)

func vm(address, name, zone string) *graph.Instance {
	return res(address, obj{"name": name, "zone": zone, "id": after, "self_link": after})
}

func vms(zone string, keys ...int) (out []*graph.Instance) {
	for _, k := range keys {
		out = append(out, vm(fmt.Sprintf("%s.vm[%d]", vmType, k), fmt.Sprint("vm-", k), zone))
	}
	return out
}

// sized prints what is known of a group's size: zones with counts, or the
// reason why not.
func sized(g *topology.Group) string {
	s := sizing.OfGroup(g, sizing.Nothing)
	if !s.Known {
		return "? " + s.Reason
	}
	var zones []string
	for _, z := range s.Zones {
		zones = append(zones, fmt.Sprintf("%s=%d", z.Zone, z.Count.Default(-1)))
	}
	return strings.Join(zones, " ") + " from " + string(s.From)
}

// TestUnmanagedGroups counts the instances of unmanaged groups.
func TestUnmanagedGroups(t *testing.T) {
	t.Parallel()
	g := groupType + ".g"
	ig := func(instances any) *graph.Instance {
		return res(g, obj{"name": "ig", "zone": "us-central1-a", "instances": instances, "size": 7})
	}
	member := func(key, instance string, more obj) *graph.Instance {
		m := obj{"instance_group": "ig", "zone": "us-central1-a", "instance": instance}
		for k, v := range more {
			m[k] = v
		}
		return res(membershipOf+`.m["`+key+`"]`, m)
	}
	url := func(n int) string { return fmt.Sprintf("projects/p/zones/us-central1-a/instances/vm-%d", n) }
	tests := map[string]struct {
		instances []*graph.Instance
		written   any // of the group's instances
		want      string
	}{
		"a list": {[]*graph.Instance{ig(list{url(0), url(1)})}, nil, "us-central1-a=2 from plan"},
		"one instance in two spellings": {
			[]*graph.Instance{ig(list{url(0), "https://www.googleapis.com/compute/v1/" + url(0), url(1)})}, nil, "us-central1-a=2 from plan"},
		"more than a few, one twice": {
			[]*graph.Instance{ig(list{url(0), url(1), url(2), url(3), url(4), url(5), url(6), url(7), url(8), url(8)})}, nil, "us-central1-a=9 from plan"},
		"none, written": {[]*graph.Instance{ig(list{})}, nil, "us-central1-a=0 from plan"},
		"from the configuration": {
			[]*graph.Instance{ig(evaluated{list{url(0)}})}, nil, "us-central1-a=1 from configuration"},
		"left out": {[]*graph.Instance{ig(after)}, nil, "? the members of " + g + " are not in the input: they are attached elsewhere"},
		"null":     {[]*graph.Instance{ig(nil)}, nil, "? the members of " + g + " are not in the input: they are attached elsewhere"},
		"a splat":  {append(vms("us-central1-a", 0, 1, 2), ig(after)), refs{vmType + ".vm"}, "us-central1-a=3 from configuration"},
		"a splat over other zones": {
			append(vms("us-central1-b", 0, 1, 2), ig(after)), refs{vmType + ".vm"},
			"? the members of " + g + " cannot be told: " + vmType + ".vm[0] is not in its zone"},
		"an index that cannot be seen": {
			append(vms("us-central1-a", 0, 1, 2), ig(after)), refs{vmType + ".vm", "count.index"},
			"? instances of " + g + " is known after apply, and the index cannot be seen; give the .tf files with --source, or the saved plan file"},
		"one by one": {
			append(vms("us-central1-a", 0, 1, 2), ig(after)), refs{vmType + ".vm[0].self_link", vmType + ".vm[2].id"}, "us-central1-a=2 from configuration"},
		"one by one, in another zone": {append(vms("us-central1-b", 0), ig(after)), refs{vmType + ".vm[0].self_link"}, "us-central1-a=1 from configuration"},
		"and a variable": {
			append(vms("us-central1-a", 0), ig(after)), refs{vmType + ".vm[0].self_link", "var.more"},
			"? instances of " + g + " is known after apply, and var.more may add to it; give the .tf files with --source, or the saved plan file"},
		"a local": {
			[]*graph.Instance{ig(after)}, refs{"local.vms"},
			"? instances of " + g + " is known after apply, and leads to no instance of the input: a local takes part; give the .tf files with --source, or the saved plan file"},
		"memberships": {
			[]*graph.Instance{ig(after), member("x", "vm-0", nil), member("y", "vm-1", nil)}, nil, "us-central1-a=2 from plan"},
		"memberships by URL": {
			[]*graph.Instance{ig(after), member("x", "vm-0", obj{"instance_group": "projects/p/zones/us-central1-a/instanceGroups/ig"})}, nil, "us-central1-a=1 from plan"},
		"memberships of other groups": {
			[]*graph.Instance{ig(after), member("x", "vm-0", obj{"zone": "us-central1-b"}), member("y", "vm-0", obj{"instance_group": "other"})}, nil,
			"? the members of " + g + " are not in the input: they are attached elsewhere"},
		"a membership that may be its": {
			[]*graph.Instance{ig(list{url(0)}), member("x", "vm-1", obj{"zone": after})}, nil, "? " + membershipOf + `.m["x"] may add an instance to ` + g},
		"memberships beside what is there": {
			[]*graph.Instance{exists(ig(list{url(0), url(1)})), member("x", "vm-1", nil), member("y", "vm-2", nil)}, nil, "us-central1-a=3 from plan"},
		"a membership that goes": {
			[]*graph.Instance{exists(ig(list{url(0), url(1)})), destroyed(exists(member("x", "vm-1", nil)))}, nil, "us-central1-a=1 from plan"},
		"no list": {[]*graph.Instance{ig("x")}, nil, "? the members of " + g + " are not in the input: they are attached elsewhere"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := config{written: map[string]obj{}}
			if test.written != nil {
				c.written[g] = obj{"instances": test.written}
			}
			s := build(c.of(test.instances...))
			if got := sized(at[*topology.Group](t, s, g)); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestManagedGroups sizes managed groups by their target size, or by who owns
// it.
func TestManagedGroups(t *testing.T) {
	t.Parallel()
	m := regionManager + ".m"
	group := func(more obj) *graph.Instance {
		o := obj{"name": "m", "region": "us-central1", "target_size": after, "distribution_policy_zones": list{"us-central1-b", "us-central1-a"}}
		for k, v := range more {
			o[k] = v
		}
		return res(m, o)
	}
	scaler := func(target any, least, most int, more obj) *graph.Instance {
		policy := obj{"min_replicas": least, "max_replicas": most, "mode": "ON"}
		for k, v := range more {
			policy[k] = v
		}
		return res("google_compute_region_autoscaler.a", obj{"name": "a", "region": "us-central1", "target": target, "autoscaling_policy": list{policy}})
	}
	id := "projects/p/regions/us-central1/instanceGroupManagers/m"
	tests := map[string]struct {
		instances []*graph.Instance
		want      string
	}{
		"a size":                {[]*graph.Instance{group(obj{"target_size": 4})}, "us-central1-a=2 us-central1-b=2 from plan"},
		"zones as URLs":         {[]*graph.Instance{group(obj{"target_size": 2, "distribution_policy_zones": list{"projects/p/zones/us-central1-f"}})}, "us-central1-f=2 from plan"},
		"a size, evaluated":     {[]*graph.Instance{group(obj{"target_size": evaluated{4}})}, "us-central1-a=2 us-central1-b=2 from configuration"},
		"an odd size":           {[]*graph.Instance{group(obj{"target_size": 3})}, "? 3 members of " + m + " do not spread evenly over 2 zones"},
		"shape ANY":             {[]*graph.Instance{group(obj{"target_size": 4, "distribution_policy_target_shape": "ANY"})}, "? shape ANY of " + m + " promises no even spread"},
		"zones left out":        {[]*graph.Instance{group(obj{"target_size": 4, "distribution_policy_zones": after})}, "? the zones of " + m + " are not known"},
		"size left out":         {[]*graph.Instance{group(nil)}, "? the size of " + m + " is left out, and no autoscaler of the input owns it"},
		"pinned":                {[]*graph.Instance{group(nil), scaler(id, 4, 4, nil)}, "us-central1-a=2 us-central1-b=2 from configuration"},
		"elastic":               {[]*graph.Instance{group(nil), scaler(id, 2, 9, nil)}, "? the size of " + m + " is autoscaled, 2 to 9"},
		"by name":               {[]*graph.Instance{group(nil), scaler("m", 4, 4, nil)}, "us-central1-a=2 us-central1-b=2 from configuration"},
		"switched off":          {[]*graph.Instance{group(obj{"target_size": 2}), scaler(id, 2, 9, obj{"mode": "OFF"})}, "us-central1-a=1 us-central1-b=1 from plan"},
		"only out":              {[]*graph.Instance{group(obj{"target_size": 2}), scaler(id, 2, 9, obj{"mode": "ONLY_SCALE_OUT"})}, "? the size of " + m + " is autoscaled, 2 to 9"},
		"mode not known":        {[]*graph.Instance{group(obj{"target_size": 2}), scaler(id, 2, 9, obj{"mode": after})}, "? the mode of google_compute_region_autoscaler.a is known after apply"},
		"of another group":      {[]*graph.Instance{group(obj{"target_size": 2}), scaler("other", 2, 9, nil)}, "us-central1-a=1 us-central1-b=1 from plan"},
		"perhaps of this group": {[]*graph.Instance{group(obj{"target_size": 2}), scaler(after, 2, 9, nil)}, "? google_compute_region_autoscaler.a may own the size of " + m + ": target of google_compute_region_autoscaler.a is known after apply, and the configuration does not show its expression; give the .tf files with --source, or the saved plan file"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := build(config{}.of(test.instances...))
			if got := sized(at[*topology.Group](t, s, m)); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestWrittenTargetSize: the configuration tells a size that is set from one
// that Google filled in.
func TestWrittenTargetSize(t *testing.T) {
	t.Parallel()
	manager := func() *graph.Instance {
		return exists(res(managerType+".m", obj{"name": "m", "zone": "us-central1-a", "target_size": 3}))
	}
	for name, test := range map[string]struct {
		graph *graph.Graph
		want  topology.Known[bool]
	}{
		"written":                           {config{written: map[string]obj{managerType + ".m": {"target_size": 3}}}.of(manager()), topology.Of(true)},
		"left out":                          {config{}.of(manager()), topology.Of(false)},
		"by an expression that may be null": {config{written: map[string]obj{managerType + ".m": {"target_size": refs{"var.size"}}}}.of(manager()), topology.Unknown[bool]()},
		"a state":                           {stateOf("s.json", manager()), topology.Unknown[bool]()},
	} {
		c := build(test.graph).Groups[0].Capacity
		if c.TargetSizeWritten != test.want || !topology.Is(c.TargetSize, 3) {
			t.Errorf("%s: %+v", name, c)
		}
	}
	for name, test := range map[string]struct {
		size graph.Value
		want topology.Known[bool]
	}{
		"an expression that may be null": {graph.UnknownValue(), topology.Unknown[bool]()},
		"an expression that is null":     {graph.LeftOutValue(), topology.Of(false)},
	} {
		m := res(managerType+".m", obj{"name": "m", "zone": "us-central1-a", "target_size": test.size})
		c := build(config{written: map[string]obj{managerType + ".m": {"target_size": refs{"var.size"}}}}.of(m)).Groups[0].Capacity
		if c.TargetSizeWritten != test.want || c.TargetSize.IsSet() {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// TestIgnoredTargetSize: lifecycle can leave the size to an autoscaler, as the
// source says or a plan shows.
func TestIgnoredTargetSize(t *testing.T) {
	t.Parallel()
	const m, ignore = managerType + ".m", "lifecycle[0].ignore_changes"
	manager := func() *graph.Instance {
		return exists(res(m, obj{"name": "m", "zone": "us-central1-a", "target_size": 3}))
	}
	with := func(written obj) *graph.Graph { return config{written: map[string]obj{m: written}}.of(manager()) }
	beside := func(source obj) *graph.Graph {
		g := with(obj{"target_size": 3})
		g.Source = config{written: map[string]obj{m: source}}
		return g
	}
	for name, test := range map[string]struct {
		graph *graph.Graph
		want  bool
	}{
		"written":              {with(obj{"target_size": 3}), false},
		"written as text":      {with(obj{"target_size": "3"}), false},
		"by reference":         {with(obj{"target_size": refs{"var.n"}}), false},
		"ignored":              {with(obj{"target_size": 3, ignore: refs{"target_size"}}), true},
		"all ignored":          {with(obj{"target_size": 3, ignore: refs{"all"}}), true},
		"another one ignored":  {with(obj{"target_size": 3, ignore: refs{"version"}}), false},
		"ignored, in JSON":     {with(obj{"target_size": 3, ignore: list{"version", "target_size"}}), true},
		"all ignored, in JSON": {with(obj{"target_size": 3, ignore: "all"}), true},
		"another size is kept": {with(obj{"target_size": 2}), true},
		"left out":             {with(obj{}), false},
		"a state":              {stateOf("s.json", manager()), false},
		"source beside a plan": {beside(obj{ignore: refs{"target_size"}}), true},
		"source without it":    {beside(obj{}), false},
	} {
		if got := build(test.graph).Groups[0].Capacity.TargetSizeIgnored; got != test.want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}

// TestEndpointGroups counts the endpoints of NEGs.
func TestEndpointGroups(t *testing.T) {
	t.Parallel()
	n := negType + ".n"
	neg := func() *graph.Instance {
		return res(n, obj{"name": "neg", "zone": "us-central1-a", "network_endpoint_type": "GCE_VM_IP", "size": after})
	}
	one := func(key string, more obj) *graph.Instance {
		o := obj{"network_endpoint_group": "neg", "zone": "us-central1-a", "instance": key}
		for k, v := range more {
			o[k] = v
		}
		return res(`google_compute_network_endpoint.e["`+key+`"]`, o)
	}
	several := func(endpoints any) *graph.Instance {
		return res("google_compute_network_endpoints.e", obj{"network_endpoint_group": "projects/p/zones/us-central1-a/networkEndpointGroups/neg", "zone": "us-central1-a", "network_endpoints": endpoints})
	}
	tests := map[string]struct {
		instances []*graph.Instance
		want      string
	}{
		"single ones":         {[]*graph.Instance{neg(), one("x", nil), one("y", nil)}, "us-central1-a=2 from plan"},
		"a list":              {[]*graph.Instance{neg(), several(list{obj{"instance": "x"}, obj{"ip_address": after}})}, "us-central1-a=2 from plan"},
		"both":                {[]*graph.Instance{neg(), one("x", nil), several(list{obj{"instance": "y"}})}, "us-central1-a=2 from plan"},
		"an empty list":       {[]*graph.Instance{neg(), several(list{})}, "us-central1-a=0 from plan"},
		"a list, evaluated":   {[]*graph.Instance{neg(), several(evaluated{list{obj{"instance": "y"}}})}, "us-central1-a=1 from configuration"},
		"list not known":      {[]*graph.Instance{neg(), several(after)}, "? the endpoints of google_compute_network_endpoints.e are known after apply"},
		"none in the input":   {[]*graph.Instance{neg()}, "? no resource of the input attaches endpoints to " + n + ": they are attached elsewhere"},
		"of another zone":     {[]*graph.Instance{neg(), one("x", obj{"zone": "us-central1-b"})}, "? no resource of the input attaches endpoints to " + n + ": they are attached elsewhere"},
		"name known later":    {[]*graph.Instance{neg(), one("x", nil), one("y", obj{"network_endpoint_group": after})}, `? google_compute_network_endpoint.e["y"] may attach endpoints to ` + n},
		"later, another zone": {[]*graph.Instance{neg(), one("x", nil), one("y", obj{"network_endpoint_group": after, "zone": "us-central1-b"})}, "us-central1-a=1 from plan"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := build(config{}.of(test.instances...))
			if got := sized(at[*topology.Group](t, s, n)); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestEndpointsByReference: an endpoint names its group by a reference.
func TestEndpointsByReference(t *testing.T) {
	t.Parallel()
	e := "google_compute_network_endpoint.e"
	s := build(config{written: map[string]obj{e: {"network_endpoint_group": refs{negType + ".n.name"}}}}.of(
		res(negType+".n", obj{"name": after, "zone": "us-central1-a"}),
		res(negType+".other", obj{"name": after, "zone": "us-central1-a"}),
		res(e, obj{"network_endpoint_group": after, "zone": "us-central1-a", "instance": "x"})))
	if g := at[*topology.Group](t, s, negType+".n"); !topology.Is(g.Capacity.Members, 1) {
		t.Errorf("%+v", g.Capacity)
	}
	if g := at[*topology.Group](t, s, negType+".other"); !g.Capacity.Members.IsUnknown() {
		t.Errorf("%+v", g.Capacity)
	}
}

// TestGroupsByDataSource: what a data source says of a group that nobody in the
// input manages.
func TestGroupsByDataSource(t *testing.T) {
	t.Parallel()
	url := func(zone string, n int) obj {
		return obj{"instance": fmt.Sprintf("https://www.googleapis.com/compute/v1/projects/p/zones/%s/instances/vm-%d", zone, n)}
	}
	spread := func(instances ...any) *graph.Instance {
		return exists(res("data.google_compute_region_instance_group.g", obj{"name": "g", "region": "us-central1", "instances": list(instances), "size": len(instances)}))
	}
	even := build(planOf(spread(url("us-central1-a", 0), url("us-central1-b", 1)))).Groups[0]
	uneven := build(planOf(spread(url("us-central1-a", 0), url("us-central1-a", 1), url("us-central1-b", 2)))).Groups[0]
	if !topology.Is(even.Capacity.TargetSize, 2) || !even.Capacity.Autoscaled.IsUnknown() || !even.Data {
		t.Errorf("%+v", even.Capacity)
	}
	if diff := cmp.Diff([]string{"us-central1-a", "us-central1-b"}, even.Capacity.Zones.Default(nil)); diff != "" {
		t.Error(diff)
	}
	if got := sized(uneven); got != "us-central1-a=2 us-central1-b=1 from state" || !topology.Is(uneven.Capacity.TargetSize, 3) {
		t.Errorf("%s %+v", got, uneven.Capacity)
	}
	lost := build(planOf(spread(obj{"instance": "vm-0"}))).Groups[0]
	if !lost.Capacity.TargetSize.IsUnknown() || lost.Capacity.ByZone != nil || lost.Capacity.Reason == "" {
		t.Errorf("%+v", lost.Capacity)
	}
	neg := func(size int) *graph.Graph {
		return planOf(exists(res("data."+negType+".n", obj{"name": "n", "zone": "us-central1-a", "size": size})))
	}
	if g := build(neg(5)).Groups[0]; !topology.Is(g.Capacity.Members, 5) {
		t.Errorf("%+v", g.Capacity)
	}
	if g := build(neg(0)).Groups[0]; !g.Capacity.Members.IsUnknown() {
		t.Errorf("%+v", g.Capacity)
	}
	listing := build(planOf(exists(res("data.google_compute_instance_groups.all", obj{"zone": "us-central1-a", "instance_groups": list{
		obj{"name": "a", "zone": "us-central1-a", "project": "p", "size": 2}, obj{"name": "b", "zone": "us-central1-a", "project": "p"},
	}}))))
	want := []string{"data.google_compute_instance_groups.all.instance_groups[0]", "data.google_compute_instance_groups.all.instance_groups[1]"}
	if diff := cmp.Diff(want, addresses(listing.Groups)); diff != "" {
		t.Error(diff)
	}
	if a, b := sized(listing.Groups[0]), listing.Groups[1].Capacity.Members; a != "us-central1-a=2 from state" || !b.IsUnknown() {
		t.Errorf("%s, %v", a, b)
	}
}

// TestSizeAfterAnUpdate: the number of members is that of the list; "size" of
// the plan is still the old one.
func TestSizeAfterAnUpdate(t *testing.T) {
	t.Parallel()
	s := google.Build([]*graph.Graph{readPlan(t, cases+"/plans/11-update/plan.json")}, google.After)
	if g := at[*topology.Group](t, s, groupType+".a"); !topology.Is(g.Capacity.Members, 4) {
		t.Errorf("%+v", g.Capacity)
	}
}
