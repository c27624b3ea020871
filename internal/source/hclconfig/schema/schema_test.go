// SPDX-License-Identifier: MPL-2.0

package schema

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/zclconf/go-cty/cty"
)

func TestEveryDataFileReads(t *testing.T) {
	t.Parallel()
	types := Types()
	if len(types) < 50 {
		t.Fatalf("only %d types", len(types))
	}
	for _, name := range types {
		r := Of(name)
		if r == nil || len(r.Attributes) == 0 {
			t.Errorf("%s has no schema", name)
			continue
		}
		for _, tmpl := range []Template{r.Identity, r.InstanceGroup} {
			for _, arg := range tmpl.Arguments() {
				if r.Attributes[arg] == nil {
					t.Errorf("%s: the identity %q needs %s, which is no attribute", name, tmpl, arg)
				}
			}
		}
		checkBlock(t, name, r.Block)
	}
	if Of("aws_instance") != nil || Of("identities") != nil || Of("../facts") != nil {
		t.Error("a type without a schema has one")
	}
}

func checkBlock(t *testing.T, path string, b *Block) {
	for name, a := range b.Attributes {
		if a.Type == cty.NilType || !a.Required && !a.Optional && !a.Computed {
			t.Errorf("%s.%s is neither set nor computed", path, name)
		}
		for i, d := range a.Defaults {
			if a.Required || !d.Value.Type().Equals(a.Type) {
				t.Errorf("%s.%s: default %#v", path, name, d.Value)
			}
			if (d.Before == nil) != (i == len(a.Defaults)-1) {
				t.Errorf("%s.%s: defaults not in the order of versions", path, name)
			}
		}
	}
	for name, n := range b.Blocks {
		if n.Nesting != List && n.Nesting != Set && n.Nesting != Single {
			t.Errorf("%s.%s: nesting %q", path, name, n.Nesting)
		}
		checkBlock(t, path+"."+name, n.Block)
	}
}

func TestDefaultsByVersion(t *testing.T) {
	t.Parallel()
	mode := Of("google_compute_region_backend_service").Blocks["backend"].Attributes["balancing_mode"]
	for name, c := range map[string]struct{ constraint, want string }{
		"none":              {"", "UTILIZATION"},
		"newer only":        {">= 7.13", "UTILIZATION"},
		"older only":        {"~> 5.10", "CONNECTION"},
		"up to":             {">= 4.0, < 6.0", "CONNECTION"},
		"up to, inclusive":  {"<= 5.44.2", "CONNECTION"},
		"pessimistic minor": {"~> 5.0", "CONNECTION"},
		"pessimistic major": {"~> 5", "CONNECTION"},
		"exact old":         {"5.44.0", "CONNECTION"},
		"exact old with =":  {"= 5.44.0", "CONNECTION"},
		"exact new":         {"= 6.0.0", "UTILIZATION"},
		"both":              {">= 5.0", "UTILIZATION"},
		"excluded":          {"!= 6.1.0", "UTILIZATION"},
	} {
		vs, ok := Constrained(c.constraint)
		if !ok {
			t.Errorf("%s: %q is not read", name, c.constraint)
		}
		v, ok := mode.Default(vs)
		if !ok || v.AsString() != c.want {
			t.Errorf("%s: default under %q is %#v, want %s", name, c.constraint, v, c.want)
		}
	}
	locked, ok := Locked("5.45.2")
	if v, _ := mode.Default(locked); !ok || v.AsString() != "CONNECTION" {
		t.Errorf("locked: %#v", v)
	}
	for _, bad := range []string{"latest", "~> x", ">= 1.2.3.4", "=> 1"} {
		if _, ok := Constrained(bad); ok {
			t.Errorf("%q is read", bad)
		}
	}
}

func TestTemplate(t *testing.T) {
	t.Parallel()
	tmpl := IdentityOf("google_compute_instance_group")
	if diff := cmp.Diff([]string{"project", "zone", "name"}, tmpl.Arguments()); diff != "" {
		t.Error(diff)
	}
	args := map[string]string{"project": "p", "zone": "us-central1-a", "name": "web"}
	fill := func(name string) (string, bool) { v, ok := args[name]; return v, ok }
	if got, ok := tmpl.Fill(fill); !ok || got != "projects/p/zones/us-central1-a/instanceGroups/web" {
		t.Errorf("%q %v", got, ok)
	}
	delete(args, "zone")
	if got, ok := tmpl.Fill(fill); ok {
		t.Errorf("filled without a zone: %q", got)
	}
}
