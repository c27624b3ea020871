// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-spillway/internal/client"
	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/topology"
)

type routingModel struct {
	Service      string           `tfsdk:"service"`
	Scenarios    []string         `tfsdk:"scenarios"`
	Clients      []string         `tfsdk:"clients"`
	Outcomes     []outcomeModel   `tfsdk:"outcomes"`
	KeepsLocalAt map[string]int64 `tfsdk:"keeps_local_at"`
	Undecided    []string         `tfsdk:"undecided"`
}

// newRoutingData says where connections to a service go.
func newRoutingData() datasource.DataSource {
	return &engineData{name: "spillway_routing", read: readRouting, schema: schema.Schema{
		MarkdownDescription: "Where new connections to a backend service of the local engine go, by scenario and client." + sinceRun,
		Attributes: map[string]schema.Attribute{
			"service":   reference("The id of a `spillway_region_backend_service`."),
			"scenarios": scenariosArgument(""),
			"clients": words("Who connects: zones, `vm:*`, `vpn`, `interconnect`, `psc-endpoint:ZONE` or `psc-backend`. By default a VM in each zone of the service, " +
				"and `vm:*`. Whether clients of other regions get in is said by the forwarding rule: with such clients, let the data source depend on it."),
			"outcomes": listOf("The outcomes, in the order of the scenarios and clients.", outcomeAttributes()),
			"keeps_local_at": schema.MapAttribute{
				Computed: true, ElementType: types.Int64Type,
				MarkdownDescription: "With `ZONAL_AFFINITY_SPILL_CROSS_ZONE`: how many healthy primary endpoints keep the clients of a zone local, by zone.",
			},
			"undecided": undecidedAttribute(),
		},
	}}
}

func readRouting(ctx context.Context, d *engineData, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m routingModel
	if resp.Diagnostics.Append(req.Config.Get(ctx, &m)...); resp.Diagnostics.HasError() {
		return
	}
	s := d.look(ctx, "service", m.Service, "spillway_region_backend_service", &resp.Diagnostics)
	if s == nil {
		return
	}
	service, ok := s.Node.(*topology.BackendService)
	a, clients := scenariosOf(m.Scenarios, s, false, &resp.Diagnostics), clientsOf(m.Clients, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	r := predicted(s, service, a, clients, &resp.Diagnostics)
	if r == nil {
		return
	}
	m.Outcomes, m.KeepsLocalAt, m.Undecided = []outcomeModel{}, map[string]int64{}, reasons(r.Undecided)
	for i := range r.Outcomes {
		m.Outcomes = append(m.Outcomes, outcomeOf(r.Object.Address, &r.Outcomes[i]))
	}
	if a.now {
		m.now(s, r, clients)
	}
	for _, z := range r.Zones {
		if n, ok := z.KeepsLocalAt.Value(); ok {
			m.KeepsLocalAt[z.Name] = int64(n)
		}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}

// now adds where connections go at present.
func (m *routingModel) now(s *client.Sight, r *predict.Service, clients []routing.Client) {
	if r.Config == nil {
		return // among the undecided
	}
	healthy, ok := s.Healthy(r.Layout)
	if !ok {
		m.Undecided = append(m.Undecided, "how many endpoints are unhealthy at present is known after apply")
		return
	}
	if clients == nil {
		clients = r.Config.Clients()
	}
	state := r.Config.State(healthy)
	for _, c := range clients {
		o := predict.Outcome{Scenario: &scenario.Scenario{Name: client.Now}, Client: c, State: state, Decision: state.Decide(c)}
		if !o.Decision.Decided() {
			m.Undecided = append(m.Undecided, reasons(r.Config.Causes(o.Decision.Missing))...)
			continue
		}
		out := outcomeOf(r.Object.Address, &o)
		if r.Uneven != "" {
			out.uneven()
		}
		m.Outcomes = append(m.Outcomes, out)
	}
}

// uneven takes the shares out of an outcome.
func (o *outcomeModel) uneven() {
	o.InZoneShare, o.CrossZoneShare, o.UnhealthyShare = nil, nil, nil
	for i := range o.Destinations {
		o.Destinations[i].Share = nil
	}
}
