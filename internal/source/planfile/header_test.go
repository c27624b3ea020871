// SPDX-License-Identifier: MPL-2.0

package planfile_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vmihailenco/msgpack/v5"
	"google.golang.org/protobuf/encoding/protowire"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/planfile"
)

// message joins fields.
func message(fields ...[]byte) []byte { return bytes.Join(fields, nil) }

func bytesField[T string | []byte](n protowire.Number, v T) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, n, protowire.BytesType), []byte(v))
}

func numberField(n protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(nil, n, protowire.VarintType), v)
}

// resourceChange is the message of a change to, or from, an object.
func resourceChange(t *testing.T, address string, action uint64, object map[string]any) []byte {
	t.Helper()
	b, err := msgpack.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return message(bytesField(13, address), bytesField(9, message(numberField(1, action), bytesField(2, bytesField(1, b)))))
}

func readPlan(t *testing.T, state string, fields ...[]byte) *graph.Graph {
	t.Helper()
	file := archive(t, map[string][]byte{"tfplan": message(append([][]byte{version(3)}, fields...)...), "tfstate": []byte(state)})
	p, err := planfile.Read(bytes.NewReader(file), int64(len(file)), "plan.out", graph.Selection{"x_y": graph.Select("n")}, planfile.Options{AllData: true})
	if err != nil {
		t.Fatal(err)
	}
	return p.Graph
}

// TestIncompletePlans reads what a saved plan says of what it lacks.
func TestIncompletePlans(t *testing.T) {
	t.Parallel()
	targets := message(bytesField(5, "x_y.c"), bytesField(5, "module.m"), bytesField(5, "x_y.b"), bytesField(5, "x_y.a"))
	for name, c := range map[string]struct {
		fields []byte
		want   string
	}{
		"whole":                 {numberField(26, 1), ""},
		"an error":              {numberField(20, 1), "planning stopped at an error"},
		"an error and a target": {message(numberField(20, 1), bytesField(5, "x_y.a")), "planning stopped at an error"},
		"a target":              {bytesField(5, "x_y.a"), "it was made for targets only (x_y.a)"},
		"many targets":          {targets, "it was made for targets only (module.m, x_y.a, x_y.b and 1 more)"},
		"what is excluded":      {message(bytesField(6, "x_y.b"), bytesField(6, "x_y.a")), "it was made without what was excluded (x_y.a, x_y.b)"},
		"a false error flag":    {numberField(20, 0), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := readPlan(t, "", c.fields)
			if g.Incomplete != c.want {
				t.Errorf("%q, want %q", g.Incomplete, c.want)
			}
			if said := len(g.Notices) == 1 && strings.Contains(g.Notices[0].Text, c.want); said != (c.want != "") {
				t.Errorf("notices: %v", g.Notices)
			}
		})
	}
}

// TestDeferredChanges reads what a saved plan puts off to a later plan.
func TestDeferredChanges(t *testing.T) {
	t.Parallel()
	g := readPlan(t, "",
		bytesField(27, message(numberField(1, 1), bytesField(2, resourceChange(t, "x_y.a", 1, map[string]any{"n": 1})))),
		bytesField(27, bytesField(2, resourceChange(t, "module.m[*].x_y.b[*]", 1, map[string]any{}))),
		bytesField(27, bytesField(2, resourceChange(t, "z_z.b[*]", 1, map[string]any{}))),
	)
	if len(g.Instances) != 1 || g.Instances[0].Address != "x_y.a" || text(g.Instances[0].After) != "{n=1}" {
		t.Errorf("instances: %v", g.Instances)
	}
	want := []graph.Unexpanded{{Address: "module.m[*].x_y.b[*]", Module: "module.m[*]", Type: "x_y", Name: "b", Reason: "the plan defers it to a later plan"}}
	if diff := cmp.Diff(want, g.Unexpanded); diff != "" {
		t.Error(diff)
	}
	if len(g.Notices) != 2 {
		t.Errorf("notices: %v", g.Notices)
	}
}

// TestEphemeralResources: OpenTofu has them among the changes of a plan. They are
// nothing that stays.
func TestEphemeralResources(t *testing.T) {
	t.Parallel()
	g := readPlan(t, "", bytesField(3, resourceChange(t, "ephemeral.x_y.e", 9, map[string]any{"n": 1})), bytesField(3, resourceChange(t, "x_y.a", 1, map[string]any{"n": 1})))
	if len(g.Instances) != 1 || g.Instances[0].Address != "x_y.a" {
		t.Errorf("instances: %v", g.Instances)
	}
}

func TestWorkspaceOfAPlan(t *testing.T) {
	t.Parallel()
	if g := readPlan(t, "", bytesField(13, message(bytesField(1, "gcs"), bytesField(3, "prod")))); g.Workspace != "prod" {
		t.Errorf("the workspace is %q", g.Workspace)
	}
}

// TestDataOfThePriorState reads the data sources that stand in the state
// within a saved plan: all of them, since any may decide an expression, and
// those too that the plan forgets, whose objects go on to exist.
func TestDataOfThePriorState(t *testing.T) {
	t.Parallel()
	const state = `{"version":4,"resources":[
		{"mode":"data","type":"x_y","name":"gone","provider":"provider[\"h/n/x\"]","instances":[{"attributes":{"n":1,"m":2}}]},
		{"mode":"data","type":"z_z","name":"d","provider":"provider[\"h/n/z\"]","instances":[{"attributes":{"n":1,"odd":{"type":"string","value":"v"}}}]},
		{"mode":"data","type":"terraform_remote_state","name":"r","provider":"provider[\"terraform.io/builtin/terraform\"]","instances":[{"attributes":{"outputs":{"type":["object",{"a":"string"}],"value":{"a":"v"}}}}]},
		{"mode":"managed","type":"z_z","name":"m","provider":"provider[\"h/n/z\"]","instances":[{"attributes":{"n":1}}]}]}`
	g := readPlan(t, state, bytesField(3, resourceChange(t, "data.x_y.gone", 5, map[string]any{"n": 1})))
	got := map[string]string{}
	for _, inst := range g.Instances {
		got[inst.Address] = text(inst.After)
	}
	want := map[string]string{
		"data.x_y.gone":                 "{m=2,n=1}",
		"data.z_z.d":                    "{n=1,odd=unknown}",
		"data.terraform_remote_state.r": "{outputs={a=v}}",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
