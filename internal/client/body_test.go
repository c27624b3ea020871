// SPDX-License-Identifier: MPL-2.0

package client

import (
	"testing"

	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/source/graph"
)

func values(depth int) *rapid.Generator[graph.Value] {
	leaves := []*rapid.Generator[graph.Value]{
		rapid.Just(graph.NullValue()),
		rapid.Map(rapid.Bool(), graph.BoolValue),
		rapid.Map(rapid.String(), graph.StringValue),
		rapid.Map(rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?(e[+-][0-9]{1,3})?`), graph.NumberValue),
	}
	if depth == 0 {
		return rapid.OneOf(leaves...)
	}
	return rapid.OneOf(append(leaves,
		rapid.Map(rapid.SliceOfN(values(depth-1), 0, 4), graph.ListValue),
		rapid.Map(rapid.MapOfN(rapid.String(), values(depth-1), 0, 4), mapOf),
	)...)
}

// What is written is read again, every number as its author wrote it.
func TestBodyRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := values(3).Draw(t, "value")
		body, err := encode(v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := decode(body)
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		if again, err := encode(got); err != nil || again != body {
			t.Fatalf("%s is read as %s, %v", body, again, err)
		}
	})
}

func TestBodyHoldsNothingUnknown(t *testing.T) {
	t.Parallel()
	_, err := encode(mapOf(map[string]graph.Value{"a": graph.ListValue([]graph.Value{graph.UnknownValue()})}))
	if err == nil || err.Error() != ".a[0] is not known. This is a bug in the provider" {
		t.Errorf("got %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":[1,null,true,"x"]}`, `{"a":1}{`, `1e999999`, ``, `[`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		v, err := decode(body)
		if err != nil {
			return
		}
		text, err := encode(v)
		if err != nil {
			t.Fatal(err)
		}
		again, err := decode(text)
		if err != nil || !Same(v, again) {
			t.Errorf("%q is written as %q, %v", body, text, err)
		}
	})
}
