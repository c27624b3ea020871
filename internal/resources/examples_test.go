// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	frameworkresource "github.com/hashicorp/terraform-plugin-framework/resource"
	"terraform-provider-spillway/internal/resources"
)

const examples = "../../examples"

// Every resource has an example, which is applied as it stands, and, where it
// can be imported, a command that imports an object of that example.
func TestExamplesOfResources(t *testing.T) {
	t.Parallel()
	for _, make := range resources.All() {
		var meta frameworkresource.MetadataResponse
		make().Metadata(t.Context(), frameworkresource.MetadataRequest{ProviderTypeName: "spillway"}, &meta)
		t.Run(meta.TypeName, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(examples, "resources", meta.TypeName)
			config, err := os.ReadFile(filepath.Join(folder, "resource.tf"))
			if err != nil {
				t.Fatal(err)
			}
			steps := []resource.TestStep{apply(string(config))}
			if meta.TypeName != "spillway_guard" {
				command, err := os.ReadFile(filepath.Join(folder, "import.sh"))
				if err != nil {
					t.Fatal(err)
				}
				words := strings.Fields(string(command))
				if len(words) != 4 || words[0] != "terraform" || words[1] != "import" || !strings.HasPrefix(words[2], meta.TypeName+".") {
					t.Fatalf("import.sh holds %q", command)
				}
				steps = append(steps, resource.TestStep{ResourceName: words[2], ImportState: true, ImportStateId: words[3], ImportStateVerify: true})
			}
			runWith(t, strings.Replace(providerBlock(t, ""), `"demo"`, `"demo-project"`, 1), steps...)
		})
	}
}

// The quickstart runs with the provider as a process of its own: it applies,
// plans nothing after that, and one changed line stops the plan.
func TestQuickstart(t *testing.T) {
	t.Parallel()
	needTerraform(t)
	folder, bin := t.TempDir(), t.TempDir()
	tool := func(dir, name string, arguments ...string) (string, error) {
		cmd := exec.CommandContext(context.WithoutCancel(t.Context()), name, arguments...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(bin, "terraformrc"), "TF_IN_AUTOMATION=1")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := tool("../..", "go", "build", "-o", filepath.Join(bin, "terraform-provider-spillway"), "."); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	config, err := os.ReadFile(filepath.Join(examples, "quickstart", "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	write := func(path, content string) {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(bin, "terraformrc"), fmt.Sprintf("provider_installation {\n  dev_overrides { \"spillway/spillway\" = %q }\n}\n", bin))
	main := filepath.Join(folder, "main.tf")
	write(main, string(config))
	if out, err := tool(folder, terraform, "apply", "-auto-approve", "-no-color"); err != nil || !strings.Contains(out, "SN-02") {
		t.Fatalf("apply: %v\n%s", err, out)
	}
	if out, err := tool(folder, terraform, "plan", "-detailed-exitcode", "-no-color"); err != nil {
		t.Errorf("the second plan: %v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(folder, ".terraform", "spillway", "engine.db")); err != nil {
		t.Error(err)
	}
	write(main, strings.Replace(string(config), `policy = "NONE"`, `policy = "CONSISTENT_HASH_SUBSETTING"`, 1))
	if out, err := tool(folder, terraform, "plan", "-no-color"); err == nil || !saying("Error: Zonal affinity with backend subsetting").MatchString(out) {
		t.Errorf("with one line changed: %v\n%s", err, out)
	}
}
