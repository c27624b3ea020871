// SPDX-License-Identifier: MPL-2.0

package module

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// builder turns blocks into the declarations of a module.
type builder struct {
	m        *Module
	refs     referrer
	override bool
	lazy     bool // large files may be read by their pieces
}

func sortedAttributes(attrs hclsyntax.Attributes) []*hclsyntax.Attribute {
	out := slices.Collect(maps.Values(attrs))
	slices.SortFunc(out, func(a, b *hclsyntax.Attribute) int { return a.SrcRange.Start.Byte - b.SrcRange.Start.Byte })
	return out
}

func (b *builder) file(src Source, dir, name string, override bool) {
	display := filepath.ToSlash(filepath.Join(dir, name))
	text, err := src.Read(dir, name)
	if err != nil {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		b.m.Diags = append(b.m.Diags, fileProblem(display, "Failed to read file", fmt.Sprintf("The file %s cannot be read: %s.", display, err)))
		return
	}
	_, ext := splitExt(name)
	json := strings.HasSuffix(ext, ".json")
	b.override = override
	b.refs.functions(text)
	if b.lazy && !json && !override && len(text) >= smallestLazy && b.lazyFile(text, display) {
		b.m.Files = append(b.m.Files, &File{Name: display, HCL: &hcl.File{Bytes: text, Body: hcl.EmptyBody()}})
		return
	}
	f, diags := parseFile(text, display, json)
	b.m.Diags = append(b.m.Diags, diags...)
	if f == nil || f.Body == nil {
		return
	}
	b.m.Files = append(b.m.Files, &File{Name: display, HCL: f})
	if json {
		b.refs.words(text)
	}
	b.m.Diags = append(b.m.Diags, topBlocks(f, b.block)...)
}

func (b *builder) block(t topBlock) {
	for _, label := range t.labels {
		if !hclsyntax.ValidIdentifier(label) {
			b.m.Diags = append(b.m.Diags, &hcl.Diagnostic{
				Severity: hcl.DiagError, Summary: "Invalid name", Subject: t.at.Ptr(),
				Detail: fmt.Sprintf("A name begins with a letter or underscore and holds letters, digits, underscores and dashes; %q does not.", label),
			})
			return
		}
	}
	switch t.kind {
	case "terraform":
		b.terraform(t)
	case "locals":
		b.locals(t)
	case "variable":
		b.variable(t)
	case "output":
		b.output(t)
	case "module":
		b.call(t)
	case "provider":
		b.provider(t)
	case "resource", "data":
		b.resource(t)
	}
}

// declared reports whether a declaration is a second one, and says so. An
// override has to have something to go over.
func (b *builder) declared(kind, name string, there bool, at hcl.Range) bool {
	switch {
	case there && !b.override:
		b.m.Diags = append(b.m.Diags, &hcl.Diagnostic{
			Severity: hcl.DiagError, Summary: "Duplicate " + kind, Subject: at.Ptr(),
			Detail: fmt.Sprintf("The %s %q is declared more than once in this module. The first one counts here.", kind, name),
		})
	case !there && b.override:
		b.m.Diags = append(b.m.Diags, &hcl.Diagnostic{
			Severity: hcl.DiagError, Summary: "Missing base " + kind + " for override", Subject: at.Ptr(),
			Detail: fmt.Sprintf("There is no %s %q that this block could override.", kind, name),
		})
	}
	return there
}

func (b *builder) resource(t topBlock) {
	name := Name{Data: t.kind == "data", Type: t.labels[0], Name: t.labels[1]}
	body := BodyOf(t.body)
	b.refs.under(name.String(), func() { b.refs.body(body) })
	have := b.m.Resources[name]
	if b.declared(t.kind, name.String(), have != nil, t.at) {
		if b.override {
			have.body, have.lazy = have.Body().Overridden(body), nil
		}
		return
	}
	b.m.Resources[name] = &Resource{Name: name, body: body, DefRange: t.at}
}

func (b *builder) locals(t topBlock) {
	add := func(name string, expr hcl.Expression, at hcl.Range) {
		b.refs.under("local."+name, func() { b.refs.expr(expr) })
		have := b.m.Locals[name]
		if b.declared("local value", name, have != nil, at) && !b.override {
			return
		}
		b.m.Locals[name] = &Local{Name: name, Expr: expr, Range: at}
	}
	if native, ok := t.body.(*hclsyntax.Body); ok {
		for _, a := range sortedAttributes(native.Attributes) {
			add(a.Name, a.Expr, a.SrcRange)
		}
		return
	}
	attrs, diags := t.body.JustAttributes()
	b.m.Diags = append(b.m.Diags, diags...)
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		add(name, attrs[name].Expr, attrs[name].Range)
	}
}

func (b *builder) variable(t topBlock) {
	name, body := t.labels[0], BodyOf(t.body)
	v := b.m.Variables[name]
	if b.declared("variable", name, v != nil, t.at) {
		if !b.override {
			return
		}
	} else {
		v = &Variable{Name: name, Type: cty.DynamicPseudoType, Nullable: true, DefRange: t.at}
		b.m.Variables[name] = v
	}
	if e := body.Expr("type"); e != nil {
		b.variableType(v, e)
	}
	if e := body.Expr("default"); e != nil {
		v.Default = e
	}
	for flag, field := range map[string]*bool{"sensitive": &v.Sensitive, "ephemeral": &v.Ephemeral, "nullable": &v.Nullable} {
		if e := body.Expr(flag); e != nil {
			*field = literalBool(e, *field)
		}
	}
}

func (b *builder) variableType(v *Variable, e hcl.Expression) {
	v.Declared = true
	switch hcl.ExprAsKeyword(e) {
	case "list":
		v.Type = cty.List(cty.DynamicPseudoType)
		return
	case "map":
		v.Type = cty.Map(cty.DynamicPseudoType)
		return
	}
	ty, defaults, diags := typeexpr.TypeConstraintWithDefaults(e)
	b.m.Diags = append(b.m.Diags, diags...)
	if !diags.HasErrors() {
		v.Type, v.Defaults = ty, defaults
	}
}

func literalBool(e hcl.Expression, otherwise bool) bool {
	v, diags := e.Value(nil)
	if diags.HasErrors() || v.IsNull() || !v.IsKnown() || v.Type() != cty.Bool {
		return otherwise
	}
	return v.True()
}

func literalString(e hcl.Expression) string {
	if e == nil {
		return ""
	}
	v, diags := e.Value(nil)
	if diags.HasErrors() || v.IsNull() || !v.IsKnown() || v.Type() != cty.String {
		return ""
	}
	return v.AsString()
}

func (b *builder) output(t topBlock) {
	name, body := t.labels[0], BodyOf(t.body)
	o := b.m.Outputs[name]
	if b.declared("output", name, o != nil, t.at) {
		if !b.override {
			return
		}
	} else {
		o = &Output{Name: name, DefRange: t.at}
		b.m.Outputs[name] = o
	}
	if e := body.Expr("value"); e != nil {
		o.Expr = e
	}
	if e := body.Expr("sensitive"); e != nil {
		o.Sensitive = literalBool(e, o.Sensitive)
	}
	if e := body.Expr("ephemeral"); e != nil {
		o.Ephemeral = literalBool(e, o.Ephemeral)
	}
	b.refs.under("output."+name, func() {
		b.refs.expr(o.Expr)
		b.refs.expr(body.Expr("depends_on"))
	})
}

func (b *builder) call(t topBlock) {
	name, body := t.labels[0], BodyOf(t.body)
	c := b.m.Calls[name]
	if b.declared("module call", name, c != nil, t.at) {
		if !b.override {
			return
		}
		c.Body = c.Body.Overridden(body)
	} else {
		c = &Call{Name: name, Body: body, DefRange: t.at}
		b.m.Calls[name] = c
	}
	if e := body.Expr("source"); e != nil {
		c.Source = literalString(e)
	}
	if e := body.Expr("version"); e != nil {
		c.Version = literalString(e)
	}
	if e := body.Expr("providers"); e != nil {
		c.Providers = providerMap(e)
	}
	b.refs.under("module."+name, func() {
		for _, meta := range []string{"count", "for_each", "enabled", "depends_on"} {
			b.refs.expr(body.Expr(meta))
		}
	})
	c.Inputs(func(input string, expr hcl.Expression) {
		b.refs.under("module."+name+"/"+input, func() { b.refs.expr(expr) })
	})
}

// providerMap reads the providers argument of a module block.
func providerMap(e hcl.Expression) map[ProviderName]ProviderName {
	pairs, diags := hcl.ExprMap(e)
	out := map[ProviderName]ProviderName{}
	if diags.HasErrors() {
		return out
	}
	for _, kv := range pairs {
		inner, ok := ParseProviderName(kv.Key)
		outer, ok2 := ParseProviderName(kv.Value)
		if ok && ok2 {
			out[inner] = outer
		}
	}
	return out
}

// ParseProviderName reads a reference to a provider configuration: google,
// google.west, or OpenTofu's google.west["key"].
func ParseProviderName(e hcl.Expression) (ProviderName, bool) {
	if idx, ok := e.(*hclsyntax.IndexExpr); ok {
		p, ok := ParseProviderName(idx.Collection)
		p.Keyed = true
		return p, ok
	}
	if s := literalString(e); s != "" { // as Terraform 0.11 wrote it, and JSON still may
		local, alias, _ := strings.Cut(s, ".")
		return ProviderName{Local: local, Alias: alias}, true
	}
	t, diags := hcl.AbsTraversalForExpr(e)
	if diags.HasErrors() || len(t) == 0 || len(t) > 3 {
		return ProviderName{}, false
	}
	p := ProviderName{Local: t.RootName()}
	if len(t) > 1 {
		a, ok := t[1].(hcl.TraverseAttr)
		if !ok {
			return ProviderName{}, false
		}
		p.Alias = a.Name
	}
	p.Keyed = len(t) == 3
	return p, true
}

func (b *builder) provider(t topBlock) {
	body := BodyOf(t.body)
	name := ProviderName{Local: t.labels[0]}
	if e := body.Expr("alias"); e != nil {
		if name.Alias = literalString(e); name.Alias == "" {
			name.Alias = hcl.ExprAsKeyword(e)
		}
	}
	b.refs.under("provider."+name.Local, func() { b.refs.body(body) })
	have := b.m.Providers[name]
	if have != nil && b.override {
		have.Body = have.Body.Overridden(body)
		return
	}
	if have != nil {
		b.declared("provider configuration", strings.TrimSuffix(name.Local+"."+name.Alias, "."), true, t.at)
		return
	}
	b.m.Providers[name] = &Provider{Name: name, Body: body, DefRange: t.at, ForEach: body.Expr("for_each") != nil}
}

func (b *builder) terraform(t topBlock) {
	for _, blk := range BodyOf(t.body).Blocks("required_providers") {
		blk.Body.EachAttribute(func(name string, expr hcl.Expression) {
			r := Requirement{Version: literalString(expr)} // as Terraform 0.12 wrote it
			if r.Version == "" {
				pairs, _ := hcl.ExprMap(expr)
				for _, kv := range pairs {
					switch key(kv.Key) {
					case "source":
						r.Source = literalString(kv.Value)
					case "version":
						r.Version = literalString(kv.Value)
					}
				}
			}
			b.m.Required[name] = r
		})
	}
	for _, blk := range BodyOf(t.body).Blocks("cloud") {
		b.m.Cloud = &Cloud{}
		for _, w := range blk.Body.Blocks("workspaces") {
			if expr := w.Body.Expr("name"); expr != nil {
				b.m.Cloud.Workspace = literalString(expr)
			}
		}
	}
}

func key(e hcl.Expression) string {
	if k := hcl.ExprAsKeyword(e); k != "" {
		return k
	}
	return literalString(e)
}

// finish sorts what was collected in the order of maps.
func (b *builder) finish() {
	slices.Sort(b.m.ProviderFunctions)
	b.m.ProviderFunctions = slices.Compact(b.m.ProviderFunctions)
}
