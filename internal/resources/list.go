// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
)

var (
	_ list.ListResource              = (*listing)(nil)
	_ list.ListResourceWithConfigure = (*listing)(nil)
)

// listing lists the objects of a type that the catalogue holds, so that
// Terraform can write the imports of what is not in its state.
type listing struct{ *object }

// Lists returns the list resources of the provider: one for each resource that
// is an object of the catalogue.
func Lists() (out []func() list.ListResource) {
	for _, newResource := range All() {
		if _, ok := newResource().(*object); ok {
			out = append(out, func() list.ListResource {
				o, _ := newResource().(*object)
				return &listing{o}
			})
		}
	}
	return out
}

func (l *listing) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	attributes := map[string]listschema.Attribute{
		"project": listschema.StringAttribute{Optional: true, MarkdownDescription: "The project; by default that of the provider."},
	}
	switch where := l.typ.Place.Attribute(); l.typ.Place {
	case spillway.Regional, spillway.Zonal:
		attributes[where] = listschema.StringAttribute{Optional: true, MarkdownDescription: "The " + where + "; left out, objects of every " + where + " are listed."}
	}
	resp.Schema = listschema.Schema{MarkdownDescription: "Lists what the catalogue holds.", Attributes: attributes}
}

// List gives the objects in the order of their ids.
func (l *listing) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var diags diag.Diagnostics
	found := l.find(ctx, req, &diags)
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	if req.Limit > 0 && int64(len(found)) > req.Limit {
		found = found[:req.Limit]
	}
	results := make([]list.ListResult, len(found))
	for i, v := range found {
		r := req.NewListResult(ctx)
		r.DisplayName = spillway.ID(l.typ.Identity(v))
		l.identify(ctx, r.Identity, v, &r.Diagnostics)
		if req.IncludeResource {
			write(&r.Resource.Raw, v, &r.Diagnostics)
		}
		results[i] = r
	}
	stream.Results = slices.Values(results)
}

func (l *listing) find(ctx context.Context, req list.ListRequest, diags *diag.Diagnostics) []graph.Value {
	if !l.configured(diags) {
		return nil
	}
	part := func(name string) string {
		var s types.String
		if name != "" {
			diags.Append(req.Config.GetAttribute(ctx, path.Root(name), &s)...)
		}
		return s.ValueString()
	}
	project, location := part("project"), part(l.typ.Place.Attribute())
	if project == "" {
		project = l.client.Project()
	}
	if project == "" && !diags.HasError() {
		diags.AddAttributeError(path.Root("project"), "Missing project",
			"Neither the list block nor the provider block sets project. Set it in one of them.")
	}
	if diags.HasError() {
		return nil
	}
	found, problems := l.client.List(ctx, l.typ, project, location)
	report(diags, l.schema, problems)
	return found
}
