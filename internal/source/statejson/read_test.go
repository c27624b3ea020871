// SPDX-License-Identifier: MPL-2.0

package statejson

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/graph/graphtest"
)

func states(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("../../../testdata/cases/*/*/state.json")
	if err != nil || len(paths) < 5 {
		t.Fatal(len(paths), err)
	}
	return paths
}

type entry struct {
	Address, Mode, Type string
	Values              map[string]any
}

type module struct {
	Resources []entry
	Modules   []module `json:"child_modules"`
}

func (m module) all() (out []entry) {
	out = append(out, m.Resources...)
	for _, c := range m.Modules {
		out = append(out, c.all()...)
	}
	return out
}

// decode reads a state with encoding/json, all at once.
func decode(t testing.TB, state []byte) (resources []entry, sel graph.Selection) {
	t.Helper()
	var document struct {
		Values struct {
			Root module `json:"root_module"`
		}
	}
	d := json.NewDecoder(bytes.NewReader(state))
	d.UseNumber()
	if err := d.Decode(&document); err != nil {
		t.Fatal(err)
	}
	sel = graph.Selection{}
	for _, r := range document.Values.Root.all() {
		if sel[r.Type] == nil {
			sel[r.Type] = graph.Attributes{}
		}
		for name := range r.Values {
			sel[r.Type][name] = struct{}{}
		}
		resources = append(resources, r)
	}
	return resources, sel
}

// Every object has the values that a decoding of the whole file gives.
func TestAgreesWithWholeDecode(t *testing.T) {
	for _, path := range states(t) {
		t.Run(path, func(t *testing.T) {
			state, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			resources, sel := decode(t, state)
			g, err := Read(bytes.NewReader(state), path, sel, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if g.Kind != graph.StateJSON || g.HasPrior || g.Configuration != nil || g.Path != path || g.TerraformVersion == "" {
				t.Errorf("the graph is %+v", *g)
			}
			want, got := map[string]any{}, map[string]any{}
			for _, r := range resources {
				want[r.Address] = r.Values
			}
			for _, inst := range g.Instances {
				got[inst.Address] = graphtest.Dump(inst.After)
				if !inst.Before.IsNull() || inst.Change != graph.NoChange {
					t.Errorf("%s has something before", inst.Address)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" || len(got) == 0 {
				t.Error(len(got), diff)
			}
		})
	}
}

const stateFile = `{
  "version": 4, "terraform_version": "1.11.4", "serial": 7, "lineage": "l", "outputs": {"o": {"value": "x"}},
  "resources": [
    {"mode": "managed", "type": "x_y", "name": "a", "provider": "provider[\"registry.terraform.io/hashicorp/google\"]",
     "instances": [{"schema_version": 1, "attributes": {"n": 0.50, "secret": "s", "list": [{"p": "x"}], "z": 1}, "sensitive_attributes": [[{"type": "get_attr", "value": "secret"}], [{"type": "get_attr", "value": "list"}, {"type": "index", "value": {"value": 0, "type": "number"}}]]}]},
    {"module": "module.m[\"k.v\"]", "mode": "managed", "type": "x_y", "name": "b", "each": "map", "provider": "module.m.provider[\"registry.terraform.io/hashicorp/google-beta\"].west",
     "instances": [{"index_key": "q\"", "attributes": {"n": 1}}, {"index_key": "q\"", "deposed": "abcd", "attributes": {"n": 2}}]},
    {"mode": "data", "type": "x_y", "name": "c", "provider": "provider.google",
     "instances": [{"index_key": 1, "status": "tainted", "attributes": null}, {"index_key": 0, "attributes": {"n": null}}]},
    {"mode": "managed", "type": "x_other", "name": "d", "provider": "p", "instances": [{"attributes": {"n": 1}}]}
  ],
  "check_results": null
}`

func TestStateFile(t *testing.T) {
	var document any
	if err := json.Unmarshal([]byte(stateFile), &document); err != nil {
		t.Fatal(err)
	}
	sorted, err := json.Marshal(document) // of the keys, instances come first
	if err != nil {
		t.Fatal(err)
	}
	sortedText := strings.ReplaceAll(string(sorted), `"n":0.5,`, `"n":0.50,`)
	str := func(s string) graph.Key { return graph.Key{Kind: graph.StringKey, Str: s} }
	num := func(n int64) graph.Key { return graph.Key{Kind: graph.IntKey, Int: n} }
	type object = map[string]any
	want := []graphtest.Instance{
		{Address: "data.x_y.c[0]", Data: true, Type: "x_y", Name: "c", Key: num(0), After: object{"n": nil}},
		{Address: "data.x_y.c[1]", Data: true, Type: "x_y", Name: "c", Key: num(1)},
		{Address: `module.m["k.v"].x_y.b["q\""]`, Module: `module.m["k.v"]`, Type: "x_y", Name: "b", Key: str(`q"`), Provider: "registry.terraform.io/hashicorp/google-beta", After: object{"n": json.Number("1")}},
		{Address: "x_y.a", Type: "x_y", Name: "a", Provider: "registry.terraform.io/hashicorp/google", After: object{
			"n": json.Number("0.50"), "secret": graphtest.Sensitive{Value: "s"},
			"list": graphtest.Sensitive{Value: []any{graphtest.Sensitive{Value: object{"p": graphtest.Sensitive{Value: "x"}}}}},
		}},
	}
	for order, text := range map[string]string{"as written": stateFile, "keys sorted": sortedText} {
		t.Run(order, func(t *testing.T) {
			g, err := Read(strings.NewReader(text), "terraform.tfstate", graph.Selection{"x_y": graph.Select("n", "secret", "list")}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if g.Kind != graph.StateFile || g.TerraformVersion != "1.11.4" {
				t.Errorf("the graph is %+v", *g)
			}
			if diff := cmp.Diff(want, graphtest.Instances(g)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSensitiveValues(t *testing.T) {
	state := `{"format_version":"1.0","values":{"root_module":{"resources":[{"address":"x_y.a","mode":"managed","type":"x_y","values":{"n":1,"m":[2]},"sensitive_values":{"m":[true]}}]}}}`
	g, err := Read(strings.NewReader(state), "s", graph.Selection{"x_y": graph.Select("n", "m")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"n": json.Number("1"), "m": []any{graphtest.Sensitive{Value: json.Number("2")}}}
	if diff := cmp.Diff(want, graphtest.DumpMarks(g.Instances[0].After)); diff != "" {
		t.Error(diff)
	}
}

// Attributes in the form of Terraform 0.11 are not read, and not taken for
// absent either.
func TestFlatAttributes(t *testing.T) {
	state := `{"version":4,"resources":[{"mode":"managed","type":"x_y","name":"a","provider":"p","instances":[{"attributes_flat":{"n":"1"}}]}]}`
	g, err := Read(strings.NewReader(state), "s", graph.Selection{"x_y": nil}, Options{})
	if err != nil || len(g.Instances) != 1 || !g.Instances[0].After.IsUnknown() || len(g.Notices) != 1 || g.Notices[0].Address != "x_y.a" {
		t.Error(g, err)
	}
}

func TestBadStates(t *testing.T) {
	file := func(resources string) string { return `{"version":4,"resources":` + resources + `}` }
	instances := func(instances string) string {
		return file(`[{"mode":"managed","type":"x_y","name":"a","provider":"p","instances":` + instances + `}]`)
	}
	shown := func(values string) string { return `{"format_version":"1.0","values":` + values + `}` }
	tests := map[string]struct{ state, want string }{
		"a plan":                  {`{"format_version":"1.2","planned_values":{}}`, "s: this is a plan, not a state"},
		"version 3":               {`{"version":3,"modules":[]}`, "s: state files older than version 4 are not supported; any command of Terraform 0.12 or later that writes the state converts it"},
		"version 3, as it is":     {`{"version":3,"terraform_version":"0.11.14","serial":1,"lineage":"l","modules":[{"path":["root"]}]}`, "s: state files older than version 4 are not supported; any command of Terraform 0.12 or later that writes the state converts it"},
		"version 1, without more": {`{"version":1,"serial":1}`, "s: state files older than version 4 are not supported; any command of Terraform 0.12 or later that writes the state converts it"},
		"version 5":               {`{"version":5,"serial":1,"resources":[]}`, "s: at byte 11, \"/version\": state files of version 5 are not known here, only those of version 4; use what `terraform show -json` prints"},
		"the file of a backend":   {`{"version":3,"terraform_version":"1.11.4","backend":{"type":"gcs"}}`, "s: this file holds the settings of a backend (.terraform/terraform.tfstate), not the state; use what `terraform state pull` prints"},
		"encrypted":               {`{"serial":1,"lineage":"l","meta":{},"encrypted_data":"x","encryption_version":"v0"}`, "s: this file is encrypted by OpenTofu; use what `tofu show -json` prints"},
		"version 0":               {`{"version":0}`, `s: at byte 11, "/version": this is no version of a state file; version 4 is known here`},
		"version, a fraction":     {`{"version":0.2,"projects":[]}`, `s: at byte 11, "/version": this is no version of a state file; version 4 is known here`},
		"modules first":           {`{"modules":[],"version":3}`, "s: state files older than version 4 are not supported; any command of Terraform 0.12 or later that writes the state converts it"},
		"version, a text":         {`{"version":"4"}`, `this is no version of a state file; version 4 is known here`},
		"no version":              {`{"resources":[]}`, "s: this JSON is neither a plan nor a state of Terraform: it has no version, as a state file has, and no format_version"},
		"resources, an object":    {file(`{}`), `"/resources": this should be a list`},
		"a resource, a number":    {file(`[1]`), `"/resources/0": this should be an object`},
		"type, a number":          {file(`[{"type":1}]`), `"/resources/0/type": this should be a string`},
		"instances, a text":       {instances(`"x"`), `"/resources/0/instances": this should be a list`},
		"instances first, a text": {file(`[{"instances":"x","mode":"managed","type":"x_y","name":"a","provider":"p"}]`), `this should be a list`},
		"an instance, a number":   {instances(`[1]`), `"/resources/0/instances/0": this should be an object that describes an instance`},
		"attributes, a list":      {instances(`[{"attributes":[]}]`), "this should be an object with the attributes of a resource"},
		"a key, a list":           {instances(`[{"index_key":[]}]`), "an index_key should be a whole number or a string"},
		"a key, a fraction":       {instances(`[{"index_key":0.5}]`), "an index_key should be a whole number or a string"},
		"twice":                   {instances(`[{"attributes":{}},{"attributes":{}}]`), `the address "x_y.a" stands twice`},
		"no name":                 {file(`[{"mode":"managed","type":"x_y","provider":"p","instances":[{"attributes":{}}]}]`), `module, type and name of the resource make no address: "x_y."`},
		"a name with a dot":       {file(`[{"mode":"managed","type":"x_y","name":"a.b","provider":"p","instances":[{"attributes":{}}]}]`), `make no address: "x_y.a.b"`},
		"shown, twice":            {shown(`{"root_module":{"resources":[{"address":"x_y.a"},{"address":"x_y.a"}]}}`), `"/values/root_module/resources/1": the address "x_y.a" stands twice`},
		"shown, values a text":    {shown(`{"root_module":{"resources":[{"address":"x_y.a","values":"x"}]}}`), "this should be an object with the attributes of a resource"},
		"shown, a list":           {shown(`[]`), `"/values": this should be an object`},
		"cut off":                 {`{"version":4,"resources":[{"mode":"managed"`, "the document ends too early"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Read(strings.NewReader(tc.state), "s", graph.Selection{"x_y": nil}, Options{})
			if err == nil || !strings.HasPrefix(err.Error(), "s: ") || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got:  %v\nwant: %s", err, tc.want)
			}
		})
	}
}

func TestEmptyState(t *testing.T) {
	for _, text := range []string{`{"format_version":"1.0"}`, `{"format_version":"1.0","terraform_version":"1.11.4","values":null}`, `{"version":4,"resources":[]}`, `{"version":4,"resources":null}`} {
		if g, err := Read(strings.NewReader(text), "s", nil, Options{}); err != nil || len(g.Instances) != 0 {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func FuzzState(f *testing.F) {
	f.Add([]byte(stateFile))
	f.Add([]byte(`{"format_version":"1.0","values":{"root_module":{"child_modules":[{"resources":[{"address":"module.m.x_y.a[0]","mode":"managed","type":"x_y","values":{"n":1},"sensitive_values":{"n":true}}]}]}}}`))
	state, err := os.ReadFile("../../../testdata/cases/plans/11-update/state.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(state)
	sel := graph.Selection{"x_y": graph.Select("n", "list"), "google_compute_instance_group": graph.Select("name", "instances")}
	f.Fuzz(func(t *testing.T, state []byte) {
		for _, r := range []io.Reader{bytes.NewReader(state), struct{ io.Reader }{bytes.NewReader(state)}} {
			g, err := Read(r, "s", sel, Options{})
			switch {
			case err == nil:
				if !slices.IsSortedFunc(g.Instances, func(a, b *graph.Instance) int { return strings.Compare(a.Address, b.Address) }) {
					t.Error("the instances are not sorted")
				}
			case !strings.HasPrefix(err.Error(), "s: ") || strings.ContainsAny(err.Error(), "\n\x1b\x00"):
				t.Errorf("the error is %q", err)
			}
		}
	})
}
