// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

// checkCase is a configuration with what is right for it; see
// testdata/cases/README.md.
type checkCase struct {
	name, dir       string
	Edition, Config string
	Must, May       []struct{ Rule string }
}

// checkCases returns the cases of a kind of which the folder alone decides
// something.
func checkCases(t *testing.T, kind string) []checkCase {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "cases", kind, "*", "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out []checkCase
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c checkCase
		if err := json.Unmarshal(src, &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if c.dir, err = filepath.Abs(filepath.Dir(file)); err != nil {
			t.Fatal(err)
		}
		c.name = strings.ReplaceAll(filepath.Base(c.dir), ".", "_")
		of := func(w struct{ Rule string }) *validate.Rule { return rules.Find(w.Rule)[0] }
		c.Must = slices.DeleteFunc(c.Must, func(w struct{ Rule string }) bool { return slices.Contains(of(w).Needs, validate.NeedDiff) })
		if kind == "clean" || len(c.Must) > 0 {
			out = append(out, c)
		}
	}
	if len(out) < 40 {
		t.Fatalf("only %d cases of kind %s", len(out), kind)
	}
	return out
}

// checkAll is a configuration with one data source for each case.
func checkAll(cases []checkCase) string {
	var b strings.Builder
	for _, c := range cases {
		fmt.Fprintf(&b, "data \"spillway_check\" \"case_%s\" {\n  path    = %q\n  fail_on = \"warning\"\n", c.name, c.dir)
		if c.Config != "" {
			fmt.Fprintf(&b, "  config = %q\n", filepath.Join(c.dir, c.Config))
		}
		if c.Edition != "" {
			fmt.Fprintf(&b, "  edition = %q\n", c.Edition)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

var (
	diagnosticStart = regexp.MustCompile(`(?m)^[│ ]*(Error|Warning): `)
	diagnosticCase  = regexp.MustCompile(`with data\.spillway_check\.case_([-a-z0-9_]+),`)
	diagnosticRule  = regexp.MustCompile(`Rule[\s│]+([A-Z]+[0-9]{3})[\s│]+\(`)
)

// reported returns the rules of the errors that Terraform printed, by case.
func reported(t *testing.T, output string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	starts := diagnosticStart.FindAllStringIndex(output, -1)
	for i, at := range starts {
		end := len(output)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		text := output[at[0]:end]
		name, rule := diagnosticCase.FindStringSubmatch(text), diagnosticRule.FindStringSubmatch(text)
		if name == nil || rule == nil {
			t.Errorf("not a finding: %s", text)
			continue
		}
		out[name[1]] = append(out[name[1]], rule[1])
	}
	return out
}

// A plan with the data source over each bad configuration stops, with the
// findings that must be there and no others.
func TestCheckStopsThePlanOfEveryBadCase(t *testing.T) {
	needTerraform(t)
	cases := checkCases(t, "bad")
	stopped := false
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps:                    []resource.TestStep{{Config: checkAll(cases), PlanOnly: true}},
		ErrorCheck: func(err error) error {
			stopped = true
			got := reported(t, err.Error())
			for _, c := range cases {
				left := got[c.name]
				for _, w := range c.Must {
					i := slices.Index(left, w.Rule)
					if i < 0 {
						t.Errorf("%s: no %s stops the plan", c.name, w.Rule)
						continue
					}
					left = slices.Delete(left, i, i+1)
				}
				for _, rule := range left {
					if !slices.ContainsFunc(c.May, func(w struct{ Rule string }) bool { return w.Rule == rule }) {
						t.Errorf("%s: false alarm %s", c.name, rule)
					}
				}
			}
			return nil
		},
	})
	if !stopped {
		t.Error("the plan passed")
	}
}

// A plan with the data source over all clean configurations passes.
func TestCheckPassesEveryCleanCase(t *testing.T) {
	needTerraform(t)
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps:                    []resource.TestStep{{Config: checkAll(checkCases(t, "clean"))}},
	})
}

// folder writes a configuration into a folder of its own.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// checked is a configuration with a data source over a folder.
func checked(dir string, arguments ...string) string {
	return fmt.Sprintf("data \"spillway_check\" \"this\" {\n  path = %q\n  %s\n}\n", dir, strings.Join(arguments, "\n  "))
}

// passes is a step whose plan is empty.
func passes(config string) resource.TestStep {
	return resource.TestStep{Config: config, PlanOnly: true}
}

// googleService is a service of google's over two groups, with arguments.
func googleService(arguments string) string {
	return `
resource "google_compute_instance_group" "a" {
  project   = "p"
  name      = "a"
  zone      = "us-central1-a"
  instances = ["zones/us-central1-a/instances/a1", "zones/us-central1-a/instances/a2"]
}
resource "google_compute_instance_group" "b" {
  project   = "p"
  name      = "b"
  zone      = "us-central1-b"
  instances = ["zones/us-central1-b/instances/b1", "zones/us-central1-b/instances/b2"]
}
resource "google_compute_region_health_check" "hc" {
  project = "p"
  name    = "hc"
  region  = "us-central1"
  tcp_health_check { port = 80 }
}
resource "google_compute_region_backend_service" "web" {
  project               = "p"
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = [google_compute_region_health_check.hc.id]
  backend {
    group          = google_compute_instance_group.a.id
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = google_compute_instance_group.b.id
    balancing_mode = "CONNECTION"
  }
` + arguments + "}\n"
}

const subsettingAndAffinity = `
  subsetting { policy = "CONSISTENT_HASH_SUBSETTING" }
  network_pass_through_lb_traffic_policy {
    zonal_affinity { spillover = var.spillover }
  }
`

func TestCheckDiagnostics(t *testing.T) {
	variable := "variable \"spillover\" {\n  type    = string\n  default = \"ZONAL_AFFINITY_DISABLED\"\n}\n"
	bad := folder(t, map[string]string{"main.tf": variable + googleService(subsettingAndAffinity)})
	stay := `variables = { spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE" }`
	ignored := folder(t, map[string]string{"main.tf": variable +
		googleService("  # spillway:ignore ZA006 known, and going away"+subsettingAndAffinity)})
	broken := folder(t, map[string]string{"main.tf": "resource \"google_compute_region_backend_service\" {\n"})
	configured := folder(t, map[string]string{"main.tf": variable + googleService(subsettingAndAffinity), ".spillway.hcl": "spillway {\n  fail_on = \"never\"\n}\n"})
	run(t,
		refused(checked(bad, stay), "Zonal affinity with backend subsetting", "main.tf:40:16 google_compute_region_backend_service.web, subsetting[0].policy",
			"incompatible", "Rule ZA006 (affinity-with-subsetting), severity error."),
		passes(checked(bad)), // the default of the variable
		passes(checked(bad, stay, `skip = ["affinity-with-subsetting"]`)),
		passes(checked(bad, stay, `only = ["LB"]`)),
		passes(checked(bad, stay, `fail_on = "never"`)),
		passes(checked(configured, stay)),
		passes(checked(ignored, stay)),
		refused(checked(bad, stay, `config = "`+filepath.Join(bad, "nowhere.hcl")+`"`), "Configuration file cannot be used", "nowhere.hcl"),
		refused(checked(bad, `variables = { spilover = "x" }`), "Configuration cannot be read", `"spilover"`, "no such variable"),
		refused(checked(bad, `variables = "x"`), "Variables cannot be read", "object"),
		refused(checked(bad, `only = ["ZA06"]`), "Unknown rule", "ZA06", "did you mean"),
		refused(checked(bad, `scenarios = ["zone-dwn"]`), "Invalid scenario", "zone-dwn"),
		refused(checked(bad, `scenarios = ["zone-down:us-central1-f"]`), "Invalid scenario", "us-central1-f"),
		refused(checked(bad, `clients = ["moon"]`), "Invalid client", "moon"),
		refused(checked(bad, `fail_on = "fatal"`), "fail_on", "fatal"),
		refused(checked(filepath.Join(bad, "nowhere")), "Configuration cannot be read", "no such file or folder"),
		refused(checked("nowhere"), "Configuration cannot be read", "no such file or folder", "path.root"),
		refused(checked(t.TempDir()), "Configuration cannot be read", "no configuration here"),
		refused(checked(broken), "Configuration cannot be read", "main.tf:1:"),
	)
}

// What cannot be decided fails where it is asked for, and no value of a
// sensitive variable is shown.
func TestCheckUndecidedAndSensitive(t *testing.T) {
	open := folder(t, map[string]string{"main.tf": "variable \"spillover\" {\n  type = string\n}\n" + googleService(subsettingAndAffinity)})
	secret := folder(t, map[string]string{"main.tf": "variable \"spillover\" {\n  type      = string\n  sensitive = true\n}\n" + googleService(subsettingAndAffinity)})
	run(t,
		passes(checked(open)),
		refused(checked(open, "strict = true"), "Rule cannot be decided", "ZA006"),
	)
	// The data source reads the value from a file, so that Terraform's own
	// excerpt of the configuration cannot show it.
	if err := os.WriteFile(filepath.Join(secret, "terraform.tfvars"), []byte("spillover = \"hunter2\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, argument := range []string{"strict = true", `fail_on = "info"`} {
		resource.UnitTest(t, resource.TestCase{
			ProtoV6ProviderFactories: factories(),
			Steps: []resource.TestStep{{
				Config: checked(secret, argument) + "output \"all\" { value = jsonencode(data.spillway_check.this) }\n",
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownOutputValue("all", knownvalue.StringFunc(func(s string) error { return holdsNo(s, "hunter2") })),
				},
			}},
			ErrorCheck: func(err error) error { return holdsNo(err.Error(), "hunter2") },
		})
	}
}

func holdsNo(text, word string) error {
	if strings.Contains(text, word) {
		return fmt.Errorf("it shows %s: %s", word, text)
	}
	return nil
}

// The attributes serve check blocks, and a check block turns findings into
// warnings.
func TestCheckAttributes(t *testing.T) {
	dir := folder(t, map[string]string{"main.tf": googleService(`
  network_pass_through_lb_traffic_policy {
    zonal_affinity { spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE" }
  }
  subsetting { policy = "CONSISTENT_HASH_SUBSETTING" }
`)})
	config := checked(dir, `fail_on = "never"`, `scenarios = ["all-healthy", "zone-down:us-central1-a"]`, `clients = ["us-central1-a"]`) + `
output "errors" { value = [for f in data.spillway_check.this.findings : f.rule if f.severity == "error"] }
output "line"   { value = [for f in data.spillway_check.this.findings : "${basename(f.filename)}:${f.line}" if f.rule == "ZA006"] }
output "rows"   { value = { for o in data.spillway_check.this.outcomes : o.scenario => "${o.decision} ${o.action} ${join(",", [for d in o.destinations : "${d.zone} ${d.healthy}/${d.unhealthy}"])}" } }
output "counts" { value = data.spillway_check.this.summary.error }
check "no_errors" {
  data "spillway_check" "inside" {
    path = "` + dir + `"
  }
  assert {
    condition     = length(data.spillway_check.inside.findings) == 0
    error_message = "there are findings"
  }
}
`
	run(t, resource.TestStep{Config: config, ExpectNonEmptyPlan: true, ConfigStateChecks: []statecheck.StateCheck{
		statecheck.ExpectKnownOutputValue("errors", knownvalue.TupleExact([]knownvalue.Check{knownvalue.StringExact("ZA006")})),
		statecheck.ExpectKnownOutputValue("line", knownvalue.TupleExact([]knownvalue.Check{knownvalue.StringExact("main.tf:39")})),
		statecheck.ExpectKnownOutputValue("rows", knownvalue.ObjectExact(map[string]knownvalue.Check{
			"all-healthy":             knownvalue.StringExact("ST-01 REFINE us-central1-a 2/0"),
			"zone-down:us-central1-a": knownvalue.StringExact("ST-02 REPLACE us-central1-a 0/2"),
		})),
		statecheck.ExpectKnownValue("data.spillway_check.this", tfjsonpath.New("summary").AtMapKey("error"), knownvalue.Int64Exact(1)),
	}})
}
