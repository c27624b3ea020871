// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"terraform-provider-spillway/internal/client"
	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/routing"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/spillway"
)

// engineData is what the data sources over the local engine have in common.
type engineData struct {
	name   string
	schema schema.Schema
	client *client.Client
	read   func(context.Context, *engineData, datasource.ReadRequest, *datasource.ReadResponse)
}

var _ datasource.DataSourceWithConfigure = (*engineData)(nil)

func (d *engineData) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = d.name
}

func (d *engineData) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = d.schema
}

func (d *engineData) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	if c, ok := req.ProviderData.(*client.Client); ok {
		d.client = c
	}
}

func (d *engineData) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	if d.client == nil {
		resp.Diagnostics.AddError("Provider not configured", "The provider was asked for a data source before it was configured. This is a bug in Terraform or the provider.")
		return
	}
	d.read(ctx, d, req, resp)
}

// sinceRun tells, in a description, what a data source sees.
const sinceRun = " It sees what the catalogue holds and what the run has planned before it. Refer to the `id` of the resource: while that has changes pending, Terraform " +
	"reads the data source in the apply, and in the plan otherwise."

// look finds the object that an argument names, and what it is connected to.
func (d *engineData) look(ctx context.Context, argument, text, resource string, diags *diag.Diagnostics) *client.Sight {
	t := spillway.Types[resource]
	id, ok := topology.ParseURL(text)
	if ok && id.Project == "" {
		id.Project = d.client.Project()
	}
	if !ok || id.Kind != t.Kind || !id.Complete() || (id.Location == topology.Global) != (t.Place == spillway.Global) {
		diags.AddAttributeError(path.Root(argument), "Invalid reference", fmt.Sprintf("%q is no id of a %s. Refer to its id or self_link.", text, resource))
		return nil
	}
	s, err := d.client.Look(ctx, id)
	switch {
	case err != nil:
		p := client.CatalogueProblem(err)
		diags.AddError(p.Summary, p.Detail)
	case s == nil:
		diags.AddAttributeError(path.Root(argument), "Object does not exist", fmt.Sprintf("%s is neither in the catalogue nor planned so far. Refer to the id of the "+
			"resource, so that Terraform plans it first.", spillway.ID(id)))
	}
	return s
}

// asked are the scenarios that a data source is asked for.
type asked struct {
	specs []scenario.Spec
	// now says that the present state is among them.
	now bool
}

// scenariosOf reads an argument; without one the defaults hold, and the present
// state where anything is unhealthy.
func scenariosOf(list []string, s *client.Sight, regions bool, diags *diag.Diagnostics) asked {
	if list == nil {
		return asked{scenario.Defaults(regions), s.Sick()}
	}
	out := asked{specs: []scenario.Spec{}}
	for i, text := range list {
		if text == client.Now {
			out.now = true
			continue
		}
		spec, err := scenario.Parse(text, nil)
		if err != nil {
			diags.AddAttributeError(path.Root("scenarios").AtListIndex(i), "Invalid scenario", sentence(err.Error()))
			continue
		}
		out.specs = append(out.specs, spec)
	}
	return out
}

func scenariosArgument(regions string) schema.ListAttribute {
	a := words("What is unhealthy, in the linter's words, such as `zone-down`, `zone-down:us-central1-b` or `unhealthy:us-central1-b=2`; `now` is the present state. " +
		"By default `all-healthy`, `zone-down`" + regions + ", and `now` while anything is unhealthy.")
	a.Validators = []validator.List{listvalidator.SizeAtLeast(1)}
	return a
}

func clientsOf(list []string, diags *diag.Diagnostics) (out []routing.Client) {
	for i, text := range list {
		c, err := routing.ParseClient(text)
		if err != nil {
			diags.AddAttributeError(path.Root("clients").AtListIndex(i), "Invalid client", sentence(err.Error()))
			continue
		}
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// predicted predicts one service. It returns nil where a scenario is none of
// the service.
func predicted(s *client.Sight, service *topology.BackendService, a asked, clients []routing.Client, diags *diag.Diagnostics) *predict.Service {
	p, err := predict.New(s.Snapshot, s.Index, predict.Options{
		Edition: s.Edition, Scenarios: a.specs, Clients: clients,
		Services: func(o *topology.BackendService) bool { return o == service },
	})
	if err != nil {
		diags.AddAttributeError(path.Root("scenarios"), "Invalid scenario", sentence(err.Error()))
		return nil
	}
	for r := range p.Services() {
		return r
	}
	diags.AddError("No internal passthrough load balancer", fmt.Sprintf("The load_balancing_scheme of %s is not INTERNAL, so that nothing is routed by zone.", service.Address))
	return nil
}

// reasons lists why something is not decided.
func reasons(causes []sizing.Cause) []string {
	out := []string{}
	for _, c := range causes {
		out = append(out, c.Reason)
	}
	return out
}

func undecidedAttribute() schema.ListAttribute {
	return texts("Why something is not decided; empty where all is. What is not decided is left out.")
}

// reference is an argument that names an object.
func reference(description string) schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: description}
}
