// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"terraform-provider-spillway/internal/client"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/resources"
)

// Address is where the registry has the provider.
const Address = "registry.terraform.io/spillway/spillway"

// pathVariable names the catalogue where the provider block does not.
const pathVariable = "SPILLWAY_ENGINE_PATH"

// defaultPath is where the catalogue is when nothing says otherwise, in the
// folder that Terraform runs in.
var defaultPath = filepath.Join(".terraform", "spillway", "engine.db")

var (
	_ provider.Provider                  = (*spillway)(nil)
	_ provider.ProviderWithFunctions     = (*spillway)(nil)
	_ provider.ProviderWithListResources = (*spillway)(nil)
)

type spillway struct {
	version string
	opened  func(io.Closer)
}

// New returns what makes servers of the provider, of a version, and what closes
// the catalogues that they opened: the end of a run that is not killed.
func New(version string) (make func() tfprotov6.ProviderServer, stop func() error) {
	var mu sync.Mutex
	var all []io.Closer
	opened := func(c io.Closer) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, c)
	}
	stop = func() error {
		mu.Lock()
		defer mu.Unlock()
		var errs []error
		for _, c := range all {
			errs = append(errs, c.Close())
		}
		return errors.Join(errs...)
	}
	return func() tfprotov6.ProviderServer { return serve(&spillway{version, opened}) }, stop
}

type model struct {
	EnginePath types.String `tfsdk:"engine_path"`
	Project    types.String `tfsdk:"project"`
	Region     types.String `tfsdk:"region"`
	Edition    types.String `tfsdk:"edition"`
}

func (p *spillway) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName, resp.Version = "spillway", p.version
}

func (p *spillway) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Models internal passthrough load balancers with zonal affinity, and PSC composite health, in a local engine: what Google refuses, " +
			"and what does not do what its author means, stops a plan, with no cloud account at hand.",
		Attributes: map[string]schema.Attribute{
			"engine_path": schema.StringAttribute{
				Optional: true, MarkdownDescription: "The file of the engine's catalogue, or `:memory:` for one that ends with the command. By default that of the " +
					"environment variable `" + pathVariable + "`, else `" + filepath.ToSlash(defaultPath) + "`.",
			},
			"project": schema.StringAttribute{Optional: true, MarkdownDescription: "The project of resources that name none."},
			"region":  schema.StringAttribute{Optional: true, MarkdownDescription: "The region of resources that name none."},
			"edition": schema.StringAttribute{
				Optional: true, MarkdownDescription: "The edition of Google's documentation whose facts hold: `preview` (the default), or `current` for the newest one.",
				Validators: []validator.String{stringvalidator.OneOf(string(topology.Preview), string(topology.Current))},
			},
		},
	}
}

// Configure makes the client that all resources of the provider share. It
// opens nothing.
func (p *spillway) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var m model
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if resp.Diagnostics.HasError() {
		return
	}
	o := client.Options{
		Project: m.Project.ValueString(), OpenProject: m.Project.IsUnknown(),
		Region: m.Region.ValueString(), OpenRegion: m.Region.IsUnknown(),
		Edition: topology.Edition(cmp.Or(m.Edition.ValueString(), string(topology.Preview))),
	}
	if m.EnginePath.IsUnknown() {
		resp.Diagnostics.AddAttributeWarning(path.Root("engine_path"), "Catalogue known after apply",
			"engine_path is known after apply, so that this plan cannot compare with what the catalogue holds. The apply can.")
	} else {
		o.EnginePath = cmp.Or(m.EnginePath.ValueString(), os.Getenv(pathVariable), defaultPath)
	}
	c := client.New(o)
	p.opened(c)
	resp.ResourceData, resp.DataSourceData, resp.ListResourceData = c, c, c
}

func (p *spillway) Resources(context.Context) []func() resource.Resource { return resources.All() }

func (p *spillway) DataSources(context.Context) []func() datasource.DataSource {
	return resources.DataSources(p.version)
}

func (p *spillway) ListResources(context.Context) []func() list.ListResource {
	return resources.Lists()
}

func (p *spillway) Functions(context.Context) []func() function.Function {
	return resources.Functions()
}
