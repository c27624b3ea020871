// SPDX-License-Identifier: MPL-2.0

package graph

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestParseAddress(t *testing.T) {
	str := func(s string) Key { return Key{Kind: StringKey, Str: s} }
	num := func(n int64) Key { return Key{Kind: IntKey, Int: n} }
	tests := map[string]struct {
		want Address
		ok   bool
	}{
		`a_b.c`:                               {Address{Type: "a_b", Name: "c"}, true},
		`data.a_b.c`:                          {Address{Data: true, Type: "a_b", Name: "c"}, true},
		`a_b.c[0]`:                            {Address{Type: "a_b", Name: "c", Key: num(0)}, true},
		`a_b.c["x.y[0]"]`:                     {Address{Type: "a_b", Name: "c", Key: str("x.y[0]")}, true},
		`a_b.c["q\"\\\n$${v}%%{w}$x"]`:        {Address{Type: "a_b", Name: "c", Key: str("q\"\\\n${v}%{w}$x")}, true},
		`module.m.a_b.c`:                      {Address{Module: "module.m", Type: "a_b", Name: "c"}, true},
		`module.m["a]"].module.n[2].a_b.c[1]`: {Address{Module: `module.m["a]"].module.n[2]`, Type: "a_b", Name: "c", Key: num(1)}, true},
		`module.m.data.a_b.c`:                 {Address{Module: "module.m", Data: true, Type: "a_b", Name: "c"}, true},
		`a_b.c["\u0007\U000e0001"]`:           {Address{Type: "a_b", Name: "c", Key: str("\a\U000e0001")}, true},
		`a_b.c["\u00"]`:                       {},
		`a_b.c["\uzzzz"]`:                     {},
		``:                                    {},
		`a_b`:                                 {},
		`a_b.`:                                {},
		`.c`:                                  {},
		`module.m`:                            {},
		`module.m.`:                           {},
		`module.m.a`:                          {},
		`a_b.c[`:                              {},
		`a_b.c[x]`:                            {},
		`a_b.c["x]`:                           {},
		`a_b.c["x"`:                           {},
		`a_b.c["\q"]`:                         {},
		`a_b.c[0].d`:                          {},
		`a_b[0].c`:                            {},
		`data.a_b`:                            {},
	}
	for text, tc := range tests {
		t.Run(text, func(t *testing.T) {
			got, ok := ParseAddress(text)
			if ok != tc.ok {
				t.Fatalf("ok is %v, want %v (%+v)", ok, tc.ok, got)
			}
			if ok {
				if diff := cmp.Diff(tc.want, got); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestIsEphemeral(t *testing.T) {
	for text, want := range map[string]bool{
		"ephemeral.a_b.c": true, `module.m["x"].ephemeral.a_b.c[0]`: true,
		"a_b.ephemeral": false, "ephemeral.a_b": false, "ephemeral.": false, "data.a_b.c": false, "module.m": false, "": false,
	} {
		if got := IsEphemeral(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestParseUnexpanded(t *testing.T) {
	for text, want := range map[string]Unexpanded{
		`a_b.c[*]`:                        {Type: "a_b", Name: "c"},
		`module.m[*].a_b.c`:               {Module: "module.m[*]", Type: "a_b", Name: "c"},
		`module.m[*].a_b.c[*]`:            {Module: "module.m[*]", Type: "a_b", Name: "c"},
		`module.m["[*]"].a_b.c[*]`:        {Module: `module.m["[*]"]`, Type: "a_b", Name: "c"},
		`module.m["é"].module.n.a_b.c[*]`: {Module: `module.m["é"].module.n`, Type: "a_b", Name: "c"},
	} {
		want.Address = text
		got, ok := ParseUnexpanded(text)
		if diff := cmp.Diff(want, got); diff != "" || !ok {
			t.Errorf("%s: %v %s", text, ok, diff)
		}
	}
	for _, text := range []string{``, `[*]`, `a_b.c`, `a_b.c[0]`, `a_b.c["[*]"]`, `data.a_b.c[*]`, `a_b[*].c`, `a_b.c[*]x`, `module.m[*]`, `a_b.c["[*]`} {
		if got, ok := ParseUnexpanded(text); ok {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
}

// Every key that can be written is read back as it was.
func TestKeyRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Key{Kind: StringKey, Str: rapid.String().Draw(t, "key")}
		a, ok := ParseAddress("module.m" + want.String() + ".a_b.c" + want.String())
		if !ok || a.Key != want {
			t.Fatalf("%q is read as %q (%v)", want.Str, a.Key.Str, ok)
		}
		steps, ok := ModuleSteps(a.Module)
		if !ok || len(steps) != 1 || steps[0].Key != want {
			t.Fatalf("module path %q is read as %v (%v)", a.Module, steps, ok)
		}
	})
}
