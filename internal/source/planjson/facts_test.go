// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/graph/graphtest"
)

// What the google provider's plans hold and hide, as far as reading them is
// concerned (google-plan.md, sections 0 and 1), shown on real plans.

func service(t *testing.T, plan, address string) (*graph.Graph, *graph.Instance) {
	g := readCase(t, plan)
	return g, find(t, g, address)
}

// Fact 1: a nested block is a list, also where only one is allowed; an empty
// one is an empty list, and not null.
func TestNestedBlocksAreLists(t *testing.T) {
	_, inst := service(t, "plans/01-ilb-spill/plan.json", "google_compute_region_backend_service.ilb")
	affinity := inst.After.Get("network_pass_through_lb_traffic_policy").Elements()[0].Get("zonal_affinity").Elements()[0]
	if ratio, _ := affinity.Get("spillover_ratio").Text(); ratio != "0.8" {
		t.Errorf("the ratio is %q", ratio)
	}
	if v := inst.After.Get("failover_policy"); v.Kind() != graph.List || len(v.Elements()) != 0 {
		t.Errorf("failover_policy is %s", v.Kind())
	}
	if v := inst.After.Get("description"); v.Kind() != graph.Null {
		t.Errorf("description is %s", v.Kind())
	}
}

// Fact 2: what a new resource computes is unknown in the plan that creates it.
func TestComputedIsUnknown(t *testing.T) {
	g, inst := service(t, "plans/01-ilb-spill/plan.json", "google_compute_region_backend_service.ilb")
	for _, name := range []string{"id", "self_link"} {
		if v := inst.After.Get(name); !v.IsUnknown() {
			t.Errorf("%s is %s", name, v.Kind())
		}
	}
	if inst.Change != graph.Create || !inst.Before.IsNull() {
		t.Errorf("change %d, before %s", inst.Change, inst.Before.Kind())
	}
	backends := inst.After.Get("backend").Elements()
	if len(backends) != 3 {
		t.Fatalf("%d backends", len(backends))
	}
	for _, b := range backends { // fact 3: blocks of a set keep their number
		if !b.Get("group").IsUnknown() {
			t.Error("a group is known")
		}
	}
	if v := find(t, g, "google_compute_forwarding_rule.fr").After.Get("backend_service"); !v.IsUnknown() {
		t.Errorf("backend_service is %s", v.Kind())
	}
}

// Fact 3: one unknown element makes the whole list unknown, and the literals
// beside it vanish from the configuration, too.
func TestListUnknownThroughOneElement(t *testing.T) {
	g := readCase(t, "plans/14-linkage-forms/plan.json")
	for address, attribute := range map[string]string{
		"google_compute_region_composite_health_check.f30_list_mixed": "health_sources",
		"google_compute_region_composite_health_check.f31_dyn_list":   "health_sources",
		"google_compute_instance_group.f32_mixed_instances":           "instances",
	} {
		inst := find(t, g, address)
		if v := inst.After.Get(attribute); !v.IsUnknown() {
			t.Errorf("%s of %s is %s", attribute, address, v.Kind())
		}
		e, ok := g.Configuration.Expression(inst, attribute)
		if !ok || len(e.References) != 1 || !e.Constant.IsUnknown() {
			t.Errorf("%s of %s is written as %v (%v)", attribute, address, e.References, ok)
		}
	}
}

// Fact 4: failover is unknown where nobody wrote it, and the configuration
// tells that nobody did.
func TestFailoverNotWritten(t *testing.T) {
	g, inst := service(t, "plans/02-ilb-stay-failover/plan.json", "google_compute_region_backend_service.db")
	var planned, written int
	for i, b := range inst.After.Get("backend").Elements() {
		if v := b.Get("failover"); v.Kind() == graph.Bool {
			planned++
		} else if !v.IsUnknown() {
			t.Errorf("failover is %s", v.Kind())
		}
		if e, ok := g.Configuration.Expression(inst, "backend["+string(rune('0'+i))+"].failover"); ok {
			written++
			if b, _ := e.Constant.Bool(); !b {
				t.Error("failover is not written as true")
			}
		}
	}
	if planned != 1 || written != 1 {
		t.Errorf("%d planned, %d written", planned, written)
	}
}

// Fact 5: the elements of a planned set stand in another order than the blocks
// of the configuration; both are given as they stand.
func TestOrderOfPlannedSet(t *testing.T) {
	g, inst := service(t, "plans/11b-update-replace/plan.json", "google_compute_region_backend_service.ilb")
	planned := inst.After.Get("backend").Elements()
	known := slices.IndexFunc(planned, func(v graph.Value) bool { return !v.Get("group").IsUnknown() })
	e, _ := g.Configuration.Expression(inst, "backend[0].group")
	if len(planned) != 2 || known != 1 || e.References[0] != "google_compute_instance_group.a.id" {
		t.Errorf("%d planned, the known one is %d, the first written is %v", len(planned), known, e.References)
	}
}

// Fact 6: region is not filled in from the provider block, which can be asked.
func TestRegionOfProvider(t *testing.T) {
	for plan, address := range map[string]string{
		"plans/02-ilb-stay-failover/plan.json": "google_compute_region_backend_service.db",
	} {
		g, inst := service(t, plan, address)
		if v := inst.After.Get("region"); !v.IsUnknown() {
			t.Errorf("region is %s", v.Kind())
		}
		if _, ok := g.Configuration.Expression(inst, "region"); ok {
			t.Error("region counts as written")
		}
		if got, _ := g.Configuration.ProviderArgument(inst, "region").Text(); got == "" {
			t.Error("the provider's region is not known")
		}
		if v := g.Configuration.ProviderArgument(inst, "zone"); !v.IsNull() {
			t.Errorf("zone is %s, and the block does not set it", v.Kind())
		}
	}
	g := readCase(t, "plans/14-linkage-forms/plan.json")
	for address, want := range map[string]string{
		"module.west.module.inner.google_compute_instance_group.this":                "us-west1",
		"module.g.module.inner.google_compute_instance_group.this":                   "us-central1",
		`module.gk["us-central1-a"].module.inner.google_compute_instance_group.this`: "us-central1",
	} {
		if got, _ := g.Configuration.ProviderArgument(find(t, g, address), "region").Text(); got != want {
			t.Errorf("region of the provider of %s is %q, want %q", address, got, want)
		}
	}
}

// Fact 7: dynamic blocks are planned and not configured.
func TestDynamicBlocks(t *testing.T) {
	g := readCase(t, "plans/14-linkage-forms/plan.json")
	for address, want := range map[string]struct {
		block   string
		static  int
		dynamic bool
	}{
		"google_compute_region_backend_service.f01_direct_id":           {"backend", 1, false},
		"google_compute_region_backend_service.f26_static_plus_dynamic": {"backend", 1, true},
		"google_compute_region_backend_service.f27_dynamic_unknown":     {"backend", 0, true},
		"google_compute_region_backend_service.f28_dynamic_zonal":       {"network_pass_through_lb_traffic_policy", 0, true},
		"google_compute_region_backend_service.f02_literal_int_index":   {"failover_policy", 0, false},
	} {
		static, dynamic := g.Configuration.Blocks(find(t, g, address), want.block)
		if static != want.static || dynamic != want.dynamic {
			t.Errorf("%s has %d static blocks %s, dynamic %v", address, static, want.block, dynamic)
		}
	}
	g, inst := service(t, "plans/01-ilb-spill/plan.json", "google_compute_region_backend_service.ilb")
	if static, dynamic := g.Configuration.Blocks(inst, "network_pass_through_lb_traffic_policy[0].zonal_affinity"); static != 1 || dynamic {
		t.Errorf("%d static, dynamic %v", static, dynamic)
	}
}

// resolve resolves an argument to groups.
func resolve(t *testing.T, g *graph.Graph, address, path string) graph.Resolution {
	t.Helper()
	inst := find(t, g, address)
	e, ok := g.Configuration.Expression(inst, path)
	if !ok {
		t.Fatalf("%s of %s is not written", path, address)
	}
	return g.Configuration.Resolve(inst, e, func(typ string) bool { return slices.Contains(groupTypes, typ) })
}

func addresses(r graph.Resolution) (out []string) {
	for _, inst := range r.Targets {
		out = append(out, inst.Address)
	}
	return out
}

// Fact 8: a local is a dead end.
func TestLocalIsLost(t *testing.T) {
	g := readCase(t, "plans/14-linkage-forms/plan.json")
	r := resolve(t, g, "google_compute_region_backend_service.f11_local", "backend[0].group")
	if r.Grade != graph.Lost || r.Targets != nil || r.Reason != "it is written with local.via, which plan JSON does not hold" {
		t.Errorf("%s, %v, because %s", r.Grade, addresses(r), r.Reason)
	}
}

// Fact 9: a computed index leaves the same trace whatever it computes, so the
// same key is never certain: of these two the second is wrong.
func TestIndexArithmeticIsLost(t *testing.T) {
	g := readCase(t, "plans/14-linkage-forms/plan.json")
	for _, name := range []string{"f05_count_index", "f06_count_arith"} {
		r := resolve(t, g, "google_compute_region_backend_service."+name+"[0]", "backend[0].group")
		if diff := cmp.Diff([]string{"google_compute_instance_group.cnt[0]"}, addresses(r)); diff != "" || r.Grade != graph.SameKey {
			t.Errorf("%s: %s %s", name, r.Grade, diff)
		}
	}
}

// Section 1: the prior state has 0, "" and [] where the plan has null; both
// stay as they are.
func TestBeforeHasZeroValues(t *testing.T) {
	_, inst := service(t, "plans/11-update/plan.json", "google_compute_region_backend_service.ilb")
	before, after := inst.Before.Get("backend").Elements()[0], inst.After.Get("backend").Elements()[0]
	got := []any{graphtest.Dump(before.Get("max_rate")), graphtest.Dump(before.Get("description")), graphtest.Dump(after.Get("max_rate")), graphtest.Dump(after.Get("description"))}
	if n, _ := before.Get("max_rate").Text(); n != "0" || got[1] != "" || got[2] != nil || got[3] != nil {
		t.Error(got)
	}
	if inst.Change != graph.Update {
		t.Errorf("change is %d", inst.Change)
	}
}

// Section 1: a replacement makes the identity unknown again; what is destroyed
// has no planned object.
func TestReplaceAndDelete(t *testing.T) {
	g := readCase(t, "plans/11b-update-replace/plan.json")
	c := find(t, g, "google_compute_instance_group.c")
	if c.Change != graph.Replace || !c.After.Get("id").IsUnknown() || c.Before.Get("id").IsUnknown() {
		t.Errorf("c: change %d", c.Change)
	}
	b := find(t, g, "google_compute_instance_group.b")
	if b.Change != graph.Delete || !b.After.IsNull() || b.Before.IsNull() {
		t.Errorf("b: change %d, after %s", b.Change, b.After.Kind())
	}
	if fr := find(t, g, "google_compute_forwarding_rule.fr"); fr.Change != graph.NoChange || fr.After.Get("name").Kind() != graph.String {
		t.Errorf("fr: change %d", fr.Change)
	}
}

// Section 1: data sources that have been read stand in the prior state only;
// those read during apply are changes, and unknown.
func TestDataSources(t *testing.T) {
	g := readCase(t, "plans/13-data-sources/plan.json")
	a := find(t, g, "data.google_compute_instance_group.a")
	if name, _ := a.After.Get("name").Text(); !a.Data || a.Change != graph.NoChange || name != "upd-a" {
		t.Errorf("a: change %d, name %q", a.Change, name)
	}
	deferred := find(t, g, "data.google_compute_instance_group.deferred")
	if deferred.Change != graph.Read || !deferred.After.Get("self_link").IsUnknown() || !deferred.After.Get("name").IsNull() {
		t.Errorf("deferred: change %d", deferred.Change)
	}
	r := resolve(t, g, "google_compute_region_backend_service.bs", "backend[1].group")
	if r.Grade != graph.FromData || r.Reason != "data.google_compute_instance_group.deferred is read during apply only" {
		t.Errorf("%s because %s", r.Grade, r.Reason)
	}
}

// Section 1: the values of the root variables are at hand.
func TestVariables(t *testing.T) {
	g := readCase(t, "plans/10-count-foreach-locals/plan.json")
	if env, _ := g.Variables["env"].Text(); env != "prod" {
		t.Errorf("env is %q", env)
	}
}
