// SPDX-License-Identifier: MPL-2.0

package eval

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// deepestOrigin bounds how far an origin is followed.
const deepestOrigin = 64

// Origin names where an argument that the provider block may set comes from:
// two unknown values of one origin are the same value. It is empty where that
// cannot be told.
func (i *Instance) Origin(name string) string {
	if expr := i.r.Decl.Expr(name); expr != nil {
		return i.r.m.origin(expr, 0)
	}
	p := i.r.provider()
	switch {
	case p.open:
		return ""
	case p.decl == nil || p.decl.Body.Expr(name) == nil:
		return "environment"
	}
	return p.m.origin(p.decl.Body.Expr(name), 0)
}

// origin follows a plain reference through the variables of modules and
// through locals.
func (m *Module) origin(expr hcl.Expression, depth int) string {
	t, diags := hcl.AbsTraversalForExpr(expr)
	if diags.HasErrors() || len(t) < 2 || depth > deepestOrigin {
		return ""
	}
	attr, ok := t[1].(hcl.TraverseAttr)
	if !ok {
		return ""
	}
	switch t.RootName() {
	case "each", "count", "self", "path", "terraform":
		return ""
	case "var":
		if m.Parent == nil {
			break
		}
		if passed := m.Node.Call.Body.Expr(attr.Name); passed != nil && len(t) == 2 {
			return m.Parent.origin(passed, depth+1)
		}
		return ""
	case "local":
		if l := m.Node.Module.Locals[attr.Name]; l != nil && len(t) == 2 {
			return m.origin(l.Expr, depth+1)
		}
		return ""
	}
	return m.address(TraversalText(t))
}

// TraversalText writes a reference as an expression would.
func TraversalText(t hcl.Traversal) string {
	var b strings.Builder
	for _, step := range t {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			b.WriteString(step.Name)
		case hcl.TraverseAttr:
			b.WriteString("." + step.Name)
		case hcl.TraverseIndex:
			b.WriteString(KeyText(step.Key))
		}
	}
	return b.String()
}
