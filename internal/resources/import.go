// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/spillway"
)

// ImportState takes an object of the catalogue into the state, by its id or by
// its identity.
func (o *object) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	if !o.configured(&resp.Diagnostics) {
		return
	}
	if req.ID == "" && (req.Identity == nil || req.Identity.Raw.IsNull()) {
		resp.Diagnostics.AddError("Invalid import id", "The id is empty. Write "+o.pattern()+".")
		return
	}
	id, err := o.parseID(req.ID)
	if req.ID == "" && req.Identity != nil {
		id, err = o.identityOf(ctx, req.Identity)
	}
	if err != nil {
		resp.Diagnostics.AddError("Invalid import id", sentence(err.Error()))
		return
	}
	v, there, problems := o.client.Import(ctx, o.typ, id)
	report(&resp.Diagnostics, o.schema, problems)
	switch {
	case resp.Diagnostics.HasError():
	case !there:
		resp.Diagnostics.AddError("Object does not exist", fmt.Sprintf("The catalogue holds no %s. Create it with a resource, or set engine_path to "+
			"the catalogue that holds it.", spillway.ID(id)))
	default:
		write(&resp.State.Raw, v, &resp.Diagnostics)
		o.identify(ctx, resp.Identity, v, &resp.Diagnostics)
	}
}

// parseID reads an import id: an id or a self link, or its parts in the
// spellings that google's provider takes.
func (o *object) parseID(text string) (topology.Identity, error) {
	id := topology.Identity{Kind: o.typ.Kind, Project: o.client.Project(), Location: o.client.Region()}
	if o.typ.Place == spillway.Global {
		id.Location = topology.Global
	}
	bad := func() (topology.Identity, error) {
		return id, fmt.Errorf("%q is no id of this resource. Write %s, or NAME where the provider block sets the rest", text, o.pattern())
	}
	if parsed, ok := topology.ParseURL(text); ok {
		if parsed.Kind != o.typ.Kind || topology.IsZone(parsed.Location) != (o.typ.Place == spillway.Zonal) || (parsed.Location == topology.Global) != (o.typ.Place == spillway.Global) {
			return bad()
		}
		if parsed.Project == "" {
			parsed.Project = id.Project
		}
		id = parsed
	} else {
		parts := strings.Split(text, "/")
		id.Name = parts[len(parts)-1]
		parts = parts[:len(parts)-1]
		if n := len(parts); n > 0 && o.typ.Place != spillway.Global {
			id.Location, parts = parts[n-1], parts[:n-1]
		}
		if n := len(parts); n > 0 {
			id.Project, parts = parts[n-1], parts[:n-1]
		}
		if len(parts) > 0 || o.typ.Place == spillway.Zonal && !topology.IsZone(id.Location) {
			return bad()
		}
	}
	if !id.Complete() {
		return bad()
	}
	return id, nil
}

// pattern is the form of the resource's ids.
func (o *object) pattern() string {
	where := [...]string{spillway.Regional: "regions/REGION", spillway.Zonal: "zones/ZONE", spillway.Global: topology.Global}[o.typ.Place]
	return "projects/PROJECT/" + where + "/" + string(o.typ.Kind) + "/NAME"
}

// identityOf reads a resource identity; what it leaves out is the provider's.
func (o *object) identityOf(ctx context.Context, from *tfsdk.ResourceIdentity) (topology.Identity, error) {
	part := func(name, byDefault string) string {
		var s types.String
		if diags := from.GetAttribute(ctx, path.Root(name), &s); diags.HasError() || s.ValueString() == "" {
			return byDefault
		}
		return s.ValueString()
	}
	id := topology.Identity{Kind: o.typ.Kind, Project: part("project", o.client.Project()), Name: part("name", ""), Location: topology.Global}
	switch o.typ.Place {
	case spillway.Regional:
		id.Location = part("region", o.client.Region())
	case spillway.Zonal:
		id.Location = part("zone", "")
	}
	if !id.Complete() {
		return id, fmt.Errorf("the identity leaves out what the provider block does not set; give project, name and %s", o.typ.Place.Attribute())
	}
	return id, nil
}
