// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
)

func TestIncomplete(t *testing.T) {
	const (
		both = `"configuration":{"root_module":{"resources":[{"mode":"managed","type":"x_y","name":"a","expressions":{}},{"mode":"managed","type":"x_y","name":"b","expressions":{}}]}}`
		held = `,"resource_changes":[{"address":"x_y.a","type":"x_y","mode":"managed","change":{"actions":["create"],"after":{}}}]`
	)
	changes := func(list ...string) string { return `"resource_changes":[` + strings.Join(list, ",") + `]` }
	created := func(address string) string { return changeText(address, `{"actions":["create"],"after":{}}`) }
	deleted := changeText("x_y.a", `{"actions":["delete"],"before":{},"after":null}`)
	tests := map[string]struct{ plan, want string }{
		"complete":                      {`"terraform_version":"1.11.4","complete":true,"errored":false,` + both + held, ""},
		"an error":                      {`"terraform_version":"1.11.4","complete":false,"errored":true,` + both + held, "planning stopped at an error"},
		"targets":                       {`"terraform_version":"1.11.4","complete":false,"errored":false,` + both + held, "it says that it is not complete: it was made for targets only (-target)"},
		"deferred":                      {`"complete":false,"deferred_changes":[{"reason":"x","resource_change":` + created("x_y.b") + `}],` + both + held, "it defers changes to a later plan"},
		"null counts as not said":       {`"terraform_version":"1.11.4","complete":null,"errored":null,` + both + held, ""},
		"an error, without the rest":    {`"terraform_version":"1.6.0","errored":true,` + changes(created("x_y.a")), "planning stopped at an error"},
		"an old plan that lacks one":    {`"terraform_version":"1.5.7",` + both + held, "it holds no instance of x_y.b, which its configuration describes: it was made for targets only (-target), or with exceptions (-exclude)"},
		"an old plan of everything":     {`"terraform_version":"1.5.7",` + both + `,` + changes(created("x_y.a"), created("x_y.b")), ""},
		"an old plan to destroy":        {`"terraform_version":"1.5.7",` + both + `,` + changes(deleted), ""},
		"an old plan, one in the state": {`"terraform_version":"0.15.5",` + both + held + `,"prior_state":{"values":` + valuesText(valueText("x_y.b", `{}`)) + `}`, ""},
		"a plan that lacks one, of a version that can leave resources out": {`"terraform_version":"1.11.0",` + both + held, ""},
		"a plan of no version": {both + held, ""},
		"counted, not one":     {`"terraform_version":"1.5.7","configuration":{"root_module":{"resources":[{"mode":"managed","type":"x_y","name":"a","expressions":{},"count_expression":{"constant_value":0}}]}}`, ""},
		"for each of a set without references, which is not shown": {
			`"terraform_version":"1.5.7","configuration":{"root_module":{"resources":[{"mode":"managed","type":"x_y","name":"a","expressions":{}}],"module_calls":{"m":{"module":{"resources":[{"mode":"managed","type":"x_y","name":"c","expressions":{}}]}}}}},` +
				changes(created("x_y.a[0]"), created("module.m[0].x_y.c")), "",
		},
		"in a module": {
			`"terraform_version":"1.5.7","configuration":{"root_module":{"module_calls":{"m":{"module":{"resources":[{"mode":"managed","type":"x_y","name":"c","expressions":{}},{"mode":"managed","type":"x_y","name":"d","expressions":{}}]}}}}},` +
				changes(created(`module.m.x_y.d`)), "it holds no instance of module.m.x_y.c, which its configuration describes: it was made for targets only (-target), or with exceptions (-exclude)",
		},
		"refreshed only": {`"terraform_version":"1.11.4","complete":true,` + both + `,"prior_state":{"values":` + valuesText(valueText("x_y.a", `{}`)) + `}`, graph.OnlyRefreshed},
		"refreshed only, and nothing is new": {
			`"terraform_version":"1.11.4","complete":true,` + both + `,"prior_state":{"values":` + valuesText(valueText("x_y.a", `{}`), valueText("x_y.b", `{}`)) + `}`, "",
		},
		"a data source": {`"terraform_version":"1.5.7","configuration":{"root_module":{"resources":[{"mode":"data","type":"x_y","name":"a","expressions":{}}]}}`, ""},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			g, err := Read(strings.NewReader(planText(strings.TrimSuffix(tc.plan, ","))), "plan.json", graph.Selection{"x_y": nil}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, g.Incomplete); diff != "" {
				t.Error(diff)
			}
			said := false
			for _, n := range g.Notices {
				said = said || n.Address == "" && strings.Contains(n.Text, "lacks objects")
			}
			if said != (tc.want != "") {
				t.Errorf("notices: %v", g.Notices)
			}
		})
	}
}

// TestDeferredUnexpanded reads resources of which a plan leaves even the
// instances to a later one.
func TestDeferredUnexpanded(t *testing.T) {
	entry := func(address string) string {
		return `{"reason":"instance_count_unknown","resource_change":{"address":"` + address + `","mode":"managed","type":"x_y","change":{"actions":["create"],"after":{}}}}`
	}
	plan := planText(`"deferred_changes":[` + strings.Join([]string{
		entry("x_y.a[*]"), entry("x_y.a[*]"), entry(`module.m[\"[*]\"].x_y.b[*]`), entry("module.m[*].x_y.c"), entry("z_z.a[*]"), entry("x_y.d[0]"),
	}, ",") + `]`)
	g, err := Read(strings.NewReader(plan), "plan.json", graph.Selection{"x_y": nil}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const reason = "the plan defers it to a later plan"
	want := []graph.Unexpanded{
		{Address: `module.m["[*]"].x_y.b[*]`, Module: `module.m["[*]"]`, Type: "x_y", Name: "b", Reason: reason},
		{Address: "module.m[*].x_y.c", Module: "module.m[*]", Type: "x_y", Name: "c", Reason: reason},
		{Address: "x_y.a[*]", Type: "x_y", Name: "a", Reason: reason},
	}
	if diff := cmp.Diff(want, g.Unexpanded); diff != "" {
		t.Error(diff)
	}
	if len(g.Instances) != 1 || g.Instances[0].Address != "x_y.d[0]" {
		t.Errorf("instances: %v", g.Instances)
	}
	if len(g.Notices) != 4 {
		t.Errorf("notices: %v", g.Notices)
	}
}
