// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// These tests speak the protocol themselves: for what the acceptance tests
// cannot see (warnings, and on which argument a diagnostic is) and what the
// Terraform at hand is too old for (identity).

const region = "projects/demo/regions/us-central1/"

func groupObject() object { return object{"name": "web-a", "zone": "us-central1-a", "size": 3} }
func otherGroup() object  { return object{"name": "web-b", "zone": "us-central1-b", "size": 3} }

func serviceObject(spillover string) object {
	o := object{
		"name": "web", "health_checks": []any{region + "healthChecks/web"},
		"backend": []any{
			object{"group": "projects/demo/zones/us-central1-a/instanceGroups/web-a"}, object{"group": "projects/demo/zones/us-central1-b/instanceGroups/web-b"},
		},
	}
	if spillover != "" {
		o["network_pass_through_lb_traffic_policy"] = object{"zonal_affinity": object{"spillover": spillover}}
	}
	return o
}

func ruleObject() object {
	return object{"name": "web", "load_balancing_scheme": "INTERNAL", "all_ports": true, "backend_service": region + "backendServices/web"}
}

const stayWithin = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"

func TestValidateOneObject(t *testing.T) {
	t.Parallel()
	p := startProtocol(t, ":memory:")
	policyOf := func(affinity object) object {
		o := serviceObject("")
		o["network_pass_through_lb_traffic_policy"] = object{"zonal_affinity": affinity}
		return o
	}
	with := func(o object, name string, v any) object {
		o[name] = v
		return o
	}
	for name, test := range map[string]struct {
		resource string
		config   object
		want     []string
	}{
		"fine": {"region_backend_service", serviceObject(stayWithin), nil},
		"a ratio that nobody reads": {
			"region_backend_service", policyOf(object{"spillover": stayWithin, "spillover_ratio": 0.5}),
			[]string{"warning at network_pass_through_lb_traffic_policy: Spillover ratio without SPILL_CROSS_ZONE"},
		},
		"a block without a value": {
			"region_backend_service", policyOf(object{}),
			[]string{"warning at network_pass_through_lb_traffic_policy: Zonal affinity block without a spillover value"},
		},
		"an unknown ratio waits":   {"region_backend_service", policyOf(object{"spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE", "spillover_ratio": unknown{}}), nil},
		"an unknown option waits":  {"region_backend_service", policyOf(object{"spillover": unknown{}, "spillover_ratio": 0.5}), nil},
		"an unknown block waits":   {"region_backend_service", with(serviceObject(""), "network_pass_through_lb_traffic_policy", unknown{}), nil},
		"unknown backends wait":    {"region_backend_service", with(with(serviceObject(""), "backend", unknown{}), "failover_policy", object{}), nil},
		"an unknown list waits":    {"composite_health_check", object{"name": "x", "health_sources": unknown{}, "health_destination": unknown{}}, nil},
		"one unknown of a list":    {"health_source", object{"name": "x", "sources": []any{unknown{}}, "health_aggregation_policy": unknown{}}, nil},
		"one unknown backend":      {"region_backend_service", with(serviceObject(""), "backend", []any{unknown{}}), nil},
		"one unknown of backends":  {"backend_service", object{"name": "web", "backend": []any{unknown{}, object{"group": region + "networkEndpointGroups/a"}}}, nil},
		"one unknown endpoint":     {"network_endpoint_group", object{"name": "web", "zone": "us-central1-a", "endpoints": []any{unknown{}}}, nil},
		"one unknown zone":         {"region_instance_group", object{"name": "web", "zones": object{"us-central1-a": unknown{}, "us-central1-b": object{"size": 1}}}, nil},
		"a backend of null":        {"region_backend_service", with(serviceObject(""), "backend", []any{nil}), []string{"error at backend: Null Set Value"}},
		"an endpoint of null":      {"network_endpoint_group", object{"name": "web", "zone": "us-central1-a", "endpoints": []any{nil}}, []string{"error at endpoints: Null Set Value"}},
		"a zone of null":           {"region_instance_group", object{"name": "web", "zones": object{"us-central1-a": nil}}, []string{"error at zones: Null Map Value"}},
		"a zone without size":      {"region_instance_group", object{"name": "web", "zones": object{"us-central1-a": object{}}}, []string{"error at zones.ElementKeyString(\"us-central1-a.size: Missing Configuration for Required Attribute"}},
		"a percentage of 0":        {"health_aggregation_policy", object{"name": "x", "healthy_percent_threshold": 0}, []string{"warning at healthy_percent_threshold: Threshold written as 0"}},
		"an element of a list":     {"composite_health_check", object{"name": "x", "health_sources": []any{region + "healthSources/a", region + "healthSources/a"}, "health_destination": region + "forwardingRules/web"}, []string{"warning at health_sources.ElementKeyInt(1): Health source named twice"}},
		"six ports":                {"forwarding_rule", with(with(ruleObject(), "all_ports", nil), "ports", []any{"1", "2", "3", "4", "5", "6"}), []string{"error at ports: Ports that the forwarding rule of an internal passthrough load balancer does not take"}},
		"everything unknown waits": {"forwarding_rule", object{"name": unknown{}, "load_balancing_scheme": unknown{}, "backend_service": unknown{}, "ports": unknown{}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, p.validate(test.resource, test.config)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// What one object shows is said when it is validated, and not again when it is
// planned.
func TestPlanDoesNotRepeat(t *testing.T) {
	t.Parallel()
	p := startProtocol(t, ":memory:")
	config := serviceObject("")
	config["network_pass_through_lb_traffic_policy"] = object{"zonal_affinity": object{"spillover": stayWithin, "spillover_ratio": 0.5}}
	config["backend"] = nil
	if said := p.validate("region_backend_service", config); len(said) != 1 {
		t.Errorf("validation says %q", said)
	}
	if _, said := p.plan("region_backend_service", config); len(said) != 0 {
		t.Errorf("the plan says %q", said)
	}
}

// A reference to what nothing knows is a warning at plan.
func TestPlanWarnsOfMissingReference(t *testing.T) {
	t.Parallel()
	p := startProtocol(t, filepath.Join(t.TempDir(), "engine.db"))
	planned, said := p.plan("region_backend_service", serviceObject(""))
	const missing = "backend: Reference to an object that does not exist"
	if diff := cmp.Diff([]string{"warning at " + missing, "warning at " + missing}, said); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	got := texts(p.apply("region_backend_service", nil, planned, serviceObject("")).Diagnostics)
	if diff := cmp.Diff([]string{"error at " + missing, "error at " + missing}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A conflict with what only the catalogue knows is a warning at plan, and the
// apply decides.
func TestConflictWithTheCatalogue(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "engine.db")
	first := startProtocol(t, path)
	first.create("instance_group", groupObject())
	first.create("instance_group", otherGroup())
	service := first.create("region_backend_service", serviceObject(""))
	first.create("forwarding_rule", ruleObject())
	first.create("service_attachment", object{"name": "api", "target_service": region + "forwardingRules/web"})

	const summary = "Zonal affinity on a service published through Private Service Connect"
	second := startProtocol(t, path)
	planned, said := second.change("region_backend_service", service, serviceObject(stayWithin))
	want := []string{"warning at network_pass_through_lb_traffic_policy: " + summary}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	got := texts(second.apply("region_backend_service", service, planned, serviceObject(stayWithin)).Diagnostics)
	if diff := cmp.Diff([]string{"error at network_pass_through_lb_traffic_policy: " + summary}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	// Once the others are planned in this run, too, it is an error.
	third := startProtocol(t, path)
	if _, said := third.plan("instance_group", groupObject()); len(said) != 1 || said[0] != "warning at name: Object already exists" {
		t.Errorf("a second group of that name gives %q", said)
	}
	third.change("region_backend_service", service, serviceObject(stayWithin))
	third.plan("forwarding_rule", ruleObject())
	_, said = third.plan("service_attachment", object{"name": "api", "target_service": region + "forwardingRules/web"})
	if diff := cmp.Diff([]string{"warning at name: Object already exists", "error at target_service: " + summary}, said); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// An object that the same plan destroys is no conflict, whether it is planned
// first or second.
func TestDestroyedInTheSamePlan(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "engine.db")
	first := startProtocol(t, path)
	group := first.create("instance_group", groupObject())
	first.create("instance_group", otherGroup())
	service := first.create("region_backend_service", serviceObject(""))
	rule := first.create("forwarding_rule", ruleObject())
	published := object{"name": "api", "target_service": region + "forwardingRules/web"}
	attachment := first.create("service_attachment", published)

	replan := func(p *protocol) []string {
		var all []string
		for _, plan := range []struct {
			resource string
			prior    *tfprotov6.DynamicValue
			config   object
		}{{"instance_group", group, groupObject()}, {"region_backend_service", service, serviceObject(stayWithin)}, {"forwarding_rule", rule, ruleObject()}} {
			_, said := p.change(plan.resource, plan.prior, plan.config)
			all = append(all, said...)
		}
		return all
	}
	before := startProtocol(t, path)
	if said := before.destroy("service_attachment", attachment); len(said) != 0 {
		t.Errorf("destroying says %q", said)
	}
	if said := replan(before); len(said) != 0 {
		t.Errorf("destroyed first, the others say %q", said)
	}
	after := startProtocol(t, path)
	said := replan(after)
	if len(said) != 1 || !strings.HasPrefix(said[0], "warning at network_pass_through") {
		t.Errorf("before the object is known to go: %q", said)
	}
	if said := after.destroy("service_attachment", attachment); len(said) != 0 {
		t.Errorf("destroying says %q", said)
	}

	// What is used on is not destroyed, in either order.
	users := startProtocol(t, path)
	replan(users)
	if diff := cmp.Diff([]string{"error: Object is in use"}, users.destroy("instance_group", group)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	users = startProtocol(t, path)
	users.destroy("instance_group", group)
	_, said = users.change("region_backend_service", service, serviceObject(""))
	if diff := cmp.Diff([]string{"error at backend: Reference to an object that the plan destroys"}, said); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	// A service that lets go of the group in the same plan may do so too late.
	leaving := startProtocol(t, path)
	empty := serviceObject("")
	empty["backend"] = nil
	_, one := leaving.change("region_backend_service", service, empty)
	two := leaving.destroy("instance_group", group)
	const early = "The plan destroys a group while a backend service still has it"
	if diff := cmp.Diff([]string{"warning: " + early}, append(one, two...)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	leaving = startProtocol(t, path)
	two = leaving.destroy("instance_group", group)
	_, one = leaving.change("region_backend_service", service, empty)
	if all := append(one, two...); len(all) != 1 || !strings.Contains(all[0], early) {
		t.Errorf("in the other order it says %q", all)
	}
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "engine.db")
	p := startProtocol(t, path)
	schemas, err := p.server.GetResourceIdentitySchemas(t.Context(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for name := range p.schema.ResourceSchemas {
		if schemas.IdentitySchemas[name] == nil && name != "spillway_guard" {
			t.Errorf("%s has no identity", name)
		}
	}
	identity := func(resource string, d *tfprotov6.ResourceIdentityData) string {
		of := schemas.IdentitySchemas["spillway_"+resource].ValueType()
		v, err := d.IdentityData.Unmarshal(of)
		if err != nil {
			t.Fatal(err)
		}
		parts := map[string]tftypes.Value{}
		if err := v.As(&parts); err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, name := range []string{"project", "region", "zone", "name"} {
			var text string
			if part, ok := parts[name]; ok {
				if err := part.As(&text); err != nil {
					t.Fatal(err)
				}
				out = append(out, name+"="+text)
			}
		}
		return strings.Join(out, " ")
	}
	for resource, test := range map[string]struct {
		config object
		want   string
		given  object // to import by
		id     string
	}{
		"instance_group": {
			groupObject(), "project=demo zone=us-central1-a name=web-a", object{"zone": "us-central1-a", "name": "web-a"},
			"projects/demo/zones/us-central1-a/instanceGroups/web-a",
		},
		"health_aggregation_policy": {
			object{"name": "main", "region": "us-east1"}, "project=demo region=us-east1 name=main", object{"region": "us-east1", "name": "main"},
			"projects/demo/regions/us-east1/healthAggregationPolicies/main",
		},
		"backend_service": {object{"name": "global"}, "project=demo name=global", object{"name": "global"}, "projects/demo/global/backendServices/global"},
	} {
		planned, _ := p.plan(resource, test.config)
		created := p.apply(resource, nil, planned, test.config)
		p.none(created.Diagnostics)
		if got := identity(resource, created.NewIdentity); got != test.want {
			t.Errorf("%s: after create the identity is %q, want %q", resource, got, test.want)
		}
		read, err := p.server.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: "spillway_" + resource, CurrentState: created.NewState})
		if err != nil {
			t.Fatal(err)
		}
		p.none(read.Diagnostics)
		if got := identity(resource, read.NewIdentity); got != test.want {
			t.Errorf("%s: after read the identity is %q, want %q", resource, got, test.want)
		}
		of := schemas.IdentitySchemas["spillway_"+resource].ValueType()
		imported, err := p.server.ImportResourceState(t.Context(), &tfprotov6.ImportResourceStateRequest{
			TypeName: "spillway_" + resource, Identity: &tfprotov6.ResourceIdentityData{IdentityData: p.dynamic(of, test.given)},
		})
		if err != nil {
			t.Fatal(err)
		}
		p.none(imported.Diagnostics)
		if len(imported.ImportedResources) != 1 || !strings.Contains(fmt.Sprint(unpack(t, p, resource, imported.ImportedResources[0].State)), test.id) {
			t.Errorf("%s: the import by identity gives another object", resource)
		}
	}
}

// An empty id is no identity that leaves things out.
func TestImportOfNothing(t *testing.T) {
	t.Parallel()
	p := startProtocol(t, ":memory:")
	imported, err := p.server.ImportResourceState(t.Context(), &tfprotov6.ImportResourceStateRequest{TypeName: "spillway_instance_group"})
	if err != nil {
		t.Fatal(err)
	}
	const want = "The id is empty. Write projects/PROJECT/zones/ZONE/instanceGroups/NAME."
	if d := imported.Diagnostics; len(d) != 1 || d[0].Detail != want {
		t.Errorf("the import says %v, want %q", d, want)
	}
}

func unpack(t *testing.T, p *protocol, resource string, d *tfprotov6.DynamicValue) tftypes.Value {
	t.Helper()
	v, err := d.Unmarshal(p.typeOf(resource))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A provider block that is known after apply leaves ids unknown, and is no
// error.
func TestUnknownProviderBlock(t *testing.T) {
	t.Parallel()
	p := &protocol{t: t, server: newServer()()}
	var err error
	if p.schema, err = p.server.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{}); err != nil {
		t.Fatal(err)
	}
	config := p.dynamic(p.schema.Provider.ValueType(), object{"engine_path": unknown{}, "project": unknown{}})
	r, err := p.server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{Config: config})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"warning at engine_path: Catalogue known after apply"}, texts(r.Diagnostics)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	planned, said := p.plan("instance_group", groupObject())
	var attributes map[string]tftypes.Value
	if err := unpack(t, p, "instance_group", planned).As(&attributes); err != nil {
		t.Fatal(err)
	}
	if len(said) != 0 || attributes["id"].IsKnown() || attributes["project"].IsKnown() {
		t.Errorf("the plan says %q, id %s", said, attributes["id"])
	}
	if _, said := p.plan("health_aggregation_policy", object{"name": "main"}); !cmp.Equal(said, []string{"error at region: Missing region"}) {
		t.Errorf("without a region anywhere the plan says %q", said)
	}
}
