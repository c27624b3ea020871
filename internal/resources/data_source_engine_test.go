// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	frameworkdatasource "github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"terraform-provider-spillway/internal/resources"
)

// outputs checks outputs that hold one text each.
func outputs(want map[string]knownvalue.Check) (out []statecheck.StateCheck) {
	for name, v := range want {
		out = append(out, statecheck.ExpectKnownOutputValue(name, v))
	}
	return out
}

func textsExactly(words ...string) knownvalue.Check {
	var list []knownvalue.Check
	for _, w := range words {
		list = append(list, knownvalue.StringExact(w))
	}
	return knownvalue.TupleExact(list)
}

// Every data source has an example, which is applied as it stands and answers
// what its comments say.
func TestExamplesOfDataSources(t *testing.T) {
	t.Parallel()
	answers := map[string]map[string]knownvalue.Check{
		"spillway_routing": {"one_sick_in_a": knownvalue.ListExact([]knownvalue.Check{knownvalue.StringExact("us-central1-a"), knownvalue.StringExact("us-central1-b")})},
		"spillway_composite_health": {"states": knownvalue.ObjectExact(map[string]knownvalue.Check{
			"all-healthy": knownvalue.StringExact("HEALTHY"), "zone-down:us-central1-a": knownvalue.StringExact("UNHEALTHY"),
			"zone-down:us-central1-b": knownvalue.StringExact("UNHEALTHY"), "region-down:us-central1": knownvalue.StringExact("UNHEALTHY"),
		})},
		"spillway_tolerance": {"tolerates": knownvalue.ObjectExact(map[string]knownvalue.Check{
			"us-central1-a": knownvalue.Int64Exact(0), "us-central1-b": knownvalue.Int64Exact(0),
		})},
		"spillway_consumer_failover": {"serving": knownvalue.ObjectExact(map[string]knownvalue.Check{
			"all-healthy":             textsExactly("us-central1 by us-central1", "us-east1 by us-east1"),
			"zone-down:us-central1-b": textsExactly("us-central1 by us-east1", "us-east1 by us-east1"),
		})},
		"spillway_check": {"findings": textsExactly()},
	}
	for _, make := range resources.DataSources("test") {
		var meta frameworkdatasource.MetadataResponse
		make().Metadata(t.Context(), frameworkdatasource.MetadataRequest{ProviderTypeName: "spillway"}, &meta)
		t.Run(meta.TypeName, func(t *testing.T) {
			t.Parallel()
			config, err := os.ReadFile(filepath.Join(examples, "data-sources", meta.TypeName, "data-source.tf"))
			if err != nil {
				t.Fatal(err)
			}
			if meta.TypeName == "spillway_check" {
				t.Skip("it checks the folder that it stands in: see the tests with the provider as a process of its own")
			}
			runWith(t, strings.Replace(providerBlock(t, ""), `"demo"`, `"demo-project"`, 1),
				resource.TestStep{Config: string(config), ConfigStateChecks: outputs(answers[meta.TypeName])})
		})
	}
}

// The data sources answer for what a run applies, and in the plan where it
// changes nothing of what they name.
func TestRoutingDataOfAChange(t *testing.T) {
	t.Parallel()
	config := groups + service("web", affinity("SPILL_CROSS_ZONE", "0.8")) + `
data "spillway_routing" "web" {
  service   = spillway_region_backend_service.web.self_link
  scenarios = ["unhealthy:us-central1-a=1", "now"]
  clients   = ["us-central1-a"]
}
data "spillway_tolerance" "web" { service = spillway_region_backend_service.web.id }
output "rows"      { value = [for o in data.spillway_routing.web.outcomes : "${o.scenario} ${o.decision}"] }
output "tolerates" { value = data.spillway_tolerance.web.tolerates }
output "then"      { value = data.spillway_tolerance.web.zones[0].then_zones }
`
	rows := textsExactly("unhealthy:us-central1-a=1 SN-02", "now SN-01")
	sick := textsExactly("unhealthy:us-central1-a=1 SN-02", "now SN-02")
	change := strings.Replace(config, "size = 3", "size = 3\n  unhealthy = 1", 1)
	run(t,
		resource.TestStep{Config: config, ConfigStateChecks: outputs(map[string]knownvalue.Check{
			"rows": rows, "tolerates": knownvalue.Int64Exact(0), "then": knownvalue.ListExact([]knownvalue.Check{knownvalue.StringExact("us-central1-a"), knownvalue.StringExact("us-central1-b")}),
		})},
		resource.TestStep{Config: change, ConfigStateChecks: outputs(map[string]knownvalue.Check{"rows": sick})},
		resource.TestStep{Config: change + "output \"again\" { value = length(data.spillway_routing.web.outcomes) }\n",
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectKnownOutputValue("again", knownvalue.Int64Exact(2))}}},
	)
}

// What the state of one part at present is shows in all of them.
func TestHealthDataOfThePresent(t *testing.T) {
	t.Parallel()
	example, err := os.ReadFile(filepath.Join(examples, "data-sources", "spillway_consumer_failover", "data-source.tf"))
	if err != nil {
		t.Fatal(err)
	}
	sick := strings.Replace(string(example), `-b" = { size = 3 }`, `-b" = { size = 3, unhealthy = count.index == 0 ? 3 : 0 }`, 1)
	sick = strings.Replace(sick, `scenarios       = ["all-healthy", "zone-down:us-central1-b"]`, "", 1) + `
data "spillway_composite_health" "api" {
  composite_health_check = spillway_composite_health_check.api[0].id
}
data "spillway_tolerance" "api" {
  composite_health_check = spillway_composite_health_check.api[1].id
}
output "now"       { value = { for e in data.spillway_composite_health.api.evaluations : e.scenario => e.state }["now"] }
output "consumer"  { value = { for e in data.spillway_consumer_failover.api.evaluations : "${e.scenario} ${e.client_region}" => e.verdict } }
output "tolerates" { value = [data.spillway_tolerance.api.tolerates, data.spillway_tolerance.api.sources[0].needs, data.spillway_tolerance.api.sources[0].total] }
output "regions"   { value = [for r in data.spillway_consumer_failover.api.regions : r.region if r.composite_health_check != ""] }
`
	run(t, resource.TestStep{Config: strings.ReplaceAll(sick, "demo-project", "demo"), ConfigStateChecks: outputs(map[string]knownvalue.Check{
		"now":       knownvalue.StringExact("UNHEALTHY"),
		"tolerates": knownvalue.TupleExact([]knownvalue.Check{knownvalue.Int64Exact(2), knownvalue.Int64Exact(4), knownvalue.Int64Exact(6)}),
		"regions":   textsExactly("us-central1", "us-east1"),
		"consumer": knownvalue.ObjectPartial(map[string]knownvalue.Check{
			"now us-central1": knownvalue.StringExact("FAILOVER"), "now us-east1": knownvalue.StringExact("LOCAL"),
			"region-down:us-east1 us-east1": knownvalue.StringExact("FAILOVER"), "all-healthy us-central1": knownvalue.StringExact("LOCAL"),
		}),
	})})
}

func TestEngineDataRefuses(t *testing.T) {
	t.Parallel()
	base := groups + service("web") + service("other", `load_balancing_scheme = "INTERNAL_MANAGED"`)
	data := func(kind, arguments string) string {
		return base + "data \"spillway_" + kind + "\" \"x\" {\n" + arguments + "\n}\n"
	}
	const id = "  service = spillway_region_backend_service.web.id\n"
	run(t,
		apply(base),
		refused(data("routing", `  service = "web"`), "Invalid reference", "no id of a spillway_region_backend_service"),
		refused(data("routing", `  service = spillway_instance_group.a.id`), "Invalid reference"),
		refused(data("routing", `  service = "projects/demo/global/backendServices/web"`), "Invalid reference"),
		refused(data("routing", `  service = "projects/demo/regions/us-central1/backendServices/nobody"`), "Object does not exist", "nobody"),
		refused(data("routing", `  service = spillway_region_backend_service.other.id`), "No internal passthrough load balancer"),
		refused(data("routing", id+`  scenarios = ["zone-dwn"]`), "Invalid scenario", "zone-dwn"),
		refused(data("routing", id+`  scenarios = ["zone-down:us-central1-f"]`), "Invalid scenario", "us-central1-f"),
		refused(data("routing", id+`  scenarios = []`), "at least 1"),
		refused(data("routing", id+`  clients = ["moon"]`), "Invalid client", "moon"),
		refused(data("tolerance", ""), "Exactly one of these attributes", "composite_health_check"),
		refused(data("composite_health", `  composite_health_check = "projects/demo/regions/us-central1/compositeHealthChecks/c"`), "Object does not exist"),
		refused(data("consumer_failover", `  backend_service = "projects/demo/global/backendServices/c"`), "Object does not exist"),
		passes(base),
	)
}
