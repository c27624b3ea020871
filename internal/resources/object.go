// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"terraform-provider-spillway/internal/client"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
)

var (
	_ resource.ResourceWithConfigure        = (*object)(nil)
	_ resource.ResourceWithValidateConfig   = (*object)(nil)
	_ resource.ResourceWithConfigValidators = (*object)(nil)
	_ resource.ResourceWithModifyPlan       = (*object)(nil)
	_ resource.ResourceWithImportState      = (*object)(nil)
	_ resource.ResourceWithIdentity         = (*object)(nil)
)

// object is a resource that is an object of the catalogue.
type object struct {
	*kind
	client *client.Client
}

// kind is what is special of a resource: the files resource_*.go give one for
// each type. It does not change once it is made, so that one serves all
// instances of the resource.
type kind struct {
	typ    *spillway.Type
	schema schema.Schema
	// replaced are the arguments of which a change makes a new object; nested
	// ones with dots.
	replaced   []string
	validators []resource.ConfigValidator
	// fill sets further attributes that follow from the arguments; may be nil.
	fill func(v, config graph.Value) graph.Value
}

// newKind returns the kind of a type. The schema holds what is special of it;
// what all objects have is added.
func newKind(name string, s schema.Schema, replaced ...string) *kind {
	k := &kind{typ: spillway.Types[name], schema: s}
	k.replaced = append([]string{"name", "project"}, replaced...)
	if a := k.typ.Place.Attribute(); a != "" {
		k.replaced = append(k.replaced, a)
	}
	addIdentity(k.typ, s.Attributes)
	markReplaced(s.Attributes, k.replaced)
	return k
}

// instances makes the instances of a resource, whose kind is made once.
func instances(of func() *kind) func() resource.Resource {
	once := sync.OnceValue(of)
	return func() resource.Resource { return &object{kind: once()} }
}

func (o *object) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = o.typ.Name
}

func (o *object) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = o.schema
}

func (o *object) ConfigValidators(context.Context) []resource.ConfigValidator { return o.validators }

func (o *object) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	attributes := map[string]identityschema.Attribute{
		"project": identityschema.StringAttribute{OptionalForImport: true, Description: "The project; by default that of the provider."},
		"name":    identityschema.StringAttribute{RequiredForImport: true, Description: "The name of the object."},
	}
	switch o.typ.Place {
	case spillway.Regional:
		attributes["region"] = identityschema.StringAttribute{OptionalForImport: true, Description: "The region; by default that of the provider."}
	case spillway.Zonal:
		attributes["zone"] = identityschema.StringAttribute{RequiredForImport: true, Description: "The zone."}
	}
	resp.IdentitySchema = identityschema.Schema{Attributes: attributes}
}

func (o *object) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	o.client = clientOf(req.ProviderData, &resp.Diagnostics)
}

// clientOf returns what the provider's Configure made, nil before it ran.
func clientOf(data any, diags *diag.Diagnostics) *client.Client {
	if data == nil {
		return nil
	}
	c, ok := data.(*client.Client)
	if !ok {
		diags.AddError("Unexpected provider data", fmt.Sprintf("The provider handed over %T. This is a bug in the provider.", data))
	}
	return c
}

// ValidateConfig runs the rules over what the configuration says of this one
// object. Unknown values leave a rule undecided.
func (o *object) ValidateConfig(_ context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	config, ok := read(req.Config.Raw, &resp.Diagnostics)
	if !ok {
		return
	}
	edition := topology.Preview
	if o.client != nil {
		edition = o.client.Edition()
	}
	report(&resp.Diagnostics, o.schema, client.CheckAlone(o.typ, config, edition))
}

// ModifyPlan fills in what follows from the arguments and from other objects,
// and runs the rules that look at several.
func (o *object) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	ch := client.Change{Type: o.typ}
	var ok [3]bool
	ch.Prior, ok[0] = read(req.State.Raw, &resp.Diagnostics)
	ch.Value, ok[1] = read(req.Plan.Raw, &resp.Diagnostics)
	ch.Config, ok[2] = read(req.Config.Raw, &resp.Diagnostics)
	if !ok[0] || !ok[1] || !ok[2] || !o.configured(&resp.Diagnostics) {
		return
	}
	if !ch.Value.IsNull() {
		ch.Value = o.complete(ch.Value, ch.Config)
		resp.RequiresReplace = o.replaces(ch.Prior, ch.Value)
		ch.Replace = len(resp.RequiresReplace) > 0
		if !o.placed(ch.Config, &resp.Diagnostics) {
			return
		}
	}
	planned, err := o.client.Plan(ctx, ch)
	if err != nil {
		planned.Problems = append(planned.Problems, client.CatalogueProblem(err))
	}
	report(&resp.Diagnostics, o.schema, planned.Problems)
	if ch.Value.IsNull() {
		return
	}
	for name, v := range planned.Outputs {
		ch.Value = with(ch.Value, name, v)
	}
	write(&resp.Plan.Raw, ch.Value, &resp.Diagnostics)
}

// complete fills in project, region, id and self link.
func (o *object) complete(v, config graph.Value) graph.Value {
	fill := func(name, byDefault string) {
		if o.schema.Attributes[name] == nil || !config.Get(name).IsNull() {
			return
		}
		v = with(v, name, graph.UnknownValue())
		if byDefault != "" {
			v = with(v, name, graph.StringValue(byDefault))
		}
	}
	fill("project", o.client.Project())
	fill("region", o.client.Region())
	if o.fill != nil {
		v = o.fill(v, config)
	}
	id, link := graph.UnknownValue(), graph.UnknownValue()
	if i := o.typ.Identity(v); i.Complete() {
		id, link = graph.StringValue(spillway.ID(i)), graph.StringValue(spillway.SelfLink(i))
	}
	return with(with(v, "id", id), "self_link", link)
}

// placed reports whether the object has a project and a region, or will have.
func (o *object) placed(config graph.Value, diags *diag.Diagnostics) bool {
	for _, name := range []string{"project", "region"} {
		if o.schema.Attributes[name] == nil || !config.Get(name).IsNull() || o.client.HasDefault(name) {
			continue
		}
		diags.AddAttributeError(path.Root(name), "Missing "+name,
			fmt.Sprintf("Neither the resource nor the provider block sets %s. Set it in one of them.", name))
	}
	return !diags.HasError()
}

// replaces returns the arguments that make a new object of this one.
func (o *object) replaces(prior, v graph.Value) (out path.Paths) {
	if prior.IsNull() {
		return nil
	}
	for _, name := range o.replaced {
		before, after, at := prior, v, path.Empty()
		for step := range strings.SplitSeq(name, ".") {
			before, after, at = before.Get(step), after.Get(step), at.AtName(step)
		}
		if !client.Same(before, after) || after.IsUnknown() {
			out.Append(at)
		}
	}
	return out
}

func (o *object) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	o.store(ctx, req.Plan.Raw, &resp.State, resp.Identity, &resp.Diagnostics, o.client.Create)
}

func (o *object) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	o.store(ctx, req.Plan.Raw, &resp.State, resp.Identity, &resp.Diagnostics, o.client.Update)
}

func (o *object) store(
	ctx context.Context, plan tftypes.Value, state *tfsdk.State, identity *tfsdk.ResourceIdentity, diags *diag.Diagnostics,
	put func(context.Context, *spillway.Type, graph.Value) []client.Problem,
) {
	v, ok := read(plan, diags)
	if !ok || !o.configured(diags) {
		return
	}
	v, problems := o.client.Settle(ctx, o.typ, v)
	report(diags, o.schema, problems)
	if diags.HasError() {
		return
	}
	report(diags, o.schema, put(ctx, o.typ, v))
	if diags.HasError() {
		return
	}
	write(&state.Raw, v, diags)
	o.identify(ctx, identity, v, diags)
}

// Read takes the object as the catalogue holds it.
func (o *object) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state, ok := read(req.State.Raw, &resp.Diagnostics)
	if !ok || !o.configured(&resp.Diagnostics) {
		return
	}
	v, problems := o.client.Read(ctx, o.typ, state)
	report(&resp.Diagnostics, o.schema, problems)
	switch {
	case resp.Diagnostics.HasError():
	case v.IsNull():
		resp.State.RemoveResource(ctx)
		o.identify(ctx, resp.Identity, state, &resp.Diagnostics) // of what was removed; the framework asks for it
	default:
		write(&resp.State.Raw, v, &resp.Diagnostics)
		o.identify(ctx, resp.Identity, v, &resp.Diagnostics)
	}
}

func (o *object) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	if v, ok := read(req.State.Raw, &resp.Diagnostics); ok && o.configured(&resp.Diagnostics) {
		report(&resp.Diagnostics, o.schema, o.client.Delete(ctx, o.typ, v))
	}
}

// configured reports whether the provider was configured.
func (o *object) configured(diags *diag.Diagnostics) bool {
	if o.client == nil {
		diags.AddError("Provider not configured", "The provider was asked for a resource before it was configured. This is a bug in Terraform or the provider.")
	}
	return o.client != nil
}

// identify sets the identity of a resource.
func (o *object) identify(ctx context.Context, to *tfsdk.ResourceIdentity, v graph.Value, diags *diag.Diagnostics) {
	if to == nil {
		return
	}
	for _, name := range append([]string{"project", "name"}, strings.Fields(o.typ.Place.Attribute())...) {
		text, _ := v.Get(name).Text()
		diags.Append(to.SetAttribute(ctx, path.Root(name), text)...)
	}
}

// read turns a value of the framework into one of the engine.
func read(raw tftypes.Value, diags *diag.Diagnostics) (graph.Value, bool) {
	v, err := fromTerraform(raw)
	if err != nil {
		diags.AddError("Value cannot be read", err.Error()+". This is a bug in the provider.")
	}
	return v, err == nil
}

// write sets a value of the framework to one of the engine.
func write(raw *tftypes.Value, v graph.Value, diags *diag.Diagnostics) {
	out, err := toTerraform(v, raw.Type())
	if err != nil {
		diags.AddError("Value does not fit the schema", err.Error()+". The catalogue may have been written by another version of the provider.")
		return
	}
	*raw = out
}

// with returns an object with an attribute set.
func with(v graph.Value, name string, to graph.Value) graph.Value {
	names, values := v.Fields()
	n, w := append(names[:len(names):len(names)], name), append(values[:len(values):len(values)], to)
	return graph.ObjectValue(n, w)
}
