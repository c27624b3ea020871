// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"terraform-provider-spillway/internal/engine/store"
)

const webID = "projects/demo/regions/us-central1/backendServices/web"

// literalService refers to group a by its id, without a reference to the
// resource.
var literalService = strings.Replace(service("web"), "spillway_instance_group.a.id", `"projects/demo/zones/us-central1-a/instanceGroups/web-a"`, 1)

// A group that a service goes on to use is not destroyed: a plan that shows
// both says so, and an apply asks the catalogue.
func TestDestroyInUse(t *testing.T) {
	t.Parallel()
	onlyB := strings.SplitN(groups, "\n}\n", 2)[1]
	run(t,
		apply(groups+strings.Replace(literalService, "{\n", "{\n  depends_on = [spillway_instance_group.a]\n", 1)),
		refused(onlyB+literalService, "web-a"),
		// The service lets go of the group in the plan that destroys it, and
		// Terraform may well destroy the group first: the rule says so as a
		// warning, and an apply in two steps is right.
		apply(groups+strings.Replace(service("web"), "{ group = spillway_instance_group.a.id },", "", 1)),
		apply(onlyB+strings.Replace(service("web"), "{ group = spillway_instance_group.a.id },", "", 1)),
	)
}

// What refers to nothing is told from a typing error at apply.
func TestReferenceToNothing(t *testing.T) {
	t.Parallel()
	config := groups + strings.Replace(service("web"), "spillway_instance_group.a.id", `"projects/demo/zones/us-central1-a/instanceGroups/nobody"`, 1)
	run(t,
		resource.TestStep{Config: config, PlanOnly: true, ExpectNonEmptyPlan: true},
		fails(config, "Reference to an object that does not exist", "instanceGroups/nobody, which does not exist"),
	)
}

// A name is taken once, and the error says how to import what has it.
func TestNameTaken(t *testing.T) {
	t.Parallel()
	one := named("spillway_instance_group", "x", `zone = "us-central1-a"`, "size = 2")
	two := strings.Replace(one, `"x" {`, `"y" {`, 1)
	run(t,
		apply(one),
		fails(one+two, "Object already exists", "terraform import spillway_instance_group.NAME projects/demo/zones/us-central1-a/instanceGroups/x"),
	)
}

// edit changes the catalogue as another run would.
func edit(t *testing.T, path string, f func(tx *store.Tx) error) {
	t.Helper()
	s, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestDrift(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "engine.db")
	const group = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
	config := groups + service("web")
	changed := resource.TestStep{
		PreConfig: func() {
			edit(t, path, func(tx *store.Tx) error {
				o, _, err := tx.Get(group)
				o.Body = strings.Replace(o.Body, `"size":3`, `"size":4`, 1)
				if err != nil {
					return err
				}
				return tx.Put(o)
			})
		},
		Config: config,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction("spillway_instance_group.a", plancheck.ResourceActionUpdate),
			plancheck.ExpectResourceAction("spillway_region_backend_service.web", plancheck.ResourceActionNoop),
		}},
	}
	removed := resource.TestStep{
		PreConfig: func() { edit(t, path, func(tx *store.Tx) error { return tx.Delete(webID) }) },
		Config:    config,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction("spillway_region_backend_service.web", plancheck.ResourceActionCreate),
		}},
	}
	runWith(t, block(path, ""), apply(config), changed, removed)
}

// A fresh runner has the state and no catalogue: its plan is empty, and the
// catalogue is there again, with its references.
func TestRebuild(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "engine.db")
	lose := func() {
		for _, beside := range []string{"", "-wal", "-shm"} {
			if err := os.Remove(path + beside); err != nil && !os.IsNotExist(err) {
				t.Error(err)
			}
		}
	}
	config := groups + service("web") + rule("web")
	inUse := func() {
		s, err := store.Open(t.Context(), path, store.Options{})
		if err != nil {
			t.Error(err)
			return
		}
		defer s.Close() //nolint:errcheck // a test
		if users, err := s.Users(t.Context(), webID); err != nil || len(users) != 1 {
			t.Errorf("users of the service are %v, %v", users, err)
		}
	}
	runWith(t, block(path, ""),
		apply(config),
		resource.TestStep{PreConfig: lose, Config: config, PlanOnly: true},
		resource.TestStep{PreConfig: inUse, Config: config, PlanOnly: true},
		// Without a refresh nothing is registered before the update.
		resource.TestStep{PreConfig: lose, Config: groups + service("web", affinity("STAY_WITHIN_ZONE", "")) + rule("web")},
	)
}

// A catalogue in memory ends with the command: the state is all there is.
func TestMemory(t *testing.T) {
	t.Parallel()
	config := groups + service("web")
	runWith(t, block(store.Memory, ""),
		apply(config),
		apply(config+rule("web")),
		apply(strings.Replace(config, "size = 3", "size = 5", 1)+rule("web")),
	)
}

func TestRefusedCatalogue(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "engine.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("this is not a catalogue ", 200)), 0o600); err != nil {
		t.Fatal(err)
	}
	runWith(t, block(path, ""), resource.TestStep{
		Config: groups, ExpectError: saying("The catalogue cannot be used", "is no catalogue of this provider"),
	})
	t.Cleanup(func() {
		if content, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(content), "this is not") {
			t.Errorf("the file was changed: %v", err)
		}
	})
}

// A change of a group shows what it does to the routing of its service.
func TestRoutingInThePlan(t *testing.T) {
	t.Parallel()
	config := groups + service("web", affinity("SPILL_CROSS_ZONE", "0.8")) + rule("web", "allow_global_access = true") + attachment("api")
	current := `edition = "current"`
	health := policy("main", "min_healthy_threshold = 4") + source("web") + composite("api", "spillway_health_source.web.id", webRule)
	config += health
	smaller := strings.Replace(config, "size = 3", "size = 2", 1)
	sick := strings.Replace(config, "size = 3", "size = 3\n  unhealthy = 3", 1)
	const web, api = "spillway_region_backend_service.web", "spillway_composite_health_check.api"
	decision := func(client, scenario, row string) plancheck.PlanCheck {
		return plancheck.ExpectKnownValue(web, tfjsonpath.New("routing").AtMapKey(client).AtMapKey(scenario).AtMapKey("decision"), knownvalue.StringExact(row))
	}
	need := func(zone string, n int64) plancheck.PlanCheck {
		return plancheck.ExpectKnownValue(web, tfjsonpath.New("keeps_local_at").AtMapKey(zone), knownvalue.Int64Exact(n))
	}
	tolerates := func(n int64) plancheck.PlanCheck {
		return plancheck.ExpectKnownValue(api, tfjsonpath.New("tolerates"), knownvalue.Int64Exact(n))
	}
	first := apply(config, decision("us-central1-a", "all-healthy", "SN-01"), decision("us-central1-a", "zone-down:us-central1-a", "SN-02"), need("us-central1-a", 3), tolerates(2))
	first.ConfigStateChecks = []statecheck.StateCheck{
		statecheck.ExpectKnownValue(api, tfjsonpath.New("state"), knownvalue.StringExact("HEALTHY")),
	}
	runWith(t, providerBlock(t, current),
		first,
		apply(smaller, plancheck.ExpectResourceAction(web, plancheck.ResourceActionUpdate), need("us-central1-a", 2), tolerates(1)),
		apply(sick, decision("us-central1-a", "now", "SN-02"), plancheck.ExpectKnownValue(api, tfjsonpath.New("state"), knownvalue.StringExact("UNHEALTHY")),
			plancheck.ExpectKnownValue(api, tfjsonpath.New("tolerates"), knownvalue.Null())),
	)
}

// A size that is known after apply leaves the routing unknown, and the apply
// decides it.
func TestRoutingAfterApply(t *testing.T) {
	t.Parallel()
	config := "\nresource \"terraform_data\" \"size\" {\n  input = 4\n}\n" + strings.Replace(groups, "size = 3", "size = terraform_data.size.output", 1) + service("web", affinity("SPILL_CROSS_ZONE", "0.5"))
	step := apply(config, plancheck.ExpectUnknownValue("spillway_region_backend_service.web", tfjsonpath.New("routing")))
	step.ConfigStateChecks = []statecheck.StateCheck{
		statecheck.ExpectKnownValue("spillway_region_backend_service.web", tfjsonpath.New("keeps_local_at").AtMapKey("us-central1-a"), knownvalue.Int64Exact(2)),
	}
	run(t, step)
}

func TestImportForms(t *testing.T) {
	t.Parallel()
	const address = "spillway_region_backend_service.web"
	imported := func(id string) resource.TestStep {
		return resource.TestStep{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateId: id}
	}
	refusedID := func(id, says string) resource.TestStep {
		return resource.TestStep{ResourceName: address, ImportState: true, ImportStateId: id, ExpectError: regexp.MustCompile(says)}
	}
	run(t,
		apply(groups+service("web")),
		imported(webID), imported("https://www.googleapis.com/compute/v1/"+webID), imported("demo/us-central1/web"), imported("us-central1/web"), imported("web"),
		refusedID("projects/demo/regions/us-central1/backendServices/nobody", "Object does not exist"),
		refusedID("projects/demo/zones/us-central1-a/instanceGroups/web-a", "Invalid import id"),
		refusedID("a/b/c/d", "Invalid import id"),
	)
}
