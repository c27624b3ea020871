// SPDX-License-Identifier: MPL-2.0

package scenario_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/topology"
)

func mustParse(t *testing.T, spec string) scenario.Spec {
	t.Helper()
	s, err := scenario.Parse(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func named(t *testing.T) map[string]scenario.Spec {
	t.Helper()
	count := func(zone string, n int) scenario.Block {
		return scenario.Block{Zone: zone, Count: topology.Of(n), Percent: topology.Null[topology.Ratio]()}
	}
	out := map[string]scenario.Spec{}
	for name, blocks := range map[string][]scenario.Block{
		"b-degraded": {count("us-central1-b", 2), count("us-central1-c", 1)}, "calm": nil,
	} {
		s, err := scenario.Named(name, "what it is", blocks)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = s
	}
	return out
}

func names(list []*scenario.Scenario) []string {
	var out []string
	for _, s := range list {
		out = append(out, s.Name)
	}
	return out
}

func TestNames(t *testing.T) {
	zones, regions := []string{"us-central1-a", "us-central1-b"}, []string{"us-central1", "us-east1"}
	for name, tc := range map[string]struct {
		spec     string
		want     []string
		explicit bool
	}{
		"all healthy":         {"all-healthy", []string{"all-healthy"}, false},
		"zone family":         {"zone-down", []string{"zone-down:us-central1-a", "zone-down:us-central1-b"}, false},
		"one zone":            {"zone-down:us-west1-a", []string{"zone-down:us-west1-a"}, true},
		"region family":       {"region-down", []string{"region-down:us-central1", "region-down:us-east1"}, false},
		"one region":          {"region-down:us-west1", []string{"region-down:us-west1"}, true},
		"family and a term":   {"zone-down + unhealthy:us-east1-b=1", []string{"zone-down:us-central1-a+unhealthy:us-east1-b=1", "zone-down:us-central1-b+unhealthy:us-east1-b=1"}, true},
		"two families":        {"zone-down+region-down", []string{"zone-down:us-central1-a+region-down:us-central1", "zone-down:us-central1-a+region-down:us-east1", "zone-down:us-central1-b+region-down:us-central1", "zone-down:us-central1-b+region-down:us-east1"}, false},
		"a name":              {"b-degraded", []string{"b-degraded"}, true},
		"a name without any":  {"calm", []string{"calm"}, false},
		"a name as a term":    {"b-degraded+all-healthy", []string{"b-degraded+all-healthy"}, true},
		"a name and a family": {"b-degraded+zone-down", []string{"b-degraded+zone-down:us-central1-a", "b-degraded+zone-down:us-central1-b"}, true},
		"an empty name's use": {"calm+zone-down", []string{"calm+zone-down:us-central1-a", "calm+zone-down:us-central1-b"}, false},
		"signs in brackets":   {`unhealthy:module.a["x+y=1"].google_compute_instance_group.g[0]=3`, []string{`unhealthy:module.a["x+y=1"].google_compute_instance_group.g[0]=3`}, true},
		"a quote in a key":    {`unhealthy:google_compute_instance_group.g["a\"]+="]=3+all-healthy`, []string{`unhealthy:google_compute_instance_group.g["a\"]+="]=3+all-healthy`}, true},
		"a state":             {"source:google_compute_region_health_source.s=UNKNOWN", []string{"source:google_compute_region_health_source.s=UNKNOWN"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := scenario.Parse(tc.spec, named(t))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, names(s.In(zones, regions))); diff != "" {
				t.Error(diff)
			}
			if s.Explicit() != tc.explicit {
				t.Errorf("explicit: %v", s.Explicit())
			}
		})
	}
	if got := mustParse(t, "zone-down").In(nil, nil); len(got) != 0 {
		t.Errorf("a family without members is %v", names(got))
	}
}

func TestDefaults(t *testing.T) {
	for want, regions := range map[string]bool{"all-healthy zone-down": false, "all-healthy zone-down region-down": true} {
		var got []string
		for _, s := range scenario.Defaults(regions) {
			got = append(got, s.Name)
			if diff := cmp.Diff(names(mustParse(t, s.Name).In([]string{"z"}, []string{"r"})), names(s.In([]string{"z"}, []string{"r"}))); diff != "" {
				t.Error(diff)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for name, tc := range map[string]struct{ spec, says string }{
		"empty":                      {"", "a term is empty"},
		"an empty term":              {"all-healthy++zone-down", "a term is empty"},
		"a sign at the end":          {"zone-down+", "a term is empty"},
		"a misspelt word":            {"zone-dwn:us-central1-a", "did you mean zone-down?"},
		"a misspelt name":            {"b-degradet", "did you mean b-degraded?"},
		"an unknown word":            {"earthquake", "there are all-healthy, all-unhealthy, attachment, b-degraded, calm, composite"},
		"something after":            {"all-healthy:x", "all-healthy takes nothing after it"},
		"no zone":                    {"zone-down:", "names no place"},
		"a region for a zone":        {"zone-down:us-central1", "write region-down:us-central1"},
		"a zone for a region":        {"region-down:us-central1-a", "write zone-down:us-central1-a"},
		"no count":                   {"unhealthy:us-central1-a", "is not unhealthy:ZONE=N"},
		"no place":                   {"unhealthy:=2", "is not unhealthy:ZONE=N"},
		"nothing":                    {"unhealthy", "is not unhealthy:ZONE=N"},
		"a count that is none":       {"unhealthy:us-central1-a=two", `"two" is no number of endpoints`},
		"a negative count":           {"unhealthy:us-central1-a=-1", `"-1" is no number of endpoints`},
		"a count beyond reason":      {"unhealthy:us-central1-a=99999999999999", "is no number of endpoints"},
		"a pool that is none":        {"unhealthy:us-central1-a/backup=1", "there are primary and failover"},
		"a region with a count":      {"unhealthy:us-central1=1", "is a region"},
		"a state that is none":       {"source:a.b=SICK", "there are HEALTHY, UNHEALTHY, UNKNOWN"},
		"a state in small letters":   {"source:a.b=unhealthy", "did you mean UNHEALTHY?"},
		"a state of nothing":         {"composite:=UNKNOWN", "does not name a composite health check"},
		"no state":                   {"attachment:a.b", "does not name a service attachment"},
		"a contradiction":            {"source:a.b=HEALTHY+source:a.b=UNKNOWN", "cannot be both HEALTHY and UNKNOWN"},
		"an open bracket":            {"unhealthy:a.b[0=1", "is not closed"},
		"an open quote":              {`unhealthy:a.b["x=1]`, "is not closed"},
		"a bracket too many":         {"unhealthy:a.b]=1", "was not opened"},
		"an equals sign in brackets": {`unhealthy:a.b["x=1"]`, "is not unhealthy:ZONE=N"},
	} {
		t.Run(name, func(t *testing.T) {
			if s, err := scenario.Parse(tc.spec, named(t)); err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("%+v, %v; want an error that says %q", s, err, tc.says)
			}
		})
	}
}

func TestNamedErrors(t *testing.T) {
	none, noRatio := topology.Null[int](), topology.Null[topology.Ratio]()
	one := scenario.Block{Zone: "us-central1-a", Count: topology.Of(1), Percent: noRatio}
	with := func(change func(*scenario.Block)) []scenario.Block {
		b := one
		change(&b)
		return []scenario.Block{one, b}
	}
	percent := func(text string) []scenario.Block {
		return with(func(b *scenario.Block) { b.Count, b.Percent = none, topology.Of(topology.MustRatio(text)) })
	}
	for name, tc := range map[string]struct {
		name   string
		blocks []scenario.Block
		says   string
	}{
		"a word of the grammar":     {"zone-down", nil, "would be read as a term"},
		"a term":                    {"unhealthy:x", nil, "would be read as a term"},
		"no name":                   {"", nil, "is not empty"},
		"a name with a sign":        {"a+b", nil, "no plus sign"},
		"no place":                  {"s", with(func(b *scenario.Block) { b.Zone = "" }), "block 2: give one of zone, group and region"},
		"two places":                {"s", with(func(b *scenario.Block) { b.Region = "us-central1" }), "give one of zone, group and region"},
		"no amount":                 {"s", with(func(b *scenario.Block) { b.Count = none }), "give one of count, percent and all"},
		"two amounts":               {"s", with(func(b *scenario.Block) { b.All = true }), "give one of count, percent and all"},
		"a negative count":          {"s", with(func(b *scenario.Block) { b.Count = topology.Of(-1) }), "count -1"},
		"a negative percentage":     {"s", percent("-0.1"), "percent -0.1 is not between 0 and 100"},
		"a percentage above a 100":  {"s", percent("100.5"), "percent 100.5 is not between 0 and 100"},
		"a pool that is none":       {"s", with(func(b *scenario.Block) { b.Pool = "backup" }), "there are primary and failover"},
		"a pool in capital letters": {"s", with(func(b *scenario.Block) { b.Pool = "Primary" }), "there are primary and failover"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := scenario.Named(tc.name, "", tc.blocks); err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("%v; want an error that says %q", err, tc.says)
			}
		})
	}
	s, err := scenario.Named("s", "two of five", []scenario.Block{one})
	if err != nil || s.At("", "").Description != "two of five" {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestSettings(t *testing.T) {
	got := mustParse(t, "source:a.b=HEALTHY+all-healthy+composite:a.c=UNKNOWN+attachment:projects/p/regions/r/serviceAttachments/x=UNHEALTHY").At("", "").Settings()
	want := []scenario.Setting{
		{Object: scenario.Source, Name: "a.b", State: scenario.Healthy},
		{Object: scenario.Composite, Name: "a.c", State: scenario.Unknown},
		{Object: scenario.Attachment, Name: "projects/p/regions/r/serviceAttachments/x", State: scenario.Unhealthy},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
