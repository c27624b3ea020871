// SPDX-License-Identifier: MPL-2.0

package lang

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// What a reference certainly leads to is not held back until all of it is
// known; what may still fail is.
func TestTryWithUnknownParts(t *testing.T) {
	t.Parallel()
	group := cty.ObjectVal(map[string]cty.Value{
		"id": cty.StringVal("g"), "network": cty.UnknownVal(cty.String), "ports": cty.UnknownVal(cty.List(cty.String)),
		"none": cty.NullVal(cty.Object(map[string]cty.Type{"x": cty.String})), "later": cty.UnknownVal(cty.Object(map[string]cty.Type{"x": cty.String})),
		"secret": cty.ObjectVal(map[string]cty.Value{"x": cty.StringVal("s")}).Mark(Sensitive),
	})
	ctx := &hcl.EvalContext{Functions: Functions(memory{}, nil), Variables: map[string]cty.Value{
		"groups": cty.TupleVal([]cty.Value{group}), "empty": cty.EmptyTupleVal, "dynamic": cty.DynamicVal,
	}}
	const unknown = "?"
	for src, want := range map[string]string{
		`try(groups[0], {}).id`:                    `g`,
		`try(empty[0], {id = "other"}).id`:         `other`,
		`try(groups[0].ports[0], "none")`:          unknown,
		`try(groups[0].later.x, "none")`:           unknown,
		`try(groups[0].none.x, "none")`:            `none`,
		`try(groups[0].missing, "none")`:           `none`,
		`try(dynamic.x, "none")`:                   unknown,
		`try(groups[0].network, "none")`:           unknown,
		`try({a = groups[0].network}, {a = 1}).a`:  unknown,
		`try(one(groups), {id = "other"}).id`:      `g`,
		`try(one(groups[*].id), "other")`:          `g`,
		`try(one(groups[*].network), "other")`:     unknown,
		`try(one(groups[*].later.x), "other")`:     unknown,
		`try(one(dynamic), "other")`:               unknown,
		`try([groups[0]], [])[0].id`:               `g`,
		`try((groups)["0"], {}).id`:                `g`,
		`try(groups[groups[0].network], {}).id`:    unknown,
		`try("${groups[0]}", {}).id`:               `g`,
		`try(tonumber(groups[0].network), "none")`: unknown,
		`can(groups[0]) ? "yes" : "no"`:            `yes`,
		`can(groups[0].later.x) ? "yes" : "no"`:    unknown,
		`can(empty[0]) ? "yes" : "no"`:             `no`,
	} {
		expr, diags := hclsyntax.ParseExpression([]byte(src), "test", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		v, diags := expr.Value(ctx)
		got := unknown
		switch v, _ = v.Unmark(); {
		case diags.HasErrors():
			got = diags.Error()
		case v.IsKnown():
			got = v.AsString()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", src, got, want)
		}
	}
	expr, _ := hclsyntax.ParseExpression([]byte(`try(groups[0].secret.x, "none")`), "test", hcl.InitialPos)
	if v, diags := expr.Value(ctx); diags.HasErrors() || !v.HasMark(Sensitive) {
		t.Errorf("a sensitive part comes out as %#v, %v", v, diags)
	}
}
