// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/graph/graphtest"
)

// casePlans returns the names of all plans among the cases.
func casePlans(t testing.TB) (names []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(casesDir, "*", "*", "plan.json"))
	if err != nil || len(paths) < 100 {
		t.Fatal(len(paths), err)
	}
	for _, p := range paths {
		name, err := filepath.Rel(casesDir, p)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	return names
}

// Every instance has the values that a decoding of the whole file gives, with
// what is unknown merged in.
func TestAgreesWithWholeDecode(t *testing.T) {
	for _, name := range casePlans(t) {
		t.Run(name, func(t *testing.T) {
			plan := caseBytes(t, name)
			want := naive(t, plan)
			g := read(t, plan)
			got := map[string]instance{}
			for _, inst := range g.Instances {
				got[inst.Address] = instance{graphtest.Dump(inst.Before), graphtest.Dump(inst.After), inst.Change}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

type instance struct {
	before, after any
	change        graph.ChangeKind
}

func (i instance) Equal(o instance) bool {
	return i.change == o.change && cmp.Equal(i.before, o.before) && cmp.Equal(i.after, o.after)
}

// naive reads a plan with encoding/json, all at once.
func naive(t *testing.T, plan []byte) map[string]instance {
	var document struct {
		Changes []struct {
			Address, Deposed string
			Change           struct {
				Actions       []string
				Before, After any
				Unknown       any `json:"after_unknown"`
			}
		} `json:"resource_changes"`
		Prior struct {
			Values struct {
				Root naiveModule `json:"root_module"`
			}
		} `json:"prior_state"`
	}
	d := json.NewDecoder(bytes.NewReader(plan))
	d.UseNumber()
	if err := d.Decode(&document); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]graph.ChangeKind{
		"no-op": graph.NoChange, "create": graph.Create, "read": graph.Read, "update": graph.Update, "delete": graph.Delete,
		"delete create": graph.Replace, "create delete": graph.ReplaceCreateFirst, "forget": graph.Forget,
	}
	out := map[string]instance{}
	for _, c := range document.Changes {
		if c.Deposed == "" {
			out[c.Address] = instance{c.Change.Before, mergeUnknown(c.Change.After, c.Change.Unknown), kinds[strings.Join(c.Change.Actions, " ")]}
		}
	}
	document.Prior.Values.Root.each(func(address string, values any) {
		if _, ok := out[address]; !ok {
			out[address] = instance{values, values, graph.NoChange}
		}
	})
	return out
}

type naiveModule struct {
	Resources []struct {
		Address string
		Values  any
	}
	Modules []naiveModule `json:"child_modules"`
}

func (m naiveModule) each(f func(string, any)) {
	for _, r := range m.Resources {
		f(r.Address, r.Values)
	}
	for _, c := range m.Modules {
		c.each(f)
	}
}

// mergeUnknown puts what a plan says is unknown into the planned value.
func mergeUnknown(v, unknown any) any {
	switch u := unknown.(type) {
	case bool:
		if u {
			return graphtest.Unknown{}
		}
	case map[string]any:
		object, _ := v.(map[string]any)
		out := map[string]any{}
		for name, e := range object {
			out[name] = mergeUnknown(e, u[name])
		}
		for name, e := range u {
			if merged := mergeUnknown(object[name], e); merged != nil {
				out[name] = merged
			}
		}
		if v == nil && len(out) == 0 {
			return nil
		}
		return out
	case []any:
		list, _ := v.([]any)
		if v == nil && len(u) == 0 {
			return nil
		}
		out := make([]any, len(list))
		for i, e := range list {
			out[i] = e
			if i < len(u) {
				out[i] = mergeUnknown(e, u[i])
			}
		}
		for i := len(list); i < len(u); i++ {
			out = append(out, mergeUnknown(nil, u[i]))
		}
		return out
	}
	return v
}

// A plan reads the same whatever the order of its keys, from a file and from a
// pipe, whole or byte by byte.
func TestOrderOfKeys(t *testing.T) {
	for _, name := range []string{"plans/09-modules/plan.json", "plans/10-count-foreach-locals/plan.json", "plans/11-update/plan.json", "plans/11b-update-replace/plan.json", "plans/13-data-sources/plan.json", "plans/14-linkage-forms/plan.json"} {
		t.Run(name, func(t *testing.T) {
			plan := caseBytes(t, name)
			sel := everything(t, plan)
			want := describe(t, bytes.NewReader(plan), sel)
			for order, text := range map[string]string{"sorted": reorder(t, plan, false), "reversed": reorder(t, plan, true), "indented": indent(t, plan), "as it is": string(plan)} {
				for door, r := range map[string]io.Reader{"file": strings.NewReader(text), "pipe": pipe(strings.NewReader(text))} {
					if diff := cmp.Diff(want, describe(t, r, sel)); diff != "" {
						t.Errorf("%s, from a %s: %s", order, door, diff)
					}
				}
			}
		})
	}
}

// pipe hides that a reader can seek.
func pipe(r io.Reader) io.Reader { return struct{ io.Reader }{r} }

// describe reads a plan and puts all that it says into plain values.
func describe(t *testing.T, r io.Reader, sel graph.Selection) any {
	t.Helper()
	g, err := Read(r, "plan.json", sel, Options{AllData: true})
	if err != nil {
		t.Fatal(err)
	}
	variables := map[string]any{}
	for name, v := range g.Variables {
		variables[name] = graphtest.DumpMarks(v)
	}
	links := map[string]any{}
	for _, l := range linksOf(g) {
		targets := []string{}
		for _, inst := range l.resolution.Targets {
			targets = append(targets, inst.Address)
		}
		links[l.address+" "+l.path] = map[string]any{"grade": l.grade, "targets": targets, "reason": l.resolution.Reason, "others": l.resolution.Others}
	}
	return map[string]any{"instances": graphtest.Instances(g), "variables": variables, "links": links, "notices": g.Notices, "version": g.TerraformVersion}
}

// reorder writes a document with the keys of every object in another order.
func reorder(t *testing.T, plan []byte, reverse bool) string {
	d := json.NewDecoder(bytes.NewReader(plan))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	write(t, &b, v, reverse)
	return b.String()
}

func write(t *testing.T, b *strings.Builder, v any, reverse bool) {
	switch v := v.(type) {
	case map[string]any:
		names := sortedNames(v)
		b.WriteByte('{')
		for i := range names {
			name := names[i]
			if reverse {
				name = names[len(names)-1-i]
			}
			if i > 0 {
				b.WriteByte(',')
			}
			write(t, b, name, reverse)
			b.WriteByte(':')
			write(t, b, v[name], reverse)
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			write(t, b, e, reverse)
		}
		b.WriteByte(']')
	default:
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
	}
}

func indent(t *testing.T, plan []byte) string {
	var b bytes.Buffer
	if err := json.Indent(&b, plan, "\r\n", "\t"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
