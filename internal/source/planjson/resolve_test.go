// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
)

// planOf writes a plan that creates instances, under a configuration. A
// service's group is unknown; a minus before an address destroys it, a tilde
// reads a data source during apply.
func planOf(t testing.TB, root string, addresses ...string) []byte {
	t.Helper()
	var changes []string
	for _, a := range addresses {
		action, after := "create", `{"name":"n"}`
		switch a[0] {
		case '-':
			action, after, a = "delete", "null", a[1:]
		case '~':
			action, a = "read", a[1:]
		}
		address, ok := graph.ParseAddress(a)
		if !ok {
			t.Fatal(a)
		}
		mode := "managed"
		if address.Data {
			mode = "data"
		}
		changes = append(changes, fmt.Sprintf(`{"address":%q,"mode":%q,"type":%q,"change":{"actions":[%q],"before":null,"after":%s,"after_unknown":{"group":true}}}`, a, mode, address.Type, action, after))
	}
	plan := `{"format_version":"1.2","variables":{"pick":{"value":1}},"resource_changes":[` + strings.Join(changes, ",") + `],"configuration":{"root_module":` + root + `}}`
	if !json.Valid([]byte(plan)) {
		t.Fatalf("no JSON: %s", plan)
	}
	return []byte(plan)
}

// s is a service whose group is written with references; the rest goes beside
// the expressions.
func s(references, rest string) string {
	return `{"mode":"managed","type":"g_service","name":"s","expressions":{"group":{"references":[` + references + `]}}` + rest + `}`
}

// group is the block of a group.
func groupBlock(name, rest string) string {
	return `{"mode":"managed","type":"g_group","name":"` + name + `","expressions":{}` + rest + `}`
}

func TestResolve(t *testing.T) {
	const (
		counted = `,"count_expression":{"constant_value":2}`
		keyed   = `,"for_each_expression":{"references":["local.x"]}`
	)
	tests := map[string]struct {
		root      string
		addresses []string
		of        string // g_service.s if empty
		grade     graph.Grade
		targets   []string
		whole     bool
		reason    string
		others    []string
	}{
		"one instance": {
			root:      `{"resources":[` + s(`"g_group.a.id","g_group.a"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a"},
			grade:     graph.Exact, targets: []string{"g_group.a"},
		},
		"a literal index": {
			root:      `{"resources":[` + s(`"g_group.a[1].id","g_group.a[1]","g_group.a"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a[0]", "g_group.a[1]"},
			grade:     graph.Exact, targets: []string{"g_group.a[1]"},
		},
		"a literal key with dots and brackets": {
			root:      `{"resources":[` + s(`"g_group.a[\"x.y[0]\"].id","g_group.a[\"x.y[0]\"]","g_group.a"`, ``) + `]}`,
			addresses: []string{"g_service.s", `g_group.a["x.y[0]"]`, `g_group.a["z"]`},
			grade:     graph.Exact, targets: []string{`g_group.a["x.y[0]"]`},
		},
		"a literal index that is not there": {
			root:      `{"resources":[` + s(`"g_group.a[7].id","g_group.a[7]","g_group.a"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a[0]", "g_group.a[1]"},
			grade:     graph.Lost, reason: "g_group.a[7] is not in the plan", others: []string{"g_group.a[7].id"},
		},
		"a splat": {
			root:      `{"resources":[` + s(`"g_group.a"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a[10]", "g_group.a[9]"},
			grade:     graph.Ambiguous, targets: []string{"g_group.a[9]", "g_group.a[10]"}, whole: true,
			reason: "g_group.a is named without an index that can be seen",
		},
		"a splat over a single instance": {
			root:      `{"resources":[` + s(`"g_group.a"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a[0]"},
			grade:     graph.Exact, targets: []string{"g_group.a[0]"},
		},
		"a splat over what is there after the plan": {
			root:      `{"resources":[` + s(`"g_group.a"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a[0]", "-g_group.a[1]"},
			grade:     graph.Exact, targets: []string{"g_group.a[0]"},
		},
		"count.index on both sides": {
			root:      `{"resources":[` + s(`"g_group.a","count.index"`, counted) + `]}`,
			addresses: []string{"g_service.s[0]", "g_service.s[1]", "g_group.a[0]", "g_group.a[1]"},
			of:        "g_service.s[1]", grade: graph.SameKey, targets: []string{"g_group.a[1]"},
			reason: "the index is computed; the same key on both sides is assumed", others: []string{"count.index"},
		},
		"count.index with other keys": {
			root:      `{"resources":[` + s(`"g_group.a","count.index"`, counted) + `]}`,
			addresses: []string{"g_service.s[0]", "g_service.s[1]", "g_group.a[0]", "g_group.a[1]", "g_group.a[2]"},
			of:        "g_service.s[1]", grade: graph.Ambiguous, targets: []string{"g_group.a[0]", "g_group.a[1]", "g_group.a[2]"}, whole: true,
			reason: "g_group.a is named without an index that can be seen", others: []string{"count.index"},
		},
		"count.index over a single instance": {
			root:      `{"resources":[` + s(`"g_group.a","count.index"`, counted) + `]}`,
			addresses: []string{"g_service.s[0]", "g_group.a[0]"},
			of:        "g_service.s[0]", grade: graph.Exact, targets: []string{"g_group.a[0]"}, others: []string{"count.index"},
		},
		"each.key for a number": {
			root:      `{"resources":[` + s(`"g_group.a","each.key"`, keyed) + `]}`,
			addresses: []string{`g_service.s["0"]`, `g_service.s["1"]`, "g_group.a[0]", "g_group.a[1]"},
			of:        `g_service.s["1"]`, grade: graph.SameKey, targets: []string{"g_group.a[1]"},
			reason: "the index is computed; the same key on both sides is assumed", others: []string{"each.key"},
		},
		"several, none of which is chosen": {
			root:      `{"resources":[` + s(`"g_group.a.id","g_group.a","g_group.b.id","g_group.b"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a", "g_group.b"},
			grade:     graph.Exact, targets: []string{"g_group.a", "g_group.b"},
		},
		"several, of which a variable may choose": {
			root:      `{"resources":[` + s(`"var.pick","g_group.a.id","g_group.a","g_group.b.id","g_group.b"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a", "g_group.b"},
			grade:     graph.Ambiguous, targets: []string{"g_group.a", "g_group.b"},
			reason: "it names several resources, of which var.pick may choose", others: []string{"var.pick"},
		},
		"one, beside a variable": {
			root:      `{"resources":[` + s(`"var.pick","g_group.a.id","g_group.a"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a"},
			grade:     graph.Exact, targets: []string{"g_group.a"}, others: []string{"var.pick"},
		},
		"one, beside a local": {
			root:      `{"resources":[` + s(`"local.x","g_group.a.id","g_group.a"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a"},
			grade:     graph.Ambiguous, targets: []string{"g_group.a"},
			reason: "it is written with local.x, which plan JSON does not hold", others: []string{"local.x"},
		},
		"one, beside another provider's resource": {
			root:      `{"resources":[` + s(`"terraform_data.t.output","terraform_data.t","g_group.a.id","g_group.a"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a"},
			grade:     graph.Ambiguous, targets: []string{"g_group.a"},
			reason: "it is written with terraform_data.t, which may pass on any value", others: []string{"terraform_data.t.output"},
		},
		"one, beside a resource that cannot be meant": {
			root:      `{"resources":[` + s(`"g_network.n.id","g_network.n","g_group.a.id","g_group.a"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a"},
			grade:     graph.Exact, targets: []string{"g_group.a"}, others: []string{"g_network.n.id"},
		},
		"data read during apply": {
			root:      `{"resources":[` + s(`"data.g_group.d.id","data.g_group.d"`, ``) + `]}`,
			addresses: []string{"g_service.s", "~data.g_group.d"},
			grade:     graph.FromData, reason: "data.g_group.d is read during apply only", others: []string{"data.g_group.d.id"},
		},
		"data that is known": {
			root:      `{"resources":[` + s(`"data.g_group.d.id","data.g_group.d","g_group.a.id","g_group.a"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a"},
			grade:     graph.Exact, targets: []string{"g_group.a"}, others: []string{"data.g_group.d.id"},
		},
		"one, or data read during apply": {
			root:      `{"resources":[` + s(`"data.g_group.d.id","data.g_group.d","g_group.a.id","g_group.a"`, ``) + `]}`,
			addresses: []string{"g_service.s", "~data.g_group.d[0]", "g_group.a"},
			grade:     graph.Ambiguous, targets: []string{"g_group.a"},
			reason: "it may also be data.g_group.d, which is read during apply only", others: []string{"data.g_group.d.id"},
		},
		"each.value over a resource": {
			root:      `{"resources":[` + s(`"each.value.id","each.value"`, `,"for_each_expression":{"references":["g_group.a"]}`) + `]}`,
			addresses: []string{`g_service.s["x"]`, `g_service.s["y"]`, `g_group.a["x"]`, `g_group.a["y"]`},
			of:        `g_service.s["y"]`, grade: graph.SameKey, targets: []string{`g_group.a["y"]`},
			reason: "the index is computed; the same key on both sides is assumed",
		},
		"each.value over a map of links": {
			root:      `{"resources":[` + s(`"each.value"`, `,"for_each_expression":{"references":["g_group.a.id","g_group.a","g_group.b.id","g_group.b"]}`) + `]}`,
			addresses: []string{`g_service.s["x"]`, `g_service.s["y"]`, "g_group.a", "g_group.b"},
			of:        `g_service.s["y"]`, grade: graph.Ambiguous, targets: []string{"g_group.a", "g_group.b"}, whole: true,
			reason: "each.value holds several, of which plan JSON does not tell the one meant",
		},
		"each.value of constants": {
			root:      `{"resources":[` + s(`"each.value"`, ``) + `]}`,
			addresses: []string{`g_service.s["x"]`},
			of:        `g_service.s["x"]`, grade: graph.Lost,
			reason: "no reference of it leads to a resource of a type that can be meant", others: []string{"each.value"},
		},
		"each.value over modules": {
			root: `{"resources":[` + s(`"each.value.link","each.value"`, `,"for_each_expression":{"references":["module.m"]}`) + `],"module_calls":{"m":{"for_each_expression":{},"module":{
				"outputs":{"link":{"expression":{"references":["g_group.a.id","g_group.a"]}},"other":{"expression":{"references":["g_group.b.id","g_group.b"]}}},"resources":[` + groupBlock("a", "") + `]}}}}`,
			addresses: []string{`g_service.s["x"]`, `g_service.s["y"]`, `module.m["x"].g_group.a`, `module.m["y"].g_group.a`, `module.m["y"].g_group.b`},
			of:        `g_service.s["y"]`, grade: graph.SameKey, targets: []string{`module.m["y"].g_group.a`},
			reason: "the index is computed; the same key on both sides is assumed",
		},
		"an output": {
			root: `{"resources":[` + s(`"module.m.link","module.m"`, ``) + `],"module_calls":{"m":{"module":{
				"outputs":{"link":{"expression":{"references":["g_group.a.id","g_group.a"]}}}}}}}`,
			addresses: []string{"g_service.s", "module.m.g_group.a", "g_group.a"},
			grade:     graph.Exact, targets: []string{"module.m.g_group.a"},
		},
		"an output of an instance by its key": {
			root: `{"resources":[` + s(`"module.m[\"y\"].link","module.m[\"y\"]"`, ``) + `],"module_calls":{"m":{"for_each_expression":{},"module":{
				"outputs":{"link":{"expression":{"references":["g_group.a.id","g_group.a"]}}}}}}}`,
			addresses: []string{"g_service.s", `module.m["x"].g_group.a`, `module.m["y"].g_group.a`},
			grade:     graph.Exact, targets: []string{`module.m["y"].g_group.a`},
		},
		"an output that is not there": {
			root:      `{"resources":[` + s(`"module.m.nope","module.m"`, ``) + `],"module_calls":{"m":{"module":{}}}}`,
			addresses: []string{"g_service.s", "module.m.g_group.a"},
			grade:     graph.Lost, reason: "module.m has no output nope", others: []string{"module.m.nope"},
		},
		"an output of a list": {
			root: `{"resources":[` + s(`"module.m.links[0]","module.m.links","module.m"`, ``) + `],"module_calls":{"m":{"module":{
				"outputs":{"links":{"expression":{"references":["g_group.a.id","g_group.a","g_group.b.id","g_group.b"]}}}}}}}`,
			addresses: []string{"g_service.s", "module.m.g_group.a", "module.m.g_group.b"},
			grade:     graph.Ambiguous, targets: []string{"module.m.g_group.a", "module.m.g_group.b"}, whole: true,
			reason: "module.m.links[0] holds several, of which plan JSON does not tell the one meant",
		},
		"a module by a computed key, which output is lost": {
			root: `{"resources":[` + s(`"module.m","each.key"`, keyed) + `],"module_calls":{"m":{"for_each_expression":{},"module":{
				"outputs":{"a":{"expression":{"references":["g_group.a.id","g_group.a"]}},"b":{"expression":{"references":["g_group.b.id","g_group.b"]}}}}}}}`,
			addresses: []string{`g_service.s["x"]`, `g_service.s["y"]`, `module.m["x"].g_group.a`, `module.m["x"].g_group.b`, `module.m["y"].g_group.a`, `module.m["y"].g_group.b`},
			of:        `g_service.s["y"]`, grade: graph.Ambiguous, targets: []string{`module.m["y"].g_group.a`, `module.m["y"].g_group.b`},
			reason: "which output of module.m is meant cannot be seen", others: []string{"each.key"},
		},
		"modules by an index that cannot be seen": {
			root: `{"resources":[` + s(`"module.m"`, ``) + `],"module_calls":{"m":{"count_expression":{},"module":{
				"outputs":{"a":{"expression":{"references":["g_group.a.id","g_group.a"]}}}}}}}`,
			addresses: []string{"g_service.s", "module.m[0].g_group.a", "module.m[1].g_group.a"},
			grade:     graph.Ambiguous, targets: []string{"module.m[0].g_group.a", "module.m[1].g_group.a"}, whole: true,
			reason: "module.m is named without an index that can be seen",
		},
		"a module that only passes on": {
			root: `{"resources":[` + s(`"module.m.out","module.m"`, ``) + `],"module_calls":{"m":{"expressions":{"in":{"references":["g_group.a.id","g_group.a"]}},"module":{
				"outputs":{"out":{"expression":{"references":["var.in"]}}},"variables":{"in":{}}}}}}`,
			addresses: []string{"g_service.s", "g_group.a"},
			grade:     graph.Exact, targets: []string{"g_group.a"},
		},
		"a module variable": {
			root: `{"module_calls":{"m":{"expressions":{"link":{"references":["g_group.a.id","g_group.a"]}},"module":{
				"resources":[` + s(`"var.link"`, ``) + `],"variables":{"link":{}}}}}}`,
			addresses: []string{"module.m.g_service.s", "g_group.a"},
			of:        "module.m.g_service.s", grade: graph.Exact, targets: []string{"g_group.a"},
		},
		"a module variable by the key of the call": {
			root: `{"module_calls":{"m":{"for_each_expression":{},"expressions":{"link":{"references":["g_group.a","each.key"]}},"module":{
				"resources":[` + s(`"var.link"`, ``) + `],"variables":{"link":{}}}}}}`,
			addresses: []string{`module.m["x"].g_service.s`, `module.m["y"].g_service.s`, `g_group.a["x"]`, `g_group.a["y"]`},
			of:        `module.m["y"].g_service.s`, grade: graph.SameKey, targets: []string{`g_group.a["y"]`},
			reason: "the index is computed; the same key on both sides is assumed", others: []string{"each.key"},
		},
		"a module variable from each.value of the call": {
			root: `{"module_calls":{"m":{"for_each_expression":{"references":["g_group.a"]},"expressions":{"link":{"references":["each.value.id","each.value"]}},"module":{
				"resources":[` + s(`"var.link"`, ``) + `],"variables":{"link":{}}}}}}`,
			addresses: []string{`module.m["x"].g_service.s`, `module.m["y"].g_service.s`, `g_group.a["x"]`, `g_group.a["y"]`},
			of:        `module.m["x"].g_service.s`, grade: graph.SameKey, targets: []string{`g_group.a["x"]`},
			reason: "the index is computed; the same key on both sides is assumed",
		},
		"a module variable with its default": {
			root:      `{"module_calls":{"m":{"module":{"resources":[` + s(`"var.link"`, ``) + `],"variables":{"link":{"default":"x"}}}}}}`,
			addresses: []string{"module.m.g_service.s"},
			of:        "module.m.g_service.s", grade: graph.Lost,
			reason: "no reference of it leads to a resource of a type that can be meant", others: []string{"var.link"},
		},
		"through two modules and a variable": {
			root: `{"resources":[` + s(`"module.o.out","module.o"`, ``) + `],"module_calls":{"o":{"module":{"outputs":{"out":{"expression":{"references":["module.i.out","module.i"]}}},"module_calls":{"i":{"count_expression":{},"module":{
				"outputs":{"out":{"expression":{"references":["g_group.a.id","g_group.a"]}}}}}}}}}}`,
			addresses: []string{"g_service.s", "module.o.module.i[0].g_group.a"},
			grade:     graph.Exact, targets: []string{"module.o.module.i[0].g_group.a"},
		},
		"variables in a circle": {
			root: `{"module_calls":{"m":{"expressions":{"a":{"references":["module.m.o","module.m"]}},"module":{
				"resources":[` + s(`"var.a"`, ``) + `],"outputs":{"o":{"expression":{"references":["var.a","var.a"]}}},"variables":{"a":{}}}}}}`,
			addresses: []string{"module.m.g_service.s"},
			of:        "module.m.g_service.s", grade: graph.Lost, reason: "its references are nested too deep",
		},
		"nonsense": {
			root:      `{"resources":[` + s(`"","....","[","g_group","module","module.","var.","each","data.x","g_group.a[","\u0000"`, ``) + `]}`,
			addresses: []string{"g_service.s", "g_group.a[0]", "g_group.a[1]"},
			grade:     graph.Ambiguous, targets: []string{"g_group.a[0]", "g_group.a[1]"}, whole: true,
			reason: "g_group.a is named without an index that can be seen",
			others: []string{"", "....", "[", "g_group", "module", "module.", "var.", "each", "data.x", "\x00"},
		},
		"no block": {
			root:      `{}`,
			addresses: []string{"g_service.s"},
			grade:     graph.Lost, reason: "the configuration does not hold its block",
		},
	}
	sel := graph.Selection{"g_service": graph.Select("name", "group"), "g_group": graph.Select("name")}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			g, err := Read(strings.NewReader(string(planOf(t, tc.root, tc.addresses...))), "plan.json", sel, Options{})
			if err != nil {
				t.Fatal(err)
			}
			of := tc.of
			if of == "" {
				of = "g_service.s"
			}
			inst := find(t, g, of)
			e, _ := g.Configuration.Expression(inst, "group")
			r := g.Configuration.Resolve(inst, e, func(typ string) bool { return typ == "g_group" })
			want := []any{tc.grade.String(), tc.targets, tc.whole, tc.reason, tc.others}
			if diff := cmp.Diff(want, []any{r.Grade.String(), addresses(r), r.Whole, r.Reason, r.Others}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseReference(t *testing.T) {
	tests := map[string]reference{
		"a_b.c":               {kind: toResource, typ: "a_b", name: "c"},
		"a_b.c.d.e":           {kind: toResource, typ: "a_b", name: "c", inner: true},
		"a_b.c[1].d":          {kind: toResource, typ: "a_b", name: "c", key: graph.Key{Kind: graph.IntKey, Int: 1}, inner: true},
		"data.a_b.c[\"x\"].d": {kind: toData, typ: "a_b", name: "c", key: graph.Key{Kind: graph.StringKey, Str: "x"}, inner: true},
		"module.m":            {kind: toModule, name: "m"},
		"module.m[0].o[1].p":  {kind: toModule, name: "m", key: graph.Key{Kind: graph.IntKey}, output: "o", inner: true},
		"var.v":               {kind: toVariable, name: "v"},
		"var.v[0]":            {kind: toVariable, name: "v", inner: true},
		"local.l.m":           {kind: toLocal, name: "l", inner: true},
		"each.key":            {kind: toOwnKey},
		"each.value":          {kind: toEachValue},
		"each.value.a.b":      {kind: toEachValue, output: "a", inner: true},
		"count.index":         {kind: toOwnKey},
		"path.module":         {},
		"terraform.workspace": {},
		"self.id":             {},
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			want.text = text
			if got := parseReference(text); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}
