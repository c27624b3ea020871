// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/schema"
)

// Filling changes nothing that the plan knows, contradicts no plan from its
// own folder, and leaves unknown only what the folder does not know either.
func TestFillFromTheFolder(t *testing.T) {
	t.Parallel()
	for _, dir := range caseDirs(t, "plan.json") {
		if !HasConfiguration(dir) {
			continue
		}
		c, diags := Open(dir, Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		checkFill(t, dir, c)
	}
}

// The same from the configuration inside the saved plan.
func TestFillFromTheArchive(t *testing.T) {
	t.Parallel()
	for _, dir := range caseDirs(t, "tfplan") {
		z, err := zip.OpenReader(filepath.Join(dir, "tfplan"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = z.Close() }() // only read
		c, diags := OpenEmbedded(z, Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		checkFill(t, dir, c)
	}
}

func checkFill(t *testing.T, dir string, c *Config) {
	t.Helper()
	p := readPlan(t, dir)
	before, after := p.graph(nil), p.graph(nil)
	if diags := c.Fill(after); diags.HasErrors() {
		t.Errorf("%s: %v", dir, diags)
	}
	for _, n := range after.Notices {
		t.Errorf("%s: notice: %s", dir, n.Text)
	}
	for i, was := range before.Instances {
		is := after.Instances[i]
		if was.Data || was.Change == graph.Delete {
			if !equal(was.After, is.After) {
				t.Errorf("%s: %s changed", dir, was.Address)
			}
			continue
		}
		s := schema.Of(was.Type)
		names, values := was.After.Fields()
		for k, name := range names {
			known := comparison{create: true}
			var n *schema.Nested
			set := false
			if s != nil {
				n = s.Blocks[name]
				set = s.Attributes[name] != nil && s.Attributes[name].Type.IsSetType()
			}
			known.compare(name, is.After.Get(name), values[k], n, set)
			for _, d := range known.differences {
				t.Errorf("%s: %s: %s", dir, was.Address, d)
			}
		}
		if id := is.After.Get("id"); id.IsUnknown() && schema.IdentityOf(was.Type) != "" && !is.After.Get("name").IsUnknown() {
			t.Errorf("%s: %s has no id", dir, was.Address)
		}
	}
}

// A plan of another folder is left as it is, and said to be.
func TestFillFromAnotherFolder(t *testing.T) {
	t.Parallel()
	g := readPlan(t, filepath.Join(casesDir, "plans/01-ilb-spill")).graph(nil)
	c, _ := Open(filepath.Join(casesDir, "plans/02-ilb-stay-failover"), Options{})
	if diags := c.Fill(g); diags.HasErrors() {
		t.Fatal(diags)
	}
	if len(g.Notices) != 1 || !strings.Contains(g.Notices[0].Text, "does not match the plan") {
		t.Errorf("notices: %+v", g.Notices)
	}
	for _, i := range g.Instances {
		for _, b := range i.After.Get("backend").Elements() {
			if !b.Get("group").IsUnknown() {
				t.Errorf("%s: a group was filled", i.Address)
			}
		}
	}
}

// A folder that differs in one known value does not fill that instance.
func TestFillWithADifferentValue(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	src, err := os.ReadFile(filepath.Join(casesDir, "plans/01-ilb-spill/main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "main.tf", strings.Replace(string(src), "spillover_ratio = 0.8", "spillover_ratio = 0.7", 1))
	g := readPlan(t, filepath.Join(casesDir, "plans/01-ilb-spill")).graph(nil)
	c, diags := Open(dir, Options{})
	if diags = append(diags, c.Fill(g)...); diags.HasErrors() {
		t.Fatal(diags)
	}
	filled, open := 0, 0
	for _, i := range g.Instances {
		if i.Type == "google_compute_region_backend_service" {
			for _, b := range i.After.Get("backend").Elements() {
				if b.Get("group").IsUnknown() {
					open++
				} else {
					filled++
				}
			}
		}
		if i.Type == "google_compute_forwarding_rule" && i.After.Get("backend_service").IsUnknown() {
			t.Errorf("%s is not filled, though it does not differ", i.Address)
		}
	}
	if open == 0 || filled != 0 || len(g.Notices) != 1 {
		t.Errorf("%d filled, %d open, notices %+v", filled, open, g.Notices)
	}
}

// A folder that does not say which version of the provider is installed fills a
// plan of whichever it was: a default that differs between versions is no
// contradiction.
func TestFillFromAnyVersion(t *testing.T) {
	t.Parallel()
	src, err := os.ReadFile(filepath.Join(casesDir, "plans/01-ilb-spill/main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	const mode = `balancing_mode = "CONNECTION"`
	if !strings.Contains(string(src), mode) {
		t.Fatalf("the case has no %s", mode)
	}
	unset := strings.ReplaceAll(string(src), mode, "") // which 5.x plans as CONNECTION
	for name, constraint := range map[string]string{
		"not said": "", "from an old one on": `version = ">= 5.0"`, "an old one": `version = "~> 5.40"`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "main.tf", unset)
			write(t, dir, "override.tf", "terraform {\n  required_providers {\n    google = {\n      source = \"hashicorp/google\"\n "+constraint+"\n    }\n  }\n}\n")
			g := readPlan(t, filepath.Join(casesDir, "plans/01-ilb-spill")).graph(nil)
			config, diags := Open(dir, Options{})
			if diags = append(diags, config.Fill(g)...); diags.HasErrors() {
				t.Fatal(diags)
			}
			if len(g.Notices) != 0 {
				t.Errorf("notices: %+v", g.Notices)
			}
			for _, i := range g.Instances {
				for _, b := range i.After.Get("backend").Elements() {
					if b.Get("group").IsUnknown() {
						t.Errorf("%s: a group is not filled", i.Address)
					}
				}
			}
		})
	}
}

func write(t testing.TB, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
