// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/datasourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-spillway/internal/client"
	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/topology"
	documents "terraform-provider-spillway/internal/report"
)

type toleranceModel struct {
	Service   types.String           `tfsdk:"service"`
	Composite types.String           `tfsdk:"composite_health_check"`
	Tolerates *int64                 `tfsdk:"tolerates"`
	Zones     []toleranceZoneModel   `tfsdk:"zones"`
	Sources   []toleranceSourceModel `tfsdk:"sources"`
	Undecided []string               `tfsdk:"undecided"`
}

type toleranceZoneModel struct {
	Zone      string   `tfsdk:"zone"`
	Endpoints int64    `tfsdk:"endpoints"`
	Tolerates *int64   `tfsdk:"tolerates"`
	Decision  *string  `tfsdk:"then_decision"`
	Zones     []string `tfsdk:"then_zones"`
}

type toleranceSourceModel struct {
	Address   string `tfsdk:"address"`
	Service   string `tfsdk:"service"`
	Total     *int64 `tfsdk:"total"`
	Needs     *int64 `tfsdk:"needs"`
	Tolerates *int64 `tfsdk:"tolerates"`
}

// toleranceData says how much may fail.
type toleranceData struct{ engineData }

var _ datasource.DataSourceWithConfigValidators = (*toleranceData)(nil)

func newToleranceData() datasource.DataSource {
	return &toleranceData{engineData{name: "spillway_tolerance", read: readTolerance, schema: schema.Schema{
		MarkdownDescription: "How many endpoints may fail, while all others are healthy: until clients of a zone leave it or reach unhealthy endpoints, or until a composite " +
			"health check turns `UNHEALTHY`." + sinceRun,
		Attributes: map[string]schema.Attribute{
			"service":                schema.StringAttribute{Optional: true, MarkdownDescription: "The id of a `spillway_region_backend_service`. This or `composite_health_check`."},
			"composite_health_check": schema.StringAttribute{Optional: true, MarkdownDescription: "The id of a `spillway_composite_health_check`. This or `service`."},
			"tolerates": count("How many endpoints may fail, whichever they are; the least number of `zones` or `sources`. Null where that is not decided, " +
				"and where something is not kept even while everything is healthy."),
			"zones": listOf("For a service: its zones with primary endpoints.", map[string]schema.Attribute{
				"zone":          text("The zone."),
				"endpoints":     count("The primary endpoints of the zone."),
				"tolerates":     count("How many of them may fail until its clients no longer reach healthy endpoints of their own zone alone; null where they do not even while all are healthy."),
				"then_decision": text("The row of the decision table when one more fails; null where `tolerates` is."),
				"then_zones":    texts("The zones that clients reach then."),
			}),
			"sources": listOf("For a composite health check: its health sources.", map[string]schema.Attribute{
				"address":   text("The id of the health source."),
				"service":   text("The id of the backend service that it watches."),
				"total":     count("The endpoints of the service."),
				"needs":     count("The least number of healthy endpoints that keeps the source healthy; null where no number does."),
				"tolerates": count("How many endpoints may fail; null where no number of healthy ones is enough."),
			}),
			"undecided": undecidedAttribute(),
		},
	}}}
}

func (*toleranceData) ConfigValidators(context.Context) []datasource.ConfigValidator {
	return []datasource.ConfigValidator{datasourcevalidator.ExactlyOneOf(path.MatchRoot("service"), path.MatchRoot("composite_health_check"))}
}

func readTolerance(ctx context.Context, d *engineData, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m toleranceModel
	if resp.Diagnostics.Append(req.Config.Get(ctx, &m)...); resp.Diagnostics.HasError() {
		return
	}
	m.Zones, m.Sources, m.Undecided = []toleranceZoneModel{}, []toleranceSourceModel{}, []string{}
	argument, id, resource := "service", m.Service.ValueString(), "spillway_region_backend_service"
	if m.Service.IsNull() {
		argument, id, resource = "composite_health_check", m.Composite.ValueString(), "spillway_composite_health_check"
	}
	s := d.look(ctx, argument, id, resource, &resp.Diagnostics)
	if s == nil {
		return
	}
	switch node := s.Node.(type) {
	case *topology.BackendService:
		r := predicted(s, node, asked{specs: scenario.Defaults(false)}, nil, &resp.Diagnostics)
		if r == nil {
			return
		}
		m.Undecided = reasons(r.Undecided)
		convert := documents.FromPredict{Losses: true, Keep: true}
		m.ofZones(convert.Service(r))
	case *topology.CompositeHealth:
		m.ofComposite(s, node)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}

func (m *toleranceModel) ofZones(s *documents.Service) {
	least := lowest{}
	for _, z := range s.Zones {
		if z.Primary == 0 {
			continue
		}
		out := toleranceZoneModel{Zone: z.Zone, Endpoints: int64(z.Primary), Zones: []string{}}
		if l := z.Loss; l != nil {
			n, row := int64(l.Sick-1), l.Outcome.Decision.Row.String()
			out.Tolerates, out.Decision = &n, &row
			for _, to := range l.Outcome.Destinations {
				out.Zones = append(out.Zones, to.Zone)
			}
		}
		least.add(out.Tolerates)
		m.Zones = append(m.Zones, out)
	}
	if len(m.Undecided) == 0 {
		m.Tolerates = least.value()
	}
}

func (m *toleranceModel) ofComposite(s *client.Sight, c *topology.CompositeHealth) {
	all := health.Scenario{Name: "all-healthy", Counts: func(b *topology.BackendService) health.Counts { return s.AllHealthy(b) }}
	ev, causes, ok := health.EvaluateComposite(c, all, health.Switches{})
	m.Undecided = reasons(causes)
	least := lowest{}
	for i := range ev.Sources {
		src := &ev.Sources[i]
		out := toleranceSourceModel{
			Address: src.Address, Service: src.Service, Total: whole64(src.Total), Needs: whole64(src.Needs), Tolerates: whole64(src.Tolerates),
		}
		least.add(out.Tolerates)
		m.Sources = append(m.Sources, out)
	}
	if ok && len(m.Undecided) == 0 && topology.Is(ev.State, health.Healthy) {
		m.Tolerates = least.value()
	}
}

// lowest is the least of several numbers, none where one is none.
type lowest struct {
	n    *int64
	none bool
}

func (l *lowest) add(n *int64) {
	switch {
	case n == nil:
		l.none = true
	case l.n == nil || *n < *l.n:
		l.n = n
	}
}

func (l *lowest) value() *int64 {
	if l.none {
		return nil
	}
	return l.n
}
