// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/graph/graphtest"
)

// rawOf opens a document that holds a text as its values, and reads it raw.
func rawOf(t testing.TB, text string) (*Document, Raw) {
	t.Helper()
	doc, err := Open(strings.NewReader(`{"format_version":"1.0","values":`+text+`}`), "in.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok, err := doc.Next(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	raw, err := doc.Raw()
	if err != nil {
		t.Fatal(err)
	}
	return doc, raw
}

// drawJSON draws a JSON value, written with white space and escapes as the
// draw likes.
func drawJSON(t *rapid.T, depth int) string {
	space := rapid.SampledFrom([]string{"", "", " ", "\n\t"}).Draw(t, "space")
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	var b strings.Builder
	b.WriteString(space)
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		b.WriteString(rapid.SampledFrom([]string{"null", "true", "false"}).Draw(t, "literal"))
	case 1:
		b.WriteString(rapid.SampledFrom([]string{"0", "-1", "1.50", "1e9", "-0.0E-2", "123456789012345678901234567890"}).Draw(t, "number"))
	case 2, 3:
		b.WriteString(drawString(t))
	case 4:
		b.WriteString("[")
		for i := range rapid.IntRange(0, 3).Draw(t, "length") {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString(drawJSON(t, depth-1))
		}
		b.WriteString(space + "]")
	case 5:
		b.WriteString("{" + space)
		for i := range rapid.IntRange(0, 4).Draw(t, "length") {
			if i > 0 {
				b.WriteString(space + "," + space)
			}
			b.WriteString(drawString(t) + space + ":")
			b.WriteString(drawJSON(t, depth-1))
		}
		b.WriteString("}")
	}
	b.WriteString(space)
	return b.String()
}

func drawString(t *rapid.T) string {
	return rapid.SampledFrom([]string{`""`, `"a"`, `"b"`, `"a\"b\\"`, `"\\\\"`, `"{[,:]}"`, `"\u00e4\ud83d\ude00"`, `"ä\n"`, `"true"`}).Draw(t, "string")
}

// A value reads the same as encoding/json reads it, with the exact digits.
func TestValueAgreesWithEncodingJSON(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := drawJSON(rt, 4)
		doc, raw := rawOf(t, text)
		v, err := doc.Values().Value(raw)
		if err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(decode(rt, text), graphtest.Dump(v)); diff != "" {
			rt.Fatalf("%s\n%s", text, diff)
		}
	})
}

func decode(t rapid.TB, text string) (v any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// A value overlaid with marks reads as two whole decodings merged.
func TestObjectAgreesWithMerge(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		object := func() string {
			return `{"x":` + drawJSON(rt, 3) + `,"y":` + drawJSON(rt, 2) + `,"a":` + drawJSON(rt, 2) + `}`
		}
		after, unknown, sensitive := object(), once(rt, object()), once(rt, object())
		doc, raw := rawOf(t, `[`+after+`,`+unknown+`,`+sensitive+`]`)
		var parts []Raw
		for e := range raw.Elements {
			parts = append(parts, e)
		}
		v, err := doc.Values().Object(parts[0], parts[1], parts[2], nil)
		if err != nil {
			rt.Fatal(err)
		}
		want := mergeMarks(decode(rt, after), decode(rt, unknown), decode(rt, sensitive), false)
		if diff := cmp.Diff(want, graphtest.DumpMarks(v)); diff != "" {
			rt.Fatalf("after %s\nunknown %s\nsensitive %s\n%s", after, unknown, sensitive, diff)
		}
	})
}

// once returns a JSON text with every name of an object in it once.
func once(t rapid.TB, text string) string {
	b, err := json.Marshal(decode(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// mergeMarks is what an overlay means, written over decoded values.
func mergeMarks(v, unknown, sensitive any, marked bool) (out any) {
	marked = marked || sensitive == true
	defer func() {
		if marked {
			out = graphtest.Sensitive{Value: out}
		}
	}()
	if unknown == true {
		return graphtest.Unknown{}
	}
	if !mayMark(unknown) {
		unknown = nil
	} else {
		_, isObject := unknown.(map[string]any)
		switch v.(type) {
		case nil:
			v = []any(nil)
			if isObject {
				v = map[string]any(nil)
			}
		case map[string]any:
			if !isObject {
				return graphtest.Unknown{}
			}
		case []any:
			if isObject {
				return graphtest.Unknown{}
			}
		default:
			return graphtest.Unknown{}
		}
	}
	switch v := v.(type) {
	case map[string]any:
		u, _ := unknown.(map[string]any)
		s, _ := sensitive.(map[string]any)
		object := map[string]any{}
		for name, e := range v {
			object[name] = mergeMarks(e, u[name], s[name], marked)
		}
		for name, e := range u {
			if _, ok := v[name]; !ok && mayMark(e) {
				object[name] = mergeMarks(nil, e, s[name], marked)
			}
		}
		return object
	case []any:
		u, _ := unknown.([]any)
		s, _ := sensitive.([]any)
		list := make([]any, max(len(v), len(u)))
		at := func(l []any, i int) any {
			if i < len(l) {
				return l[i]
			}
			return nil
		}
		for i := range list {
			list[i] = mergeMarks(at(v, i), at(u, i), at(s, i), marked)
		}
		return list
	}
	return v
}

func mayMark(tree any) bool {
	switch tree := tree.(type) {
	case bool:
		return tree
	case map[string]any:
		for _, e := range tree {
			if mayMark(e) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(tree, mayMark)
	}
	return false
}

func TestValueRefusesDepth(t *testing.T) {
	for _, tc := range []struct {
		depth int
		ok    bool
	}{{maxDepth - 1, true}, {maxDepth + 1, false}, {5000, false}} {
		doc, raw := rawOf(t, strings.Repeat("[", tc.depth)+strings.Repeat("]", tc.depth))
		_, err := doc.Values().Value(raw)
		if (err == nil) != tc.ok {
			t.Errorf("depth %d: %v", tc.depth, err)
		}
		doc, raw = rawOf(t, strings.Repeat(`{"a":`, tc.depth)+"1"+strings.Repeat("}", tc.depth))
		if _, err = doc.Values().Value(raw); (err == nil) != tc.ok {
			t.Errorf("depth %d: %v", tc.depth, err)
		}
	}
	text := `{"format_version":"1.0","values":` + strings.Repeat("[", 20_000)
	doc, err := Open(strings.NewReader(text), "in.json")
	if err == nil {
		err = readOn(doc)
	}
	if err == nil || !strings.Contains(err.Error(), "exceeded max depth") {
		t.Errorf("got %v", err)
	}
}

func TestObjectSelects(t *testing.T) {
	doc, raw := rawOf(t, `{"after":{"b":1,"a":2,"secret":"s"},"unknown":{"c":true,"d":true},"sensitive":{"a":true}}`)
	v, err := doc.Values().Object(raw.Get("after"), raw.Get("unknown"), raw.Get("sensitive"), graph.Select("a", "c", "x"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"a": graphtest.Sensitive{Value: json.Number("2")}, "c": graphtest.Unknown{}}
	if diff := cmp.Diff(want, graphtest.DumpMarks(v)); diff != "" {
		t.Error(diff)
	}
}

// longArray is longer than what one goroutine reads alone; element bad is not
// valid for f, and syntax comes after it.
func longArray(n int) string {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString(`{"format_version":"1.0","values":[`)
	for i := range n {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"i":%d,"pad":%q}`, i, strings.Repeat("x", random.IntN(400)))
	}
	return b.String()
}

func TestArrayKeepsOrder(t *testing.T) {
	const n = 20_000
	text := longArray(n) + "]}"
	doc := openAtValues(t, text)
	i := 0
	err := doc.Array(func(raw Raw) error {
		if got := raw.Get("i").Number(); got != fmt.Sprint(i) {
			return doc.RawErrorf(raw, "got %s, want %d", got, i)
		}
		if at := raw.offset(); text[at:at+5] != `{"i":` {
			return doc.RawErrorf(raw, "the offset is wrong")
		}
		i++
		return nil
	})
	if err != nil || i != n {
		t.Fatal(i, err)
	}
	if err := readOn(doc); err != nil {
		t.Error(err)
	}
}

func openAtValues(t testing.TB, text string) *Document {
	t.Helper()
	doc, err := Open(strings.NewReader(text), "in.json")
	if err != nil {
		t.Fatal(err)
	}
	if name, ok, err := doc.Next(); name != "values" || !ok || err != nil {
		t.Fatal(name, ok, err)
	}
	return doc
}

// The first error in the order of the document counts, wherever the reading is.
func TestArrayErrors(t *testing.T) {
	const n = 20_000
	long := longArray(n)
	tests := map[string]struct {
		text string
		fail int // the element that f refuses, none if negative
		want string
	}{
		"refused early":         {long + "]}", 3, `"/values/3"`},
		"refused late":          {long + "]}", n - 1, `"/values/19999"`},
		"refused, then cut off": {long, n - 1, `"/values/19999"`},
		"cut off":               {long, -1, "cut off"},
		"syntax":                {long + ",}", -1, "not JSON"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			doc := openAtValues(t, tc.text)
			i := -1
			err := doc.Array(func(raw Raw) error {
				if i++; i == tc.fail {
					return doc.RawErrorf(raw.Get("i"), "refused")
				}
				return nil
			})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestMarks(t *testing.T) {
	raw := Marks([]string{"a", `b"`})
	if got := string(raw.Text()); got != `{"a":true,"b\"":true}` || !raw.Get(`b"`).IsTrue() {
		t.Error(got)
	}
	if Marks(nil).HoldsTrue() {
		t.Error("marks of nothing mark something")
	}
}
