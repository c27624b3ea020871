// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/jsondoc"
)

func TestBadPlans(t *testing.T) {
	long := strings.Repeat("[", 600) + strings.Repeat("]", 600)
	create := func(address string) string {
		return changeText(address, `{"actions":["create"],"before":null,"after":{}}`)
	}
	tests := map[string]struct{ plan, want string }{
		"a state":                    {`{"format_version":"1.0","values":{}}`, "plan.json: this is a state, not a plan"},
		"changes, an object":         {planText(`"resource_changes":{}`), `at byte 44, "/resource_changes": this should be a list`},
		"a change, a number":         {planText(`"resource_changes":[1]`), `at byte 44, "/resource_changes/0": this should be an object that describes a resource`},
		"no address":                 {planText(`"resource_changes":[{"mode":"managed","type":"x_y"}]`), `"/resource_changes/0": the resource has no address`},
		"a bad address":              {planText(`"resource_changes":[{"address":"x","mode":"managed","type":"x_y","change":{}}]`), `"/resource_changes/0": this is no address of a resource`},
		"an address of another type": {planText(`"resource_changes":[{"address":"x_z.a","mode":"managed","type":"x_y","change":{}}]`), `the type is not that of the address "x_z.a"`},
		"an address of another mode": {planText(`"resource_changes":[{"address":"x_y.a","mode":"data","type":"x_y","change":{}}]`), `the mode is not that of the address "x_y.a"`},
		"twice":                      {planText(`"resource_changes":[` + create("x_y.a") + "," + create("x_y.a") + `]`), `"/resource_changes/1": the address "x_y.a" stands twice in resource_changes`},
		"no change":                  {planText(`"resource_changes":[{"address":"x_y.a","mode":"managed","type":"x_y"}]`), "the resource has no change"},
		"no actions":                 {planText(`"resource_changes":[` + changeText("x_y.a", `{}`) + `]`), "the change of the resource has no list of actions"},
		"actions nobody knows":       {planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["explode"]}`) + `]`), `the actions ["explode"] of a change are not known here`},
		"no action":                  {planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":[]}`) + `]`), `the actions [] of a change are not known here`},
		"many actions":               {planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["create","delete","create"]}`) + `]`), "this is no action of a change that is known here"},
		"an action, a number":        {planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":[1]}`) + `]`), "this is no action of a change that is known here"},
		"after, a list":              {planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["create"],"after":[]}`) + `]`), "this should be an object with the attributes of a resource"},
		"before, a text":             {planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["create"],"before":"s"}`) + `]`), "this should be an object with the attributes of a resource"},
		"a deep value":               {planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["create"],"after":{"n":`+long+`}}`) + `]`), "the value is nested deeper than 500 levels"},
		"planned, a list":            {planText(`"planned_values":[]`), `"/planned_values": this should be an object`},
		"modules, an object":         {planText(`"planned_values":{"root_module":{"child_modules":{}}}`), `"/planned_values/root_module/child_modules": this should be a list`},
		"deep modules":               {planText(`"planned_values":{"root_module":` + strings.Repeat(`{"child_modules":[`, 300) + strings.Repeat(`]}`, 300) + `}`), "the document is nested deeper than 500 levels"},
		"prior values, a text":       {planText(`"prior_state":{"values":{"root_module":{"resources":[` + valueText("x_y.a", `"s"`) + `]}}},"resource_changes":[]`), `"/prior_state/values/root_module/resources/0": this should be an object with the attributes of a resource`},
		"configuration, a list":      {planText(`"configuration":[]`), `"/configuration": this should be an object`},
		"a block, a number":          {planText(`"configuration":{"root_module":{"resources":[1]}}`), `"/configuration/root_module/resources/0": this should be an object that describes a resource`},
		"deep blocks":                {planText(`"configuration":{"root_module":{"resources":[{"type":"x_y","expressions":{"n":` + strings.Repeat(`[{"b":`, 60) + "[]" + strings.Repeat(`}]`, 60) + `}}]}}`), "blocks are nested deeper than 50 levels"},
		"a deep constant":            {planText(`"configuration":{"root_module":{"resources":[{"type":"x_y","expressions":{"n":{"constant_value":` + long + `}}}]}}`), "the value is nested deeper than 500 levels"},
		"a deep variable":            {planText(`"variables":{"v":{"value":` + long + `}},"planned_values":{}`), "the value is nested deeper than 500 levels"},
		"variables, a list":          {planText(`"variables":[],"planned_values":{}`), `"/variables": this should be an object with variables`},
		"a provider, a list":         {planText(`"configuration":{"provider_config":{"p":[]}}`), `"/configuration/provider_config/p": this should be an object`},
		"expressions, a list":        {planText(`"configuration":{"root_module":{"resources":[{"type":"x_y","expressions":[]}]}}`), "this should be an object with the arguments of a block"},
		"an expression, a text":      {planText(`"configuration":{"root_module":{"resources":[{"type":"x_y","expressions":{"n":"x"}}]}}`), "this should be an object that describes an expression"},
		"references, a text":         {planText(`"configuration":{"root_module":{"resources":[{"type":"x_y","expressions":{"n":{"references":"x"}}}]}}`), "this should be a list of references"},
		"a reference, a number":      {planText(`"configuration":{"root_module":{"outputs":{"o":{"expression":{"references":[1]}}}}}`), "a reference should be a string"},
		"an argument, a list":        {planText(`"configuration":{"root_module":{"module_calls":{"m":{"expressions":{"a":[]}}}}}`), "this should be an object that describes an expression"},
		"for_each, a list":           {planText(`"configuration":{"root_module":{"module_calls":{"m":{"for_each_expression":[]}}}}`), `/module_calls/m/for_each_expression": this should be an object`},
		"deep calls":                 {planText(`"configuration":{"root_module":` + strings.Repeat(`{"module_calls":{"m":{"module":`, 200) + "{}" + strings.Repeat(`}}}`, 200) + `}`), "the document is nested deeper than 500 levels"},
	}
	sel := graph.Selection{"x_y": graph.Select("n")}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tc.plan), pipe(strings.NewReader(tc.plan))} {
				_, err := Read(r, "plan.json", sel, Options{})
				if err == nil || !strings.HasPrefix(err.Error(), "plan.json: ") || !strings.Contains(err.Error(), tc.want) {
					t.Errorf("got:  %v\nwant: %s", err, tc.want)
				}
			}
		})
	}
}

// The place of an error is that in the input, also in a second reading.
func TestPlaceOfError(t *testing.T) {
	plan := "\xef\xbb\xbf" + planText(`"planned_values":`+valuesText(valueText("x_y.b", `{}`), valueText("x_y.a", `"HERE"`))+`,"resource_changes":[]`)
	_, err := Read(strings.NewReader(plan), "plan.json", graph.Selection{"x_y": nil}, Options{})
	var at *jsondoc.Error
	if !errors.As(err, &at) {
		t.Fatal(err)
	}
	if want := strings.Index(plan, `"HERE"`); at.Offset != int64(want) || at.Pointer != "/planned_values/root_module/resources/1" {
		t.Errorf("got %d %s, want %d", at.Offset, at.Pointer, want)
	}
}

// smallPlan has every part that is read.
func smallPlan(t testing.TB) []byte {
	t.Helper()
	plan := planText(`"terraform_version":"1.11.4","variables":{"v":{"value":"x"}},
		"planned_values":` + valuesText(valueText("x_y.a", `{"n":1}`), valueText("x_y.cut", `{"n":1}`)) + `,
		"resource_changes":[` + changeText("x_y.a", `{"actions":["update"],"before":{"n":0},"after":{"n":1,"l":[{"p":"x"}]},"after_unknown":{"l":[{"q":true}]},"before_sensitive":false,"after_sensitive":{"l":[{"p":true}]}}`) + `,
			` + changeText("module.m.x_y.b[0]", `{"actions":["create"],"before":null,"after":{}}`) + `],
		"prior_state":{"format_version":"1.0","values":{"root_module":{"child_modules":[{"address":"module.m","resources":[` + valueText("data.x_y.d", `{"n":1}`) + `]}]}}},
		"configuration":{"provider_config":{"p":{"name":"p","expressions":{"region":{"references":["var.v"]}}}},
			"root_module":{"outputs":{"o":{"expression":{"references":["x_y.a.id","x_y.a"]}}},
			"resources":[{"address":"x_y.a","mode":"managed","type":"x_y","name":"a","provider_config_key":"p","expressions":{"n":{"references":["module.m[0].o","module.m[0]","module.m","each.value"]},"l":[{"p":{"constant_value":1}}]},"for_each_expression":{"references":["var.v"]}}],
			"module_calls":{"m":{"source":"./m","count_expression":{"constant_value":1},"expressions":{"i":{"references":["x_y.a"]}},"module":{"outputs":{"o":{"expression":{"references":["x_y.b","var.i"]}}},"variables":{"i":{"default":1}},
				"resources":[{"mode":"managed","type":"x_y","name":"b","provider_config_key":"module.m:p","expressions":{"n":{"references":["var.i"]}}}]}}},
			"variables":{"v":{"sensitive":true}}}}`)
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(plan)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// use asks everything of a graph that can be asked.
func use(g *graph.Graph) {
	for _, inst := range g.Instances {
		if g.Configuration == nil {
			break
		}
		for _, path := range []string{"n", "l", "l[0].p", "backend[0].group", "health_checks"} {
			e, _ := g.Configuration.Expression(inst, path)
			g.Configuration.Resolve(inst, e, func(string) bool { return true })
			g.Configuration.Blocks(inst, path)
		}
		g.Configuration.ProviderArgument(inst, "region")
	}
}

// check reads a plan that may be bad in any way.
func check(t *testing.T, plan []byte, sel graph.Selection) {
	t.Helper()
	for _, r := range []io.Reader{bytes.NewReader(plan), pipe(bytes.NewReader(plan))} {
		g, err := Read(r, "plan.json", sel, Options{})
		switch {
		case err == nil:
			use(g)
			sorted := slices.IsSortedFunc(g.Instances, func(a, b *graph.Instance) int { return strings.Compare(a.Address, b.Address) })
			if !sorted {
				t.Error("the instances are not sorted")
			}
		case !strings.HasPrefix(err.Error(), "plan.json: ") || strings.ContainsAny(err.Error(), "\n\x1b\x00"):
			t.Errorf("the error is %q", err)
		}
	}
}

// Wherever a small plan is cut off, there is one error.
func TestCutOffAnywhere(t *testing.T) {
	plan := smallPlan(t)
	for n := range plan {
		_, err := Read(bytes.NewReader(plan[:n]), "plan.json", everything(t, plan), Options{})
		if err == nil {
			t.Fatalf("cut off at byte %d of %d, and read", n, len(plan))
		}
	}
	check(t, plan, everything(t, plan))
}

// Whatever stands in place of a value, the plan is read or refused.
func TestWrongTypeAnywhere(t *testing.T) {
	plan := smallPlan(t)
	sel := everything(t, plan)
	for n := 0; ; n++ {
		var document any
		if err := json.Unmarshal(plan, &document); err != nil {
			t.Fatal(err)
		}
		place, done := -1, false
		for _, other := range []string{`null`, `true`, `0`, `"x"`, `[]`, `{}`, `[[]]`, `[{"x":[]}]`, `{"x":{"x":[true]}}`, `-1e99`, `"\u0000"`} {
			place = -1
			var changed bytes.Buffer
			replaceNth(&changed, document, n, &place, other)
			if done = place < n; done {
				break
			}
			check(t, changed.Bytes(), sel)
		}
		if done {
			if n < 130 {
				t.Fatalf("only %d places", n)
			}
			return
		}
	}
}

// replaceNth writes a document with its nth value replaced.
func replaceNth(b *bytes.Buffer, v any, n int, place *int, other string) {
	*place++
	if *place == n {
		b.WriteString(other)
		return
	}
	switch v := v.(type) {
	case map[string]any:
		b.WriteByte('{')
		for i, name := range sortedNames(v) {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(b, "%q:", name)
			replaceNth(b, v[name], n, place, other)
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			replaceNth(b, e, n, place, other)
		}
		b.WriteByte(']')
	default:
		text, _ := json.Marshal(v)
		b.Write(text)
	}
}

// A list of a million elements is read when it is selected, and passed over
// when it is not.
func TestMillionElements(t *testing.T) {
	list := "[" + strings.Repeat(`"a",`, 999_999) + `"a"]`
	plan := planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["create"],"before":null,"after":{"n":`+list+`}}`) + `]`)
	g, err := Read(strings.NewReader(plan), "plan.json", graph.Selection{"x_y": graph.Select("n")}, Options{})
	if err != nil || len(g.Instances[0].After.Get("n").Elements()) != 1_000_000 {
		t.Error(err)
	}
	if _, err := Read(strings.NewReader(plan), "plan.json", graph.Selection{"x_y": graph.Select("m")}, Options{}); err != nil {
		t.Error(err)
	}
}

func FuzzPlan(f *testing.F) {
	f.Add(smallPlan(f))
	for _, name := range []string{"plans/03-ilb-subsetting-conflict/plan.json", "bad/psc-neg-no-target/plan.json", "bad/ch-source-global/plan.json", "bad/source-is-group/plan.json"} {
		f.Add(caseBytes(f, name))
	}
	for _, root := range []string{`{"resources":[` + s(`"local.x","each.value","g_group.a"`, `,"for_each_expression":{"references":["module.m"]}`) + `]}`} {
		f.Add(planOf(f, root, "g_service.s", "g_group.a[0]"))
	}
	sel := graph.Selection{
		"x_y": graph.Select("n", "l", "m"), "g_service": graph.Select("group"), "g_group": graph.Select("name"),
		"google_compute_region_backend_service": graph.Select("name", "backend", "health_checks"), "google_compute_instance_group": graph.Select("name"),
	}
	f.Fuzz(func(t *testing.T, plan []byte) { check(t, plan, sel) })
}
