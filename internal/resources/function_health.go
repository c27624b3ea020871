// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/topology"
)

func newAggregateHealth() function.Function {
	return &numeric{
		name: "aggregate_health", names: []string{"healthy", "total", "percent", "minimum"}, answer: aggregateHealth,
		definition: function.Definition{
			Summary: "The state of a health source",
			MarkdownDescription: "The state of a backend service under a health aggregation policy: `HEALTHY` where both thresholds are met, the percentage and the number, " +
				"else `UNHEALTHY`. A service without endpoints is `UNHEALTHY`.",
			Parameters: []function.Parameter{
				anyNumber("healthy", "The healthy endpoints of the service."),
				anyNumber("total", "All endpoints of the service."),
				anyNumber("percent", "`healthy_percent_threshold`, 0 to 100; null for Google's default 60."),
				anyNumber("minimum", "`min_healthy_threshold`; null for Google's default 1."),
			},
			Return: function.StringReturn{},
		},
	}
}

func aggregateHealth(args []argument) (attr.Value, error) {
	var n [4]topology.Known[int]
	for i, most := range []int{mostEndpoints, mostEndpoints, 100, mostEndpoints} {
		var err error
		if n[i], err = args[i].whole(most); i < 2 {
			n[i], err = args[i].given(n[i], err)
		}
		if err != nil {
			return nil, err
		}
	}
	healthy, okHealthy := n[0].Value()
	if total, ok := n[1].Value(); ok && okHealthy && healthy > total {
		return nil, args[0].wrong("is more than total; it counts some of all endpoints")
	}
	return wordOf(health.Aggregate(n[0], n[1], n[2].Or(health.DefaultPercent), n[3].Or(health.DefaultMinimum))), nil
}

// compositeHealth combines the states of health sources.
type compositeHealth struct{}

func newCompositeHealth() function.Function { return compositeHealth{} }

func (compositeHealth) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "composite_health"
}

func (compositeHealth) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "The state of a composite health check",
		MarkdownDescription: "The state of a composite health check over the states of its sources: `UNHEALTHY` as soon as one is, else `UNKNOWN` as soon as one is, " +
			"else `HEALTHY`. One `UNHEALTHY` source decides, whatever is not known of the others.",
		Parameters: []function.Parameter{function.ListParameter{
			Name: "states", ElementType: types.StringType, AllowUnknownValues: true,
			MarkdownDescription: "The states of the 1 to 10 sources: `HEALTHY`, `UNHEALTHY` or `UNKNOWN`.",
		}},
		Return: function.StringReturn{},
	}
}

func (compositeHealth) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var list types.List
	if resp.Error = req.Arguments.GetArgument(ctx, 0, &list); resp.Error != nil {
		return
	}
	a, err := argumentOf(ctx, 0, "states", list)
	if err != nil {
		resp.Error = funcError(err)
		return
	}
	state, err := combined(a)
	if err != nil {
		resp.Error = funcError(err)
		return
	}
	resp.Error = resp.Result.Set(ctx, wordOf(state))
}

func combined(a argument) (topology.Known[health.State], error) {
	if a.value.IsUnknown() {
		return topology.Unknown[health.State](), nil
	}
	elements := a.value.Elements()
	if n := len(elements); n < 1 || n > health.MaxSources {
		return topology.Unknown[health.State](), a.wrong("has %d elements; a composite health check has 1 to %d sources", n, health.MaxSources)
	}
	states := make([]topology.Known[health.State], len(elements))
	for i, v := range elements {
		e := argument{a.index, a.at + "[" + strconv.Itoa(i) + "]", v}
		word, ok := v.Text()
		switch s, valid := health.ParseState(word); {
		case v.IsUnknown():
		case ok && valid:
			states[i] = topology.Of(s)
		default:
			return topology.Unknown[health.State](), e.wrong("is no state; there are HEALTHY, UNHEALTHY and UNKNOWN")
		}
	}
	return health.Combine(states, true), nil
}
