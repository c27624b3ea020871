// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"terraform-provider-spillway/internal/provider"
)

// terraform is the binary that the acceptance tests run, empty where there is
// none.
var terraform string

// TestMain looks for terraform, and says so once where there is none.
func TestMain(m *testing.M) {
	path, err := exec.LookPath("terraform")
	if err == nil {
		terraform = path
		// A development override of the person who runs the tests would take the
		// place of the provider under test.
		_ = os.Unsetenv("TF_CLI_CONFIG_FILE")
		_ = os.Unsetenv("SPILLWAY_ENGINE_PATH")
		_ = os.Setenv("TF_ACC_TERRAFORM_PATH", path)
		_ = os.Setenv("CHECKPOINT_DISABLE", "1")
	} else {
		fmt.Fprintln(os.Stderr, "!!! NO TERRAFORM BINARY ON THE PATH: ALL ACCEPTANCE TESTS OF THE PROVIDER ARE SKIPPED !!!")
	}
	os.Exit(m.Run())
}

// needTerraform skips a test that runs the binary where there is none.
func needTerraform(t *testing.T) {
	t.Helper()
	if terraform == "" {
		t.Skip("no terraform binary on the PATH")
	}
}

// newServer makes servers whose catalogues stay open as long as the test runs.
func newServer() func() tfprotov6.ProviderServer {
	newServer, _ := provider.New("test")
	return newServer
}

func factories() map[string]func() (tfprotov6.ProviderServer, error) {
	return map[string]func() (tfprotov6.ProviderServer, error){
		"spillway": func() (tfprotov6.ProviderServer, error) { return newServer()(), nil },
	}
}

// run runs the steps of an acceptance test, with a catalogue of its own.
func run(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	runWith(t, providerBlock(t, ""), steps...)
}

func runWith(t *testing.T, block string, steps ...resource.TestStep) {
	t.Helper()
	needTerraform(t)
	for i := range steps {
		if steps[i].Config != "" {
			steps[i].Config = block + steps[i].Config
		}
	}
	resource.UnitTest(t, resource.TestCase{ProtoV6ProviderFactories: factories(), Steps: steps})
}

// providerBlock returns a provider block with a catalogue of the test's own.
func providerBlock(t *testing.T, more string) string {
	t.Helper()
	return block(filepath.Join(t.TempDir(), "engine.db"), more)
}

func block(path, more string) string {
	return fmt.Sprintf("provider \"spillway\" {\n  engine_path = %q\n  project = \"demo\"\n  region = \"us-central1\"\n  %s\n}\n", path, more)
}

// apply is a step that applies a configuration and plans nothing afterwards.
func apply(config string, checks ...plancheck.PlanCheck) resource.TestStep {
	return resource.TestStep{Config: config, ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: checks}}
}

// plans is a step that plans a configuration without a complaint and applies
// nothing.
func plans(config string, checks ...plancheck.PlanCheck) resource.TestStep {
	return resource.TestStep{
		Config: config, PlanOnly: true, ExpectNonEmptyPlan: true, ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPreRefresh: checks},
	}
}

// refused is a step whose plan fails with a text.
func refused(config string, words ...string) resource.TestStep {
	return resource.TestStep{Config: config, PlanOnly: true, ExpectError: saying(words...)}
}

// fails is a step whose plan passes and whose apply fails with a text.
func fails(config string, words ...string) resource.TestStep {
	return resource.TestStep{Config: config, ExpectError: saying(words...)}
}

// saying matches words in order, whatever white space and frame of a
// diagnostic stands between them.
func saying(words ...string) *regexp.Regexp {
	var parts []string
	for _, w := range words {
		var fields []string
		for _, f := range strings.Fields(w) {
			fields = append(fields, regexp.QuoteMeta(f))
		}
		parts = append(parts, strings.Join(fields, `[\s│]+`))
	}
	return regexp.MustCompile(`(?s)` + strings.Join(parts, `.*`))
}
