// SPDX-License-Identifier: MPL-2.0

package graph_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/source/graph"
)

func TestZeroValueIsUnknown(t *testing.T) {
	t.Parallel()
	var v graph.Value
	if !v.IsUnknown() || !v.Get("anything").IsUnknown() {
		t.Error("the zero value, and whatever is inside it, is unknown")
	}
}

func TestGet(t *testing.T) {
	t.Parallel()
	o := graph.ObjectValue([]string{"b", "a"}, []graph.Value{graph.StringValue("x"), graph.NumberValue("0.80")})
	for name, c := range map[string]struct {
		got  graph.Value
		want graph.ValueKind
	}{
		"there":       {o.Get("b"), graph.String},
		"number":      {o.Get("a"), graph.Number},
		"missing":     {o.Get("c"), graph.Null},
		"in a string": {o.Get("b").Get("c"), graph.Null},
		"in null":     {graph.NullValue().Get("c"), graph.Null},
	} {
		if c.got.Kind() != c.want {
			t.Errorf("%s: %s, want %s", name, c.got.Kind(), c.want)
		}
	}
	if text, ok := o.Get("a").Text(); !ok || text != "0.80" {
		t.Errorf("the number's text is %q", text)
	}
	if !o.Has("a") || o.Has("c") || graph.NullValue().Has("a") {
		t.Error("Has")
	}
}

// An object finds each name's last value, whatever the order and size.
func TestObjectValueHoldsTheLastOfEachName(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.StringMatching(`[a-c]{1,3}`), 0, 200).Draw(t, "names")
		want := map[string]string{}
		values := make([]graph.Value, len(names))
		for i, n := range names {
			want[n] = fmt.Sprint(i)
			values[i] = graph.NumberValue(want[n])
		}
		o := graph.ObjectValue(names, values)
		keys, _ := o.Fields()
		if len(keys) != len(want) {
			t.Fatalf("%d names, want %d", len(keys), len(want))
		}
		for n, text := range want {
			if got, _ := o.Get(n).Text(); got != text {
				t.Errorf("%s is %s, want %s", n, got, text)
			}
		}
	})
}

func TestEvaluatedReachesTheElements(t *testing.T) {
	t.Parallel()
	inner := graph.StringValue("x")
	v := graph.ListValue([]graph.Value{graph.ObjectValue([]string{"group"}, []graph.Value{inner})}).Evaluated()
	if !v.IsEvaluated() || !v.Elements()[0].Get("group").IsEvaluated() {
		t.Error("the mark is lost inside")
	}
	if inner.IsEvaluated() {
		t.Error("the original changed")
	}
	hidden := graph.ListValue([]graph.Value{graph.ObjectValue([]string{"group"}, []graph.Value{inner})}).Sensitive()
	if !hidden.IsSensitive() || !hidden.Elements()[0].Get("group").IsSensitive() || inner.IsSensitive() {
		t.Error("what is inside a sensitive value is sensitive, and the original is not")
	}
	if s := graph.StringValue("secret").Sensitive(); !s.IsSensitive() || s.IsEvaluated() {
		t.Error("marks mix")
	}
}

func TestKeysPrintAsTerraformDoes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		key  graph.Key
		want string
	}{
		{graph.Key{}, ""},
		{graph.Key{Kind: graph.IntKey, Int: 3}, "[3]"},
		{graph.Key{Kind: graph.StringKey, Str: "us-central1-a"}, `["us-central1-a"]`},
		{graph.Key{Kind: graph.StringKey, Str: `a"b\c`}, `["a\"b\\c"]`},
		{graph.Key{Kind: graph.StringKey, Str: "${x} %{y} $z"}, `["$${x} %%{y} $z"]`},
		{graph.Key{Kind: graph.StringKey, Str: "a\nb\tc\rd"}, `["a\nb\tc\rd"]`},
	} {
		if diff := cmp.Diff(c.want, c.key.String()); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.key, diff)
		}
	}
}
