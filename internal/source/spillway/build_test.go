// SPDX-License-Identifier: MPL-2.0

package spillway_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
)

// value reads the JSON of an object; the text "?" is an unknown value.
func value(t *testing.T, text string) graph.Value {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return from(v)
}

func from(v any) graph.Value {
	switch v := v.(type) {
	case bool:
		return graph.BoolValue(v)
	case json.Number:
		return graph.NumberValue(v.String())
	case string:
		if v == "?" {
			return graph.UnknownValue()
		}
		return graph.StringValue(v)
	case []any:
		var list []graph.Value
		for _, e := range v {
			list = append(list, from(e))
		}
		return graph.ListValue(list)
	case map[string]any:
		var names []string
		var values []graph.Value
		for name, e := range v {
			names, values = append(names, name), append(values, from(e))
		}
		return graph.ObjectValue(names, values)
	}
	return graph.NullValue()
}

// object is a resource at project p, region us-central1 or zone us-central1-a.
func object(t *testing.T, resourceType, name, arguments string) spillway.Object {
	t.Helper()
	where := map[spillway.Place]string{spillway.Regional: `, "region": "us-central1"`, spillway.Zonal: `, "zone": "us-central1-a"`}
	typ := spillway.Types["spillway_"+resourceType]
	text := `{"name": "` + name + `", "project": "p"` + where[typ.Place]
	if arguments != "" {
		text += ", " + arguments
	}
	o := spillway.Object{Type: typ, Value: value(t, text+"}")}
	o.Address = spillway.ID(typ.Identity(o.Value))
	return o
}

const r = "projects/p/regions/us-central1/"

func TestLinks(t *testing.T) {
	t.Parallel()
	web := object(t, "region_backend_service", "web", "")
	for name, test := range map[string]struct {
		text  string
		state topology.LinkState
		proof topology.Proof
	}{
		"an id":                   {r + "backendServices/web", topology.LinkResolved, topology.ByID},
		"a self link":             {"https://www.googleapis.com/compute/v1/" + r + "backendServices/web", topology.LinkResolved, topology.BySelfLink},
		"another host":            {"https://compute.googleapis.com/compute/beta/" + r + "backendServices/web", topology.LinkResolved, topology.BySelfLink},
		"without a project":       {"regions/us-central1/backendServices/web", topology.LinkResolved, topology.ByID},
		"a name":                  {"web", topology.LinkResolved, topology.ByName},
		"another name":            {"other", topology.LinkExternal, ""},
		"another project":         {"projects/q/regions/us-central1/backendServices/web", topology.LinkExternal, ""},
		"a global service":        {"projects/p/global/backendServices/web", topology.LinkExternal, ""},
		"nothing":                 {"", topology.LinkAbsent, ""},
		"known after apply":       {"?", topology.LinkUnresolved, topology.Unresolved},
		"the name of another one": {"a/b", topology.LinkExternal, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rule := object(t, "forwarding_rule", "web", `"backend_service": "`+test.text+`"`)
			s := spillway.Build([]spillway.Object{rule, web}, spillway.Options{})
			l := s.Rules[0].BackendService
			if l.State != test.state || l.Proof != test.proof || l.Path != "backend_service" {
				t.Errorf("got %+v", l)
			}
			if l.State == topology.LinkResolved && l.Target != topology.Node(s.Services[0]) {
				t.Errorf("it leads to %v", l.Target)
			}
			if l.State == topology.LinkUnresolved && !strings.Contains(l.Reason, "backend_service of "+r+"forwardingRules/web is known after apply") {
				t.Errorf("the reason is %q", l.Reason)
			}
		})
	}
}

func TestBareNamesMeanNothingElsewhere(t *testing.T) {
	t.Parallel()
	group := object(t, "instance_group", "g", `"size": 1`)
	service := object(t, "region_backend_service", "web", `"backend": [{"group": "g"}]`)
	s := spillway.Build([]spillway.Object{group, service}, spillway.Options{})
	if l := s.Services[0].Backends.List[0].Group; l.State != topology.LinkExternal || l.Text != "g" || l.ID.Complete() {
		t.Errorf("got %+v", l)
	}
}

func TestSizes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		resource, arguments string
		want                string // zone and count, "?" where it is unknown
		total               topology.Known[int]
	}{
		"a group":                   {"instance_group", `"size": 3`, "us-central1-a 3", topology.Of(3)},
		"a size known after apply":  {"instance_group", `"size": "?"`, "us-central1-a ?", topology.Unknown[int]()},
		"a regional group":          {"region_instance_group", `"zones": {"us-central1-a": {"size": 1}, "us-central1-b": {"size": 4}}`, "us-central1-a 1, us-central1-b 4", topology.Of(5)},
		"one zone of it unknown":    {"region_instance_group", `"zones": {"us-central1-a": {"size": 1}, "us-central1-b": {"size": "?"}}`, "us-central1-a 1, us-central1-b ?", topology.Unknown[int]()},
		"its zones unknown":         {"region_instance_group", `"zones": "?"`, "", topology.Unknown[int]()},
		"a NEG by its endpoints":    {"network_endpoint_group", `"endpoints": [{"ip_address": "10.0.0.1"}, {"ip_address": "10.0.0.2"}], "size": 2`, "us-central1-a 2", topology.Of(2)},
		"endpoints in part unknown": {"network_endpoint_group", `"endpoints": [{"ip_address": "10.0.0.1"}, {"ip_address": "?"}], "size": "?"`, "us-central1-a ?", topology.Unknown[int]()},
		"a NEG by its size":         {"network_endpoint_group", `"size": 7`, "us-central1-a 7", topology.Of(7)},
		"endpoints after apply":     {"network_endpoint_group", `"endpoints": "?", "size": "?"`, "us-central1-a ?", topology.Unknown[int]()},
		"a PSC NEG has none itself": {"psc_network_endpoint_group", "", "", topology.Unknown[int]()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := spillway.Build([]spillway.Object{object(t, test.resource, "g", test.arguments)}, spillway.Options{})
			size := sizing.OfGroup(s.Groups[0], sizing.Nothing)
			var parts []string
			for _, z := range size.Zones {
				n := "?"
				if v, ok := z.Count.Value(); ok {
					n = string(rune('0' + v))
				}
				parts = append(parts, z.Zone+" "+n)
			}
			if got := strings.Join(parts, ", "); got != test.want || size.Members != test.total {
				t.Errorf("got %q, %v, want %q, %v", got, size.Members, test.want, test.total)
			}
		})
	}
}

func TestUnhealthy(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		resource, arguments string
		want                map[string]int
		known               bool
	}{
		"none":           {"instance_group", `"size": 3, "unhealthy": 0`, map[string]int{}, true},
		"left out":       {"instance_group", `"size": 3`, map[string]int{}, true},
		"some":           {"instance_group", `"size": 3, "unhealthy": 2`, map[string]int{"us-central1-a": 2}, true},
		"unknown":        {"instance_group", `"size": 3, "unhealthy": "?"`, map[string]int{}, false},
		"by zone":        {"region_instance_group", `"zones": {"us-central1-b": {"size": 3, "unhealthy": 1}}`, map[string]int{"us-central1-b": 1}, true},
		"zones unknown":  {"region_instance_group", `"zones": "?"`, map[string]int{}, false},
		"a zone unknown": {"region_instance_group", `"zones": {"us-central1-b": {"size": 3, "unhealthy": "?"}}`, map[string]int{}, false},
		"no group":       {"forwarding_rule", "", nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := object(t, test.resource, "g", test.arguments)
			got, known := spillway.Unhealthy(&o)
			if diff := cmp.Diff(test.want, got); diff != "" || known != test.known {
				t.Errorf("known %v, -want +got:\n%s", known, diff)
			}
		})
	}
}

// Defaults that the provider fills in are told from what somebody wrote.
func TestTrafficPolicy(t *testing.T) {
	t.Parallel()
	const byDefault = `{"zonal_affinity": {"spillover": "ZONAL_AFFINITY_DISABLED", "spillover_ratio": 0}}`
	const spill = `{"zonal_affinity": {"spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE", "spillover_ratio": 0}}`
	for name, test := range map[string]struct {
		value, config  string // config empty: not at hand
		null           bool
		on             topology.Known[bool]
		written        topology.Known[bool]
		ratioIsLeftOut bool
	}{
		"left out":                     {value: byDefault, config: `null`, null: true, on: topology.Of(false)},
		"left out, of the catalogue":   {value: byDefault, null: true, on: topology.Of(false)},
		"written off":                  {value: byDefault, config: `{"zonal_affinity": {"spillover": "ZONAL_AFFINITY_DISABLED"}}`, on: topology.Of(false), written: topology.Of(true), ratioIsLeftOut: true},
		"an empty block":               {value: byDefault, config: `{"zonal_affinity": {}}`, on: topology.Of(false), written: topology.Of(false), ratioIsLeftOut: true},
		"on without a ratio":           {value: spill, config: `{"zonal_affinity": {"spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE"}}`, on: topology.Of(true), written: topology.Of(true), ratioIsLeftOut: true},
		"on with a ratio of 0":         {value: spill, config: spill, on: topology.Of(true), written: topology.Of(true)},
		"on, of the catalogue":         {value: spill, on: topology.Of(true)},
		"the configuration is unknown": {value: `"?"`, config: `"?"`, on: topology.Unknown[bool]()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := object(t, "region_backend_service", "web", `"network_pass_through_lb_traffic_policy": `+test.value)
			if test.config != "" {
				o.Config = object(t, "region_backend_service", "web", `"network_pass_through_lb_traffic_policy": `+test.config).Value
			}
			s := spillway.Build([]spillway.Object{o}, spillway.Options{}).Services[0]
			if s.TrafficPolicy.IsNull() != test.null || s.AffinityOn() != test.on {
				t.Errorf("null %v, on %v", s.TrafficPolicy.IsNull(), s.AffinityOn())
			}
			za, ok := s.ZonalAffinity().Value()
			if ok && (za.SpilloverWritten != test.written || za.Ratio.IsNull() != test.ratioIsLeftOut) {
				t.Errorf("got %+v", za)
			}
		})
	}
}

func TestBalancingModeByDefault(t *testing.T) {
	t.Parallel()
	for scheme, want := range map[string]string{"INTERNAL": "CONNECTION", "INTERNAL_MANAGED": "UTILIZATION"} {
		s := spillway.Build([]spillway.Object{object(t, "region_backend_service", "web", `"load_balancing_scheme": "`+scheme+`", "backend": [{"group": "`+r+`instanceGroups/g"}]`)}, spillway.Options{})
		if got := s.Services[0].Backends.List[0].BalancingMode; !topology.Is(got, want) {
			t.Errorf("%s: %v, want %s", scheme, got, want)
		}
	}
}

// An object without anything known, and one with everything unknown, leave
// every argument unknown or left out, and nothing panics.
func TestNothingKnown(t *testing.T) {
	t.Parallel()
	for name, typ := range spillway.Types {
		for _, v := range []graph.Value{graph.UnknownValue(), graph.NullValue(), graph.ObjectValue(nil, nil), graph.StringValue("x"), graph.ListValue(nil)} {
			o := spillway.Object{Type: typ, Address: name, Value: v}
			s := spillway.Build([]spillway.Object{o}, spillway.Options{Removed: []spillway.Object{o}})
			if len(s.Removed) != 1 || s.Removed[0].Base().Identity().Complete() {
				t.Errorf("%s of a %s has a complete identity", name, v.Kind())
			}
			typ.Refers(v)
			spillway.Unhealthy(&o)
		}
	}
}

func TestUnknownBackendsAreNotNone(t *testing.T) {
	t.Parallel()
	s := spillway.Build([]spillway.Object{object(t, "region_backend_service", "web", `"backend": "?"`)}, spillway.Options{}).Services[0]
	if s.Backends.Complete || s.Backends.Reason == "" {
		t.Errorf("got %+v", s.Backends)
	}
	one := spillway.Build([]spillway.Object{object(t, "region_backend_service", "web", `"backend": ["?", {"group": "?", "failover": "?"}]`)}, spillway.Options{}).Services[0]
	for _, b := range one.Backends.List {
		if b.Group.State != topology.LinkUnresolved || !b.Failover.IsUnknown() {
			t.Errorf("got %+v", b)
		}
	}
}

func TestRefers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		object spillway.Object
		want   []string
	}{
		"backends": {
			object(t, "region_backend_service", "web", `"backend": [{"group": "projects/p/zones/us-central1-a/instanceGroups/g"}, {"group": "?"}, {"group": "nobody"}]`),
			[]string{"backend[0].group projects/p/zones/us-central1-a/instanceGroups/g", "backend[1].group ?", "backend[2].group none"},
		},
		"a managed group": {
			object(t, "region_backend_service", "web", `"backend": [{"group": "`+r+`instanceGroupManagers/g"}]`), []string{"backend[0].group " + r + "instanceGroups/g"},
		},
		"a nested one": {object(t, "packet_mirroring", "m", `"collector_ilb": {"url": "web"}`), []string{"collector_ilb.url " + r + "forwardingRules/web"}},
		"a list":       {object(t, "composite_health_check", "c", `"health_sources": ["`+r+`healthSources/a"], "health_destination": "`+r+`targetInstances/x"`), []string{"health_sources[0] " + r + "healthSources/a", "health_destination none"}},
		"a list that is unknown": {
			object(t, "composite_health_check", "c", `"health_sources": "?", "health_destination": ""`), []string{"health_sources ?"},
		},
		"a Google API": {object(t, "psc_network_endpoint_group", "n", `"psc_target_service": "us-central1-storage.googleapis.com"`), []string{"psc_target_service none"}},
		"none":         {object(t, "instance_group", "g", `"size": 1`), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, ref := range test.object.Type.Refers(test.object.Value) {
				what := "none"
				if ref.Unknown {
					what = "?"
				} else if ref.Modelled {
					what = spillway.ID(ref.ID)
				}
				got = append(got, ref.Path+" "+what)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// The two sides of composite health meet: from a policy to its thresholds, and
// a written zero is one.
func TestPolicyZeroIsSent(t *testing.T) {
	t.Parallel()
	s := spillway.Build([]spillway.Object{object(t, "health_aggregation_policy", "main", `"healthy_percent_threshold": 0, "min_healthy_threshold": 2`)}, spillway.Options{})
	got := health.ThresholdsOf(s.Policies[0])
	if !topology.Is(got.Percent, 0) || !topology.Is(got.Minimum, 2) {
		t.Errorf("got %+v", got)
	}
}

// A group names no member, so that nothing about one is left open.
func TestGroupNamesNoMember(t *testing.T) {
	t.Parallel()
	s := spillway.Build([]spillway.Object{object(t, "instance_group", "g", `"size": 3`)}, spillway.Options{Complete: true})
	if m := s.Groups[0].Members; !m.Complete || len(m.Links) > 0 {
		t.Errorf("got %+v", m)
	}
}

func TestSortedByAddress(t *testing.T) {
	t.Parallel()
	var objects []spillway.Object
	for _, name := range []string{"c", "a", "b"} {
		objects = append(objects, object(t, "instance_group", name, `"size": 1`), object(t, "forwarding_rule", name, ""))
	}
	s := spillway.Build(objects, spillway.Options{Complete: true})
	byAddress := func(a, b *topology.Group) int { return strings.Compare(a.Address, b.Address) }
	if !slices.IsSortedFunc(s.Groups, byAddress) || len(s.Rules) != 3 || !s.LinksComplete {
		t.Errorf("got %v", s.Groups)
	}
}
