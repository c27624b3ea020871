// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"archive/zip"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
)

// formsTruth says of every spelling of a link in plans/14-linkage-forms which
// objects it means, read off the text by hand.
var formsTruth = map[string][]string{
	"f01_direct_id":                 {"a"},
	"f02_literal_int_index":         {"cnt-1"},
	"f03_literal_key_index":         {"inner-us-central1-b"},
	`f04_each_key["us-central1-a"]`: {"inner-us-central1-a"},
	`f04_each_key["us-central1-b"]`: {"inner-us-central1-b"},
	"f05_count_index[0]":            {"cnt-0"},
	"f05_count_index[1]":            {"cnt-1"},
	"f06_count_arith[0]":            {"cnt-1"},
	"f06_count_arith[1]":            {"cnt-0"},
	"f07_one_splat":                 {"opt"},
	"f08_splat_index":               {"cnt-1"},
	"f09_try":                       {"opt"},
	"f10_conditional":               {"a"},
	"f11_local":                     {"a"},
	"f12_template":                  {"a"},
	"f13_template_name":             {"a"},
	"f14_function":                  {"a"},
	"f15_module_output":             {"inner-d"},
	"f16_module_output_local":       {"inner-d"},
	"f17_module_output_obj":         {"inner-d"},
	"f18_module_output_list":        {"inner-d"},
	`f19_each_value_attr["x"]`:      {"a"},
	`f20_each_value["x"]`:           {"a"},
	`f20_each_value["y"]`:           {"b"},
	"f21_for_expr":                  {"cnt-0"},
	"f22_lookup":                    {"b"},
	"f23_module_west":               {"inner-west"},
	"f24_values_splat":              {"inner-us-central1-a"},
	"f25_element":                   {"cnt-1"},
	"f26_static_plus_dynamic":       {"a", "b"},
	"f27_dynamic_unknown":           {"cnt-0", "cnt-1"},
	"f28_dynamic_zonal":             nil,
	"module.bs.google_compute_region_backend_service.bs": {"a", "b", "cnt-1"},
}

var formsLists = map[string][]string{
	"google_compute_region_health_source.f29_list_mixed sources":                 {"regions/us-central1/backendServices/f01-direct-id"},
	"google_compute_region_composite_health_check.f30_list_mixed health_sources": {"regions/us-central1/healthSources/f29", "regions/us-central1/healthSources/existing"},
	"google_compute_region_composite_health_check.f31_dyn_list health_sources":   {"regions/us-central1/healthSources/f29", "regions/us-central1/healthSources/existing"},
	"google_compute_instance_group.f32_mixed_instances instances":                {"regions/us-central1/backendServices/f01-direct-id", "zones/us-central1-a/instances/known"},
}

// zoneOf is the zone of each group of that configuration.
var zoneOf = map[string]string{
	"a": "us-central1-a", "b": "us-central1-b", "cnt-0": "us-central1-c", "cnt-1": "us-central1-c", "opt": "us-central1-c",
	"inner-d": "us-central1-a", "inner-us-central1-a": "us-central1-a", "inner-us-central1-b": "us-central1-b", "inner-west": "us-west1-a",
}

// doors returns the graph of a case through every door that the package is
// behind: the folder, the plan with its folder, the plan with its archive.
func doors(t *testing.T, dir string) map[string]*graph.Graph {
	t.Helper()
	folder, diags := Load(dir, Options{})
	out := map[string]*graph.Graph{"folder": folder, "plan": readPlan(t, dir).graph(nil), "archive": readPlan(t, dir).graph(nil)}
	c, more := Open(dir, Options{})
	diags = append(append(diags, more...), c.Fill(out["plan"])...)
	z, err := zip.OpenReader(filepath.Join(dir, "tfplan"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }() // only read
	c, more = OpenEmbedded(z, Options{})
	diags = append(append(diags, more...), c.Fill(out["archive"])...)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return out
}

// groupsOf returns the groups of a service by their path from projects/ on.
func groupsOf(v graph.Value) (out []string) {
	for _, b := range v.Get("backend").Elements() {
		s, _ := b.Get("group").Text()
		out = append(out, relative(s))
	}
	return out
}

func TestEverySpellingOfALink(t *testing.T) {
	t.Parallel()
	for door, g := range doors(t, filepath.Join(casesDir, "plans/14-linkage-forms")) {
		found := 0
		for _, i := range g.Instances {
			key := strings.TrimPrefix(i.Address, "google_compute_region_backend_service.")
			if want, ok := formsTruth[key]; ok {
				found++
				var full []string
				for _, name := range want {
					full = append(full, "projects/demo-project/zones/"+zoneOf[name]+"/instanceGroups/"+name)
				}
				if diff := cmp.Diff(full, groupsOf(i.After)); diff != "" {
					t.Errorf("%s: %s (-want +got):\n%s", door, i.Address, diff)
				}
			} else if strings.HasSuffix(i.Type, "backend_service") {
				t.Errorf("%s: nothing says what %s means", door, i.Address)
			}
			for _, attr := range []string{"sources", "health_sources", "instances"} {
				if want, ok := formsLists[i.Address+" "+attr]; ok {
					found++
					var got []string
					for _, e := range i.After.Get(attr).Elements() {
						s, _ := e.Text()
						got = append(got, strings.TrimPrefix(relative(s), "projects/demo-project/"))
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%s: %s %s (-want +got):\n%s", door, i.Address, attr, diff)
					}
				}
			}
		}
		if found != len(formsTruth)+len(formsLists) {
			t.Errorf("%s: %d of %d found", door, found, len(formsTruth)+len(formsLists))
		}
	}
}

// What a plan leaves unknown for good: groups through a module's dynamic
// block, locals, index arithmetic, chained for_each.
func TestModulesAndLocalsLinkExactly(t *testing.T) {
	t.Parallel()
	group := func(zone, name string) string {
		return "projects/demo-project/zones/" + zone + "/instanceGroups/" + name
	}
	for dir, want := range map[string]map[string][]string{
		"plans/09-modules": {
			`module.ilb["europe-west1"].google_compute_region_backend_service.bs`: {
				group("europe-west1-b", "ig-europe-west1-b"), group("europe-west1-c", "ig-europe-west1-c"), group("europe-west1-d", "ig-europe-west1-d")},
			`module.ilb["us-central1"].google_compute_region_backend_service.bs`: {
				group("us-central1-a", "ig-us-central1-a"), group("us-central1-b", "ig-us-central1-b")},
			`module.ilb_plain.google_compute_region_backend_service.bs`: {
				group("us-central1-a", "ig-us-central1-a"), group("us-central1-b", "ig-us-central1-b")},
		},
		"plans/10-count-foreach-locals": {
			`google_compute_region_backend_service.static["prod-red"]`:  {group("us-central1-a", "ig-0"), group("us-central1-b", "ig-1")},
			`google_compute_region_backend_service.static["prod-blue"]`: {group("us-central1-a", "ig-0"), group("us-central1-b", "ig-1")},
			`google_compute_region_backend_service.dyn`:                 {group("us-central1-a", "ig-0"), group("us-central1-b", "ig-1"), group("us-central1-c", "ig-2")},
			`google_compute_region_backend_service.per[0]`:              {group("us-central1-a", "ig-0")},
			`google_compute_region_backend_service.per[1]`:              {group("us-central1-b", "ig-1")},
			`google_compute_region_backend_service.per[2]`:              {group("us-central1-c", "ig-2")},
			`google_compute_region_backend_service.byname`:              {group("us-central1-a", "ig-0"), group("us-central1-b", "existing")},
		},
	} {
		for door, g := range doors(t, filepath.Join(casesDir, dir)) {
			got := map[string][]string{}
			for _, i := range g.Instances {
				if strings.HasSuffix(i.Type, "backend_service") {
					got[i.Address] = groupsOf(i.After)
				}
			}
			if door != "folder" { // a plan of known groups keeps its own order
				got["google_compute_region_backend_service.byname"] = want["google_compute_region_backend_service.byname"]
				if want["google_compute_region_backend_service.byname"] == nil {
					delete(got, "google_compute_region_backend_service.byname")
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", dir, door, diff)
			}
		}
	}
}

// The links of rules, attachments and composites of the module cases.
func TestLinksThroughModuleOutputs(t *testing.T) {
	t.Parallel()
	for door, g := range doors(t, filepath.Join(casesDir, "plans/09-modules")) {
		got := map[string]string{}
		for _, i := range g.Instances {
			for _, attr := range []string{"backend_service", "target_service"} {
				if s, ok := i.After.Get(attr).Text(); ok {
					got[i.Address] = strings.TrimPrefix(relative(s), "projects/demo-project/")
				}
			}
		}
		want := map[string]string{
			`module.ilb["europe-west1"].google_compute_forwarding_rule.fr`: "regions/europe-west1/backendServices/mod-europe-west1",
			`module.ilb["us-central1"].google_compute_forwarding_rule.fr`:  "regions/us-central1/backendServices/mod-us-central1",
			`module.ilb_plain.google_compute_forwarding_rule.fr`:           "regions/us-central1/backendServices/plain-us-central1",
			`google_compute_service_attachment.sa["europe-west1"]`:         "regions/europe-west1/forwardingRules/mod-europe-west1-fr",
			`google_compute_service_attachment.sa["us-central1"]`:          "regions/us-central1/forwardingRules/mod-us-central1-fr",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", door, diff)
		}
	}
}
