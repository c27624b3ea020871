// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/graph/graphtest"
)

type (
	object    = map[string]any
	unknown   = graphtest.Unknown
	sensitive = graphtest.Sensitive
)

// change makes an element of resource_changes.
func changeText(address, change string) string {
	a, _ := graph.ParseAddress(address)
	mode := "managed"
	if a.Data {
		mode = "data"
	}
	return `{"address":"` + address + `","mode":"` + mode + `","type":"` + a.Type + `","provider_name":"p","change":` + change + `}`
}

func planText(sections string) string { return `{"format_version":"1.2",` + sections + `}` }

func valuesText(entries ...string) string {
	return `{"root_module":{"resources":[` + strings.Join(entries, ",") + `]}}`
}

func valueText(address, values string) string {
	a, _ := graph.ParseAddress(address)
	mode := "managed"
	if a.Data {
		mode = "data"
	}
	return `{"address":"` + address + `","mode":"` + mode + `","type":"` + a.Type + `","values":` + values + `}`
}

func TestSpecialPlans(t *testing.T) {
	type want struct {
		change        graph.ChangeKind
		before, after any
	}
	one := json.Number("1")
	tests := map[string]struct {
		plan    string
		want    map[string]want
		notices int
	}{
		"deposed objects are left out": {
			plan: planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["no-op"],"before":{"n":1},"after":{"n":1}}`) + `,` +
				strings.Replace(changeText("x_y.a", `{"actions":["delete"],"before":{"n":2},"after":null}`), `"mode"`, `"deposed":"abcd","mode"`, 1) + `]`),
			want: map[string]want{"x_y.a": {graph.NoChange, object{"n": one}, object{"n": one}}},
		},
		"forgotten": {
			plan: planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["forget"],"before":{"n":1},"after":null}`) + `]`),
			want: map[string]want{"x_y.a": {graph.Forget, object{"n": one}, nil}},
		},
		"created before the old one is forgotten": {
			plan: planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["create","forget"],"before":{"n":1},"after":{"n":1}}`) + `]`),
			want: map[string]want{"x_y.a": {graph.ReplaceCreateFirst, object{"n": one}, object{"n": one}}},
		},
		"outside the targets of the plan": {
			plan: planText(`"resource_changes":[],"prior_state":{"values":` + valuesText(valueText("x_y.a", `{"n":1}`)) + `}`),
			want: map[string]want{"x_y.a": {graph.NoChange, object{"n": one}, object{"n": one}}},
		},
		"moved from another address": {
			plan: planText(`"prior_state":{"values":` + valuesText(valueText("x_y.old", `{"n":1}`)) + `},"resource_changes":[` +
				strings.Replace(changeText("x_y.a", `{"actions":["no-op"],"before":{"n":1},"after":{"n":1}}`), `"mode"`, `"previous_address":"x_y.old","mode"`, 1) + `]`),
			want: map[string]want{"x_y.a": {graph.NoChange, object{"n": one}, object{"n": one}}},
		},
		"cut out of resource_changes": {
			plan:    planText(`"planned_values":` + valuesText(valueText("x_y.a", `{"n":1,"m":{}}`), valueText("x_y.b", `{"n":1}`)) + `,"resource_changes":[` + changeText("x_y.b", `{"actions":["create"],"before":null,"after":{"n":1}}`) + `]`),
			want:    map[string]want{"x_y.a": {graph.Create, nil, object{"n": one, "m": object{}, "s": unknown{}, "l": unknown{}}}, "x_y.b": {graph.Create, nil, object{"n": one}}},
			notices: 1,
		},
		"cut out, and in the prior state": {
			plan:    planText(`"planned_values":` + valuesText(valueText("x_y.a", `{"n":1}`)) + `,"prior_state":{"values":` + valuesText(valueText("x_y.a", `{"n":2}`)) + `},"resource_changes":[]`),
			want:    map[string]want{"x_y.a": {graph.Update, object{"n": json.Number("2")}, object{"n": one, "m": unknown{}, "s": unknown{}, "l": unknown{}}}},
			notices: 1,
		},
		"before left out": {
			plan: planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["update"],"after":{"n":1}}`) + `],"prior_state":{"values":` + valuesText(valueText("x_y.a", `{"n":2}`)) + `}`),
			want: map[string]want{"x_y.a": {graph.Update, object{"n": json.Number("2")}, object{"n": one}}},
		},
		"sensitive, in parts and whole": {
			plan: planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["create"],"before":null,"after":{"n":1,"l":[{"p":"x"},{"p":"y"}],"s":"z"},"after_unknown":{"m":true},"after_sensitive":{"m":true,"n":true,"l":[{},{"p":true}]}}`) + `]`),
			want: map[string]want{"x_y.a": {graph.Create, nil, object{
				"n": sensitive{Value: one}, "m": sensitive{Value: unknown{}}, "s": "z",
				"l": []any{object{"p": "x"}, object{"p": sensitive{Value: "y"}}},
			}}},
		},
		"sensitive as a whole": {
			plan: planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["create"],"before":null,"after":{"n":1},"after_sensitive":true}`) + `]`),
			want: map[string]want{"x_y.a": {graph.Create, nil, object{"n": sensitive{Value: one}}}},
		},
		"no change but for the marks": {
			plan: planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["no-op"],"before":{"n":1},"after":{"n":1},"before_sensitive":{},"after_sensitive":{"n":true}}`) + `]`),
			want: map[string]want{"x_y.a": {graph.NoChange, object{"n": one}, object{"n": sensitive{Value: one}}}},
		},
		"unknown as a whole": {
			plan: planText(`"resource_changes":[` + changeText("data.x_y.a", `{"actions":["read"],"before":null,"after":null,"after_unknown":true}`) + `]`),
			want: map[string]want{"data.x_y.a": {graph.Read, nil, unknown{}}},
		},
		"a part of what is null": {
			plan: planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["create"],"before":null,"after":{"n":1},"after_unknown":{"m":{"k":true,"o":false},"l":[true],"s":{}}}`) + `]`),
			want: map[string]want{"x_y.a": {graph.Create, nil, object{"n": one, "m": object{"k": unknown{}}, "l": []any{unknown{}}}}},
		},
		"an element of a list": {
			plan: planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["create"],"before":null,"after":{"l":["a",null,{"p":"x"}]},"after_unknown":{"l":[false,true,{"q":true}]}}`) + `]`),
			want: map[string]want{"x_y.a": {graph.Create, nil, object{"l": []any{"a", unknown{}, object{"p": "x", "q": unknown{}}}}}},
		},
		"digits as they stand": {
			plan: planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["create"],"before":null,"after":{"n":0.10,"l":[1e400,123456789012345678901234567890,-0.0]}}`) + `]`),
			want: map[string]want{"x_y.a": {graph.Create, nil, object{"n": json.Number("0.10"), "l": []any{json.Number("1e400"), json.Number("123456789012345678901234567890"), json.Number("-0.0")}}}},
		},
		"put off to a later plan": {
			plan:    planText(`"deferred_changes":[{"reason":"provider_config_unknown","resource_change":` + changeText("x_y.a", `{"actions":["create"],"before":null,"after":{"n":1},"after_unknown":{"m":true}}`) + `}]`),
			want:    map[string]want{"x_y.a": {graph.Create, nil, object{"n": one, "m": unknown{}}}},
			notices: 1,
		},
		"null in place of everything": {
			plan: planText(`"planned_values":null,"resource_changes":null,"prior_state":null,"configuration":null,"variables":null`),
			want: map[string]want{},
		},
		"an old format": {
			plan: strings.Replace(planText(`"resource_changes":[`+changeText("x_y.a", `{"actions":["create"],"before":null,"after":{"n":1},"after_unknown":{"m":true}}`)+`]`), "1.2", "0.1", 1),
			want: map[string]want{"x_y.a": {graph.Create, nil, object{"n": one, "m": unknown{}}}},
		},
	}
	sel := graph.Selection{"x_y": graph.Select("n", "m", "s", "l")}
	for name, tc := range tests {
		for door, r := range map[string]io.Reader{"file": strings.NewReader(tc.plan), "pipe": pipe(strings.NewReader(tc.plan))} {
			t.Run(name+", "+door, func(t *testing.T) {
				g, err := Read(r, "plan.json", sel, Options{})
				if err != nil {
					t.Fatal(err)
				}
				got := map[string]want{}
				for _, inst := range g.Instances {
					got[inst.Address] = want{inst.Change, graphtest.DumpMarks(inst.Before), graphtest.DumpMarks(inst.After)}
				}
				if diff := cmp.Diff(tc.want, got, cmp.AllowUnexported(want{})); diff != "" {
					t.Error(diff)
				}
				if len(g.Notices) != tc.notices {
					t.Errorf("notices: %v", g.Notices)
				}
			})
		}
	}
}

// A second reading works wherever the text of the plan begins in the input.
func TestReadFromTheMiddle(t *testing.T) {
	plan := planText(`"planned_values": ` + valuesText(valueText("x_y.a", `{"n":1}`)) + `,"resource_changes":[]`)
	for name, prefix := range map[string]string{"a mark": "\xef\xbb\xbf", "other text": "skipped\n", "both": "skipped\n\xef\xbb\xbf"} {
		t.Run(name, func(t *testing.T) {
			r := strings.NewReader(prefix + plan)
			if strings.HasPrefix(prefix, "skipped") {
				if _, err := r.Seek(int64(len("skipped\n")), io.SeekStart); err != nil {
					t.Fatal(err)
				}
			}
			g, err := Read(r, "plan.json", graph.Selection{"x_y": graph.Select("n")}, Options{})
			if err != nil || len(g.Instances) != 1 {
				t.Fatal(g, err)
			}
			if n, _ := g.Instances[0].After.Get("n").Text(); n != "1" {
				t.Errorf("n is %q", n)
			}
		})
	}
}

func TestSelectionAndData(t *testing.T) {
	plan := planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["create"],"before":null,"after":{"n":1,"m":2}}`) + `,` + changeText("x_z.a", `{"actions":["create"],"before":null,"after":{}}`) +
		`],"prior_state":{"values":` + valuesText(valueText("data.x_w.d", `{"n":1}`), valueText("data.x_y.d", `{"n":1,"m":2}`)) + `}`)
	for name, tc := range map[string]struct {
		sel  graph.Selection
		opts Options
		want map[string]any
	}{
		"a type":              {graph.Selection{"x_y": graph.Select("n")}, Options{}, map[string]any{"x_y.a": object{"n": json.Number("1")}, "data.x_y.d": object{"n": json.Number("1")}}},
		"no attributes":       {graph.Selection{"x_y": nil}, Options{}, map[string]any{"x_y.a": object{}, "data.x_y.d": object{}}},
		"nothing":             {nil, Options{}, map[string]any{}},
		"all data":            {nil, Options{AllData: true}, map[string]any{"data.x_w.d": object{"n": json.Number("1")}, "data.x_y.d": object{"n": json.Number("1"), "m": json.Number("2")}}},
		"a type and all data": {graph.Selection{"x_z": nil}, Options{AllData: true}, map[string]any{"x_z.a": object{}, "data.x_w.d": object{"n": json.Number("1")}, "data.x_y.d": object{"n": json.Number("1"), "m": json.Number("2")}}},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := Read(strings.NewReader(plan), "plan.json", tc.sel, tc.opts)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]any{}
			for _, inst := range g.Instances {
				got[inst.Address] = graphtest.Dump(inst.After)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSensitiveVariable(t *testing.T) {
	plan := planText(`"variables":{"a":{"value":"x"},"b":{"value":["y"]},"c":{}},"configuration":{"root_module":{"variables":{"a":{},"b":{"sensitive":true}}}}`)
	g, err := Read(strings.NewReader(plan), "plan.json", nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	for name, v := range g.Variables {
		got[name] = graphtest.DumpMarks(v)
	}
	if diff := cmp.Diff(object{"a": "x", "b": sensitive{Value: []any{sensitive{Value: "y"}}}, "c": nil}, got); diff != "" {
		t.Error(diff)
	}
}

func TestProviderArgument(t *testing.T) {
	config := `"variables":{"where":{"value":"us-east4"},"prefix":{"value":"us-east"},"secret":{"value":null}},
		"resource_changes":[` + changeText("x_y.a", `{"actions":["create"],"after":{}}`) + `,` + changeText("module.m.x_y.a", `{"actions":["create"],"after":{}}`) + `,` + changeText("x_y.orphan", `{"actions":["create"],"after":{}}`) + `],
		"configuration":{"provider_config":PROVIDERS,"root_module":{"resources":[{"mode":"managed","type":"x_y","name":"a","provider_config_key":"p","expressions":{}}],
		"module_calls":{"m":{"expressions":{"in":{"references":["var.where"]},"fixed":{"constant_value":"us-west2"}},"module":{"variables":{"in":{},"fixed":{},"default":{"default":"us-south1"}},
		"resources":[{"mode":"managed","type":"x_y","name":"a","provider_config_key":"module.m:p","expressions":{}}]}}}}}`
	tests := map[string]struct {
		providers, address, argument string
		want                         any
	}{
		"a constant":                       {`{"p":{"expressions":{"region":{"constant_value":"us-east1"}}}}`, "x_y.a", "region", "us-east1"},
		"a variable":                       {`{"p":{"expressions":{"region":{"references":["var.where"]}}}}`, "x_y.a", "region", "us-east4"},
		"a variable that is no place":      {`{"p":{"expressions":{"region":{"references":["var.prefix"]}}}}`, "x_y.a", "region", unknown{}},
		"a variable that is null":          {`{"p":{"expressions":{"region":{"references":["var.secret"]}}}}`, "x_y.a", "region", unknown{}},
		"a region in place of a zone":      {`{"p":{"expressions":{"zone":{"references":["var.where"]}}}}`, "x_y.a", "zone", unknown{}},
		"a project by a variable":          {`{"p":{"expressions":{"project":{"references":["var.where"]}}}}`, "x_y.a", "project", unknown{}},
		"two variables":                    {`{"p":{"expressions":{"region":{"references":["var.where","var.prefix"]}}}}`, "x_y.a", "region", unknown{}},
		"a local":                          {`{"p":{"expressions":{"region":{"references":["local.where"]}}}}`, "x_y.a", "region", unknown{}},
		"not set":                          {`{"p":{"expressions":{"project":{"constant_value":"x"}}}}`, "x_y.a", "region", nil},
		"an empty block":                   {`{"p":{}}`, "x_y.a", "region", nil},
		"no block":                         {`{}`, "x_y.a", "region", nil},
		"no resource block":                {`{}`, "x_y.orphan", "region", unknown{}},
		"credentials are not read":         {`{"p":{"expressions":{"access_token":{"constant_value":"s"}}}}`, "x_y.a", "access_token", nil},
		"of a module":                      {`{"module.m:p":{"module_address":"module.m","expressions":{"region":{"references":["var.in"]}}}}`, "module.m.x_y.a", "region", "us-east4"},
		"of a module, constant":            {`{"module.m:p":{"module_address":"module.m","expressions":{"region":{"references":["var.fixed"]}}}}`, "module.m.x_y.a", "region", "us-west2"},
		"of a module, by default":          {`{"module.m:p":{"module_address":"module.m","expressions":{"region":{"references":["var.default"]}}}}`, "module.m.x_y.a", "region", "us-south1"},
		"inherited by a module":            {`{"p":{"expressions":{"region":{"constant_value":"us-east1"}}},"module.m:p":{"module_address":"module.m"}}`, "module.m.x_y.a", "region", "us-east1"},
		"given to a module, of two":        {`{"p":{"expressions":{"region":{"constant_value":"us-east1"}}},"p.b":{"alias":"b","expressions":{"region":{"constant_value":"us-east4"}}}}`, "module.m.x_y.a", "region", unknown{}},
		"given to a module, an alias":      {`{"p.b":{"alias":"b","expressions":{"region":{"constant_value":"us-east4"}}}}`, "module.m.x_y.a", "region", unknown{}},
		"given to a module, the only one":  {`{"p":{"expressions":{"region":{"constant_value":"us-east1"}}},"q":{"expressions":{"region":{"constant_value":"us-east4"}}}}`, "module.m.x_y.a", "region", "us-east1"},
		"given to a module, by its source": {`{"local":{"full_name":"p","expressions":{"region":{"constant_value":"us-east1"}}},"p":{"full_name":"q","expressions":{"region":{"constant_value":"us-east4"}}}}`, "module.m.x_y.a", "region", "us-east1"},
		"of a module beside it":            {`{"module.n:p":{"module_address":"module.n","expressions":{"region":{"constant_value":"us-east1"}}}}`, "module.m.x_y.a", "region", nil},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			plan := planText(`"terraform_version":"1.1.9",` + strings.Replace(config, "PROVIDERS", tc.providers, 1))
			g, err := Read(strings.NewReader(plan), "plan.json", graph.Selection{"x_y": nil}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, graphtest.Dump(g.Configuration.ProviderArgument(find(t, g, tc.address), tc.argument))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestProviderOfAModule reads plans whose keys lead to no provider block, of
// programs that follow providers into modules: only a module without anything
// of the provider between may then be given another one than the default.
func TestProviderOfAModule(t *testing.T) {
	const plan = `"terraform_version":"VERSION","resource_changes":[CHANGES],"configuration":{
		"provider_config":{"p":{"name":"p","full_name":"p","expressions":{"region":{"constant_value":"us-east1"}}},"p.b":{"name":"p","full_name":"p","alias":"b","expressions":{"region":{"constant_value":"us-east4"}}}},
		"root_module":{"module_calls":{"m":{"module":{"resources":[{"mode":"managed","type":"x_y","name":"a","provider_config_key":"module.m:q","expressions":{}}],
		"module_calls":{"n":{"module":{"resources":[{"mode":"managed","type":"x_y","name":"a","provider_config_key":"module.m.module.n:p","expressions":{}}],
		"module_calls":{"o":{"module":{"resources":[{"mode":"managed","type":"x_y","name":"a","provider_config_key":"module.m.module.n.module.o:p","expressions":{}}]}}}}}}}}}}}`
	addresses := []string{"module.m.x_y.a", "module.m.module.n.x_y.a", "module.m.module.n.module.o.x_y.a"}
	var changes []string
	for _, a := range addresses {
		changes = append(changes, changeText(a, `{"actions":["create"],"after":{}}`))
	}
	for version, want := range map[string][]any{
		"1.11.4": {"us-east1", "us-east1", unknown{}},
		"1.2.0":  {"us-east1", "us-east1", unknown{}},
		"1.1.9":  {unknown{}, unknown{}, unknown{}},
		"0.15.5": {unknown{}, unknown{}, unknown{}},
		"":       {unknown{}, unknown{}, unknown{}},
	} {
		text := strings.NewReplacer("VERSION", version, "CHANGES", strings.Join(changes, ",")).Replace(plan)
		g, err := Read(strings.NewReader(planText(text)), "plan.json", graph.Selection{"x_y": nil}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range addresses {
			if diff := cmp.Diff(want[i], graphtest.Dump(g.Configuration.ProviderArgument(find(t, g, a), "region"))); diff != "" {
				t.Errorf("version %q, %s: %s", version, a, diff)
			}
		}
	}
}

func TestExpression(t *testing.T) {
	plan := planText(`"resource_changes":[` + changeText("x_y.a", `{"actions":["create"],"after":{"b":[{"c":[{"d":1}]}]}}`) + `],"configuration":{"root_module":{"resources":[{"mode":"managed","type":"x_y","name":"a",
		"expressions":{"k":{"constant_value":[1]},"r":{"references":["a.b.c","a.b","x.y"]},"e":{},"b":[{"d":{"constant_value":true}},{"c":[{"d":{"constant_value":"x"}}]}],"single":{"create":{"constant_value":"1m"}},"odd":{"references":{"constant_value":1}},"hidden":{"constant_value":1}}}]}}`)
	g, err := Read(strings.NewReader(plan), "plan.json", graph.Selection{"x_y": graph.Select("k", "r", "e", "b", "single", "odd")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	inst := find(t, g, "x_y.a")
	type want struct {
		constant   any
		references []string
	}
	for path, tc := range map[string]*want{
		"k":                 {[]any{json.Number("1")}, nil},
		"r":                 {unknown{}, []string{"a.b.c", "x.y"}},
		"e":                 {unknown{}, nil},
		"b[0].d":            {true, nil},
		"b.d":               {true, nil},
		"b[1].c[0].d":       {"x", nil},
		"single[0].create":  {"1m", nil},
		"odd[0].references": {json.Number("1"), nil},
		"b":                 nil,
		"b[1].d":            nil,
		"b[2].d":            nil,
		"b[-1].d":           nil,
		"b[x].d":            nil,
		"k[0]":              {[]any{json.Number("1")}, nil},
		"k.x":               nil,
		"hidden":            nil,
		"":                  nil,
	} {
		e, ok := g.Configuration.Expression(inst, path)
		if ok != (tc != nil) {
			t.Errorf("%q: ok is %v", path, ok)
		} else if ok {
			if diff := cmp.Diff(*tc, want{graphtest.Dump(e.Constant), e.References}, cmp.AllowUnexported(want{})); diff != "" {
				t.Errorf("%q: %s", path, diff)
			}
		}
	}
	for path, tc := range map[string]struct {
		static  int
		dynamic bool
	}{"b": {2, false}, "b[0].c": {0, true}, "b[1].c": {1, false}, "single": {1, false}, "x": {0, false}} {
		if static, dynamic := g.Configuration.Blocks(inst, path); static != tc.static || dynamic != tc.dynamic {
			t.Errorf("%q: %d, %v", path, static, dynamic)
		}
	}
}

// A long plan is read in two goroutines; it says the same as in one.
func TestLongPlan(t *testing.T) {
	var b bytes.Buffer
	if err := benchPlans["small"].WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if b.Len() < 5<<20 {
		t.Fatalf("the plan of %d bytes is not long", b.Len())
	}
	want := naive(t, b.Bytes())
	for _, inst := range read(t, b.Bytes()).Instances {
		if diff := cmp.Diff(want[inst.Address], instance{graphtest.Dump(inst.Before), graphtest.Dump(inst.After), inst.Change}); diff != "" {
			t.Fatal(diff)
		}
		delete(want, inst.Address)
	}
	if len(want) != 0 {
		t.Errorf("%d instances are missing", len(want))
	}
}
