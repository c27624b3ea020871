// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// route says where new connections to a service go.
type route struct{}

func newRoute() function.Function { return route{} }

func (route) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "route"
}

func (route) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	open := func(name, description string) function.Parameter {
		return function.DynamicParameter{Name: name, AllowNullValue: true, AllowUnknownValues: true, MarkdownDescription: description}
	}
	resp.Definition = function.Definition{
		Summary: "Where new connections to an internal passthrough load balancer go",
		MarkdownDescription: "Says where new connections of a client go. The facts are those of edition `preview`, and clients of other regions get in. The result is an object:\n\n" +
			"* `action`: what becomes of the eligible endpoints, `UNCHANGED`, `IGNORED`, `REFINE`, `REPLACE` or `DROP`; `decision`: the row of the decision table\n" +
			"* `eligible`, `eligible_count`: which endpoints are eligible before zonal affinity, and how many; `zonal_match`: whether the client's zone holds one of the serving pool\n" +
			"* `zones`: the zones that may be reached; `destinations`: the same by zone and pool, with `healthy`, `unhealthy` and `share`\n" +
			"* `in_zone_share`, `cross_zone_share`, `unhealthy_share`: the parts of connections that stay in the zone, leave it, and reach unhealthy endpoints; " +
			"null for a client without a zone, and where the spread is not even\n" +
			"* `explanation`: one sentence for each step\n\n" +
			"A part of an argument that is known after apply makes known after apply what depends on it, and nothing else: " +
			"the size of a group in another zone is of no matter to clients that stay in theirs. Null means Google's default.",
		Parameters: []function.Parameter{
			open("service", "The backend service: a `google_compute_region_backend_service`, a `spillway_region_backend_service`, or an object with the same attributes. "+
				"Blocks may be an object or a list of one. What counts: `network_pass_through_lb_traffic_policy`, `failover_policy`, `subsetting`, `ha_policy`, "+
				"`locality_lb_policy`, `load_balancing_scheme` and `region`."),
			open("groups", "The groups behind it: a list of objects with `zone`, `size` and, for a failover backend, `failover = true`."),
			function.StringParameter{
				Name: "client", AllowUnknownValues: true,
				MarkdownDescription: "Who connects: a zone, such as `us-central1-a`, `vm:*` for a VM in a zone without endpoints, `vpn`, `interconnect`, `psc-endpoint:ZONE` or `psc-backend`.",
			},
			open("unhealthy", "What is unhealthy: null for nothing, an object with the number of unhealthy endpoints by zone (`{ us-central1-a = 2 }`), "+
				"or a scenario in the linter's words (`\"zone-down:us-central1-a\"`)."),
		},
		Return: function.ObjectReturn{AttributeTypes: routeTypes},
	}
}

func (route) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var service, groups, unhealthy types.Dynamic
	var client types.String
	if resp.Error = req.Arguments.Get(ctx, &service, &groups, &client, &unhealthy); resp.Error != nil {
		return
	}
	var q question
	for i, p := range []struct {
		name  string
		value attr.Value
		read  func(argument) error
	}{
		{"service", service, q.readService},
		{"groups", groups, q.readGroups},
		{"client", client, q.readClient},
		{"unhealthy", unhealthy, q.readUnhealthy},
	} {
		a, err := argumentOf(ctx, int64(i), p.name, p.value)
		if err == nil {
			err = p.read(a)
		}
		if err != nil {
			resp.Error = funcError(err)
			return
		}
	}
	answer, err := q.ask()
	if err != nil {
		resp.Error = funcError(err)
		return
	}
	resp.Error = resp.Result.Set(ctx, answer)
}
