// SPDX-License-Identifier: MPL-2.0

package google_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
)

// TestSpellingsOfAGroup reads every way to write a group that is known.
func TestSpellingsOfAGroup(t *testing.T) {
	t.Parallel()
	id := topology.Identity{Kind: topology.KindInstanceGroup, Project: "p", Location: "us-central1-a", Name: "ig"}
	other := topology.Identity{Kind: topology.KindInstanceGroup, Project: "q", Location: "us-central1-a", Name: "ig"}
	inside := func(proof topology.Proof) topology.Link {
		return topology.Link{State: topology.LinkResolved, ID: id, Proof: proof}
	}
	tests := map[string]struct {
		group any
		want  topology.Link
	}{
		"self link":               {"https://www.googleapis.com/compute/v1/projects/p/zones/us-central1-a/instanceGroups/ig", inside(topology.BySelfLink)},
		"self link, beta":         {"https://www.googleapis.com/compute/beta/projects/p/zones/us-central1-a/instanceGroups/ig", inside(topology.BySelfLink)},
		"self link, other host":   {"https://compute.googleapis.com/compute/v1/projects/p/zones/us-central1-a/instanceGroups/ig", inside(topology.BySelfLink)},
		"id":                      {"projects/p/zones/us-central1-a/instanceGroups/ig", inside(topology.ByID)},
		"path without project":    {"zones/us-central1-a/instanceGroups/ig", inside(topology.ByID)},
		"leading slash":           {"/projects/p/zones/us-central1-a/instanceGroups/ig", inside(topology.ByID)},
		"case":                    {"projects/p/zones/us-central1-a/instancegroups/IG", inside(topology.ByID)},
		"from the configuration":  {evaluated{"projects/p/zones/us-central1-a/instanceGroups/ig"}, inside(topology.ByConfiguration)},
		"other project":           {"projects/q/zones/us-central1-a/instanceGroups/ig", topology.Link{State: topology.LinkExternal, ID: other, Proof: topology.ByID}},
		"bare name: no group":     {"ig", topology.Link{State: topology.LinkExternal, Text: "ig"}},
		"no path":                 {"a/b/c", topology.Link{State: topology.LinkExternal, Text: "a/b/c"}},
		"empty":                   {"", topology.Link{State: topology.LinkAbsent}},
		"null":                    {nil, topology.Link{State: topology.LinkAbsent}},
		"sensitive, in the input": {sensitive{"projects/p/zones/us-central1-a/instanceGroups/ig"}, inside(topology.ByID)},
		"sensitive, not in it":    {sensitive{"projects/p/zones/us-central1-a/instanceGroups/secret"}, topology.Link{State: topology.LinkExternal, Proof: topology.ByID}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := build(planOf(group(groupType+".g", "ig", "us-central1-a", 1), service(serviceType+".s", "s", obj{"group": test.group})))
			got := at[*topology.BackendService](t, s, serviceType+".s").Backends.List[0].Group
			if (got.Target != nil) != (got.State == topology.LinkResolved) || got.Path != "backend[0].group" {
				t.Errorf("%+v", got)
			}
			got.Target, got.Path = nil, ""
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestProjectNumber leaves open what a project number means.
func TestProjectNumber(t *testing.T) {
	t.Parallel()
	s := build(planOf(group(groupType+".g", "ig", "us-central1-a", 1),
		service(serviceType+".s", "s", obj{"group": "projects/123456/zones/us-central1-a/instanceGroups/ig"})))
	l := at[*topology.BackendService](t, s, serviceType+".s").Backends.List[0].Group
	if l.State != topology.LinkUnresolved || !cmp.Equal(l.Candidates, []string{groupType + ".g"}) {
		t.Errorf("%+v", l)
	}
}

// TestNumbersOfObjects: Google names an object by its number, too. The one that
// shows its number is meant, else any of the kind may be.
func TestNumbersOfObjects(t *testing.T) {
	t.Parallel()
	const source, other, composite = "google_compute_region_health_source.a", "google_compute_region_health_source.b", "google_compute_region_composite_health_check.c"
	const numbered = "projects/p/regions/us-central1/healthSources/8372984"
	for name, tc := range map[string]struct {
		shown, link any
		want        topology.LinkState
		candidates  []string
	}{
		"the object shows it":         {"https://www.googleapis.com/compute/v1/" + numbered, numbered, topology.LinkResolved, nil},
		"no object shows it":          {"", numbered, topology.LinkUnresolved, []string{source, other}},
		"another one shows its own":   {"https://www.googleapis.com/compute/v1/projects/p/regions/us-central1/healthSources/1", numbered, topology.LinkUnresolved, []string{other}},
		"of another region":           {"", "projects/p/regions/us-east1/healthSources/8372984", topology.LinkExternal, nil},
		"a name that is only alike":   {"", "projects/p/regions/us-central1/healthSources/a8372984", topology.LinkExternal, nil},
		"the number is not known yet": {after, numbered, topology.LinkUnresolved, []string{source, other}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := build(stateOf("s", res(source, obj{"name": "a", "region": "us-central1", "self_link_with_id": tc.shown}),
				res(other, obj{"name": "b", "region": "us-central1"}),
				res(composite, obj{"name": "c", "region": "us-central1", "health_sources": list{tc.link}})))
			l := at[*topology.CompositeHealth](t, s, composite).Sources.Links[0]
			if l.State != tc.want || !cmp.Equal(l.Candidates, tc.candidates) {
				t.Errorf("%+v", l)
			}
			if to, ok := topology.To[*topology.HealthSource](l); ok != (tc.want == topology.LinkResolved) || ok && to.Address != source {
				t.Errorf("it leads to %v", to)
			}
		})
	}
}

// TestManagersOfGroups finds a managed group by its group and by its manager.
func TestManagersOfGroups(t *testing.T) {
	t.Parallel()
	manager := "google_compute_region_instance_group_manager"
	for _, kind := range []string{"instanceGroups", "instanceGroupManagers"} {
		s := build(planOf(res(manager+".m", obj{"name": "m", "region": "us-central1"}),
			service(serviceType+".s", "s", obj{"group": "projects/p/regions/us-central1/" + kind + "/m"})))
		l := at[*topology.BackendService](t, s, serviceType+".s").Backends.List[0].Group
		if _, ok := topology.To[*topology.Group](l); !ok {
			t.Errorf("%s: %+v", kind, l)
		}
	}
}

// TestUnknownNamesAndRegions: a link that may mean an object of which too
// little is known stays open.
func TestUnknownNamesAndRegions(t *testing.T) {
	t.Parallel()
	rule := "google_compute_forwarding_rule.r"
	tests := map[string]struct {
		service obj
		want    topology.LinkState
	}{
		"name known after apply":   {obj{"name": after, "region": "us-central1"}, topology.LinkExternal},
		"region known after apply": {obj{"name": "s", "region": after}, topology.LinkUnresolved},
		"other name":               {obj{"name": "t", "region": after}, topology.LinkExternal},
		"the same":                 {obj{"name": "s", "region": "us-central1"}, topology.LinkResolved},
		"region as a URL":          {obj{"name": "s", "region": "https://www.googleapis.com/compute/v1/projects/p/regions/us-central1"}, topology.LinkResolved},
		"only an id":               {obj{"name": nil, "project": nil, "region": nil, "id": "projects/p/regions/us-central1/backendServices/s"}, topology.LinkResolved},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := build(planOf(res(serviceType+".s", test.service),
				res(rule, obj{"name": "r", "region": "us-central1", "backend_service": "projects/p/regions/us-central1/backendServices/s"})))
			l := at[*topology.ForwardingRule](t, s, rule).BackendService
			if l.State != test.want {
				t.Errorf("%+v", l)
			}
		})
	}
}

// TestWrongKinds: a link to an object of another kind leads to that object, so
// that a rule can say so.
func TestWrongKinds(t *testing.T) {
	t.Parallel()
	source := "google_compute_region_health_source.h"
	instances := func(sources any) []*graph.Instance {
		return []*graph.Instance{
			group(groupType+".g", "ig", "us-central1-a", 1),
			res(source, obj{"name": "h", "region": "us-central1", "sources": sources}),
		}
	}
	known := build(planOf(instances(list{"projects/p/zones/us-central1-a/instanceGroups/ig"})...))
	referenced := build(config{written: map[string]obj{source: {"sources": refs{groupType + ".g.id", groupType + ".g"}}}}.of(instances(after)...))
	attribute := build(config{written: map[string]obj{source: {"sources": refs{groupType + ".g.description", groupType + ".g"}}}}.of(instances(after)...))
	for name, s := range map[string]*topology.Snapshot{"by id": known, "by reference": referenced} {
		l := at[*topology.HealthSource](t, s, source).Sources
		if len(l.Links) != 1 || !l.Complete || l.Links[0].Target == nil || l.Links[0].Target.Base().Address != groupType+".g" {
			t.Errorf("%s: %+v", name, l)
		}
	}
	if l := at[*topology.HealthSource](t, attribute, source).Sources; l.Complete || l.Links[0].State != topology.LinkUnresolved {
		t.Errorf("by another attribute: %+v", l)
	}
}

// TestBareNames resolves names where the provider compares names: in the
// holder's own project and region.
func TestBareNames(t *testing.T) {
	t.Parallel()
	rule := func(name, region string) *graph.Instance {
		return res("google_compute_forwarding_rule."+name, obj{"name": "sink", "region": region, "network": "default"})
	}
	s := build(planOf(
		rule("central", "us-central1"), rule("east", "us-east1"),
		res("google_compute_packet_mirroring.tap", obj{"name": "tap", "region": "us-east1", "collector_ilb": list{obj{"url": "sink"}}}),
		res("google_compute_packet_mirroring.west", obj{"name": "west", "region": "us-west1", "collector_ilb": list{obj{"url": "sink"}}}),
		res("google_compute_packet_mirroring.lost", obj{"name": "lost", "region": after, "collector_ilb": list{obj{"url": "sink"}}}),
	))
	collector := func(name string) topology.Link {
		return at[*topology.PacketMirroring](t, s, "google_compute_packet_mirroring."+name).Collector
	}
	if l := collector("tap"); l.Target == nil || l.Target.Base().Address != "google_compute_forwarding_rule.east" || l.Proof != topology.ByName {
		t.Errorf("tap: %+v", l)
	}
	if l := collector("west"); l.State != topology.LinkExternal || l.ID.Location != "us-west1" || l.Text != "sink" {
		t.Errorf("west: %+v", l)
	}
	if l := collector("lost"); l.State != topology.LinkUnresolved || len(l.Candidates) != 2 {
		t.Errorf("lost: %+v", l)
	}
}

// TestJoinedInputs finds links between a producer's and a consumer's plan.
func TestJoinedInputs(t *testing.T) {
	t.Parallel()
	neg := "google_compute_region_network_endpoint_group.n"
	attachment := "google_compute_service_attachment.a"
	producer := planOf(res(attachment, obj{"name": "a", "region": "us-central1"}), group(groupType+".g", "ig", "us-central1-a", 1))
	consumer := planOf(res(neg, obj{"name": "n", "region": "us-central1", "project": "c", "network_endpoint_type": "PRIVATE_SERVICE_CONNECT",
		"psc_target_service": "projects/p/regions/us-central1/serviceAttachments/a"}),
		res(groupType+".g", obj{"name": "ig", "zone": "us-central1-b", "project": "c", "instances": list{}}))
	producer.Path, consumer.Path = "producer.json", "consumer.json"
	s := build(producer, consumer)
	if l := at[*topology.Group](t, s, neg).TargetService; l.Target == nil || l.Target.Base().Address != attachment {
		t.Errorf("%+v", l)
	}
	got := []string{}
	for _, g := range s.Groups {
		got = append(got, g.Address)
	}
	want := []string{groupType + ".g (consumer.json)", groupType + ".g (producer.json)", neg}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestOneObjectInTwoInputs: what is the same object counts once.
func TestOneObjectInTwoInputs(t *testing.T) {
	t.Parallel()
	t.Run("managed here, read there", func(t *testing.T) {
		t.Parallel()
		data := exists(group("data."+groupType+".g", "ig", "us-central1-a", 2))
		s := build(planOf(data, service(serviceType+".s", "s", obj{"group": "projects/p/zones/us-central1-a/instanceGroups/ig"})),
			planOf(group(groupType+".g", "ig", "us-central1-a", 3)))
		if len(s.Groups) != 1 || s.Groups[0].Data || len(s.Notices) != 0 {
			t.Errorf("%+v %v", s.Groups, s.Notices)
		}
		if g, ok := topology.To[*topology.Group](s.Services[0].Backends.List[0].Group); !ok || !topology.Is(g.Capacity.Members, 3) {
			t.Errorf("%+v", s.Services[0].Backends.List[0].Group)
		}
	})
	t.Run("plan and state", func(t *testing.T) {
		t.Parallel()
		s := build(planOf(group(groupType+".g", "ig", "us-central1-a", 2)), stateOf("state.json", group(groupType+".g", "ig", "us-central1-a", 1)))
		if len(s.Groups) != 1 || !topology.Is(s.Groups[0].Capacity.Members, 2) || len(s.Notices) != 1 {
			t.Errorf("%+v %v", s.Groups, s.Notices)
		}
	})
	t.Run("endpoints in plan and state", func(t *testing.T) {
		t.Parallel()
		instances := func() []*graph.Instance {
			return []*graph.Instance{
				res(negType+".n", obj{"name": "n", "zone": "us-central1-a"}),
				res("google_compute_network_endpoint.e", obj{"network_endpoint_group": "n", "zone": "us-central1-a", "instance": "vm"}),
			}
		}
		s := build(planOf(instances()...), stateOf("state.json", instances()...))
		if len(s.Groups) != 1 || !topology.Is(s.Groups[0].Capacity.Members, 1) {
			t.Errorf("%+v", s.Groups[0].Capacity)
		}
	})
	t.Run("the same file twice", func(t *testing.T) {
		t.Parallel()
		one := planOf(res(groupType+".g", obj{"name": after, "zone": "us-central1-a"}))
		two := planOf(res(groupType+".g", obj{"name": after, "zone": "us-central1-a"}))
		s := build(one, two)
		if len(s.Groups) != 2 || s.Groups[0].Address != groupType+".g (plan.json, input 1)" || s.Groups[1].Address != groupType+".g (plan.json, input 2)" {
			t.Errorf("%v", addresses(s.Groups))
		}
	})
}

// TestMoments: what is planned, what was before, what goes.
func TestMoments(t *testing.T) {
	t.Parallel()
	forgotten := exists(group(groupType+".forgotten", "forgotten", "us-central1-a", 1))
	forgotten.Change, forgotten.After = graph.Forget, graph.NullValue()
	changed := exists(group(groupType+".changed", "changed", "us-central1-a", 3))
	changed.Change, changed.Before = graph.Update, group(groupType+".changed", "changed", "us-central1-a", 2).After
	g := planOf(
		group(groupType+".new", "new", "us-central1-a", 1), changed, forgotten,
		destroyed(group(groupType+".old", "old", "us-central1-a", 4)),
	)
	now, before := google.Build([]*graph.Graph{g}, google.After), google.Build([]*graph.Graph{g}, google.Before)
	if diff := cmp.Diff([]string{groupType + ".changed", groupType + ".forgotten", groupType + ".new"}, addresses(now.Groups)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{groupType + ".changed", groupType + ".forgotten", groupType + ".old"}, addresses(before.Groups)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{groupType + ".old"}, addresses(now.Removed)); diff != "" || len(before.Removed) != 0 {
		t.Error(diff, before.Removed)
	}
	if c := now.Groups[0].Change; c != topology.ChangeUpdate || now.Removed[0].Base().Change != topology.ChangeDelete {
		t.Errorf("changed is %v", c)
	}
	if !now.Groups[1].Data {
		t.Error("what the plan forgets goes on to exist")
	}
	if a, b := now.Groups[0].Capacity.Members, before.Groups[0].Capacity.Members; !topology.Is(a, 3) || !topology.Is(b, 2) {
		t.Errorf("changed has %v, and had %v", a, b)
	}
	if g, ok := now.Removed[0].(*topology.Group); !ok || !topology.Is(g.Capacity.Members, 4) {
		t.Errorf("old was %+v", now.Removed[0])
	}
}

// TestProviders: only google's own providers count.
func TestProviders(t *testing.T) {
	t.Parallel()
	for provider, want := range map[string]int{
		"": 1, "registry.terraform.io/hashicorp/google": 1, "registry.opentofu.org/hashicorp/google-beta": 1, "google": 1,
		"registry.terraform.io/hashicorp/aws": 0, "example.com/acme/not-google": 0,
	} {
		i := group(groupType+".g", "ig", "us-central1-a", 1)
		i.Provider = provider
		if got := len(build(planOf(i)).Groups); got != want {
			t.Errorf("%q: %d groups, want %d", provider, got, want)
		}
	}
}

// TestSensitive: nothing that is sensitive reaches the topology's texts.
func TestSensitive(t *testing.T) {
	t.Parallel()
	s := build(planOf(res(serviceType+".s", obj{
		"name": sensitive{"secret"}, "region": "us-central1", "protocol": sensitive{"TCP"},
		"connection_draining_timeout_sec": sensitive{42}, "backend": list{},
	})))
	v := s.Services[0]
	if !v.Name.IsUnknown() || !v.Protocol.IsUnknown() || !v.DrainingTimeout.IsUnknown() {
		t.Errorf("%+v", v)
	}
	if len(s.Notices) != 1 || s.Notices[0].Address != v.Address {
		t.Errorf("%+v", s.Notices)
	}
}

// Root modules that are copies of each other describe the same identities;
// each keeps its objects, and its links stay at home.
func TestCopiesOfARootKeepTheirOwnLinks(t *testing.T) {
	t.Parallel()
	root := func(path string, members int) *graph.Graph {
		g := planOf(group(groupType+".g", "ig", "us-central1-a", members), res(serviceType+".s", obj{
			"name": "s", "region": "us-central1",
			"backend": list{obj{"group": "projects/p/zones/us-central1-a/instanceGroups/ig"}},
		}))
		g.Path, g.Kind, g.HasPrior = path, graph.ConfigurationTree, false
		return g
	}
	s := build(root("dev", 1), root("prod", 4))
	if len(s.Services) != 2 || len(s.Groups) != 2 {
		t.Fatalf("%d services and %d groups", len(s.Services), len(s.Groups))
	}
	for _, service := range s.Services {
		g, ok := topology.To[*topology.Group](service.Backends.List[0].Group)
		if !ok || strings.HasSuffix(service.Address, "(prod)") != topology.Is(g.Capacity.Members, 4) {
			t.Errorf("%s: %+v", service.Address, service.Backends.List[0].Group)
		}
	}
}
