// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-spillway/internal/engine/topology"
	documents "terraform-provider-spillway/internal/report"
)

// checkModel is data.spillway_check.
type checkModel struct {
	Path      types.String  `tfsdk:"path"`
	Variables types.Dynamic `tfsdk:"variables"`
	Workspace types.String  `tfsdk:"workspace"`
	Config    types.String  `tfsdk:"config"`
	Edition   types.String  `tfsdk:"edition"`
	FailOn    types.String  `tfsdk:"fail_on"`
	Strict    types.Bool    `tfsdk:"strict"`
	Only      []string      `tfsdk:"only"`
	Skip      []string      `tfsdk:"skip"`
	Scenarios []string      `tfsdk:"scenarios"`
	Clients   []string      `tfsdk:"clients"`

	Findings   []findingModel   `tfsdk:"findings"`
	Outcomes   []outcomeModel   `tfsdk:"outcomes"`
	Composites []compositeModel `tfsdk:"composites"`
	Consumers  []consumerModel  `tfsdk:"consumers"`
	Undecided  []undecidedModel `tfsdk:"undecided"`
	Notices    []string         `tfsdk:"notices"`
	Summary    *summaryModel    `tfsdk:"summary"`
}

type findingModel struct {
	Rule        string  `tfsdk:"rule"`
	Name        string  `tfsdk:"name"`
	Severity    string  `tfsdk:"severity"`
	Address     string  `tfsdk:"address"`
	Path        string  `tfsdk:"path"`
	Message     string  `tfsdk:"message"`
	Detail      string  `tfsdk:"detail"`
	Filename    *string `tfsdk:"filename"`
	Line        *int64  `tfsdk:"line"`
	Column      *int64  `tfsdk:"column"`
	Fingerprint string  `tfsdk:"fingerprint"`
	Suppressed  *string `tfsdk:"suppressed"`
}

type undecidedModel struct {
	Rule       *string `tfsdk:"rule"`
	Address    string  `tfsdk:"address"`
	Path       string  `tfsdk:"path"`
	Reason     string  `tfsdk:"reason"`
	Suppressed *string `tfsdk:"suppressed"`
}

type summaryModel struct {
	Evaluated  int64 `tfsdk:"evaluated"`
	Error      int64 `tfsdk:"error"`
	Warning    int64 `tfsdk:"warning"`
	Info       int64 `tfsdk:"info"`
	Undecided  int64 `tfsdk:"undecided"`
	Suppressed int64 `tfsdk:"suppressed"`
}

func checkSchema() schema.Schema {
	return schema.Schema{
		MarkdownDescription: "Runs the linter's evaluator and rules over a configuration folder while Terraform plans, and fails the plan with what they find: " +
			"one diagnostic for each finding, with its file and line, and what to do. " +
			"The folder is read as it stands; no plan, no provider and no cloud account is needed for it.",
		Attributes: map[string]schema.Attribute{
			"path": schema.StringAttribute{
				Required: true, MarkdownDescription: "The folder, most often `path.root`. A saved plan, or the JSON of a plan or a state, is read as well.",
				Validators: []validator.String{stringvalidator.LengthAtLeast(1), stringvalidator.NoneOf("-")},
			},
			"variables": schema.DynamicAttribute{
				Optional: true, MarkdownDescription: "An object with values of the folder's variables, over those of its `terraform.tfvars`, its `*.auto.tfvars` and the " +
					"environment's `TF_VAR_…`. What Terraform itself gets with `-var` is not seen: pass it on, as in `{ sizes = var.sizes }`. A variable without any value is " +
					"taken as known after apply. Messages hide the value of a variable that the folder itself declares as sensitive; that an expression is sensitive here, " +
					"Terraform does not tell a provider.",
			},
			"workspace": schema.StringAttribute{
				Optional: true, MarkdownDescription: "The value of `terraform.workspace` in the folder. By default the one that Terraform would use there: that of the environment's `TF_WORKSPACE`, the one that is selected in the folder, that of a `cloud` block, else `default`.",
			},
			"config": schema.StringAttribute{
				Optional: true, MarkdownDescription: "The configuration file. By default `.spillway.hcl` in the folder or above it, up to the root of the repository.",
			},
			"edition": schema.StringAttribute{
				Optional: true, MarkdownDescription: "The edition of Google's documentation whose facts hold: `preview` or `current`. By default that of the configuration " +
					"file, else that of the provider block.",
				Validators: []validator.String{stringvalidator.OneOf(string(topology.Preview), string(topology.Current))},
			},
			"fail_on": schema.StringAttribute{
				Optional: true, MarkdownDescription: "The least severity that fails: `error`, `warning`, `info` or `never`. By default that of the configuration file, else " +
					"`error`. Errors and warnings below it are warnings of Terraform's, and what is worth knowing only stands in `findings`.",
				Validators: []validator.String{stringvalidator.OneOf("error", "warning", "info", "never")},
			},
			"strict":    schema.BoolAttribute{Optional: true, MarkdownDescription: "Whether a rule that cannot be decided fails, too. Default `false`."},
			"only":      words("Report only these rules: IDs, names or families."),
			"skip":      words("Do not report these rules: IDs, names or families."),
			"scenarios": words("What is unhealthy in `outcomes`, `composites` and `consumers`, in the linter's words, such as `zone-down` or `unhealthy:us-central1-b=2`, or names of scenarios of the configuration file. By default `all-healthy` and `zone-down`, and `region-down` where there is composite health."),
			"clients":   words("Who connects in `outcomes`: zones, `vm:*`, `vpn`, `interconnect`, `psc-endpoint:ZONE` or `psc-backend`. By default a VM in each zone of the service, and `vm:*`."),

			"findings": listOf("What the rules found, in the order of the files.", map[string]schema.Attribute{
				"rule":        text("The ID of the rule."),
				"name":        text("The name of the rule."),
				"severity":    text("`error`, `warning` or `info`."),
				"address":     text("The address of the object."),
				"path":        text("The argument; empty for the object as a whole."),
				"message":     text("The rule's title."),
				"detail":      text("What it is, why, and what to do."),
				"filename":    text("The file, as seen from the folder that Terraform runs in; null where none is known."),
				"line":        count("The line; null where none is known."),
				"column":      count("The column; null where none is known."),
				"fingerprint": text("Stays the same while lines move."),
				"suppressed":  text("The reason for which it is accepted; null where nothing accepts it."),
			}),
			"undecided":  listOf("What could not be decided. A rule that is undecided did not pass.", undecidedAttributes()),
			"outcomes":   listOf("Where new connections go, by service, scenario and client. A service that is not decided stands in `undecided`.", outcomeAttributes()),
			"composites": listOf("The states of composite health checks, by scenario.", compositeAttributes()),
			"consumers":  listOf("Which region serves a consumer of published services, by scenario and client region.", consumerAttributes()),
			"notices":    schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "How the result came about: assumed sizes, suppressions that match nothing."},
			"summary": schema.SingleNestedAttribute{Computed: true, MarkdownDescription: "Counts of answers.", Attributes: map[string]schema.Attribute{
				"evaluated":  count("Answers: rules × objects."),
				"error":      count("Findings of severity error that nothing accepts."),
				"warning":    count("Findings of severity warning that nothing accepts."),
				"info":       count("Findings of severity info that nothing accepts."),
				"undecided":  count("Answers that could not be decided and nothing accepts."),
				"suppressed": count("Answers that something accepts."),
			}},
		},
	}
}

func undecidedAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"rule":       text("The ID of the rule; null for outcomes."),
		"address":    text("The address of the object."),
		"path":       text("The argument; empty for the object as a whole."),
		"reason":     text("What is not known."),
		"suppressed": text("The reason for which it is accepted; null where nothing accepts it."),
	}
}

// show fills in what a check found.
func (m *checkModel) show(doc *documents.Check) {
	m.Findings = []findingModel{}
	for i := range doc.Findings {
		f := &doc.Findings[i]
		out := findingModel{
			Rule: f.Rule, Name: f.Name, Severity: f.Severity, Address: f.Address, Path: f.Path, Message: f.Message, Detail: f.Detail,
			Fingerprint: f.Fingerprint, Suppressed: reasonOf(f.Suppressed),
		}
		if r := f.Range; r != nil {
			line, column := int64(r.Start.Line), int64(r.Start.Column)
			out.Filename, out.Line, out.Column = &r.Filename, &line, &column
		}
		m.Findings = append(m.Findings, out)
	}
	for i := range doc.Undecided {
		u := &doc.Undecided[i]
		m.Undecided = append(m.Undecided, undecidedModel{Rule: &u.Rule, Address: u.Address, Path: u.Path, Reason: u.Reason, Suppressed: reasonOf(u.Suppressed)})
	}
	for _, n := range doc.Notices {
		m.Notices = append(m.Notices, noticeText(n))
	}
	s := doc.Summary
	m.Summary = &summaryModel{
		Evaluated: int64(s.Evaluated), Error: int64(s.Error), Warning: int64(s.Warning), Info: int64(s.Info),
		Undecided: int64(s.Undecided), Suppressed: int64(s.Suppressed),
	}
}

func reasonOf(s *documents.Suppressed) *string {
	if s == nil {
		return nil
	}
	return &s.Reason
}

func noticeText(n documents.Notice) string {
	out := placeText(n.Range) + n.Message
	for i, a := range n.Addresses {
		out += map[bool]string{true: " (", false: ", "}[i == 0] + a
	}
	if len(n.Addresses) > 0 {
		out += ")"
	}
	return out
}

// words is a list of words that may be left out.
func words(description string) schema.ListAttribute {
	return schema.ListAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: description}
}

// listOf is a computed list of objects.
func listOf(description string, attributes map[string]schema.Attribute) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Computed: true, MarkdownDescription: description, NestedObject: schema.NestedAttributeObject{Attributes: attributes},
	}
}

// text is a computed string, count a computed whole number.
func text(description string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}

func count(description string) schema.Int64Attribute {
	return schema.Int64Attribute{Computed: true, MarkdownDescription: description}
}
