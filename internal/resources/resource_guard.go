// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"terraform-provider-spillway/internal/client"
	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/validate"
)

var (
	_ resource.ResourceWithConfigure  = (*guard)(nil)
	_ resource.ResourceWithModifyPlan = (*guard)(nil)
)

// guard runs the rules over the objects that it names. It is no object of the
// catalogue: it exists in the state alone.
type guard struct{ client *client.Client }

func newGuard() resource.Resource { return &guard{} }

var findingType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"rule": types.StringType, "severity": types.StringType, "address": types.StringType, "path": types.StringType,
	"title": types.StringType, "detail": types.StringType,
}}

func (*guard) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "spillway_guard"
}

func (*guard) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = guardSchema
}

var guardSchema = schema.Schema{
	MarkdownDescription: "Runs all rules over objects and over what these refer to, and stops the plan with what they find. It is planned after the " +
		"objects that it names, whichever provider alias they belong to. A guard is no object of the catalogue, and cannot be imported.",
	Attributes: map[string]schema.Attribute{
		"id": schema.StringAttribute{Computed: true, MarkdownDescription: "The id, always `guard`."},
		"objects": schema.SetAttribute{
			Required: true, ElementType: types.StringType, MarkdownDescription: "The ids of the objects.",
			Validators: []validator.Set{setvalidator.SizeAtLeast(1)},
		},
		"fail_on":  choice("error", "The lowest severity that stops the plan.", "error", "warning", "info", "never"),
		"complete": off("Whether nothing else refers to these objects, so that rules may conclude from what is not there."),
		"config":   optional("A configuration file of the linter, `.spillway.hcl`, whose rule settings, edition, traffic and suppressions hold. Addresses in it are ids."),
		"findings": schema.ListAttribute{
			Computed: true, ElementType: findingType,
			MarkdownDescription: "What the rules find, of any severity: `rule`, `severity`, `address`, which is an id, `path`, `title` and `detail`.",
		},
	},
}

func (g *guard) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	g.client = clientOf(req.ProviderData, &resp.Diagnostics)
}

// ModifyPlan runs the rules: a finding stops the plan. While a part of an
// object is unknown the findings are, too, and the apply looks again.
func (g *guard) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() || g.client == nil {
		return
	}
	v, ok := read(req.Plan.Raw, &resp.Diagnostics)
	if !ok {
		return
	}
	v = with(v, "id", graph.StringValue("guard"))
	v = g.judge(ctx, v, true, &resp.Diagnostics)
	write(&resp.Plan.Raw, v, &resp.Diagnostics)
}

func (g *guard) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	g.apply(ctx, req.Plan.Raw, &resp.State.Raw, &resp.Diagnostics)
}

func (g *guard) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	g.apply(ctx, req.Plan.Raw, &resp.State.Raw, &resp.Diagnostics)
}

// apply judges again what was not decided when it was planned.
func (g *guard) apply(ctx context.Context, plan tftypes.Value, state *tftypes.Value, diags *diag.Diagnostics) {
	v, ok := read(plan, diags)
	if !ok {
		return
	}
	if v.Get("findings").IsUnknown() {
		if v = g.judge(ctx, v, false, diags); diags.HasError() {
			return
		}
	}
	write(state, v, diags)
}

// Read keeps the state: the next plan judges anew.
func (*guard) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

// Delete has nothing to do: the state is all there is of a guard.
func (*guard) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

// judge fills the findings in, and reports those that fail the guard.
func (g *guard) judge(ctx context.Context, v graph.Value, planning bool, diags *diag.Diagnostics) graph.Value {
	open := with(v, "findings", graph.UnknownValue())
	var guarded client.Guarded
	for _, e := range v.Get("objects").Elements() {
		if id, ok := e.Text(); ok {
			guarded.IDs = append(guarded.IDs, id)
		}
	}
	if v.Get("objects").IsUnknown() || len(guarded.IDs) < len(v.Get("objects").Elements()) || v.Get("config").IsUnknown() ||
		v.Get("fail_on").IsUnknown() || v.Get("complete").IsUnknown() {
		return open
	}
	guarded.Complete, _ = v.Get("complete").Bool()
	config, ok := loadConfig(v.Get("config"), diags)
	if !ok {
		return v
	}
	guarded.Edition, guarded.Settings, guarded.Traffic = config.Edition, config.Rules, config.Traffic
	verdict, err := g.client.Guard(ctx, guarded)
	if err != nil {
		diags.AddAttributeError(path.Root("objects"), "Objects cannot be guarded", err.Error()+".")
		return v
	}
	g.missing(verdict.Missing, planning, diags)
	failOn, _ := v.Get("fail_on").Text()
	list := failures(verdict.Result, config, failOn, diags)
	if planning && (verdict.Open || len(verdict.Missing) > 0) {
		return open
	}
	return with(v, "findings", graph.ListValue(list))
}

// missing reports ids that nothing knows: a warning at plan, an error at apply.
func (g *guard) missing(ids []string, planning bool, diags *diag.Diagnostics) {
	for _, id := range ids {
		detail := fmt.Sprintf("%s is neither in the catalogue nor planned so far, so that nothing guards it. Name the id of a resource.", id)
		if planning {
			diags.AddAttributeWarning(path.Root("objects"), "Guarded object does not exist", detail)
		} else {
			diags.AddAttributeError(path.Root("objects"), "Guarded object does not exist", detail)
		}
	}
}

// loadConfig reads the configuration file, if one is named.
func loadConfig(name graph.Value, diags *diag.Diagnostics) (*policy.Config, bool) {
	file, ok := name.Text()
	if !ok {
		return &policy.Config{}, true
	}
	c, err := policy.Load(file)
	if err != nil {
		diags.AddAttributeError(path.Root("config"), "Configuration file cannot be used", err.Error())
		return nil, false
	}
	if len(c.Policies) > 0 {
		diags.AddAttributeWarning(path.Root("config"), "Policies are not evaluated",
			fmt.Sprintf("%s has policies, which a guard does not evaluate. Rule settings, edition, traffic and suppressions hold.", c.Path))
	}
	return c, true
}

// failures reports the findings at or above a severity that nothing
// suppresses, and returns all that nothing suppresses.
func failures(r validate.Result, c *policy.Config, failOn string, diags *diag.Diagnostics) []graph.Value {
	accepted := c.Suppress(r, policy.DateOf(time.Now()))
	least, err := validate.ParseSeverity(failOn)
	never := err != nil
	list := []graph.Value{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if accepted.Findings[i] != nil {
			continue
		}
		list = append(list, client.FindingValue(f))
		detail := "About " + f.Address + at(f.Path) + ": " + f.Detail + "\n\nRule " + f.Rule.ID + " (" + f.Rule.Name + ")."
		switch {
		case !never && f.Severity >= least:
			diags.AddAttributeError(path.Root("objects"), f.Rule.Title, detail)
		case f.Severity >= validate.Warning:
			diags.AddAttributeWarning(path.Root("objects"), f.Rule.Title, detail)
		}
	}
	return list
}

func at(argument string) string {
	if argument == "" {
		return ""
	}
	return ", " + strings.ReplaceAll(argument, "[0]", "")
}
