// SPDX-License-Identifier: MPL-2.0

package module

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
)

func TestIsConfiguration(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"main.tf": true, "main.tf.json": true, "main.tofu": true, "main.tofu.json": true, "x.auto.tfvars": false, "terraform.tfvars": false,
		"main.tf~": false, "#main.tf#": false, ".main.tf": false, ".#main.tf": false, ".tf": false, "main.tf.bak": false, "a.tftest.hcl": false, "tf": false,
	} {
		if got := IsConfiguration(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestPartition(t *testing.T) {
	t.Parallel()
	primary, overrides := partition([]string{"a.tf", "b.tf", "b.tofu", "c.tf.json", "c.tofu.json", "d_override.tf", "e.tofu", "override.tf.json"})
	if diff := cmp.Diff([]string{"a.tf", "b.tofu", "c.tofu.json", "e.tofu"}, primary); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"d_override.tf", "override.tf.json"}, overrides); diff != "" {
		t.Error(diff)
	}
}

func TestReferenceOf(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]Reference{
		"var.a": "var.a", "var.a.b[0].c": "var.a", "local.x[*]": "local.x", "data.t.n[0].id": "data.t.n", "data.t": "",
		"module.m": "module.m", "module.m.o.p": "module.m.o", `module.m["k"].o`: "module.m.o", `module.m[0]`: "module.m",
		"google_x.n": "google_x.n", "google_x.n[1].id": "google_x.n", "each.key": "", "count.index": "", "path.module": "", "self.id": "", "terraform.workspace": "", "x": "",
	} {
		expr, diags := hclsyntax.ParseExpression([]byte(src), "", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		vars := expr.Variables()
		if got := ReferenceOf(vars[0]); got != want {
			t.Errorf("%s refers to %q, want %q", src, got, want)
		}
	}
}

func TestParseProviderName(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]ProviderName{
		"google": {Local: "google"}, "google.west": {Local: "google", Alias: "west"}, `"google.west"`: {Local: "google", Alias: "west"},
		`google.by["x"]`: {Local: "google", Alias: "by", Keyed: true}, "google.by[each.key]": {Local: "google", Alias: "by", Keyed: true},
	} {
		expr, _ := hclsyntax.ParseExpression([]byte(src), "", hcl.InitialPos)
		if got, ok := ParseProviderName(expr); !ok || got != want {
			t.Errorf("%s is %+v, want %+v", src, got, want)
		}
	}
	expr, _ := hclsyntax.ParseExpression([]byte("1 + 1"), "", hcl.InitialPos)
	if got, ok := ParseProviderName(expr); ok {
		t.Errorf("a sum names the provider %+v", got)
	}
}

func body(t *testing.T, src string) Body {
	t.Helper()
	if strings.HasPrefix(src, "{") {
		f, diags := hcljson.Parse([]byte(src), "x.tf.json")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return BodyOf(f.Body)
	}
	f, diags := hclsyntax.ParseConfig([]byte(src), "x.tf", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return BodyOf(f.Body)
}

// describe lists arguments and blocks of a body.
func describe(b Body, types ...string) string {
	var out []string
	b.EachAttribute(func(name string, e hcl.Expression) { out = append(out, name+"="+literalString(e)) })
	slices.Sort(out)
	for _, typ := range types {
		for _, blk := range b.Blocks(typ) {
			kind := blk.Type
			if blk.ForEach != nil {
				kind += "*" + blk.Iterator
			}
			out = append(out, fmt.Sprintf("%s{%s}", kind, describe(blk.Body)))
		}
	}
	return strings.Join(out, " ")
}

func TestBodies(t *testing.T) {
	t.Parallel()
	native := body(t, "a = \"1\"\nb = \"1\"\nx {\n  n = \"1\"\n}\ndynamic \"x\" {\n  for_each = []\n  iterator = it\n  content {\n    n = \"d\"\n  }\n}\ny {\n}\n")
	json := body(t, `{"b": "2", "x": {"n": "2"}, "dynamic": [{"x": {"for_each": "${[]}", "content": [{"n": "dd"}]}}], "y": [{"n": "y1"}, {"n": "y2"}]}`)
	broken := body(t, "dynamic \"x\" {\n  content {\n  }\n}\ndynamic \"x\" {\n  for_each = []\n}\n")
	for name, c := range map[string]struct {
		body Body
		want string
	}{
		"native":                    {native, "a=1 b=1 x{n=1} x*it{n=d} y{}"},
		"JSON":                      {json, "b=2 dynamic= x= y= x{n=2} x*x{n=dd} y{n=y1} y{n=y2}"},
		"overridden by native":      {native.Overridden(body(t, "b = \"3\"\nx {\n  n = \"3\"\n}\n")), "a=1 b=3 x{n=3} y{}"},
		"overridden by dynamic":     {native.Overridden(body(t, "dynamic \"x\" {\n  for_each = []\n  content {\n    n = \"o\"\n  }\n}\n")), "a=1 b=1 x*x{n=o} y{}"},
		"overridden twice":          {native.Overridden(body(t, "b = \"3\"\n")).Overridden(body(t, "a = \"4\"\n")), "a=4 b=3 x{n=1} x*it{n=d} y{}"},
		"dynamic without its parts": {broken, "x*x{} x*x{}"},
		"nothing":                   {Body{}, ""},
	} {
		if got := describe(c.body, "x", "y"); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestTooDeep(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		src  string
		want bool
	}{
		"brackets":            {strings.Repeat("[", deepestNesting+1), true},
		"shallow":             {strings.Repeat("[]", 1e5), false},
		"operators":           {"a = " + strings.Repeat("1+", longestOperators+1), true},
		"operators, by lines": {strings.Repeat("a = 1+1\n", longestOperators), false},
		"operators in a call": {"a = f(\n" + strings.Repeat("1+\n", longestOperators+1) + ")", true},
		"operators in front":  {"a = (1\n" + strings.Repeat("  + 1\n", longestOperators+1) + ")", true},
		"a large map":         {"locals {\n  m = {\n" + strings.Repeat("    k = \"https://a.b-c/d\"\n", longestOperators) + "  }\n}\n", false},
	} {
		if got := tooDeep([]byte(c.src)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A file in pieces has the blocks, and their places, of the file as a whole.
func TestPieces(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("# a comment\n\n")
	for i := range 8000 {
		fmt.Fprintf(&b, "\nresource \"google_compute_network\" \"n%d\" {\n  name = \"é%d\"\n  x {\n  }\n}\n# after\n", i, i)
	}
	src := []byte(b.String())
	if pieces := split(src); len(pieces) != 8001 {
		t.Fatalf("%d pieces", len(pieces))
	}
	whole, diags := hclsyntax.ParseConfig(src, "x.tf", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	got, ok := parsePieces(src, "x.tf")
	if !ok {
		t.Fatal("not parsed in pieces")
	}
	w, okW := whole.Body.(*hclsyntax.Body)
	g, okG := got.Body.(*hclsyntax.Body)
	if !okW || !okG {
		t.Fatalf("the bodies are a %T and a %T", whole.Body, got.Body)
	}
	if len(w.Blocks) != len(g.Blocks) || w.EndRange != g.EndRange {
		t.Fatalf("%d blocks to %v, want %d to %v", len(g.Blocks), g.EndRange, len(w.Blocks), w.EndRange)
	}
	for i := range w.Blocks {
		if w.Blocks[i].Range() != g.Blocks[i].Range() || w.Blocks[i].Body.Attributes["name"].SrcRange != g.Blocks[i].Body.Attributes["name"].SrcRange {
			t.Fatalf("block %d is at %v, want %v", i, g.Blocks[i].Range(), w.Blocks[i].Range())
		}
	}
	if _, ok := parsePieces([]byte(string(src)+"x = 1\n"), "x.tf"); ok {
		t.Error("an argument at the top is taken for nothing")
	}
	if _, ok := parsePieces([]byte(string(src)+"locals {\n"), "x.tf"); ok {
		t.Error("a block that does not end is taken for one")
	}
}
