// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"terraform-provider-spillway/internal/source/graph"
)

// fromTerraform returns a value of the framework as the engine takes it.
func fromTerraform(v tftypes.Value) (graph.Value, error) {
	switch {
	case !v.IsKnown():
		return graph.UnknownValue(), nil
	case v.IsNull():
		return graph.NullValue(), nil
	case v.Type().Is(tftypes.String):
		var s string
		err := v.As(&s)
		return graph.StringValue(s), err
	case v.Type().Is(tftypes.Bool):
		var b bool
		err := v.As(&b)
		return graph.BoolValue(b), err
	case v.Type().Is(tftypes.Number):
		n := new(big.Float)
		err := v.As(n)
		return graph.NumberValue(decimal(n)), err
	case v.Type().Is(tftypes.Map{}), v.Type().Is(tftypes.Object{}):
		return fromFields(v)
	}
	var list []tftypes.Value
	if err := v.As(&list); err != nil {
		return graph.Value{}, fmt.Errorf("a value of type %s cannot be read: %w", v.Type(), err)
	}
	out := make([]graph.Value, len(list))
	for i, e := range list {
		var err error
		if out[i], err = fromTerraform(e); err != nil {
			return graph.Value{}, err
		}
	}
	return graph.ListValue(out), nil
}

func fromFields(v tftypes.Value) (graph.Value, error) {
	var fields map[string]tftypes.Value
	if err := v.As(&fields); err != nil {
		return graph.Value{}, err
	}
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	values := make([]graph.Value, len(names))
	for i, name := range names {
		var err error
		if values[i], err = fromTerraform(fields[name]); err != nil {
			return graph.Value{}, err
		}
	}
	return graph.ObjectValue(names, values), nil
}

// decimal writes a number as its author did: the shortest decimal that is it.
func decimal(n *big.Float) string {
	if n.IsInt() && n.MantExp(nil) <= 64 {
		return n.Text('f', 0)
	}
	return n.Text('g', -1)
}

// toTerraform returns a value as one of a type of the framework. An attribute
// that an object does not have is null.
func toTerraform(v graph.Value, t tftypes.Type) (tftypes.Value, error) {
	switch v.Kind() {
	case graph.Unknown:
		return tftypes.NewValue(t, tftypes.UnknownValue), nil
	case graph.Null:
		return tftypes.NewValue(t, nil), nil
	}
	switch t := t.(type) {
	case tftypes.Object:
		if v.Kind() == graph.Object {
			fields := make(map[string]tftypes.Value, len(t.AttributeTypes))
			for name, of := range t.AttributeTypes {
				var err error
				if fields[name], err = toTerraform(v.Get(name), of); err != nil {
					return tftypes.Value{}, err
				}
			}
			return tftypes.NewValue(t, fields), nil
		}
	case tftypes.Map:
		if names, values := v.Fields(); v.Kind() == graph.Object {
			fields := make(map[string]tftypes.Value, len(names))
			for i, name := range names {
				var err error
				if fields[name], err = toTerraform(values[i], t.ElementType); err != nil {
					return tftypes.Value{}, err
				}
			}
			return tftypes.NewValue(t, fields), nil
		}
	case tftypes.List:
		return toElements(v, t, t.ElementType)
	case tftypes.Set:
		return toElements(v, t, t.ElementType)
	}
	return toPrimitive(v, t)
}

func toElements(v graph.Value, t, of tftypes.Type) (tftypes.Value, error) {
	if v.Kind() != graph.List {
		return tftypes.Value{}, mismatch(v, t)
	}
	list := make([]tftypes.Value, len(v.Elements()))
	for i, e := range v.Elements() {
		var err error
		if list[i], err = toTerraform(e, of); err != nil {
			return tftypes.Value{}, err
		}
	}
	return tftypes.NewValue(t, list), nil
}

func toPrimitive(v graph.Value, t tftypes.Type) (tftypes.Value, error) {
	text, _ := v.Text()
	b, _ := v.Bool()
	switch {
	case t.Is(tftypes.Bool) && v.Kind() == graph.Bool:
		return tftypes.NewValue(t, b), nil
	case t.Is(tftypes.String) && v.Kind() == graph.String:
		return tftypes.NewValue(t, text), nil
	case t.Is(tftypes.Number) && v.Kind() == graph.Number:
		n, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
		if err != nil {
			return tftypes.Value{}, err
		}
		return tftypes.NewValue(t, n), nil
	}
	return tftypes.Value{}, mismatch(v, t)
}

func mismatch(v graph.Value, t tftypes.Type) error {
	return fmt.Errorf("a %s stands where the schema has %s", v.Kind(), t)
}
