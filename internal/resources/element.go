// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The types of required arguments of the elements of sets and maps of objects.
// The framework takes an argument of an element that is known after apply as a
// whole for one that was left out, and every variable is an element of that
// kind while Terraform validates. Asked for a value that is not there, since
// its object is known after apply, these types say that it is known after
// apply, too. Elements that are null are refused by validators of their own.

// elementString is the type of a required string.
type elementString struct{ basetypes.StringType }

type elementStringValue struct{ basetypes.StringValue }

var (
	_ basetypes.StringTypable  = elementString{}
	_ basetypes.StringValuable = elementStringValue{}
	_ basetypes.Int64Typable   = elementInt64{}
	_ basetypes.Int64Valuable  = elementInt64Value{}
)

func (t elementString) Equal(o attr.Type) bool {
	_, ok := o.(elementString)
	return ok
}

func (t elementString) String() string { return "elementString" }

func (t elementString) ValueType(context.Context) attr.Value { return elementStringValue{} }

func (t elementString) ValueFromString(_ context.Context, v basetypes.StringValue) (basetypes.StringValuable, diag.Diagnostics) {
	return elementStringValue{v}, nil
}

func (t elementString) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	if nowhere(in) {
		return elementStringValue{basetypes.NewStringUnknown()}, nil
	}
	v, err := t.StringType.ValueFromTerraform(ctx, in)
	s, _ := v.(basetypes.StringValue)
	return elementStringValue{s}, err
}

func (v elementStringValue) Type(context.Context) attr.Type { return elementString{} }

func (v elementStringValue) Equal(o attr.Value) bool {
	other, ok := o.(elementStringValue)
	return ok && v.StringValue.Equal(other.StringValue)
}

// elementInt64 is the type of a required whole number.
type elementInt64 struct{ basetypes.Int64Type }

type elementInt64Value struct{ basetypes.Int64Value }

func (t elementInt64) Equal(o attr.Type) bool {
	_, ok := o.(elementInt64)
	return ok
}

func (t elementInt64) String() string { return "elementInt64" }

func (t elementInt64) ValueType(context.Context) attr.Value { return elementInt64Value{} }

func (t elementInt64) ValueFromInt64(_ context.Context, v basetypes.Int64Value) (basetypes.Int64Valuable, diag.Diagnostics) {
	return elementInt64Value{v}, nil
}

func (t elementInt64) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	if nowhere(in) {
		return elementInt64Value{basetypes.NewInt64Unknown()}, nil
	}
	v, err := t.Int64Type.ValueFromTerraform(ctx, in)
	n, _ := v.(basetypes.Int64Value)
	return elementInt64Value{n}, err
}

func (v elementInt64Value) Type(context.Context) attr.Type { return elementInt64{} }

func (v elementInt64Value) Equal(o attr.Value) bool {
	other, ok := o.(elementInt64Value)
	return ok && v.Int64Value.Equal(other.Int64Value)
}

// nowhere reports whether the framework found no value at its path, which is
// another thing than null.
func nowhere(v tftypes.Value) bool { return v.Type() == nil }
