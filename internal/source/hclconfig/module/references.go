// SPDX-License-Identifier: MPL-2.0

package module

import (
	"bytes"
	"regexp"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Reference is what an expression refers to: "var.x", "local.x", "TYPE.NAME",
// "data.TYPE.NAME", "module.x" (the whole of it) or "module.x.out".
type Reference string

// referrer collects what the expressions of a module refer to.
type referrer struct {
	m   *Module
	now []Reference // of the declaration being read
}

// under calls read and notes what it met as the references of a declaration.
func (r *referrer) under(name string, read func()) {
	r.now = nil
	read()
	if len(r.now) > 0 {
		r.m.References[name] = append(r.m.References[name], r.now...)
	}
}

// body notes everything in a body, nested blocks included.
func (r *referrer) body(b Body) {
	if b.native != nil {
		r.m.Diags = append(r.m.Diags, hclsyntax.VisitAll(b.native, r.visit)...)
	}
	if b.json != nil {
		for _, a := range b.json.attrs {
			r.expr(a.Expr)
		}
	}
	if b.over != nil {
		r.body(*b.over)
	}
}

func (r *referrer) expr(e hcl.Expression) {
	if n, ok := e.(hclsyntax.Node); ok {
		r.m.Diags = append(r.m.Diags, hclsyntax.VisitAll(n, r.visit)...)
		return
	}
	if e == nil {
		return
	}
	for _, t := range e.Variables() {
		r.traversal(t)
	}
}

// words mentions every name in a text: the templates inside JSON strings are
// not at hand as expressions.
func (r *referrer) words(src []byte) {
	start := -1
	for i, c := range src {
		switch isName := c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'; {
		case isName && start < 0:
			start = i
		case !isName && start >= 0:
			if _, have := r.m.mentions[string(src[start:i])]; !have {
				r.mentionText(string(src[start:i]))
			}
			start = -1
		}
	}
}

var providerFunction = regexp.MustCompile(`provider::[A-Za-z0-9_-]+::[A-Za-z0-9_-]+`)

// functions notes the functions of providers that a file calls.
func (r *referrer) functions(src []byte) {
	if !bytes.Contains(src, []byte("provider::")) {
		return
	}
	for _, name := range providerFunction.FindAll(src, -1) {
		r.m.ProviderFunctions = append(r.m.ProviderFunctions, string(name))
	}
}

func (r *referrer) visit(n hclsyntax.Node) hcl.Diagnostics {
	switch n := n.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		r.traversal(n.Traversal)
	case *hclsyntax.RelativeTraversalExpr:
		r.mention(n.Traversal)
	case *hclsyntax.LiteralValueExpr:
		if n.Val.Type() == cty.Number && tooLong(n.Val) {
			// As text it would fill the memory.
			n.Val = cty.UnknownVal(cty.Number)
			return hcl.Diagnostics{{
				Severity: hcl.DiagError, Summary: "Number too large", Subject: n.SrcRange.Ptr(),
				Detail: "The number has too many digits. It is not evaluated.",
			}}
		}
		if n.Val.Type() == cty.String && n.Val.IsKnown() && !n.Val.IsNull() {
			r.mentionText(n.Val.AsString())
		}
	}
	return nil
}

func tooLong(v cty.Value) bool {
	if !v.IsKnown() || v.IsNull() {
		return false
	}
	e := v.AsBigFloat().MantExp(nil)
	return v.AsBigFloat().IsInf() || e > mostBits || e < -mostBits
}

// mostBits bounds the size of a number that is written in the text.
const mostBits = 8192

func (r *referrer) mention(t hcl.Traversal) {
	for _, step := range t {
		switch step := step.(type) {
		case hcl.TraverseAttr:
			r.m.mentions[step.Name] = struct{}{}
		case hcl.TraverseIndex:
			if step.Key.Type() == cty.String && step.Key.IsKnown() && !step.Key.IsNull() {
				r.mentionText(step.Key.AsString())
			}
		}
	}
}

// mentionText notes a string that may be an attribute's name.
func (r *referrer) mentionText(s string) {
	if len(s) == 0 || len(s) > 64 {
		return
	}
	for i := range len(s) {
		if c := s[i]; c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return
		}
	}
	r.m.mentions[s] = struct{}{}
}

func (r *referrer) traversal(t hcl.Traversal) {
	r.mention(t)
	ref := ReferenceOf(t)
	if ref == "" {
		return
	}
	for _, have := range r.now {
		if have == ref {
			return
		}
	}
	r.now = append(r.now, ref)
}

// ReferenceOf returns what a traversal refers to, empty for none of the kinds
// that are evaluated in order (path, each, a for expression's own name).
func ReferenceOf(t hcl.Traversal) Reference {
	if len(t) < 2 || t.IsRelative() {
		return ""
	}
	attr := func(i int) string {
		if i < len(t) {
			if a, ok := t[i].(hcl.TraverseAttr); ok {
				return a.Name
			}
		}
		return ""
	}
	second := attr(1)
	if second == "" {
		return ""
	}
	switch root := t.RootName(); root {
	case "each", "count", "path", "terraform", "tofu", "self", "ephemeral":
		return ""
	case "data":
		if third := attr(2); third != "" {
			return Reference("data." + second + "." + third)
		}
		return ""
	case "module":
		i := 2
		if i < len(t) {
			if _, ok := t[i].(hcl.TraverseIndex); ok {
				i++
			}
		}
		if out := attr(i); out != "" {
			return Reference("module." + second + "." + out)
		}
		return Reference("module." + second)
	default:
		return Reference(root + "." + second)
	}
}
