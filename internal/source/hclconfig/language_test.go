// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/eval"
)

// text writes a value as JSON, with ? for what is unknown and (sensitive)
// behind what is marked so.
func text(v graph.Value) string {
	var b strings.Builder
	var put func(graph.Value)
	put = func(v graph.Value) {
		switch v.Kind() {
		case graph.Unknown:
			b.WriteString("?")
		case graph.Null:
			b.WriteString("null")
		case graph.Bool:
			x, _ := v.Bool()
			b.WriteString(map[bool]string{true: "true", false: "false"}[x])
		case graph.Number:
			s, _ := v.Text()
			b.WriteString(s)
		case graph.String:
			s, _ := v.Text()
			q, _ := json.Marshal(s)
			b.Write(q)
		case graph.List:
			b.WriteString("[")
			for i, e := range v.Elements() {
				if i > 0 {
					b.WriteString(",")
				}
				put(e)
			}
			b.WriteString("]")
		case graph.Object:
			b.WriteString("{")
			names, values := v.Fields()
			for i := range names {
				if i > 0 {
					b.WriteString(",")
				}
				b.WriteString(names[i] + ":")
				put(values[i])
			}
			b.WriteString("}")
		}
		if v.IsSensitive() {
			b.WriteString("(sensitive)")
		}
	}
	put(v)
	return b.String()
}

// files is a configuration by file name.
type files map[string]string

// open writes a configuration to a folder and opens it.
func (f files) open(t testing.TB, opts Options) (*Config, hcl.Diagnostics) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range slices.Sorted(maps.Keys(f)) {
		write(t, dir, name, f[name])
	}
	root := dir
	if _, ok := f["root/main.tf"]; ok {
		root = dir + "/root"
	}
	return Open(root, opts)
}

// outputs evaluates the outputs of the root module.
func (f files) outputs(t testing.TB, opts Options) (map[string]string, []string) {
	t.Helper()
	c, diags := f.open(t, opts)
	e := c.evaluator()
	got := map[string]string{}
	for name := range c.root.Module.Outputs {
		v, _ := e.Root.Output(name)
		got[name] = text(eval.ToGraph(v))
	}
	diags = append(diags, e.TakeDiagnostics()...)
	return got, summaries(diags)
}

func summaries(diags hcl.Diagnostics) []string {
	var out []string
	for _, d := range diags {
		out = append(out, d.Summary)
	}
	slices.Sort(out)
	return out
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files files
		opts  Options
		want  map[string]string
		diags []string
	}{
		"locals in any order": {
			files: files{"main.tf": `
				output "o" { value = local.c }
				locals { c = "${local.b}-c" }
				locals {
				  b = upper(local.a)
				  a = "x"
				}`},
			want: map[string]string{"o": `"X-c"`},
		},
		"a cycle of locals names the chain, the rest is evaluated": {
			files: files{"main.tf": `
				locals {
				  a = local.b
				  b = local.c
				  c = local.a
				  d = 4
				}
				output "o" { value = local.a }
				output "p" { value = local.d }`},
			want:  map[string]string{"o": "?", "p": "4"},
			diags: []string{"Cycle"},
		},
		"conditionals, arithmetic, templates": {
			files: files{"main.tf": `
				variable "n" { default = 3 }
				output "c" { value = var.n > 2 ? "many" : "few" }
				output "a" { value = (var.n + 1) * 2 - 7 % 4 / 2 }
				output "t" { value = "%{ for i in range(var.n) }${i},%{ endfor }%{ if var.n == 3 }three%{ else }other%{ endif }" }
				output "h" {
				  value = <<-EOT
				    one
				      two ${var.n}
				  EOT
				}
				output "e" { value = "$${x} %%{y}" }`},
			want: map[string]string{"c": `"many"`, "a": "6.5", "t": `"0,1,2,three"`, "h": `"one\n  two 3\n"`, "e": `"${x} %{y}"`},
		},
		"for expressions and splats": {
			files: files{"main.tf": `
				locals {
				  l = [{ k = "a", n = 1 }, { k = "b", n = 2 }, { k = "a", n = 3 }]
				  m = { x = { id = "1" }, y = { id = "2" } }
				}
				output "splat"  { value = local.l[*].k }
				output "attr"   { value = local.l.*.n }
				output "filter" { value = [for i, e in local.l : "${i}${e.k}" if e.n > 1] }
				output "object" { value = { for e in local.l : e.n => e.k } }
				output "group"  { value = { for e in local.l : e.k => e.n... } }
				output "values" { value = values(local.m)[*].id }
				output "null"   { value = null[*] }
				output "single" { value = "x"[*] }`},
			want: map[string]string{
				"splat": `["a","b","a"]`, "attr": `[1,2,3]`, "filter": `["1b","2a"]`, "object": `{1:"a",2:"b",3:"a"}`,
				"group": `{a:[1,3],b:[2]}`, "values": `["1","2"]`, "null": `[]`, "single": `["x"]`,
			},
		},
		"unknown stays unknown, and no further than it reaches": {
			files: files{"main.tf": `
				variable "u" { type = string }
				variable "b" { type = bool }
				output "whole"   { value = var.u }
				output "part"    { value = ["a", var.u] }
				output "text"    { value = "x-${var.u}" }
				output "cond"    { value = var.b ? "same" : "same" }
				output "either"  { value = var.b ? 1 : 2 }
				output "length"  { value = length(["a", var.u]) }
				output "lookup"  { value = { a = 1, b = var.u }.a }
				output "stamp"   { value = timestamp() }
				output "uuid"    { value = [uuid()] }
				output "cwd"     { value = path.cwd }
				output "coalesce" { value = coalesce("a", var.u) }
				output "alltrue" { value = alltrue([false, var.b]) }`},
			want: map[string]string{
				"whole": "?", "part": `["a",?]`, "text": "?", "cond": "?", "either": "?", "length": "2", "lookup": "1",
				"stamp": "?", "uuid": "[?]", "cwd": "?", "coalesce": `"a"`, "alltrue": "false",
			},
		},
		"variables: types, conversion, optional attributes": {
			files: files{"main.tf": `
				variable "n" { 
				  type    = number
				  default = "5"
				}
				variable "o" {
				  type = list(object({
				    name = string
				    zone = optional(string, "a")
				    size = optional(number)
				    deep = optional(object({ x = optional(number, 7) }), {})
				  }))
				  default = [{ name = "p" }, { name = "q", zone = "b", size = "3" }]
				}
				variable "m" {
				  type    = map(any)
				  default = { a = 1, b = "2" }
				}
				variable "s" {
				  type    = set(string)
				  default = ["b", "a", "b"]
				}
				variable "nn" {
				  type     = string
				  default  = "d"
				  nullable = false
				}
				output "n" { value = var.n }
				output "o" { value = var.o }
				output "m" { value = var.m }
				output "s" { value = var.s }`},
			want: map[string]string{
				"n": "5", "m": `{a:"1",b:"2"}`, "s": `["a","b"]`,
				"o": `[{deep:{x:7},name:"p",size:null,zone:"a"},{deep:{x:7},name:"q",size:3,zone:"b"}]`,
			},
		},
		"a wrong type is an error and the value unknown": {
			files: files{"main.tf": `
				variable "n" {
				  type    = number
				  default = "five"
				}
				output "n" { value = var.n }`},
			want: map[string]string{"n": "?"}, diags: []string{"Invalid value for input variable"},
		},
		"precedence of values": {
			files: files{
				"main.tf": `
					variable "a" { default = "default" }
					variable "b" { default = "default" }
					variable "c" { default = "default" }
					variable "d" { default = "default" }
					variable "e" { default = "default" }
					variable "f" { default = "default" }
					variable "l" { type = list(number) }
					variable "raw" { default = "" }
					output "o" { value = [var.a, var.b, var.c, var.d, var.e, var.f] }
					output "l" { value = var.l }
					output "raw" { value = var.raw }`,
				"terraform.tfvars":      "c = \"tfvars\"\nd = \"tfvars\"\ne = \"tfvars\"\nf = \"tfvars\"\n",
				"z.auto.tfvars":         "d = \"auto\"\ne = \"auto\"\nf = \"auto\"\n",
				"a.auto.tfvars.json":    `{"d": "json", "e": "json", "f": "json"}`,
				"terraform.tfvars.json": `{"l": [1, "2"]}`,
			},
			opts: Options{
				Environment: []string{"TF_VAR_b=env", "TF_VAR_c=env", "HOME=/root", "TF_VAR_other=x", "TF_VAR_raw=[1]"},
				Assignments: []Assignment{{Name: "e", Value: "first"}, {Name: "f", Value: "flag"}, {Name: "e", Value: "flag"}},
			},
			want: map[string]string{"o": `["default","env","tfvars","auto","flag","flag"]`, "l": `[1,2]`, "raw": `"[1]"`},
		},
		"values on the command line are expressions where the type asks for one": {
			files: files{"main.tf": `
				variable "l" { type = list(string) }
				variable "s" { type = string }
				output "l" { value = var.l }
				output "s" { value = var.s }`},
			opts: Options{Assignments: []Assignment{{Name: "l", Value: `["a", "b"]`}, {Name: "s", Value: `["a"]`}, {Name: "typo", Value: "1"}}},
			want: map[string]string{"l": `["a","b"]`, "s": `"[\"a\"]"`}, diags: []string{"Value for undeclared variable"},
		},
		"values with a type are converted to that of the variable": {
			files: files{"main.tf": `
				variable "l" { type = list(number) }
				variable "s" { type = string }
				variable "any" {}
				output "o" { value = [var.l, var.s, var.any] }`},
			opts: Options{Assignments: []Assignment{
				{Name: "l", Given: given(graph.ListValue([]graph.Value{graph.StringValue("1"), graph.NumberValue("2")}))},
				{Name: "s", Given: given(graph.NumberValue("0.8"))},
				{Name: "any", Given: given(graph.ObjectValue([]string{"a"}, []graph.Value{graph.UnknownValue()}))},
				{Name: "typo", Given: given(graph.NullValue())},
			}},
			want: map[string]string{"o": `[[1,2],"0.8",{a:?}]`}, diags: []string{"Value for undeclared variable"},
		},
		"sensitive values stay marked": {
			files: files{"main.tf": `
				variable "p" {
				  default   = "secret"
				  sensitive = true
				}
				output "o" { value = "x-${var.p}" }
				output "l" { value = [var.p, "y"] }
				output "n" { value = nonsensitive(var.p) }
				output "i" { value = issensitive(var.p) }`},
			want: map[string]string{"o": `"x-secret"(sensitive)`, "l": `["secret"(sensitive),"y"]`, "n": `"secret"`, "i": "true"},
		},
		"ephemeral values are unknown": {
			files: files{"main.tf": `
				variable "e" {
				  default   = "x"
				  ephemeral = true
				}
				ephemeral "random_password" "p" {}
				output "o" { value = [var.e, ephemeral.random_password.p.result] }`},
			want: map[string]string{"o": "[?,?]"},
		},
		"override files": {
			files: files{
				"main.tf":          "variable \"a\" {\n  default = 1\n}\nlocals {\n  b = 1\n  c = 1\n}\noutput \"o\" { value = [var.a, local.b, local.c] }",
				"override.tf":      "variable \"a\" {\n  default = 2\n}\n",
				"late_override.tf": "locals {\n  b = 3\n}\n",
			},
			want: map[string]string{"o": "[2,3,1]"},
		},
		"other syntaxes and files": {
			files: files{
				"main.tf.json": `{"locals": {"a": "${upper(\"x\")}", "n": 3, "l": ["${local.n}"]}, "//": "comment", "output": {"o": {"value": "${[local.a, local.n, local.l, local.t, local.z]}"}}}`,
				"t.tofu":       "locals {\n  t = \"tofu\"\n}\n",
				"z.tf":         "locals {\n  z = \"tf\"\n}\n",
				"z.tofu":       "locals {\n  z = \"tofu instead of tf\"\n}\n",
				"x.tf~":        "locals { a = ",
				".#y.tf":       "locals { a = ",
				"notes.md":     "locals { a = ",
			},
			want: map[string]string{"o": `["X",3,[3],"tofu","tofu instead of tf"]`},
		},
		"a syntax error does not stop the rest": {
			files: files{"bad.tf": "locals {\n  a = [1, 2\n  b = 3\n}\n", "good.tf": "output \"o\" { value = 1 + 1 }\n"},
			want:  map[string]string{"o": "2"}, diags: []string{"Missing item separator"},
		},
		"unknown functions, references, wrong arguments": {
			files: files{"main.tf": `
				output "f" { value = nosuch(1) }
				output "r" { value = local.nosuch }
				output "t" { value = google_compute_network.nosuch.id }
				output "m" { value = module.nosuch.x }
				output "v" { value = var.nosuch }
				output "w" { value = upper(["a"]) }
				output "x" { value = nosuch }
				output "i" { value = [1, 2][5] }
				output "e" { value = each.key }
				output "p" { value = provider::google::region_from_zone("us-central1-a") }
				output "q" { value = try(provider::google::region_from_zone("us-central1-a"), "other") }
				output "ok" { value = 1 }`},
			want: map[string]string{"f": "?", "r": "?", "t": "?", "m": "?", "v": "?", "w": "?", "x": "?", "i": "?", "e": "?", "p": "?", "q": "?", "ok": "1"},
			diags: []string{
				"Call to unknown function", "Invalid function argument", "Invalid index", "Reference to each in unsuitable place",
				"Reference to undeclared input variable", "Reference to undeclared local value", "Reference to undeclared module",
				"Reference to undeclared resource", "Unknown variable",
			},
		},
		"try and can": {
			files: files{"main.tf": `
				variable "o" { default = { a = { b = 1 } } }
				output "t" { value = try(var.o.a.c, var.o.a.b, "no") }
				output "d" { value = try(var.o.x, "default") }
				output "c" { value = [can(var.o.a.b), can(var.o.x)] }`},
			want: map[string]string{"t": "1", "d": `"default"`, "c": "[true,false]"},
		},
		"workspace and paths": {
			files: files{
				"main.tf":   "module \"m\" { source = \"./m\" }\noutput \"o\" { value = [terraform.workspace, path.root, path.module, module.m.p] }\n",
				"m/main.tf": "output \"p\" { value = path.module }\n",
			},
			opts: Options{Workspace: "staging"},
			want: map[string]string{"o": `["staging",".",".","m"]`},
		},
		"modules: count, for_each, outputs, nesting": {
			files: files{
				"main.tf": `
					module "one" {
					  source = "./m"
					  name   = "one"
					}
					module "n" {
					  source = "./m"
					  count  = 2
					  name   = "n${count.index}"
					}
					module "k" {
					  source   = "./m"
					  for_each = { a = 1, b = 2 }
					  name     = "${each.key}${each.value}"
					}
					output "one" { value = module.one.name }
					output "idx" { value = module.n[1].name }
					output "spl" { value = module.n[*].name }
					output "key" { value = module.k["b"].deep.up }
					output "map" { value = { for k, m in module.k : k => m.name } }
					output "dyn" { value = [for k in ["b", "a"] : module.k[k].name] }`,
				"m/main.tf":   "variable \"name\" { type = string }\nmodule \"in\" {\n  source = \"../in\"\n  x = var.name\n}\noutput \"name\" { value = var.name }\noutput \"deep\" { value = module.in }\n",
				"in/in.tf":    "variable \"x\" {}\noutput \"up\" { value = upper(var.x) }\n",
				"in/extra.md": "",
			},
			want: map[string]string{
				"one": `"one"`, "idx": `"n1"`, "spl": `["n0","n1"]`, "key": `"B2"`, "map": `{a:"a1",b:"b2"}`, "dyn": `["b2","a1"]`,
			},
		},
		"modules beside the root": {
			files: files{
				"root/main.tf":     "module \"m\" {\n  source = \"../lib/m\"\n}\noutput \"o\" { value = module.m.o }\n",
				"lib/m/outputs.tf": "output \"o\" { value = file(\"${path.module}/text.txt\") }\n",
				"lib/m/text.txt":   "hello",
			},
			want: map[string]string{"o": `"hello"`},
		},
		"an installed module": {
			files: files{
				"main.tf":                         "module \"vpc\" {\n  source  = \"terraform-google-modules/network/google\"\n  version = \"~> 9.0\"\n}\noutput \"o\" { value = module.vpc.name }\n",
				".terraform/modules/modules.json": `{"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"vpc","Source":"registry.terraform.io/x","Version":"9.0","Dir":".terraform/modules/vpc"}]}`,
				".terraform/modules/vpc/main.tf":  "output \"name\" { value = \"installed\" }\n",
			},
			want: map[string]string{"o": `"installed"`},
		},
		"a manifest that leads out of the folder counts for nothing": {
			files: files{
				"root/main.tf":                         "module \"vpc\" {\n  source = \"x/network/google\"\n}\noutput \"o\" { value = module.vpc.name }\n",
				"root/.terraform/modules/modules.json": `{"Modules":[{"Key":"vpc","Dir":"../outside"}]}`,
				"outside/main.tf":                      "output \"name\" { value = \"outside\" }\n",
			},
			want: map[string]string{"o": "?"},
		},
		"a module that calls itself": {
			files: files{"main.tf": "module \"m\" {\n  source = \"./\"\n}\noutput \"o\" { value = 1 }\n"},
			want:  map[string]string{"o": "1"}, diags: []string{"Module not evaluated"},
		},
		"a local module that is not there": {
			files: files{"main.tf": "module \"m\" {\n  source = \"./nosuch\"\n}\noutput \"o\" { value = module.m.x }\n"},
			want:  map[string]string{"o": "?"}, diags: []string{"Module cannot be read"},
		},
		"a required argument that is missing": {
			files: files{"main.tf": "module \"m\" {\n  source = \"./m\"\n}\noutput \"o\" { value = module.m.x }\n", "m/main.tf": "variable \"x\" {}\noutput \"x\" { value = var.x }\n"},
			want:  map[string]string{"o": "?"}, diags: []string{"Missing required argument"},
		},
		"files within and outside of the folder": {
			files: files{
				"root/main.tf": `
					output "in"      { value = file("a.txt") }
					output "json"    { value = jsondecode(file("${path.module}/d/c.json")).x }
					output "yaml"    { value = yamldecode(file("d/y.yaml")).list }
					output "tpl"     { value = templatefile("t.tftpl", { name = "x", list = [1, 2] }) }
					output "set"     { value = fileset("d", "**/*.json") }
					output "exists"  { value = [fileexists("a.txt"), fileexists("b.txt")] }
					output "out"     { value = file("../secret.txt") }
					output "outabs"  { value = file("/etc/hostname") }
					output "outset"  { value = fileset("..", "*") }
					output "home"    { value = fileexists("~/.bashrc") }
					output "missing" { value = file("gone.txt") }
					output "tried"   { value = try(file("gone.txt"), "none") }
					output "md5"     { value = filemd5("a.txt") }`,
				"root/a.txt":    "text",
				"root/d/c.json": `{"x": [1]}`,
				"root/d/y.yaml": "list:\n- a\n- b\n",
				"root/t.tftpl":  "${upper(name)}:%{ for n in list }${n};%{ endfor }",
				"secret.txt":    "secret",
			},
			want: map[string]string{
				"in": `"text"`, "json": "[1]", "yaml": `["a","b"]`, "tpl": `"X:1;2;"`, "set": `["c.json"]`, "exists": "[true,false]",
				"out": "?", "outabs": "?", "outset": "?", "home": "?", "missing": "?", "tried": `"none"`, "md5": `"1cb251ec0d568de6a929b520c4aed8d1"`,
			},
			diags: []string{"File not found"},
		},
		"moved, import, removed, check are tolerated": {
			files: files{"main.tf": `
				moved {
				  from = google_compute_network.a
				  to   = google_compute_network.b
				}
				import {
				  to = google_compute_network.b
				  id = "x"
				}
				removed {
				  from = google_compute_network.c
				  lifecycle { destroy = false }
				}
				check "c" {
				  data "http" "x" { url = "https://example.com" }
				  assert {
				    condition     = data.http.x.status_code == 200
				    error_message = "no"
				  }
				}
				output "o" {
				  value = 1
				  precondition {
				    condition     = nosuch()
				    error_message = "not evaluated"
				  }
				}`},
			want: map[string]string{"o": "1"},
		},
		"numbers keep the author's decimal": {
			files: files{"main.tf": `
				output "a" { value = 0.1 + 0.2 }
				output "b" { value = 1 / 3 }
				output "c" { value = 0.80 }
				output "d" { value = 12345678901234567890 }
				output "e" { value = 0.12345678901234567 }
				output "f" { value = 1e3 }`},
			want: map[string]string{"a": "0.3", "b": "0.3333333333333333", "c": "0.8", "d": "12345678901234567890", "e": "0.12345678901234567", "f": "1000"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, diags := c.files.outputs(t, c.opts)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.diags, diags); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
		})
	}
}

func given(v graph.Value) *graph.Value { return &v }
