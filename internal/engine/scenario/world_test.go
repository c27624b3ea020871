// SPDX-License-Identifier: MPL-2.0

package scenario_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

// world builds two services in us-central1, a health source and a composite,
// a published rule, and a PSC NEG of a service outside the input.
func world(t *testing.T, change func(*tt.Builder)) *scenario.World {
	t.Helper()
	b := tt.New()
	web, api := b.Service("web"), b.Service("api")
	tt.Attach(web, b.Group("a", tt.Zone("a"), 5), false)
	tt.Attach(web, b.Group("b", tt.Zone("b"), 3), true)
	tt.Attach(api, b.RegionGroup("m", 4, tt.Zone("a"), tt.Zone("c")), false)
	b.Group("spare", tt.Zone("f"), 1)
	rule := b.Rule("r", web)
	b.Attachment("published", rule)
	b.Composite("check", rule, b.Source("source", web, b.Policy("policy", "", "")))
	neg := b.Group("neg", "europe-west1", 0)
	neg.Object = tt.Object("google_compute_region_network_endpoint_group", topology.KindNetworkEndpointGroup, "neg", "europe-west1")
	neg.GroupKind = topology.RegionNEG
	neg.TargetService = tt.External("projects/other/regions/europe-west1/serviceAttachments/their")
	if change != nil {
		change(b)
	}
	s := b.Snapshot()
	var layouts []*sizing.Layout
	for _, v := range s.Services {
		layouts = append(layouts, sizing.Of(v, sizing.Nothing))
	}
	return scenario.WorldOf(s, layouts, sizing.Nothing)
}

func TestCheck(t *testing.T) {
	const prefix = "google_compute_"
	attachment := "projects/p/regions/us-central1/serviceAttachments/published"
	for name, tc := range map[string]struct{ spec, says string }{
		"families":                      {"zone-down+region-down", ""},
		"a zone":                        {"zone-down:us-central1-a", ""},
		"a zone of no service":          {"zone-down:us-central1-f", ""},
		"a zone that is not there":      {"zone-down:us-central1-d", `the input holds no zone "us-central1-d"; it holds us-central1-a, us-central1-b, us-central1-c, us-central1-f; did you mean us-central1-a?`},
		"a region":                      {"region-down:us-central1", ""},
		"a consumer's region":           {"region-down:europe-west1", ""},
		"a region that is not there":    {"region-down:us-centrall1", `the input holds no region "us-centrall1"; it holds europe-west1, us-central1; did you mean us-central1?`},
		"a count":                       {"unhealthy:us-central1-a=5", ""},
		"a count that none has":         {"unhealthy:us-central1-a=6", "no service has 6 endpoints in us-central1-a; the most is 5, of google_compute_region_backend_service.web"},
		"a count that one service has":  {"unhealthy:us-central1-a=3", ""},
		"a count in a pool":             {"unhealthy:us-central1-b/failover=3", ""},
		"a count in the other pool":     {"unhealthy:us-central1-b/primary=1", "no service has an endpoint in the primary pool in us-central1-b"},
		"a count in a zone without any": {"unhealthy:us-central1-f=1", "no service has an endpoint in us-central1-f"},
		"none of them":                  {"unhealthy:us-central1-f=0", ""},
		"a group":                       {"unhealthy:" + prefix + "instance_group.a=5", ""},
		"a group with fewer":            {"unhealthy:" + prefix + "instance_group.a=6", prefix + "instance_group.a has 5 endpoints, fewer than 6"},
		"a regional group":              {"unhealthy:" + prefix + "region_instance_group_manager.m=4", ""},
		"a group of no service":         {"unhealthy:" + prefix + "instance_group.spare=1", ""},
		"a group that is not there":     {"unhealthy:" + prefix + "instance_group.c=1", `no group "google_compute_instance_group.c"; it holds google_compute_instance_group.a, google_compute_instance_group.b, google_compute_instance_group.spare, google_compute_region_instance_group_manager.m, google_compute_region_network_endpoint_group.neg; did you mean google_compute_instance_group.a?`},
		"a source":                      {"source:" + prefix + "region_health_source.source=UNHEALTHY", ""},
		"a source that is not there":    {"source:" + prefix + "region_health_source.sourze=UNHEALTHY", "no health source"},
		"a composite":                   {"composite:" + prefix + "region_composite_health_check.check=UNKNOWN", ""},
		"a source for a composite":      {"composite:" + prefix + "region_health_source.source=UNKNOWN", "no composite health check"},
		"an attachment":                 {"attachment:" + prefix + "service_attachment.published=UNHEALTHY", ""},
		"an attachment by its path":     {"attachment:" + attachment + "=UNHEALTHY", ""},
		"an attachment by its URL":      {"attachment:https://www.googleapis.com/compute/v1/" + attachment + "=UNHEALTHY", ""},
		"without its project":           {"attachment:regions/us-central1/serviceAttachments/published=UNHEALTHY", ""},
		"one of another project":        {"attachment:projects/q/regions/us-central1/serviceAttachments/published=UNHEALTHY", "no service attachment"},
		"one outside the input":         {"attachment:projects/other/regions/europe-west1/serviceAttachments/their=UNHEALTHY", ""},
		"one outside, without project":  {"attachment:regions/europe-west1/serviceAttachments/their=UNHEALTHY", ""},
		"one that is nowhere":           {"attachment:projects/other/regions/europe-west1/serviceAttachments/thine=UNHEALTHY", "did you mean projects/other/regions/europe-west1/serviceAttachments/their?"},
		"the second term":               {"all-healthy+zone-down:us-central1-d", "the input holds no zone"},
	} {
		t.Run(name, func(t *testing.T) { checkSays(t, world(t, nil).Check(mustParse(t, tc.spec)), tc.says) })
	}
}

func checkSays(t *testing.T, err error, says string) {
	t.Helper()
	if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
		t.Errorf("%v; want an error that says %q", err, says)
	}
}

// TestCheckIsOpen covers inputs that may hold what a spec names, though they
// do not show it: that is undecided, never an error.
func TestCheckIsOpen(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*tt.Builder)
		spec   string
		says   string
	}{
		"a group without zones, its region":    {noZones, "zone-down:us-central1-d", ""},
		"a group without zones, elsewhere":     {noZones, "zone-down:us-east1-b", "the input holds no zone"},
		"a group without zones, a count":       {noZones, "unhealthy:us-central1-d=7", ""},
		"a size that is not known":             {noSize, "unhealthy:us-central1-a=99", ""},
		"a size that is not known, elsewhere":  {noSize, "unhealthy:us-central1-d=1", "the input holds no zone"},
		"a size that is not known, of it":      {noSize, "unhealthy:google_compute_instance_group.a=99", ""},
		"a backend that is not known":          {noBackend, "zone-down:us-central1-d", ""},
		"a backend outside the input":          {external, "zone-down:us-central1-d", ""},
		"a backend outside, another zone":      {external, "zone-down:us-central1-e", "the input holds no zone"},
		"a backend outside, a region":          {externalRegion, "zone-down:us-central1-e", ""},
		"a backend that is absent":             {absent, "zone-down:us-central1-e", "the input holds no zone"},
		"all backends are not known":           {noBackends, "zone-down:us-central1-d", ""},
		"a group without any place":            {noLocation, "zone-down:us-east1-b", ""},
		"a part that is not read, a zone":      {incomplete, "zone-down:us-central1-d", ""},
		"a part that is not read, a region":    {incomplete, "region-down:us-east1", ""},
		"a part that is not read, a count":     {incomplete, "unhealthy:us-central1-a=6", ""},
		"a part that is not read, a group":     {incomplete, "unhealthy:google_compute_instance_group.c=1", ""},
		"a part that is not read, a source":    {incomplete, "source:a.b=UNKNOWN", ""},
		"a part that is not read, a service":   {incomplete, "attachment:a.b=UNKNOWN", ""},
		"a PSC NEG whose target is not known":  {noTarget, "attachment:a.b=UNKNOWN", ""},
		"a source outside the input":           {externalSource, "source:projects/p/regions/us-central1/healthSources/far=UNKNOWN", ""},
		"a source beside one outside":          {externalSource, "source:a.b=UNKNOWN", "no health source"},
		"an empty input, a zone":               {empty, "zone-down:us-central1-a", "no other one either"},
		"an empty input, everything unhealthy": {empty, "all-unhealthy", ""},
	} {
		t.Run(name, func(t *testing.T) { checkSays(t, world(t, tc.change).Check(mustParse(t, tc.spec)), tc.says) })
	}
}

func groupNamed(b *tt.Builder, name string) *topology.Group {
	for _, g := range b.Raw().Groups {
		if topology.Is(g.Name, name) {
			return g
		}
	}
	panic(name)
}

func backends(b *tt.Builder) []topology.Backend { return b.Raw().Services[0].Backends.List }

func noZones(b *tt.Builder)    { groupNamed(b, "m").Capacity.Zones = topology.Unknown[[]string]() }
func noSize(b *tt.Builder)     { groupNamed(b, "a").Capacity.Members = topology.Unknown[int]() }
func noBackend(b *tt.Builder)  { backends(b)[0].Group = tt.UnresolvedLink("") }
func absent(b *tt.Builder)     { backends(b)[0].Group = tt.Absent() }
func noBackends(b *tt.Builder) { b.Raw().Services[0].Backends.Complete = false }
func incomplete(b *tt.Builder) { b.Raw().LinksComplete = false }
func noTarget(b *tt.Builder)   { groupNamed(b, "neg").TargetService = tt.UnresolvedLink("") }
func empty(b *tt.Builder)      { *b.Raw() = topology.Snapshot{LinksComplete: true} }

func external(b *tt.Builder) {
	backends(b)[0].Group = tt.External("projects/p/zones/us-central1-d/instanceGroups/x")
}

func externalRegion(b *tt.Builder) {
	backends(b)[0].Group = tt.External("projects/p/regions/us-central1/instanceGroups/x")
}

func noLocation(b *tt.Builder) {
	g := groupNamed(b, "m")
	g.Capacity.Zones, g.Location = topology.Unknown[[]string](), topology.Unknown[string]()
}

func externalSource(b *tt.Builder) {
	c := b.Raw().Composites[0]
	c.Sources.Links = append(c.Sources.Links, tt.External("projects/p/regions/us-central1/healthSources/far"))
}

func TestWorldPlaces(t *testing.T) {
	w := world(t, nil)
	if diff := cmp.Diff([]string{tt.Zone("a"), tt.Zone("b"), tt.Zone("c"), tt.Zone("f")}, w.Zones()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{tt.Region}, w.Regions()); diff != "" {
		t.Errorf("regions with endpoints: %s", diff)
	}
	w = world(t, func(b *tt.Builder) {
		s := b.Service("east")
		s.Location = topology.Of("us-east1")
		g := b.Group("east", "us-east1-b", 0)
		tt.Attach(s, g, false)
	})
	if diff := cmp.Diff([]string{tt.Region}, w.Regions()); diff != "" {
		t.Errorf("a region without endpoints: %s", diff)
	}
	w = world(t, func(b *tt.Builder) {
		s := b.Service("east")
		g := b.Group("east", "us-east1-b", 0)
		g.Capacity.Members = topology.Unknown[int]()
		tt.Attach(s, g, false)
	})
	if diff := cmp.Diff([]string{tt.Region, "us-east1"}, w.Regions()); diff != "" {
		t.Errorf("a region that may have endpoints: %s", diff)
	}
}

func TestAttachments(t *testing.T) {
	w := world(t, nil)
	ours, theirs := "google_compute_service_attachment.published", "projects/other/regions/europe-west1/serviceAttachments/their"
	for name, want := range map[string][]string{
		ours: {ours}, "projects/p/regions/us-central1/serviceAttachments/published": {ours},
		"regions/us-central1/serviceAttachments/published": {ours},
		theirs: {theirs},
		"https://compute.googleapis.com/compute/v1/" + theirs:         {theirs},
		"projects/other/regions/us-central1/serviceAttachments/their": nil,
		"their": nil,
		"projects/p/regions/us-central1/forwardingRules/published": nil,
		"": nil,
		fmt.Sprintf("projects/%s/regions/us-central1/serviceAttachments/published", "elsewhere"): nil,
	} {
		if diff := cmp.Diff(want, w.Objects(scenario.Attachment, name)); diff != "" {
			t.Errorf("%q: %s", name, diff)
		}
	}
}

// TestLongLists holds that a message lists a bounded number of names.
func TestLongLists(t *testing.T) {
	w := world(t, func(b *tt.Builder) {
		for i := range 40 {
			b.Group(fmt.Sprintf("more-%02d", i), tt.Zone("a"), 1)
		}
	})
	err := w.Check(mustParse(t, "unhealthy:google_compute_instance_group.x=1"))
	checkSays(t, err, "and 33 more; did you mean google_compute_instance_group.a?")
}
