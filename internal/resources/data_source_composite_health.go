// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"terraform-provider-spillway/internal/client"
	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/topology"
)

type compositeHealthModel struct {
	Composite   string           `tfsdk:"composite_health_check"`
	Scenarios   []string         `tfsdk:"scenarios"`
	Evaluations []compositeModel `tfsdk:"evaluations"`
	Assumptions []string         `tfsdk:"assumptions"`
	Undecided   []string         `tfsdk:"undecided"`
}

// newCompositeHealthData says which state a composite health check has.
func newCompositeHealthData() datasource.DataSource {
	return &engineData{name: "spillway_composite_health", read: readCompositeHealth, schema: schema.Schema{
		MarkdownDescription: "The states of a composite health check of the local engine and of its health sources, by scenario." + sinceRun,
		Attributes: map[string]schema.Attribute{
			"composite_health_check": reference("The id of a `spillway_composite_health_check`."),
			"scenarios":              scenariosArgument(", `region-down`"),
			"evaluations":            listOf("The states, in the order of the scenarios.", compositeAttributes()),
			"assumptions":            texts("What the states rest on where the documentation leaves it open."),
			"undecided":              undecidedAttribute(),
		},
	}}
}

func readCompositeHealth(ctx context.Context, d *engineData, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m compositeHealthModel
	if resp.Diagnostics.Append(req.Config.Get(ctx, &m)...); resp.Diagnostics.HasError() {
		return
	}
	s := d.look(ctx, "composite_health_check", m.Composite, "spillway_composite_health_check", &resp.Diagnostics)
	if s == nil {
		return
	}
	m.Evaluations, m.Undecided = []compositeModel{}, []string{}
	var ok bool
	m.Assumptions, ok = healthOf(s, m.Scenarios, &resp.Diagnostics, func(r *health.Result) {
		for i := range r.Composites {
			if c := &r.Composites[i]; topology.Node(c.Object) == s.Node {
				m.Evaluations = append(m.Evaluations, compositesOf(c)...)
				m.Undecided = append(m.Undecided, reasons(c.Undecided)...)
			}
		}
	})
	if ok {
		resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
	}
}

// healthOf predicts what scenarios do to composites and consumers; visit gets
// the scenarios that may happen first, and the present state after them.
func healthOf(s *client.Sight, list []string, diags *diag.Diagnostics, visit func(*health.Result)) (assumptions []string, ok bool) {
	a := scenariosOf(list, s, true, diags)
	if diags.HasError() {
		return nil, false
	}
	notes := map[string]bool{}
	assumptions = []string{}
	add := func(r health.Result) {
		visit(&r)
		for _, n := range r.Assumptions {
			if text := n.Address + ": " + n.Text; !notes[text] {
				notes[text] = true
				assumptions = append(assumptions, text)
			}
		}
	}
	if len(a.specs) > 0 {
		p, err := predict.New(s.Snapshot, s.Index, predict.Options{Edition: s.Edition, Scenarios: a.specs})
		if err != nil {
			diags.AddAttributeError(path.Root("scenarios"), "Invalid scenario", sentence(err.Error()))
			return nil, false
		}
		add(p.Health())
	}
	if a.now {
		add(health.Predict(s.Snapshot, []health.Scenario{s.Health()}))
	}
	return assumptions, true
}
