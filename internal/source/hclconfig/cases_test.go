// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/schema"
)

const casesDir = "../../../testdata/cases"

// caseDirs returns the folders of all cases that hold the given file.
func caseDirs(t testing.TB, file string) []string {
	t.Helper()
	var dirs []string
	err := filepath.WalkDir(casesDir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Name() == file {
			dirs = append(dirs, filepath.Dir(path))
		}
		return err
	})
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	return dirs
}

type planChange struct {
	Address, Mode, Type, Name, Deposed string
	ModuleAddress                      string `json:"module_address"`
	ProviderName                       string `json:"provider_name"`
	Index                              any
	Change                             struct {
		Actions      []string
		After        any
		AfterUnknown any `json:"after_unknown"`
	}
}

type plan struct {
	Variables map[string]struct{ Value any }
	Changes   []planChange `json:"resource_changes"`
	Prior     struct {
		Values struct {
			Root struct {
				Resources []struct {
					Address, Mode, Type, Name string
					Values                    any
				}
			} `json:"root_module"`
		}
	} `json:"prior_state"`
}

func readPlan(t testing.TB, dir string) plan {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(dir, "plan.json"))
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber()
	var p plan
	if err := d.Decode(&p); err != nil {
		t.Fatal(err)
	}
	return p
}

// value joins a planned value with the marks of what is unknown in it.
func value(after, unknown any) graph.Value {
	if u, ok := unknown.(bool); ok && u {
		return graph.UnknownValue()
	}
	switch v := after.(type) {
	case bool:
		return graph.BoolValue(v)
	case json.Number:
		return graph.NumberValue(v.String())
	case string:
		return graph.StringValue(v)
	case []any:
		u, _ := unknown.([]any)
		list := make([]graph.Value, len(v))
		for i := range v {
			var inner any
			if i < len(u) {
				inner = u[i]
			}
			list[i] = value(v[i], inner)
		}
		return graph.ListValue(list)
	case map[string]any, nil:
		m, _ := after.(map[string]any)
		u, isMap := unknown.(map[string]any)
		if m == nil && (!isMap || len(u) == 0) {
			return graph.NullValue()
		}
		var names []string
		var values []graph.Value
		for k := range m {
			names = append(names, k)
			values = append(values, value(m[k], u[k]))
		}
		for k := range u {
			if _, ok := m[k]; !ok {
				names = append(names, k)
				values = append(values, value(nil, u[k]))
			}
		}
		return graph.ObjectValue(names, values)
	}
	return graph.NullValue()
}

// graph returns the plan in the form that its reader gives, with the
// attributes of a selection, or all.
func (p plan) graph(sel graph.Selection) *graph.Graph {
	g := &graph.Graph{Kind: graph.PlanJSON, HasPrior: true, Variables: map[string]graph.Value{}}
	for name, v := range p.Variables {
		g.Variables[name] = value(v.Value, nil)
	}
	for _, c := range p.Changes {
		if c.Deposed != "" || sel != nil && sel[c.Type] == nil {
			continue
		}
		i := &graph.Instance{
			Address: c.Address, Module: c.ModuleAddress, Data: c.Mode == "data", Type: c.Type, Name: c.Name,
			Provider: c.ProviderName, Change: change(c.Change.Actions), Before: graph.NullValue(),
		}
		switch k := c.Index.(type) {
		case json.Number:
			n, _ := k.Int64()
			i.Key = graph.Key{Kind: graph.IntKey, Int: n}
		case string:
			i.Key = graph.Key{Kind: graph.StringKey, Str: k}
		}
		i.After = pick(value(c.Change.After, c.Change.AfterUnknown), sel[c.Type])
		g.Instances = append(g.Instances, i)
	}
	for _, r := range p.Prior.Values.Root.Resources {
		if r.Mode == "data" {
			g.Instances = append(g.Instances, &graph.Instance{
				Address: r.Address, Data: true, Type: r.Type, Name: r.Name, Change: graph.NoChange,
				Before: graph.NullValue(), After: pick(value(r.Values, nil), sel[r.Type]),
			})
		}
	}
	slices.SortFunc(g.Instances, func(a, b *graph.Instance) int { return strings.Compare(a.Address, b.Address) })
	return g
}

func pick(v graph.Value, attrs graph.Attributes) graph.Value {
	names, values := v.Fields()
	if attrs == nil || names == nil {
		return v
	}
	var n []string
	var vs []graph.Value
	for i := range names {
		if _, ok := attrs[names[i]]; ok {
			n, vs = append(n, names[i]), append(vs, values[i])
		}
	}
	return graph.ObjectValue(n, vs)
}

func change(actions []string) graph.ChangeKind {
	switch strings.Join(actions, ",") {
	case "create":
		return graph.Create
	case "update":
		return graph.Update
	case "delete":
		return graph.Delete
	case "delete,create":
		return graph.Replace
	case "create,delete":
		return graph.ReplaceCreateFirst
	case "read":
		return graph.Read
	}
	return graph.NoChange
}

// notEvaluated are attributes that a plan knows and the configuration does
// not: what a version of the provider adds by itself.
var notEvaluated = map[string]bool{
	"deletion_policy": true, "effective_labels": true, "terraform_labels": true, "timeouts": true,
}

// The values of the folder are those of the plan, wherever the plan knows
// them, and nothing that the plan knows is unknown.
func TestFolderAgreesWithPlan(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, dir := range caseDirs(t, "plan.json") {
		if !HasConfiguration(dir) {
			continue
		}
		g, diags := Load(dir, Options{})
		if diags.HasErrors() {
			t.Errorf("%s: %v", dir, diags)
		}
		evaluated := map[string]*graph.Instance{}
		for _, i := range g.Instances {
			evaluated[i.Address] = i
		}
		p := readPlan(t, dir)
		hasData := len(p.Prior.Values.Root.Resources) > 0 // what it gives, a folder does not know
		planned := p.graph(nil)
		seen := map[string]bool{}
		for _, want := range planned.Instances {
			if want.Data || want.Change == graph.Delete {
				continue
			}
			seen[want.Address] = true
			got := evaluated[want.Address]
			if got == nil {
				t.Errorf("%s: %s is not evaluated", dir, want.Address)
				continue
			}
			if got.Provider != want.Provider {
				t.Errorf("%s: %s has provider %s, want %s", dir, want.Address, got.Provider, want.Provider)
			}
			compared++
			c := comparison{create: !hasData && (want.Change == graph.Create || want.Change == graph.Replace || want.Change == graph.ReplaceCreateFirst)}
			s := schema.Of(want.Type)
			names, values := want.After.Fields()
			for k, name := range names {
				if notEvaluated[name] || s == nil || s.Attributes[name] == nil && s.Blocks[name] == nil {
					continue
				}
				var n *schema.Nested
				if s != nil {
					n = s.Blocks[name]
				}
				c.compare(name, got.After.Get(name), values[k], n, s.Attributes[name] != nil && s.Attributes[name].Type.IsSetType())
			}
			for _, d := range c.differences {
				t.Errorf("%s: %s: %s", dir, want.Address, d)
			}
		}
		for _, i := range g.Instances {
			if !i.Data && !seen[i.Address] {
				t.Errorf("%s: %s is evaluated, but the plan does not have it", dir, i.Address)
			}
		}
	}
	if compared < 1000 {
		t.Errorf("only %d instances compared", compared)
	}
}

type comparison struct {
	create      bool
	differences []string
}

func (c *comparison) say(path, format string, args ...any) {
	c.differences = append(c.differences, path+": "+fmt.Sprintf(format, args...))
}

func empty(v graph.Value) bool {
	switch v.Kind() {
	case graph.Null:
		return true
	case graph.Bool:
		b, _ := v.Bool()
		return !b
	case graph.String:
		s, _ := v.Text()
		return s == ""
	case graph.Number:
		s, _ := v.Text()
		return s == "0"
	case graph.List:
		return len(v.Elements()) == 0
	case graph.Object:
		names, _ := v.Fields()
		return len(names) == 0
	}
	return false
}

func show(v graph.Value) string {
	if s, ok := v.Text(); ok {
		return fmt.Sprintf("%s %q", v.Kind(), s)
	}
	return v.Kind().String()
}

func (c *comparison) compare(path string, got, want graph.Value, n *schema.Nested, set bool) {
	switch {
	case want.IsUnknown():
		return
	case got.IsUnknown():
		if c.create {
			c.say(path, "unknown, the plan has %s", show(want))
		}
		return
	case empty(got) && empty(want):
		return
	case got.Kind() != want.Kind():
		c.say(path, "%s, the plan has %s", show(got), show(want))
		return
	}
	switch want.Kind() {
	case graph.List:
		c.list(path, got.Elements(), want.Elements(), n, set)
	case graph.Object:
		names, values := want.Fields()
		for i, name := range names {
			var inner *schema.Nested
			isSet := false
			if n != nil {
				inner = n.Blocks[name]
				isSet = n.Attributes[name] != nil && n.Attributes[name].Type.IsSetType()
			}
			c.compare(path+"."+name, got.Get(name), values[i], inner, isSet)
		}
	case graph.Bool:
		a, _ := got.Bool()
		b, _ := want.Bool()
		if a != b {
			c.say(path, "%v, the plan has %v", a, b)
		}
	default:
		a, _ := got.Text()
		b, _ := want.Text()
		// An update keeps the spelling of a link that the state has.
		if a != b && (c.create || !sameLink(a, b)) {
			c.say(path, "%q, the plan has %q", a, b)
		}
	}
}

func (c *comparison) list(path string, got, want []graph.Value, n *schema.Nested, set bool) {
	if len(got) != len(want) {
		c.say(path, "%d elements, the plan has %d", len(got), len(want))
		return
	}
	if !set && (n == nil || n.Nesting != schema.Set) {
		for i := range want {
			c.compare(fmt.Sprintf("%s[%d]", path, i), got[i], want[i], n, false)
		}
		return
	}
	// A set: the elements can be paired, one for one.
	may := make([][]int, len(want))
	for i := range want {
		for k := range got {
			trial := comparison{create: c.create}
			trial.compare("", got[k], want[i], n, false)
			if len(trial.differences) == 0 {
				may[i] = append(may[i], k)
			}
		}
	}
	if paired := len(assign(may, len(got))); paired < len(want) {
		c.say(path, "only %d of %d elements are like those of the plan", paired, len(want))
	}
}
