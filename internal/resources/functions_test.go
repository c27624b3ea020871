// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// call runs a function as the framework does, and returns its result or the
// text of its error.
func call(t *testing.T, f function.Function, args ...attr.Value) (attr.Value, *function.FuncError) {
	t.Helper()
	var d function.DefinitionResponse
	f.Definition(context.Background(), function.DefinitionRequest{}, &d)
	result, err := d.Definition.Return.NewResultData(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	resp := function.RunResponse{Result: result}
	f.Run(context.Background(), function.RunRequest{Arguments: function.NewArgumentsData(args)}, &resp)
	return resp.Result.Value(), resp.Error
}

// num is a number as Terraform's language reads it.
func num(text string) attr.Value {
	n, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	return types.NumberValue(n)
}

var (
	noNumber   = types.NumberNull()
	someNumber = types.NumberUnknown()
)

func TestNumericFunctions(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		f    function.Function
		args []attr.Value
		want string // of the result, or of the error
		at   int64  // the argument of the error
	}{
		"4 of 5 is 0.8":                        {newSpillThreshold(), []attr.Value{num("5"), num("0.8")}, "4", 0},
		"a ratio between two counts":           {newSpillThreshold(), []attr.Value{num("3"), num("0.5")}, "2", 0},
		"ratio 0 needs one":                    {newSpillThreshold(), []attr.Value{num("3"), num("0")}, "1", 0},
		"no ratio is 0":                        {newSpillThreshold(), []attr.Value{num("3"), noNumber}, "1", 0},
		"ratio 1 needs all":                    {newSpillThreshold(), []attr.Value{num("3"), num("1.0")}, "3", 0},
		"a calculated ratio":                   {newSpillThreshold(), []attr.Value{num("3"), types.NumberValue(new(big.Float).SetPrec(512).Quo(big.NewFloat(2), big.NewFloat(3)))}, "2", 0},
		"a 64-bit ratio":                       {newSpillThreshold(), []attr.Value{num("5"), types.NumberValue(new(big.Float).SetPrec(512).SetFloat64(0.8))}, "4", 0},
		"no endpoint":                          {newSpillThreshold(), []attr.Value{num("0"), num("0.8")}, "<null>", 0},
		"no endpoint, whatever the ratio":      {newSpillThreshold(), []attr.Value{num("0"), someNumber}, "<null>", 0},
		"one endpoint, whatever the ratio":     {newSpillThreshold(), []attr.Value{num("1"), someNumber}, "1", 0},
		"the ratio matters":                    {newSpillThreshold(), []attr.Value{num("2"), someNumber}, "<unknown>", 0},
		"the count matters":                    {newSpillThreshold(), []attr.Value{someNumber, num("0.8")}, "<unknown>", 0},
		"a ratio above 1":                      {newSpillThreshold(), []attr.Value{someNumber, num("1.01")}, "ratio is out of range; a ratio is from 0.0 to 1.0", 1},
		"a ratio below 0":                      {newSpillThreshold(), []attr.Value{num("1"), num("-0.1")}, "ratio is out of range; a ratio is from 0.0 to 1.0", 1},
		"a count with a fraction":              {newSpillThreshold(), []attr.Value{num("1.5"), num("0")}, "configured is out of range; it is a whole number from 0 to 1000000000", 0},
		"a number beyond all bounds":           {newSpillThreshold(), []attr.Value{num("1e100000"), num("0")}, "configured has more digits than can be read; write a shorter number", 0},
		"a ratio next to nothing":              {newSpillThreshold(), []attr.Value{num("5"), num("1e-100000")}, "ratio has more digits than can be read; write a shorter number", 1},
		"no count":                             {newSpillThreshold(), []attr.Value{noNumber, num("0")}, "configured is null, and has no default", 0},
		"both thresholds met":                  {newAggregateHealth(), []attr.Value{num("3"), num("5"), num("60"), num("3")}, `"HEALTHY"`, 0},
		"the percentage missed":                {newAggregateHealth(), []attr.Value{num("2"), num("5"), num("60"), num("1")}, `"UNHEALTHY"`, 0},
		"the number missed":                    {newAggregateHealth(), []attr.Value{num("3"), num("5"), num("60"), num("4")}, `"UNHEALTHY"`, 0},
		"the defaults 60 and 1":                {newAggregateHealth(), []attr.Value{num("3"), num("5"), noNumber, noNumber}, `"HEALTHY"`, 0},
		"the default 60 missed":                {newAggregateHealth(), []attr.Value{num("2"), num("5"), noNumber, noNumber}, `"UNHEALTHY"`, 0},
		"no endpoints":                         {newAggregateHealth(), []attr.Value{num("0"), num("0"), num("0"), num("0")}, `"UNHEALTHY"`, 0},
		"one missed threshold is enough":       {newAggregateHealth(), []attr.Value{num("1"), num("5"), someNumber, num("2")}, `"UNHEALTHY"`, 0},
		"fewer endpoints than the number":      {newAggregateHealth(), []attr.Value{someNumber, num("5"), someNumber, num("6")}, `"UNHEALTHY"`, 0},
		"the other threshold matters":          {newAggregateHealth(), []attr.Value{num("5"), num("5"), someNumber, num("2")}, "<unknown>", 0},
		"more healthy ones than there are":     {newAggregateHealth(), []attr.Value{num("6"), num("5"), noNumber, noNumber}, "healthy is more than total; it counts some of all endpoints", 0},
		"a percentage above 100":               {newAggregateHealth(), []attr.Value{num("1"), num("1"), num("101"), noNumber}, "percent is out of range; it is a whole number from 0 to 100", 2},
		"a number below 0":                     {newAggregateHealth(), []attr.Value{num("1"), num("1"), noNumber, num("-1")}, "minimum is out of range; it is a whole number from 0 to 1000000000", 3},
		"all healthy":                          {newCompositeHealth(), []attr.Value{states("HEALTHY", "HEALTHY")}, `"HEALTHY"`, 0},
		"one unhealthy":                        {newCompositeHealth(), []attr.Value{states("HEALTHY", "UNHEALTHY", "UNKNOWN")}, `"UNHEALTHY"`, 0},
		"one unknown state":                    {newCompositeHealth(), []attr.Value{states("HEALTHY", "UNKNOWN")}, `"UNKNOWN"`, 0},
		"unhealthy, whatever another one is":   {newCompositeHealth(), []attr.Value{states("?", "UNHEALTHY")}, `"UNHEALTHY"`, 0},
		"a state that is known after apply":    {newCompositeHealth(), []attr.Value{states("?", "HEALTHY")}, "<unknown>", 0},
		"states that are known after apply":    {newCompositeHealth(), []attr.Value{types.ListUnknown(types.StringType)}, "<unknown>", 0},
		"no source":                            {newCompositeHealth(), []attr.Value{states()}, "states has 0 elements; a composite health check has 1 to 10 sources", 0},
		"too many sources":                     {newCompositeHealth(), []attr.Value{states(strings.Split(strings.Repeat("HEALTHY ", 11), " ")[:11]...)}, "states has 11 elements; a composite health check has 1 to 10 sources", 0},
		"a word that is no state":              {newCompositeHealth(), []attr.Value{states("HEALTHY", "SICK")}, "states[1] is no state; there are HEALTHY, UNHEALTHY and UNKNOWN", 0},
		"a state in small letters is not sent": {newCompositeHealth(), []attr.Value{states("healthy")}, "states[0] is no state; there are HEALTHY, UNHEALTHY and UNKNOWN", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := call(t, tc.f, tc.args...)
			if err != nil {
				if diff := cmp.Diff(tc.want, err.Text); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
				if err.FunctionArgument == nil || *err.FunctionArgument != tc.at {
					t.Errorf("the error is about argument %v, want %d", err.FunctionArgument, tc.at)
				}
				return
			}
			if diff := cmp.Diff(tc.want, fmt.Sprint(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// states is a list of words, in which "?" is known after apply.
func states(words ...string) attr.Value {
	values := make([]attr.Value, len(words))
	for i, w := range words {
		values[i] = types.StringValue(w)
		if w == "?" {
			values[i] = types.StringUnknown()
		}
	}
	return types.ListValueMust(types.StringType, values)
}
