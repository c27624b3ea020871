// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
)

func guard(objects string, arguments string) string {
	return fmt.Sprintf("\nresource \"spillway_guard\" \"all\" {\n  objects = [%s]\n  %s\n}\n", objects, arguments)
}

const guardAddress = "spillway_guard.all"

// oneZone is a service with affinity whose endpoints are all in one zone.
var oneZone = groups + `
resource "spillway_region_backend_service" "web" {
  name          = "web"
  health_checks = ` + healthCheck + `
  backend       = [{ group = spillway_instance_group.a.id }]
  ` + affinity("STAY_WITHIN_ZONE", "") + `
}
`

// A guard stops a plan for what is only a warning on the object itself, and
// says everything, down to what is merely worth knowing.
func TestGuard(t *testing.T) {
	t.Parallel()
	rules := func(ids ...knownvalue.Check) plancheck.PlanCheck {
		return plancheck.ExpectKnownValue(guardAddress, tfjsonpath.New("findings"), knownvalue.ListExact(ids))
	}
	is := func(rule string) knownvalue.Check {
		return knownvalue.ObjectPartial(map[string]knownvalue.Check{"rule": knownvalue.StringExact(rule), "address": knownvalue.StringExact(webID)})
	}
	run(t,
		apply(oneZone+guard(webService, ""), rules(is("ZA011"))),
		refused(oneZone+guard(webService, `fail_on = "warning"`), "Zonal affinity with all primary endpoints in one zone", "About "+webID),
		apply(oneZone+guard(webService, `fail_on = "never"`), rules(is("ZA011"))),
		apply(groups+service("web")+guard(webService, `fail_on = "warning"`), rules()),
	)
}

// Whether nothing refers to an object is for its author to say.
func TestGuardComplete(t *testing.T) {
	t.Parallel()
	config := groups + service("web") + rule("web") + policy("main") + source("web") + composite("api", "spillway_health_source.web.id", webRule)
	const all = "spillway_composite_health_check.api.id"
	run(t,
		apply(config+guard(all, `fail_on = "warning"`)),
		refused(config+guard(all, "fail_on = \"warning\"\n  complete = true"), "No service attachment targets"),
	)
}

// A configuration file changes rules for a guard as it does for the linter.
func TestGuardConfig(t *testing.T) {
	t.Parallel()
	file := func(content string) string {
		path := filepath.Join(t.TempDir(), "spillway.hcl")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("fail_on = \"warning\"\n  config = %q", path)
	}
	off := file("rule \"ZA011\" {\n  enabled = false\n}\n")
	raised := file("rule \"ZA011\" {\n  severity = \"error\"\n}\n")
	accepted := file("suppress {\n  rule    = \"ZA011\"\n  address = \"" + webID + "\"\n  reason  = \"one zone is enough\"\n}\n")
	missing := fmt.Sprintf("config = %q", filepath.Join(t.TempDir(), "missing.hcl"))
	run(t,
		apply(oneZone+guard(webService, off)),
		apply(oneZone+guard(webService, accepted)),
		refused(oneZone+guard(webService, raised), "Zonal affinity with all primary endpoints in one zone"),
		refused(oneZone+guard(webService, missing), "Configuration file cannot be used"),
	)
}

// What nothing knows is not guarded, and the apply says so.
func TestGuardOfNothing(t *testing.T) {
	t.Parallel()
	const nobody = `"projects/demo/regions/us-central1/backendServices/nobody"`
	run(t,
		resource.TestStep{Config: guard(nobody, ""), PlanOnly: true, ExpectNonEmptyPlan: true},
		fails(guard(nobody, ""), "Guarded object does not exist"),
		refused(guard(`"nobody"`, ""), `"nobody" is no id of an object`),
	)
}
