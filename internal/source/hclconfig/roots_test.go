// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/module"
)

func tree(t *testing.T, f files) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range f {
		write(t, dir, name, text)
	}
	return dir
}

func relativeRoots(dir string, roots []Root) []string {
	var out []string
	for _, r := range roots {
		rel, _ := filepath.Rel(dir, r.Dir)
		line := filepath.ToSlash(rel)
		for _, m := range r.Modules {
			rel, _ := filepath.Rel(dir, m)
			line += " " + filepath.ToSlash(rel)
		}
		out = append(out, line)
	}
	return out
}

func TestRoots(t *testing.T) {
	t.Parallel()
	dir := tree(t, files{
		".git/HEAD":                      "",
		".gitignore":                     "/ignored/\n*.bak\n!kept.bak\nbuild\n# comment\ndocs/**/old\n",
		"env/prod/main.tf":               "module \"net\" {\n  version = \"x\"\n  source  = \"../../modules/net\"\n}\n",
		"env/dev/main.tf":                "module net { source = \"../../modules/net\" }\nmodule \"reg\" {\n  source = \"a/b/google\"\n}\n",
		"env/json/main.tf.json":          `{"module": {"x": {"source": "../../modules/json"}, "y": [{"source": "./sub"}]}}`,
		"env/json/sub/main.tf":           "",
		"env/tofu/main.tofu":             "",
		"env/empty/readme.md":            "",
		"modules/net/main.tf":            "module \"in\" {\n  source = \"./inner\"\n}\n# module \"c\" {\n#   source = \"../lonely\"\n# }\n/*\nmodule \"d\" {\n  source = \"../lonely\"\n}\n*/\n",
		"modules/net/inner/main.tf":      "",
		"modules/net/examples/x/main.tf": "module \"this\" {\n  source = \"../..\"\n}\n",
		"modules/json/main.tf":           "",
		"modules/lonely/main.tf":         "",
		"ignored/main.tf":                "",
		"x.bak/main.tf":                  "",
		"kept.bak/main.tf":               "",
		"deep/build/main.tf":             "",
		"docs/a/b/old/main.tf":           "",
		"node_modules/m/main.tf":         "",
		"vendor/m/main.tf":               "",
		".terraform/modules/x/main.tf":   "",
		".hidden/main.tf":                "",
	})
	if err := os.Symlink(dir, filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	roots, err := Roots(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"env/dev modules/net modules/net/inner", "env/json env/json/sub modules/json", "env/prod modules/net modules/net/inner", "env/tofu",
		"kept.bak", "modules/lonely", "modules/net/examples/x modules/net modules/net/inner",
	}
	if diff := cmp.Diff(want, relativeRoots(dir, roots)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// From a folder inside the repository, its outer .gitignore still counts.
	inner, err := Roots(filepath.Join(dir, "deep"))
	if err != nil || len(inner) != 0 {
		t.Errorf("%v %v", inner, err)
	}
	for path, want := range map[string][]string{
		"env/prod/main.tf":          {"env/prod"},
		"env/prod/gone/x.tftpl":     {"env/prod"},
		"modules/net/inner/main.tf": {"env/dev", "env/prod", "modules/net/examples/x"},
		"modules/json":              {"env/json"},
		"README.md":                 nil,
	} {
		var got []string
		for _, r := range RootsOf(roots, []string{filepath.Join(dir, path)}) {
			rel, _ := filepath.Rel(dir, r.Dir)
			got = append(got, rel)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func TestRootsThatCallEachOther(t *testing.T) {
	t.Parallel()
	dir := tree(t, files{"a/main.tf": "module \"b\" {\n  source = \"../b\"\n}\n", "b/main.tf": "module \"a\" {\n  source = \"../a\"\n}\n"})
	roots, err := Roots(dir)
	if diff := cmp.Diff([]string{"a b", "b a"}, relativeRoots(dir, roots)); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestRootsOfNothing(t *testing.T) {
	t.Parallel()
	if _, err := Roots(filepath.Join(t.TempDir(), "nosuch")); err == nil {
		t.Error("a folder that is not there has roots")
	}
	roots, err := Roots(t.TempDir())
	if err != nil || len(roots) != 0 {
		t.Errorf("%v %v", roots, err)
	}
}

// Roots share the modules that they call, on several goroutines.
func TestSharedModules(t *testing.T) {
	t.Parallel()
	f := files{"modules/m/main.tf": "variable \"n\" {}\nresource \"google_compute_network\" \"n\" { name = var.n }\n"}
	for _, n := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		f["env/"+n+"/main.tf"] = "module \"m\" {\n  source = \"../../modules/m\"\n  n = \"" + n + "\"\n}\n"
	}
	dir := tree(t, f)
	roots, err := Roots(dir)
	if err != nil {
		t.Fatal(err)
	}
	cache := NewCache()
	got := make([]string, len(roots))
	shared := make([]*module.Module, len(roots))
	var wait sync.WaitGroup
	for k, r := range roots {
		wait.Go(func() {
			c, diags := Open(r.Dir, Options{Cache: cache})
			g, more := c.Graph()
			if diags = append(diags, more...); diags.HasErrors() || len(g.Instances) != 1 {
				t.Error(diags)
				return
			}
			name, _ := g.Instances[0].After.Get("name").Text()
			got[k] = filepath.Base(r.Dir) + name
			shared[k] = c.root.Children["m"].Module
		})
	}
	wait.Wait()
	if want := "aa bb cc dd ee ff gg"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
	for _, m := range shared {
		if m != shared[0] {
			t.Error("a module was parsed twice")
		}
	}
}

// Links are followed within the repository; loops and ways out are not read.
func TestLinks(t *testing.T) {
	t.Parallel()
	outside := tree(t, files{"secret.tf": "locals { s = \"secret\" }\n"})
	dir := tree(t, files{".git/HEAD": "", "beside/versions.tf": "output \"shared\" { value = 1 }\n", "root/main.tf": "output \"o\" { value = 1 }\n"})
	for name, target := range map[string]string{
		"root/versions.tf": "../beside/versions.tf",
		"root/out.tf":      filepath.Join(outside, "secret.tf"),
		"root/loop.tf":     "loop.tf",
		"root/gone.tf":     "nowhere.tf",
		"root/dir.tf":      "../beside",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	c, diags := Open(filepath.Join(dir, "root"), Options{})
	g, _ := c.Graph()
	if diags.HasErrors() || len(c.root.Module.Outputs) != 2 || len(c.root.Module.Locals) != 0 {
		t.Errorf("%v; %d outputs, %d locals", diags, len(c.root.Module.Outputs), len(c.root.Module.Locals))
	}
	var notices []string
	for _, n := range g.Notices {
		notices = append(notices, n.Text)
	}
	all := strings.Join(notices, "\n")
	for _, want := range []string{"out.tf leads out", "loop.tf cannot be followed: EvalSymlinks: too many links", "gone.tf cannot be followed: no such file", "dir.tf leads to no file"} {
		if !strings.Contains(all, want) {
			t.Errorf("no notice about %s:\n%s", want, all)
		}
	}
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files files
		want  []string
	}{
		"no UTF-8":            {files{"main.tf": "locals {\n  a = \"\xff\"\n}\n"}, []string{"Invalid character encoding"}},
		"deep brackets":       {files{"main.tf": "locals {\n  a = " + strings.Repeat("(", 100_000) + "\n}\n"}, []string{"File too deeply nested"}},
		"deep brackets, JSON": {files{"main.tf.json": `{"locals": ` + strings.Repeat("[", 100_000)}, []string{"File too deeply nested"}},
		"many operators":      {files{"main.tf": "locals {\n  a = " + strings.Repeat("!", 100_000) + "true\n}\n"}, []string{"File too deeply nested"}},
		"a huge number":       {files{"main.tf": "output \"o\" { value = \"${1e999999999}\" }\n"}, []string{"Number too large"}},
		"a huge file":         {files{"main.tf": strings.Repeat("# x\n", 9<<20)}, []string{"Failed to read file"}},
		"a wrong block":       {files{"main.tf": "resource \"x\" {\n}\nvariable {\n}\na = 1\n"}, []string{"Unsupported argument", "Wrong number of labels", "Wrong number of labels"}},
		"twice":               {files{"main.tf": "locals {\n  a = 1\n}\nlocals {\n  a = 2\n}\nvariable \"v\" {\n}\nvariable \"v\" {\n}\n"}, []string{"Duplicate local value", "Duplicate variable"}},
		"nothing to override": {files{"override.tf": "variable \"v\" {\n}\n"}, []string{"Missing base variable for override"}},
		"strings that double": {files{"main.tf": doubling(60)}, []string{"Value too large"}},
		"broken values":       {files{"terraform.tfvars": "a = \n", "main.tf": ""}, []string{"Invalid expression"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, got := c.files.outputs(t, Options{})
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if _, diags := Open(filepath.Join(t.TempDir(), "nosuch"), Options{}); !diags.HasErrors() {
		t.Error("a folder that is not there is read")
	}
	if _, diags := OpenEmbedded(os.DirFS(t.TempDir()), Options{}); !diags.HasErrors() {
		t.Error("an archive without configuration is read")
	}
}

// doubling makes locals each of which is twice as long as the one before.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString("locals {\n  l00 = \"0123456789abcdef\"\n")
	for i := 1; i <= n; i++ {
		prev := "local.l" + itoa(i-1)
		b.WriteString("  l" + itoa(i) + " = \"${" + prev + "}${" + prev + "}\"\n")
	}
	return b.String() + "}\noutput \"o\" { value = local.l" + itoa(n) + " }\n"
}

func itoa(n int) string { return string(rune('0'+n/10)) + string(rune('0'+n%10)) }

// Whatever evaluation says, it never shows a sensitive value.
func TestSensitiveValuesAreNotSaid(t *testing.T) {
	t.Parallel()
	c, diags := files{"main.tf": `
		variable "p" {
		  default   = "hunter2"
		  sensitive = true
		}
		variable "n" {
		  type      = number
		  sensitive = true
		}
		resource "google_compute_network" "n" {
		  name     = tonumber(var.p)
		  for_each = { a = var.p }
		}
		resource "google_compute_network" "m" {
		  name = lookup({}, var.p)
		  auto_create_subnetworks = var.p
		  mtu = parseint(var.p, 10)
		}
		resource "google_compute_network" "f" { name = file(var.p) }
		resource "google_compute_network" "c" { count = var.p }
	`}.open(t, Options{Assignments: []Assignment{{Name: "n", Value: "hunter2"}}})
	g, more := c.Graph()
	var said []string
	for _, d := range append(diags, more...) {
		said = append(said, d.Summary, d.Detail)
	}
	for _, n := range g.Notices {
		said = append(said, n.Text)
	}
	if all := strings.Join(said, "\n"); strings.Contains(all, "hunter2") || len(said) == 0 {
		t.Errorf("said:\n%s", all)
	}
	for _, i := range g.Instances {
		if v := i.After.Get("name"); v.Kind() == graph.String && !v.IsSensitive() {
			t.Errorf("%s: the mark is lost", i.Address)
		}
	}
}

func TestNamesThatAreNone(t *testing.T) {
	t.Parallel()
	g, diags := files{"main.tf": "resource \"a b\" \"x\" {\n}\nresource \"a\" \"1x\" {\n}\nvariable \"v.w\" {\n}\nresource \"a\" \"ok\" {\n}\n"}.load(t, Options{})
	if diff := cmp.Diff([]string{"Invalid name", "Invalid name", "Invalid name"}, diags); diff != "" {
		t.Error(diff)
	}
	if len(g.Instances) != 1 || g.Instances[0].Address != "a.ok" {
		t.Errorf("%d instances", len(g.Instances))
	}
}

// What is just within the bounds is evaluated.
func TestDeepButWithinBounds(t *testing.T) {
	t.Parallel()
	n := 25_000
	for _, expr := range map[string]string{
		"negations": strings.Repeat("!", 2*n) + "true",
		"sums":      strings.Repeat("1+", n) + "1",
		"ternaries": strings.Repeat("true ? ", n) + "1" + strings.Repeat(" : 2", n),
		"brackets":  strings.Repeat("[", 1900) + strings.Repeat("]", 1900),
		"parens":    strings.Repeat("(", 1900) + "1" + strings.Repeat(")", 1900),
		"steps":     "{}" + strings.Repeat(".a", n),
		"templates": strings.Repeat(`"${`, 900) + "1" + strings.Repeat(`}"`, 900),
		"types":     "convert(null, " + strings.Repeat("list(", 900) + "string" + strings.Repeat(")", 900) + ")",
	} {
		files{"main.tf": "output \"o\" { value = " + expr + " }\n"}.outputs(t, Options{})
	}
	var chain strings.Builder
	chain.WriteString("locals {\n  l0 = 1\n")
	for i := 1; i < 30_000; i++ {
		fmt.Fprintf(&chain, "  l%d = local.l%d\n", i, i-1)
	}
	for last, want := range map[string]string{"l15000": "1", "l29999": "?"} {
		got, diags := files{"main.tf": chain.String() + "}\noutput \"o\" { value = local." + last + " }\n"}.outputs(t, Options{})
		if got["o"] != want || (want == "?") != (len(diags) > 0) {
			t.Errorf("%s: %v %v", last, got, diags)
		}
	}
}
