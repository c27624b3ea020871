// SPDX-License-Identifier: MPL-2.0

package policy

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"terraform-provider-spillway/internal/engine/spelling"
	"terraform-provider-spillway/internal/engine/topology"
)

// decoder collects the configuration and what is wrong with it.
type decoder struct {
	config   *Config
	problems hcl.Diagnostics
}

func (d *decoder) problem(at hcl.Range, format string, args ...any) {
	d.problems = append(d.problems, &hcl.Diagnostic{
		Severity: hcl.DiagError, Summary: "Invalid configuration", Detail: fmt.Sprintf(format, args...), Subject: at.Ptr(),
	})
}

// block is a block whose form is checked: its attributes by name, and its
// nested blocks.
type block struct {
	d      *decoder
	name   string
	at     hcl.Range
	attrs  hclsyntax.Attributes
	nested hclsyntax.Blocks
	// meant are the attributes that misspelt ones are taken to mean: what has
	// been said of those is not said again as "needs".
	meant []string
}

// open checks the names of the attributes and of the nested blocks.
func (d *decoder) open(name string, at hcl.Range, body *hclsyntax.Body, attrs, nested []string) block {
	var meant []string
	for _, a := range inOrder(body.Attributes) {
		if !slices.Contains(attrs, a.Name) {
			d.unexpected(a.NameRange, "argument", a.Name, name, attrs, nested)
			if near, ok := spelling.Nearest(strings.ToLower(a.Name), attrs); ok {
				meant = append(meant, near)
			}
		}
	}
	for _, b := range body.Blocks {
		if !slices.Contains(nested, b.Type) {
			d.unexpected(b.TypeRange, "block", b.Type, name, nested, attrs)
		}
	}
	return block{d: d, name: name, at: at, attrs: body.Attributes, nested: body.Blocks, meant: meant}
}

// unexpected reports a name that is not valid in a block; other holds the
// names of the other sort, which its author may have mixed up.
func (d *decoder) unexpected(at hcl.Range, sort, word, in string, valid, other []string) {
	place := "a configuration file"
	if in != "" {
		place = called(in)
	}
	switch {
	case slices.Contains(other, word) && sort == "argument":
		d.problem(at, "%q is a block in %s, not an argument: write %s { … }", word, place, word)
	case slices.Contains(other, word):
		d.problem(at, "%q is an argument in %s, not a block: write %s = …", word, place, word)
	case len(valid) == 0:
		d.problem(at, "%s takes no %s, and so not %q", place, sort, word)
	default:
		d.problem(at, "%s takes no %s %q%s", place, sort, word, suggestion(word, valid))
	}
}

func inOrder(attrs hclsyntax.Attributes) []*hclsyntax.Attribute {
	return slices.SortedFunc(maps.Values(attrs), func(a, b *hclsyntax.Attribute) int {
		return a.NameRange.Start.Byte - b.NameRange.Start.Byte
	})
}

// labels checks the number of labels of a block and returns the first.
func (d *decoder) labels(b *hclsyntax.Block, what string) (string, bool) {
	want := 1
	if what == "" {
		want = 0
	}
	if len(b.Labels) != want {
		if want == 0 {
			d.problem(b.LabelRanges[0], "%s has no label", called(b.Type))
		} else {
			d.problem(b.DefRange(), "%s has one label, %s", called(b.Type), what)
		}
		return "", false
	}
	if want == 0 {
		return "", true
	}
	if b.Labels[0] == "" {
		d.problem(b.LabelRanges[0], "the label of %s is %s, not an empty text", called(b.Type), what)
		return "", false
	}
	return b.Labels[0], true
}

// value evaluates an attribute; ok is false where it is not written, null, or
// wrong in itself.
func (b block) value(name string) (v cty.Value, at hcl.Range, ok bool) {
	a := b.attrs[name]
	if a == nil {
		return cty.NilVal, b.at, false
	}
	if loops(a.Expr) {
		b.d.problem(a.Expr.Range(), "%s of %s is written out, without a for expression", name, b.called())
		return cty.NilVal, a.Expr.Range(), false
	}
	v, diags := a.Expr.Value(nil)
	if diags.HasErrors() {
		b.d.problem(a.Expr.Range(), "%s of %s: %s", name, b.called(), diags[0].Detail)
		return cty.NilVal, a.Expr.Range(), false
	}
	return v, a.Expr.Range(), !v.IsNull()
}

// loops reports whether an expression holds a loop: a few nested ones in a
// small file would run for years.
func loops(e hclsyntax.Expression) bool {
	found := false
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		if _, ok := n.(*hclsyntax.ForExpr); ok {
			found = true
		}
		return nil
	}) // the visitor gives no diagnostics
	return found
}

// requires reports the attributes that are not written, all at once, and those
// that are null.
func (b block) requires(names ...string) {
	var missing []string
	for _, n := range names {
		a := b.attrs[n]
		switch {
		case a != nil && isNull(a.Expr):
			b.d.problem(a.Expr.Range(), "%s of %s may not be null", n, b.called())
		case a == nil && !slices.Contains(b.meant, n):
			missing = append(missing, n)
		}
	}
	if n := len(missing) - 1; n > 0 {
		missing = []string{strings.Join(missing[:n], ", ") + " and " + missing[n]}
	}
	if len(missing) > 0 {
		b.d.problem(b.at, "%s needs %s", b.called(), missing[0])
	}
}

func isNull(e hclsyntax.Expression) bool {
	lit, ok := e.(*hclsyntax.LiteralValueExpr)
	return ok && lit.Val.IsNull()
}

func (b block) text(name string) (string, hcl.Range, bool) {
	v, at, ok := b.value(name)
	if !ok {
		return "", at, false
	}
	if v.Type() != cty.String {
		b.d.problem(at, "%s of %s is a text in quotes, not %s", name, b.called(), article(v))
		return "", at, false
	}
	return v.AsString(), at, true
}

func (b block) flag(name string, fallback bool) bool {
	v, at, ok := b.value(name)
	if !ok {
		return fallback
	}
	if v.Type() != cty.Bool {
		b.d.problem(at, "%s of %s is true or false, not %s", name, b.called(), article(v))
		return fallback
	}
	return v.True()
}

// oneOf reads a text that is one of a few words.
func (b block) oneOf(name string, words ...string) string {
	s, at, ok := b.text(name)
	if ok && !slices.Contains(words, s) {
		b.d.problem(at, "%s of %s is not %q%s", name, b.called(), s, suggestion(s, words))
		return ""
	}
	return s
}

// count reads a whole number of at least low.
func (b block) count(name string, low int) (int, bool) {
	v, at, ok := b.value(name)
	if !ok {
		return 0, false
	}
	n, ok := whole(v, low)
	if !ok {
		b.d.problem(at, "%s of %s is a whole number of at least %d", name, b.called(), low)
	}
	return n, ok
}

// number reads an exact decimal number that is not negative.
func (b block) number(name string) topology.Known[topology.Ratio] {
	v, at, ok := b.value(name)
	if !ok {
		return topology.Null[topology.Ratio]()
	}
	r, ok := exact(v)
	if !ok || r.Negative() {
		b.d.problem(at, "%s of %s is a number of at least 0", name, b.called())
		return topology.Null[topology.Ratio]()
	}
	return topology.Of(r)
}

// fields returns the values of an object, in the order of their names.
func (b block) fields(name string) ([]string, map[string]cty.Value, hcl.Range, bool) {
	v, at, ok := b.value(name)
	if !ok {
		return nil, nil, at, false
	}
	if !v.Type().IsObjectType() && !v.Type().IsMapType() {
		b.d.problem(at, "%s of %s is a map, such as { us-central1-a = 3 }, not %s", name, b.called(), article(v))
		return nil, nil, at, false
	}
	m := v.AsValueMap()
	return slices.Sorted(maps.Keys(m)), m, at, true
}

// exact returns a number as the shortest decimal that means it. The parser
// keeps 512 bits, so that what an author can write comes back as written.
func exact(v cty.Value) (topology.Ratio, bool) {
	if v.IsNull() || v.Type() != cty.Number {
		return topology.Ratio{}, false
	}
	f := v.AsBigFloat()
	if e := f.MantExp(nil); f.IsInf() || e > maxExponent || e < -maxExponent {
		return topology.Ratio{}, false
	}
	r, err := topology.ParseRatio(f.Text('f', -1))
	return r, err == nil
}

// maxExponent bounds numbers to about 300 digits on either side of the point.
const maxExponent = 1000

// maxCount bounds the counts of a configuration file: far above what any load
// balancer holds, and far below what could overflow a sum.
const maxCount = 1_000_000

func whole(v cty.Value, low int) (int, bool) {
	r, ok := exact(v)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(r.String())
	return n, err == nil && n >= low && n <= maxCount
}

// article names a value's type for an error.
func article(v cty.Value) string {
	t := v.Type()
	switch {
	case v.IsNull():
		return "null"
	case t == cty.String:
		return "a text"
	case t == cty.Number:
		return "a number"
	case t == cty.Bool:
		return "true or false"
	case t.IsObjectType() || t.IsMapType():
		return "a map"
	}
	return "a list"
}

// suggestion returns "; did you mean "x"?", or the list of what is valid where
// nothing is near.
func suggestion(word string, valid []string) string {
	if n, ok := spelling.Nearest(strings.ToLower(word), valid); ok {
		return `; did you mean "` + n + `"?`
	}
	return "; valid here: " + strings.Join(valid, ", ")
}

// called names a block in a sentence: "an assume block".
func called(block string) string {
	if strings.ContainsRune("aeiou", rune(block[0])) {
		return "an " + block + " block"
	}
	return "a " + block + " block"
}

func (b block) called() string { return called(b.name) }
