// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"terraform-provider-spillway/internal/engine/topology"
)

// Functions returns the functions of the provider. They are pure: nothing but
// the arguments counts.
func Functions() []func() function.Function {
	return []func() function.Function{
		newAggregateHealth,
		newCompositeHealth,
		newRoute,
		newSpillThreshold,
	}
}

// numeric is a function of numbers, each of which may be unknown or null.
type numeric struct {
	name       string
	definition function.Definition
	names      []string
	answer     func(args []argument) (attr.Value, error)
}

func (f *numeric) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = f.name
}

func (f *numeric) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = f.definition
}

func (f *numeric) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	args := make([]argument, len(f.names))
	for i, name := range f.names {
		var n basetypes.NumberValue
		if resp.Error = req.Arguments.GetArgument(ctx, i, &n); resp.Error != nil {
			return
		}
		var err error
		if args[i], err = argumentOf(ctx, int64(i), name, n); err != nil {
			resp.Error = funcError(err)
			return
		}
	}
	v, err := f.answer(args)
	if err != nil {
		resp.Error = funcError(err)
		return
	}
	resp.Error = resp.Result.Set(ctx, v)
}

// anyNumber is a parameter of a function: a number, null for Google's default,
// or one that is known after apply.
func anyNumber(name, description string) function.Parameter {
	return function.NumberParameter{Name: name, AllowNullValue: true, AllowUnknownValues: true, MarkdownDescription: description}
}

// given returns an argument that has no default.
func (a argument) given(k topology.Known[int], err error) (topology.Known[int], error) {
	if err == nil && k.IsNull() {
		err = a.wrong("is null, and has no default")
	}
	return k, err
}

// wordOf is a word as the framework takes it.
func wordOf[T ~string](k topology.Known[T]) attr.Value {
	switch v, ok := k.Value(); {
	case ok:
		return types.StringValue(string(v))
	case k.IsNull():
		return types.StringNull()
	}
	return types.StringUnknown()
}
