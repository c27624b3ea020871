// SPDX-License-Identifier: MPL-2.0

package spillway_test

import (
	"testing"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
)

func TestCountEndpoints(t *testing.T) {
	t.Parallel()
	open, at := graph.UnknownValue(), graph.StringValue
	of := func(address, port graph.Value) graph.Value {
		return graph.ObjectValue([]string{"instance", "ip_address", "port"}, []graph.Value{graph.NullValue(), address, port})
	}
	http, https := graph.NumberValue("80"), graph.NumberValue("443")
	for name, test := range map[string]struct {
		set  graph.Value
		want topology.Known[int]
	}{
		"none":                             {graph.ListValue(nil), topology.Of(0)},
		"known ones":                       {graph.ListValue([]graph.Value{of(at("10.0.0.2"), http), of(at("10.0.0.3"), http)}), topology.Of(2)},
		"one":                              {graph.ListValue([]graph.Value{of(open, open)}), topology.Of(1)},
		"one that is unknown as a whole":   {graph.ListValue([]graph.Value{open}), topology.Of(1)},
		"two that may be the same":         {graph.ListValue([]graph.Value{of(open, http), of(open, http)}), topology.Unknown[int]()},
		"one that may be another":          {graph.ListValue([]graph.Value{of(at("10.0.0.2"), http), of(open, http)}), topology.Unknown[int]()},
		"two that are unknown as a whole":  {graph.ListValue([]graph.Value{open, open}), topology.Unknown[int]()},
		"two that ports tell apart":        {graph.ListValue([]graph.Value{of(open, http), of(open, https)}), topology.Of(2)},
		"two of which one names no port":   {graph.ListValue([]graph.Value{of(open, http), of(open, graph.NullValue())}), topology.Of(2)},
		"known after apply":                {open, topology.Unknown[int]()},
		"no set":                           {graph.NullValue(), topology.Unknown[int]()},
		"an open port at known addresses":  {graph.ListValue([]graph.Value{of(at("10.0.0.2"), open), of(at("10.0.0.3"), open)}), topology.Of(2)},
		"an open port at the same address": {graph.ListValue([]graph.Value{of(at("10.0.0.2"), open), of(at("10.0.0.2"), http)}), topology.Unknown[int]()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := spillway.CountEndpoints(test.set)
			n, ok := got.Value()
			want, wantOK := test.want.Value()
			if n != want || ok != wantOK {
				t.Errorf("%d (%t), want %d (%t)", n, ok, want, wantOK)
			}
		})
	}
}
