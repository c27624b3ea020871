// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"path/filepath"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"
)

// withFunctions runs steps that call functions of the provider.
func withFunctions(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	needTerraform(t)
	t.Parallel()
	block := providerBlock(t, "")
	for i := range steps {
		steps[i].Config = "terraform {\n  required_providers {\n    spillway = { source = \"hashicorp/spillway\" }\n  }\n}\n" + block + steps[i].Config
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(), Steps: steps,
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_8_0)},
	})
}

const routed = `
locals {
  service = {
    network_pass_through_lb_traffic_policy = [{ zonal_affinity = [{ spillover = "ZONAL_AFFINITY_SPILL_CROSS_ZONE", spillover_ratio = 0.8 }] }]
  }
  groups = [{ zone = "us-central1-a", size = 5 }, { zone = "us-central1-b", size = 3 }]
}
`

func TestFunctionsInTerraform(t *testing.T) {
	withFunctions(t,
		resource.TestStep{Config: routed + `
output "at"      { value = provider::spillway::route(local.service, local.groups, "us-central1-a", { us-central1-a = 1 }).decision }
output "below"   { value = provider::spillway::route(local.service, local.groups, "us-central1-a", { us-central1-a = 2 }).zones }
output "needs"   { value = provider::spillway::spill_threshold(5, 0.8) }
output "thirds"  { value = provider::spillway::spill_threshold(3, 2 / 3) }
output "state"   { value = provider::spillway::aggregate_health(3, 5, null, null) }
output "all"     { value = provider::spillway::composite_health(["HEALTHY", "UNKNOWN"]) }
`, ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownOutputValue("at", knownvalue.StringExact("SN-01")),
			statecheck.ExpectKnownOutputValue("below", knownvalue.ListExact([]knownvalue.Check{knownvalue.StringExact("us-central1-a"), knownvalue.StringExact("us-central1-b")})),
			statecheck.ExpectKnownOutputValue("needs", knownvalue.Int64Exact(4)),
			statecheck.ExpectKnownOutputValue("thirds", knownvalue.Int64Exact(2)),
			statecheck.ExpectKnownOutputValue("state", knownvalue.StringExact("HEALTHY")),
			statecheck.ExpectKnownOutputValue("all", knownvalue.StringExact("UNKNOWN")),
		}},
		refused(routed+`output "x" { value = provider::spillway::route(local.service, local.groups, "us-central1", null) }`,
			"Invalid function argument", `while calling provider::spillway::route(service, groups, client, unhealthy)`, "a zone ends with a letter"),
		refused(`output "x" { value = provider::spillway::spill_threshold(5, 80) }`, "Invalid function argument", "a ratio is from 0.0 to 1.0"),
	)
}

// What is known after apply makes unknown at plan what depends on it, and the
// apply agrees with the plan.
func TestFunctionsOfUnknownValues(t *testing.T) {
	config := routed + `
resource "terraform_data" "size" { input = 3 }
locals {
  open = [{ zone = "us-central1-a", size = 5 }, { zone = "us-central1-b", size = terraform_data.size.output }]
  stay = { id = terraform_data.size.id, network_pass_through_lb_traffic_policy = [{ zonal_affinity = [{ spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE", spillover_ratio = null }] }] }
}
output "here"  { value = provider::spillway::route(local.stay, local.open, "us-central1-a", null).decision }
output "there" { value = provider::spillway::route(local.stay, local.open, "us-central1-b", null).decision }
output "count" { value = provider::spillway::route(local.stay, local.open, "us-central1-a", null).eligible_count }
output "state" { value = provider::spillway::aggregate_health(1, 5, terraform_data.size.output, 2) }
check "stays" {
  assert {
    condition     = provider::spillway::route(local.stay, local.open, "us-central1-a", null).cross_zone_share == 0
    error_message = "clients leave"
  }
}
`
	withFunctions(t, resource.TestStep{
		Config: config,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("here", knownvalue.StringExact("ST-01")),
			plancheck.ExpectUnknownOutputValue("there"),
			plancheck.ExpectUnknownOutputValue("count"),
			plancheck.ExpectKnownOutputValue("state", knownvalue.StringExact("UNHEALTHY")),
		}},
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownOutputValue("here", knownvalue.StringExact("ST-01")),
			statecheck.ExpectKnownOutputValue("there", knownvalue.StringExact("ST-01")),
			statecheck.ExpectKnownOutputValue("count", knownvalue.Int64Exact(8)),
		},
	})
}

// A precondition stops a plan, for a service of the provider's own, too.
func TestFunctionsGuardResources(t *testing.T) {
	config := func(spillover string) string {
		return groups + service("web", affinity(spillover, "")) + `
resource "terraform_data" "rule" {
  lifecycle {
    precondition {
      condition = provider::spillway::route(spillway_region_backend_service.web, [
        spillway_instance_group.a, spillway_instance_group.b
      ], "us-central1-a", "zone-down:us-central1-a").unhealthy_share == 0
      error_message = "clients reach sick endpoints"
    }
  }
}
`
	}
	withFunctions(t,
		resource.TestStep{Config: config("SPILL_CROSS_ZONE")},
		resource.TestStep{Config: config("STAY_WITHIN_ZONE"), PlanOnly: true, ExpectError: saying("Resource precondition failed", "clients reach sick endpoints")},
	)
}

// An argument for which OpenTofu sends nothing is null.
func TestFunctionArgumentWithoutData(t *testing.T) {
	t.Parallel()
	p := startProtocol(t, filepath.Join(t.TempDir(), "engine.db"))
	number := func(n float64) *tfprotov6.DynamicValue { return p.dynamic(tftypes.Number, n) }
	r, err := p.server.CallFunction(t.Context(), &tfprotov6.CallFunctionRequest{
		Name: "aggregate_health", Arguments: []*tfprotov6.DynamicValue{number(3), number(5), {}, {}},
	})
	if err != nil || r.Error != nil {
		t.Fatal(err, r.Error)
	}
	got, err := r.Result.Unmarshal(tftypes.String)
	if err != nil || !got.Equal(tftypes.NewValue(tftypes.String, "HEALTHY")) {
		t.Errorf("the state is %s (%v)", got, err)
	}
}
