// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/topology"
)

type consumerFailoverModel struct {
	Service     string          `tfsdk:"backend_service"`
	Scenarios   []string        `tfsdk:"scenarios"`
	Regions     []regionModel   `tfsdk:"regions"`
	Evaluations []consumerModel `tfsdk:"evaluations"`
	Assumptions []string        `tfsdk:"assumptions"`
	Undecided   []string        `tfsdk:"undecided"`
}

type regionModel struct {
	Region     string `tfsdk:"region"`
	NEG        string `tfsdk:"neg"`
	Attachment string `tfsdk:"service_attachment"`
	Rule       string `tfsdk:"forwarding_rule"`
	Composite  string `tfsdk:"composite_health_check"`
}

// newConsumerFailoverData says which region serves a consumer.
func newConsumerFailoverData() datasource.DataSource {
	return &engineData{name: "spillway_consumer_failover", read: readConsumerFailover, schema: schema.Schema{
		MarkdownDescription: "Which region serves the clients of a consumer's backend service over PSC network endpoint groups, by scenario." + sinceRun,
		Attributes: map[string]schema.Attribute{
			"backend_service": reference("The id of a `spillway_backend_service`."),
			"scenarios":       scenariosArgument(", `region-down`"),
			"regions": listOf("What each region of the consumer leads to. A text is empty where there is nothing, or nothing known.", map[string]schema.Attribute{
				"region":                 text("The region."),
				"neg":                    text("The PSC network endpoint group."),
				"service_attachment":     text("The published service."),
				"forwarding_rule":        text("The producer's forwarding rule."),
				"composite_health_check": text("The composite health check that says whether the region is used."),
			}),
			"evaluations": listOf("Who serves whom, in the order of the scenarios and client regions.", consumerAttributes()),
			"assumptions": texts("What the answers rest on where the documentation leaves it open."),
			"undecided":   undecidedAttribute(),
		},
	}}
}

func readConsumerFailover(ctx context.Context, d *engineData, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m consumerFailoverModel
	if resp.Diagnostics.Append(req.Config.Get(ctx, &m)...); resp.Diagnostics.HasError() {
		return
	}
	s := d.look(ctx, "backend_service", m.Service, "spillway_backend_service", &resp.Diagnostics)
	if s == nil {
		return
	}
	m.Evaluations, m.Undecided = []consumerModel{}, []string{}
	var ok bool
	m.Assumptions, ok = healthOf(s, m.Scenarios, &resp.Diagnostics, func(r *health.Result) {
		for i := range r.Consumers {
			if c := &r.Consumers[i]; topology.Node(c.Object) == s.Node {
				m.Regions = regionsOf(c)
				m.Evaluations = append(m.Evaluations, consumersOf(c)...)
				m.Undecided = append(m.Undecided, reasons(c.Undecided)...)
			}
		}
	})
	switch {
	case !ok:
	case m.Regions == nil:
		resp.Diagnostics.AddAttributeError(path.Root("backend_service"), "No consumer of published services",
			fmt.Sprintf("%s has no PSC network endpoint group among its backends.", s.Node.Base().Address))
	default:
		resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
	}
}

func regionsOf(c *health.Consumer) []regionModel {
	out := []regionModel{}
	for _, r := range c.Regions {
		out = append(out, regionModel{r.Region, r.NEG, r.Attachment, r.Rule, r.Composite})
	}
	return out
}
