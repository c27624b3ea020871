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
)

// process is the provider as a program of its own, as people run it.
type process struct{ bin string }

// build makes the program, and the settings with which Terraform takes it.
func build(t *testing.T) process {
	t.Helper()
	p := process{t.TempDir()}
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(p.bin, "terraform-provider-spillway"), ".")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	settings := fmt.Sprintf("provider_installation {\n  dev_overrides { \"spillway/spillway\" = %q }\n  direct {}\n}\n", p.bin)
	if err := os.WriteFile(filepath.Join(p.bin, "terraformrc"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

// terraform runs the binary in a folder, and returns all that it prints.
func (p process) terraform(t *testing.T, dir string, arguments ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), terraform, arguments...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(p.bin, "terraformrc"), "TF_IN_AUTOMATION=1", "NO_COLOR=1", "TF_CLI_ARGS=-no-color")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// copied returns a copy of a folder.
func copied(t *testing.T, from string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// What people write works with the provider as a process of its own: functions,
// terraform test, and a check of the very folder that Terraform runs in.
func TestProcess(t *testing.T) {
	needTerraform(t)
	t.Parallel()
	p := build(t)
	t.Run("functions", func(t *testing.T) { p.functions(t) })
	t.Run("guard of google's service", func(t *testing.T) { p.guard(t) })
	t.Run("check", func(t *testing.T) { p.check(t) })
	t.Run("plan here and apply there", func(t *testing.T) { p.elsewhere(t) })
	t.Run("two aliases", func(t *testing.T) { p.aliases(t) })
}

// Every function has an example, which is applied as it stands, and whose
// conditions hold.
func (p process) functions(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join(examples, "functions", "*"))
	if err != nil || len(folders) != 4 {
		t.Fatalf("examples of functions: %v %v", folders, err)
	}
	prints := map[string]string{
		"route": `"SN-02"`, "spill_threshold": `"us-central1-a" = 4`, "aggregate_health": `state_by_default = "UNHEALTHY"`, "composite_health": `state = "UNHEALTHY"`,
	}
	for _, folder := range folders {
		out, err := p.terraform(t, copied(t, folder), "apply", "-auto-approve")
		if err != nil || strings.Contains(out, "Check block") || !strings.Contains(out, prints[filepath.Base(folder)]) {
			t.Errorf("%s: %v\n%s", folder, err, out)
		}
	}
}

func (p process) guard(t *testing.T) {
	dir := copied(t, filepath.Join(examples, "guard-google"))
	if out, err := p.terraform(t, dir, "test"); err != nil || !strings.Contains(out, "3 passed, 0 failed") {
		t.Errorf("terraform test: %v\n%s", err, out)
	}
	if out, err := p.terraform(t, dir, "apply", "-auto-approve"); err != nil || strings.Contains(out, "Check block") {
		t.Errorf("as it stands: %v\n%s", err, out)
	}
	out, err := p.terraform(t, dir, "plan", "-var", "spillover=ZONAL_AFFINITY_STAY_WITHIN_ZONE")
	if err == nil || !saying("Resource precondition failed", "would reach unhealthy endpoints").MatchString(out) {
		t.Errorf("staying: %v\n%s", err, out)
	}
	out, err = p.terraform(t, dir, "plan", "-var", "spillover_ratio=0.8")
	if err != nil || !saying("Check block assertion failed", "sends clients of its zone to another one").MatchString(out) {
		t.Errorf("a high ratio: %v\n%s", err, out)
	}
}

// check looks at the folder that Terraform runs in, from wherever it is
// started, with variables, and stops at what is wrong there.
func (p process) check(t *testing.T) {
	dir := copied(t, filepath.Join(examples, "data-sources", "spillway_check"))
	if out, err := p.terraform(t, dir, "apply", "-auto-approve"); err != nil || strings.Contains(out, "Check block") {
		t.Errorf("the example as it stands: %v\n%s", err, out)
	}
	dir = t.TempDir()
	files := map[string]string{
		"main.tf": "terraform {\n  required_providers {\n    spillway = { source = \"spillway/spillway\" }\n  }\n}\n" +
			"variable \"spillover\" { default = \"ZONAL_AFFINITY_DISABLED\" }\n" +
			"data \"spillway_check\" \"this\" {\n  path      = \"${path.root}/network\"\n  variables = { spillover = var.spillover }\n}\n",
		"network/main.tf": "variable \"spillover\" {\n  type = string\n}\n" + googleService(subsettingAndAffinity),
	}
	if err := os.Mkdir(filepath.Join(dir, "network"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := p.terraform(t, dir, "plan"); err != nil {
		t.Errorf("without affinity: %v\n%s", err, out)
	}
	for _, from := range [][]string{{dir}, {t.TempDir(), "-chdir=" + dir}} {
		out, err := p.terraform(t, from[0], append(from[1:], "plan", "-var", "spillover=ZONAL_AFFINITY_STAY_WITHIN_ZONE")...)
		if err == nil || !saying("Error: Zonal affinity with backend subsetting", "network/main.tf:39:16 google_compute_region_backend_service.web").MatchString(out) {
			t.Errorf("%v: %v\n%s", from, err, out)
		}
	}
}

// elsewhere makes plans on one machine and applies them on others: only the
// state is there, and no catalogue. A new object is made all the same, and what
// does not change is not taken for removed. Where a plan shows what follows
// from objects that do not change, they have to be registered first: any plan
// does that.
func (p process) elsewhere(t *testing.T) {
	machine := func(groups, services int, carry ...string) string {
		dir := configured(t, many("", "e", groups, services))
		for _, file := range carry {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	state := func(dir string) string { return filepath.Join(dir, "terraform.tfstate") }
	first := machine(20, 1)
	p.must(t, first, "apply", "-auto-approve")
	for _, one := range []struct {
		groups, services int
		register         bool
	}{{groups: 21, services: 1}, {groups: 20, services: 2, register: true}} {
		planning := machine(one.groups, one.services, state(first))
		p.must(t, planning, "plan", "-out", "saved")
		applying := machine(one.groups, one.services, state(first), filepath.Join(planning, "saved"))
		if one.register {
			p.must(t, applying, "plan")
		}
		p.must(t, applying, "apply", "saved")
		p.plansEmpty(t, applying)
		p.plansEmpty(t, machine(one.groups, one.services, state(applying)))
	}
}

// aliases has two aliases of the provider, which are two processes, over one
// catalogue and over two: over one, what does not go together is found when it
// is applied, and a guard sees what the other alias made.
func (p process) aliases(t *testing.T) {
	const source = "terraform {\n  required_providers {\n    spillway = { source = \"spillway/spillway\" }\n  }\n}\n"
	other := func(config string) string {
		return strings.Replace(config, "{\n", "{\n  provider = spillway.other\n", 1)
	}
	config := groups + service("web", affinity("STAY_WITHIN_ZONE", "")) + rule("web")
	publish := other(attachment("api"))
	for name, test := range map[string]struct {
		catalogues []string
		config     string
		says       []string // empty: the apply succeeds
	}{
		"one catalogue, what does not go together": {[]string{"one.db", "one.db"}, config + publish, []string{"published through Private Service Connect"}},
		"two catalogues, of which neither knows":   {[]string{"one.db", "two.db"}, config + publish, []string{"Reference to an object that does not exist"}},
		"a guard over one catalogue":               {[]string{"one.db", "one.db"}, config + other(guard(webService, "")), nil},
		"a guard over two catalogues":              {[]string{"one.db", "two.db"}, config + other(guard(webService, "")), []string{"Guarded object does not exist"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			blocks := block(filepath.Join(dir, test.catalogues[0]), "") + block(filepath.Join(dir, test.catalogues[1]), `alias = "other"`)
			write := func(config string) {
				if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(source+blocks+config), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write(config)
			p.must(t, dir, "apply", "-auto-approve")
			write(test.config)
			out, err := p.terraform(t, dir, "apply", "-auto-approve")
			if test.says == nil && err != nil || test.says != nil && (err == nil || !saying(test.says...).MatchString(out)) {
				t.Errorf("%v\n%s", err, out)
			}
			if test.says == nil {
				p.plansEmpty(t, dir)
			}
		})
	}
}

// make install puts the provider where a plain terraform init finds it, with
// no setting and no network.
func TestMakeInstall(t *testing.T) {
	needTerraform(t)
	t.Parallel()
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("no make on the PATH")
	}
	home, dir := t.TempDir(), copied(t, filepath.Join(examples, "quickstart"))
	run := func(dir, name string, arguments ...string) string {
		cmd := exec.CommandContext(context.WithoutCancel(t.Context()), name, arguments...)
		cmd.Dir = dir
		// A proxy that refuses everything stands for having no network.
		cmd.Env = append(os.Environ(), "HOME="+home, "GOBIN="+filepath.Join(home, "bin"), "NO_COLOR=1", "TF_IN_AUTOMATION=1", "HTTPS_PROXY=http://127.0.0.1:1")
		for _, variable := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
			cmd.Env = append(cmd.Env, variable+"="+goEnv(t, variable))
		}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return string(out)
	}
	run(filepath.Join("..", ".."), "make", "install")
	if _, err := os.Stat(filepath.Join(home, "bin", "spillway-lint")); err != nil {
		t.Error(err)
	}
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		found, err := filepath.Glob(filepath.Join(home, ".terraform.d", "plugins", host, "spillway", "spillway", "*", "*", "terraform-provider-spillway_v*"))
		if err != nil || len(found) != 1 {
			t.Errorf("%s: %v %v", host, found, err)
		}
	}
	if out := run(dir, terraform, "init", "-no-color"); !strings.Contains(out, "spillway/spillway v0.1.0") {
		t.Errorf("init: %s", out)
	}
	run(dir, terraform, "apply", "-auto-approve", "-no-color")
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
