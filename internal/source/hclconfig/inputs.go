// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/eval"
	"terraform-provider-spillway/internal/source/hclconfig/lang"
	"terraform-provider-spillway/internal/source/hclconfig/module"
	"terraform-provider-spillway/internal/source/hclconfig/schema"
)

const (
	largestInput = 8 << 20
	deepestInput = 1_000
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// inputs are the values that the root's variables are given.
type inputs struct {
	values map[string]cty.Value
	diags  hcl.Diagnostics
	root   *module.Module
}

// input is one source of values, later ones win.
type input struct {
	name, value string // after --var, or of the environment
	given       *graph.Value
	file        string
	// lenient says that a variable which is not declared is no mistake.
	lenient bool
}

// dirInputs lists the sources of a folder's values in Terraform's order: the
// environment, terraform.tfvars, *.auto.tfvars, flags.
func dirInputs(dir string, opts Options) []input {
	var out []input
	for _, pair := range opts.Environment {
		if rest, ok := strings.CutPrefix(pair, "TF_VAR_"); ok {
			name, value, _ := strings.Cut(rest, "=")
			out = append(out, input{name: name, value: value, lenient: true})
		}
	}
	var auto []string
	if entries, err := os.ReadDir(dir); err == nil {
		for _, e := range entries {
			if n := e.Name(); strings.HasSuffix(n, ".auto.tfvars") || strings.HasSuffix(n, ".auto.tfvars.json") {
				auto = append(auto, n)
			}
		}
	}
	for _, n := range append([]string{"terraform.tfvars", "terraform.tfvars.json"}, auto...) {
		if info, err := os.Stat(filepath.Join(dir, n)); err == nil && info.Mode().IsRegular() {
			out = append(out, input{file: filepath.Join(dir, n), lenient: true})
		}
	}
	return append(out, flagInputs(opts)...)
}

func flagInputs(opts Options) []input {
	var out []input
	for _, a := range opts.Assignments {
		out = append(out, input{name: a.Name, value: a.Value, given: a.Given, file: a.File, lenient: a.File != ""})
	}
	return out
}

// readInputs evaluates the sources. No message shows a value.
func readInputs(sources []input, root *module.Module) *inputs {
	in := &inputs{values: map[string]cty.Value{}, root: root}
	for _, s := range sources {
		if s.file != "" {
			in.file(s.file)
		} else {
			in.text(s)
		}
	}
	return in
}

func (in *inputs) problem(summary, format string, args ...any) {
	in.diags = append(in.diags, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(format, args...)})
}

// text reads a value from the command line or the environment. It is an
// expression where the variable's type is no primitive one.
func (in *inputs) text(s input) {
	v := in.root.Variables[s.name]
	if v == nil {
		if !s.lenient {
			in.problem("Value for undeclared variable", "A value for the variable %q is given, but the root module declares no such variable.", s.name)
		}
		return
	}
	if s.given != nil {
		in.values[s.name] = eval.ToCty(*s.given)
		return
	}
	if !v.Declared || v.Type.IsPrimitiveType() {
		in.values[s.name] = cty.StringVal(s.value)
		return
	}
	val, diags := parseExpression(s.value, "<value for var."+s.name+">")
	if diags.HasErrors() {
		in.problem("Invalid value for variable", "The value given for the variable %q is no expression of Terraform's language: %s", s.name, diags[0].Detail)
		return
	}
	in.values[s.name] = val
}

func parseExpression(text, name string) (cty.Value, hcl.Diagnostics) {
	if lang.Nesting([]byte(text)) > deepestInput || !utf8.ValidString(text) {
		return cty.NilVal, hcl.Diagnostics{{Severity: hcl.DiagError, Detail: "It is nested too deeply, or no UTF-8."}}
	}
	expr, diags := hclsyntax.ParseExpression([]byte(text), name, hcl.InitialPos)
	if diags.HasErrors() {
		return cty.NilVal, diags
	}
	v, diags := expr.Value(nil)
	return v, diags
}

// file reads the values of a variables file.
func (in *inputs) file(name string) {
	src, err := readFile(name)
	if err != nil {
		in.problem("Variables file cannot be read", "The file %s cannot be read: %s.", name, reasonOf(err))
		return
	}
	if lang.Nesting(src) > deepestInput || !utf8.Valid(src) {
		in.problem("Variables file cannot be read", "The file %s is nested too deeply, or no UTF-8.", name)
		return
	}
	display := filepath.ToSlash(name)
	parse := func() (*hcl.File, hcl.Diagnostics) { return hclsyntax.ParseConfig(src, display, hcl.InitialPos) }
	if strings.HasSuffix(name, ".json") {
		parse = func() (*hcl.File, hcl.Diagnostics) { return hcljson.Parse(src, display) }
	}
	f, diags := parse()
	in.diags = append(in.diags, diags...)
	if f == nil || f.Body == nil {
		return
	}
	attrs, diags := f.Body.JustAttributes()
	in.diags = append(in.diags, diags...)
	for _, n := range sortedKeys(attrs) {
		v, diags := attrs[n].Expr.Value(nil)
		in.diags = append(in.diags, diags...)
		if diags.HasErrors() {
			continue
		}
		in.values[n] = v
	}
}

func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file", name)
	}
	return limited(f)
}

func readAll(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	return limited(f)
}

func limited(r io.Reader) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, largestInput+1))
	if err == nil && len(b) > largestInput {
		err = fmt.Errorf("it is larger than %d bytes", largestInput)
	}
	return b, err
}

func lockFile(dir string) string { return filepath.Join(dir, ".terraform.lock.hcl") }

// readLock returns the provider versions of a lock file. A file that is not
// one says nothing.
func readLock(src []byte) map[string]schema.Versions {
	if lang.Nesting(src) > deepestInput {
		return nil
	}
	f, _ := hclsyntax.ParseConfig(src, ".terraform.lock.hcl", hcl.InitialPos)
	if f == nil {
		return nil
	}
	body, ok := f.Body.(*hclsyntax.Body)
	if !ok {
		return nil
	}
	out := map[string]schema.Versions{}
	for _, b := range body.Blocks {
		attr := b.Body.Attributes["version"]
		if b.Type != "provider" || len(b.Labels) != 1 || attr == nil {
			continue
		}
		v, diags := attr.Expr.Value(nil)
		if diags.HasErrors() || v.IsNull() || !v.IsKnown() || v.Type() != cty.String {
			continue
		}
		if vs, ok := schema.Locked(v.AsString()); ok {
			out[b.Labels[0]] = vs
		}
	}
	return out
}
