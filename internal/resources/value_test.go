// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"math/big"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"terraform-provider-spillway/internal/engine/topology"
)

// A number goes through the framework and back as its author wrote it: 0.8 is
// no binary fraction.
func TestNumbersStayExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,12})?`).Draw(t, "number")
		n, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		v, err := fromTerraform(tftypes.NewValue(tftypes.Number, n))
		if err != nil {
			t.Fatal(err)
		}
		got, _ := v.Text()
		if topology.MustRatio(got).Compare(topology.MustRatio(text)) != 0 {
			t.Fatalf("%s becomes %s", text, got)
		}
		back, err := toTerraform(v, tftypes.Number)
		if err != nil || !back.Equal(tftypes.NewValue(tftypes.Number, n)) {
			t.Fatalf("%s comes back as %s, %v", text, back, err)
		}
	})
}

func TestValuesThatDoNotFit(t *testing.T) {
	t.Parallel()
	types := map[string]tftypes.Type{
		"string": tftypes.String, "number": tftypes.Number, "bool": tftypes.Bool, "list": tftypes.List{ElementType: tftypes.String},
		"map": tftypes.Map{ElementType: tftypes.String}, "object": tftypes.Object{AttributeTypes: map[string]tftypes.Type{"a": tftypes.String}},
	}
	for from, a := range types {
		v, err := fromTerraform(tftypes.NewValue(a, map[string]any{
			"string": "x", "number": big.NewFloat(1), "bool": true, "list": []tftypes.Value{tftypes.NewValue(tftypes.String, "x")},
			"map":    map[string]tftypes.Value{"a": tftypes.NewValue(tftypes.String, "x")},
			"object": map[string]tftypes.Value{"a": tftypes.NewValue(tftypes.String, "x")},
		}[from]))
		if err != nil {
			t.Fatal(err)
		}
		for to, b := range types {
			fits := from == to || from == "map" && to == "object" || from == "object" && to == "map"
			if _, err := toTerraform(v, b); (err == nil) != fits {
				t.Errorf("a %s as a %s gives %v", from, to, err)
			}
		}
	}
	for name, of := range types {
		for _, raw := range []any{nil, tftypes.UnknownValue} {
			v, err := fromTerraform(tftypes.NewValue(of, raw))
			if err != nil {
				t.Fatal(err)
			}
			if back, err := toTerraform(v, of); err != nil || !back.Equal(tftypes.NewValue(of, raw)) {
				t.Errorf("%s %v comes back as %s, %v", name, raw, back, err)
			}
		}
	}
}
