// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/bench/generate"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/eval"
)

// largeText is the configuration of a plan of 200 services, written out.
func largeText(t testing.TB) string {
	t.Helper()
	var file bytes.Buffer
	if err := (generate.Plan{Services: 200, GroupsPerService: 3}).WriteFile(&file); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open("tfconfig/m-/main.tf")
	if err != nil {
		t.Fatal(err)
	}
	src, err := io.ReadAll(f)
	if err != nil || len(src) < 256<<10 {
		t.Fatalf("%d bytes, %v", len(src), err)
	}
	return string(src)
}

func embedded(text string) fstest.MapFS {
	return fstest.MapFS{
		"tfconfig/modules.json": {Data: []byte(`[{"Key":"","Dir":"."}]`)},
		"tfconfig/m-/main.tf":   {Data: []byte(text)},
	}
}

// A large file that is read by its pieces gives what the same file gives that
// is parsed as a whole, places included.
func TestReadingByPieces(t *testing.T) {
	t.Parallel()
	plain := largeText(t)
	for name, text := range map[string]string{
		"plain": plain,
		"text in a block that looks like a block": "locals {\n  x = <<EOT\n}\n\nresource \"a\" \"b\" {\n}\nEOT\n}\n" + plain,
		"a comment that looks like a block":       "/* x\n}\nresource \"a\" \"b\" {\n}\n*/\n" + plain,
		"text inside a resource":                  "resource \"google_compute_network\" \"n\" {\n  name        = \"n\"\n  description = <<EOT\n}\n\nresource \"a\" \"b\" {\n}\nEOT\n}\n" + plain,
		"other spellings":                         "resource google_compute_network unquoted {\n  name = \"u\"\n}\nresource \"google_compute_network\" \"one\" { name = \"one\" }\n" + plain,
		"whole objects":                           plain + "\noutput \"o\" {\n  value = [for g in [google_compute_instance_group.g0_0] : g.self_link]\n}\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole, wholeDiags := files{"main.tf": text}.open(t, Options{Select: google.Selection()})
			pieces, piecesDiags := OpenEmbedded(embedded(text), Options{Select: google.Selection()})
			want, more := whole.Graph()
			got, more2 := pieces.Graph()
			if diff := cmp.Diff(summaries(append(wholeDiags, more...)), summaries(append(piecesDiags, more2...))); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
			if len(want.Instances) < 1000 || len(got.Instances) != len(want.Instances) {
				t.Fatalf("%d instances, want %d", len(got.Instances), len(want.Instances))
			}
			for i := range want.Instances {
				w, g := want.Instances[i], got.Instances[i]
				if w.Address != g.Address || text2(w.After) != text2(g.After) {
					t.Fatalf("%s is %s, want %s", g.Address, text2(g.After), text2(w.After))
				}
				if i%97 != 0 {
					continue
				}
				for _, path := range []string{"", "name", "backend[1].group"} {
					a, _ := whole.Locate(w.Address, path)
					b, _ := pieces.Locate(g.Address, path)
					if a.String() != b.String() {
						t.Errorf("%s %s is at %s, want %s", g.Address, path, b, a)
					}
				}
			}
			for name := range whole.root.Module.Outputs {
				a, _ := whole.evaluator().Root.Output(name)
				b, _ := pieces.evaluator().Root.Output(name)
				if !a.RawEquals(b) {
					t.Errorf("output %s is %#v, want %#v", name, b, a)
				}
			}
		})
	}
}

// Comments that suppress findings count in a large file as in any other.
func TestSuppressionInPieces(t *testing.T) {
	t.Parallel()
	const block = "resource \"google_compute_region_backend_service\" \"s1\" {\n"
	text := strings.Replace(largeText(t), block, "# "+Directive+" ZA019 measured\n"+block, 1)
	c, _ := OpenEmbedded(embedded(text), Options{Select: google.Selection()})
	sup, diags := c.Suppressions()
	if diags.HasErrors() || sup.None() {
		t.Fatalf("no comment is found: %v", diags)
	}
	for address, want := range map[string]bool{
		"google_compute_region_backend_service.s1": true,
		"google_compute_region_backend_service.s2": false,
	} {
		if _, got := sup.Match(func(rule string) bool { return rule == "ZA019" }, address, "name"); got != want {
			t.Errorf("%s is suppressed: %v, want %v", address, got, want)
		}
	}
}

var text2 = text

var evalToGraph = eval.ToGraph

// What terraform would have refused is not trusted because it is large.
func TestReadingByPiecesOfBrokenText(t *testing.T) {
	t.Parallel()
	plain := largeText(t)
	for name, text := range map[string]string{
		"a syntax error": plain + "\nlocals {\n  a = \n}\n",
		"no UTF-8":       plain + "\n# \xff\n",
	} {
		if _, diags := OpenEmbedded(embedded(text), Options{}); !diags.HasErrors() {
			t.Errorf("%s is not seen", name)
		}
	}
	// Inside a resource block, nothing can be told of that block.
	broken := strings.Replace(plain, "name = \"g7_1\"", "name = = \"g7_1\"", 1)
	c, _ := OpenEmbedded(embedded(broken), Options{Select: google.Selection()})
	g, _ := c.Graph()
	for _, i := range g.Instances {
		if i.Address == "google_compute_instance_group.g7_1" && !i.After.Get("name").IsUnknown() {
			t.Errorf("the name of a broken block is %s", text2(i.After.Get("name")))
		}
	}
	if len(g.Instances) < 1000 {
		t.Errorf("%d instances", len(g.Instances))
	}
}

func TestEmbeddedModules(t *testing.T) {
	t.Parallel()
	c, diags := OpenEmbedded(fstest.MapFS{
		"tfconfig/modules.json":     {Data: []byte(`[{"Key":"","Dir":"."},{"Key":"a","Source":"x/y/z","Dir":".terraform/modules/a"},{"Key":"a.b","Source":"./b","Dir":".terraform/modules/a/b"}]`)},
		"tfconfig/m-/main.tf":       {Data: []byte("module \"a\" {\n  source = \"x/y/z\"\n}\noutput \"o\" { value = [module.a.o, file(\"x.txt\"), fileexists(\"x\")] }\n")},
		"tfconfig/m-a/main.tf":      {Data: []byte("module \"b\" {\n  source = \"./b\"\n}\noutput \"o\" { value = module.b.o }\n")},
		"tfconfig/m-a.b/main.tf":    {Data: []byte("output \"o\" { value = path.module }\n")},
		"tfconfig/m-a.b/../x.tf":    {Data: []byte("not read")},
		".terraform.lock.hcl":       {Data: []byte("provider \"registry.terraform.io/hashicorp/google\" {\n  version = \"5.1.0\"\n}\n")},
		"tfconfig/m-/backup.tf~":    {Data: []byte("{{{")},
		"tfconfig/m-/sub/nested.tf": {Data: []byte("{{{")},
	}, Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	v, _ := c.evaluator().Root.Output("o")
	if got := text(evalToGraph(v)); got != `[".terraform/modules/a/b",?,?]` {
		t.Errorf("output is %s", got)
	}
	if vs := c.locked["registry.terraform.io/hashicorp/google"]; !vs.AllBefore([3]int{6, 0, 0}) {
		t.Error("the lock file is not read")
	}
	for name := range c.Files() {
		if strings.HasPrefix(name, "/") || strings.Contains(name, "tfconfig") {
			t.Errorf("a file is named %s", name)
		}
	}
}

// What is remembered of blocks answers as the blocks do.
func TestOutlines(t *testing.T) {
	t.Parallel()
	text := largeText(t)
	whole, _ := files{"main.tf": text}.open(t, Options{Select: google.Selection()})
	pieces, _ := OpenEmbedded(embedded(text), Options{Select: google.Selection()})
	g, _ := pieces.Graph()
	for _, i := range g.Instances { // a plan that knows names only
		names, values := i.After.Fields()
		blank := make([]graph.Value, len(values))
		for k, n := range names {
			if n == "name" || n == "zone" || n == "region" || n == "project" {
				blank[k] = values[k]
			}
		}
		i.After, i.Change = graph.ObjectValue(names, blank), graph.Create
	}
	if diags := pieces.Fill(g); diags.HasErrors() {
		t.Fatal(diags)
	}
	if len(pieces.outlines) < 200 {
		t.Fatalf("%d outlines", len(pieces.outlines))
	}
	for _, i := range g.Instances {
		for _, path := range []string{
			"name", "nosuch", "backend[0].group", "backend[2].group", "backend[3].group", "backend[0].failover", "instances", "region",
			"network_pass_through_lb_traffic_policy[0].zonal_affinity[0].spillover", "network_pass_through_lb_traffic_policy[0].zonal_affinity[1].spillover",
		} {
			a, aok := whole.Expression(i, path)
			b, bok := pieces.Expression(i, path)
			if aok != bok || text2(a.Constant) != text2(b.Constant) || strings.Join(a.References, " ") != strings.Join(b.References, " ") {
				t.Fatalf("%s %s: %v %v, want %v %v", i.Address, path, b, bok, a, aok)
			}
		}
		for _, path := range []string{"backend", "nosuch", "network_pass_through_lb_traffic_policy[0].zonal_affinity"} {
			a, ad := whole.Blocks(i, path)
			b, bd := pieces.Blocks(i, path)
			if a != b || ad != bd {
				t.Fatalf("%s %s: %d %v, want %d %v", i.Address, path, b, bd, a, ad)
			}
		}
	}
}
