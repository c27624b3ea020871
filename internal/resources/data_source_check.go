// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"terraform-provider-spillway/internal/check"
	"terraform-provider-spillway/internal/client"
	"terraform-provider-spillway/internal/engine/topology"
	documents "terraform-provider-spillway/internal/report"
	"terraform-provider-spillway/internal/source"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig"
	"terraform-provider-spillway/internal/validate"
)

var (
	_ datasource.DataSource              = (*checkData)(nil)
	_ datasource.DataSourceWithConfigure = (*checkData)(nil)
)

// checkData runs the linter over a folder. It needs nothing of the engine.
type checkData struct {
	version string
	edition topology.Edition // of the provider block
}

func newCheckData(version string) datasource.DataSource { return &checkData{version: version} }

func (d *checkData) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "spillway_check"
}

func (d *checkData) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	if c, ok := req.ProviderData.(*client.Client); ok {
		d.edition = c.Edition()
	}
}

func (d *checkData) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = checkSchema()
}

// Read runs the rules, and fails with what they find.
func (d *checkData) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	defer func() {
		if fault := recover(); fault != nil {
			resp.Diagnostics.AddError("Internal fault", fmt.Sprintf("The check stopped: %v. This is a bug in the provider; please report it with the configuration.", fault))
		}
	}()
	var m checkModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if resp.Diagnostics.HasError() {
		return
	}
	run, ok := d.open(ctx, &m, &resp.Diagnostics)
	if !ok {
		return
	}
	if m.predict(run, &resp.Diagnostics); resp.Diagnostics.HasError() {
		return
	}
	shown, err := check.Select("", m.Only, m.Skip)
	if err != nil {
		resp.Diagnostics.AddError("Unknown rule", sentence(err.Error()))
		return
	}
	doc, err := run.Check(check.Options{Tool: documents.Tool{Name: programName, Version: d.version}, Shown: shown, Now: time.Now()})
	if err != nil {
		resp.Diagnostics.AddError("Configuration cannot be checked", sentence(err.Error()))
		return
	}
	m.show(doc)
	m.judge(doc, run.FailOn(m.FailOn.ValueString()), &resp.Diagnostics)
	unreadable(run.Inputs.Problems, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}

// programName is what the configuration file calls the program.
const programName = "the provider spillway"

// open reads the configuration file and the folder.
func (d *checkData) open(ctx context.Context, m *checkModel, diags *diag.Diagnostics) (*check.Run, bool) {
	run, err := check.Configure(check.Settings{
		Config: m.Config.ValueString(), Folder: folderOf(m.Path.ValueString()),
		Edition: topology.Edition(m.Edition.ValueString()), Default: d.edition, Program: programName, Version: released(d.version),
	})
	if err != nil {
		diags.AddAttributeError(path.Root("config"), "Configuration file cannot be used", sentence(err.Error()))
		return nil, false
	}
	given, ok := m.assignments(ctx, diags)
	if !ok {
		return nil, false
	}
	environment := os.Environ()
	if w := m.Workspace.ValueString(); w != "" {
		environment = append(environment, "TF_WORKSPACE="+w)
	}
	inputs, err := source.Open([]string{m.Path.ValueString()}, source.Options{Assignments: given, Environment: environment})
	if err != nil {
		diags.AddAttributeError(path.Root("path"), "Configuration cannot be read", sentence(err.Error())+whereFrom(m.Path.ValueString()))
		return nil, false
	}
	run.Take(inputs, true)
	return &run, true
}

// whereFrom tells, of a path that leads nowhere, where it is seen from.
func whereFrom(p string) string {
	if _, err := os.Stat(p); filepath.IsAbs(p) || !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return " A relative path is seen from the folder that Terraform runs in; that of the configuration is path.root."
}

// released returns the version of a release, empty for another build.
func released(version string) string {
	version = strings.TrimPrefix(version, "v")
	if version == "" || version[0] < '0' || version[0] > '9' {
		return ""
	}
	return version
}

// folderOf returns the folder from which the configuration file is looked for.
func folderOf(p string) string {
	if info, err := os.Stat(p); err == nil && !info.IsDir() {
		return filepath.Dir(p)
	}
	return p
}

// assignments are the values of the variables.
func (m *checkModel) assignments(ctx context.Context, diags *diag.Diagnostics) ([]hclconfig.Assignment, bool) {
	if m.Variables.IsNull() {
		return nil, true
	}
	raw, err := m.Variables.ToTerraformValue(ctx)
	if err != nil {
		diags.AddAttributeError(path.Root("variables"), "Variables cannot be read", sentence(err.Error()))
		return nil, false
	}
	v, err := fromTerraform(raw)
	if err != nil || v.Kind() != graph.Object {
		diags.AddAttributeError(path.Root("variables"), "Variables cannot be read", "variables is an object: one value for each variable of the configuration, by name.")
		return nil, false
	}
	var out []hclconfig.Assignment
	names, values := v.Fields()
	for i, name := range names {
		out = append(out, hclconfig.Assignment{Name: name, Given: &values[i]})
	}
	return out, true
}

// judge turns findings into diagnostics: those that fail into errors, further
// warnings and errors into warnings. What is worth knowing only is an
// attribute.
func (m *checkModel) judge(doc *documents.Check, failOn validate.Severity, diags *diag.Diagnostics) {
	for i := range doc.Findings {
		f := &doc.Findings[i]
		switch text := findingText(f); {
		case check.Fails(f, failOn):
			diags.AddAttributeError(path.Root("path"), f.Message, text)
		case f.Suppressed == nil && f.Level >= validate.Warning:
			diags.AddAttributeWarning(path.Root("path"), f.Message, text)
		}
	}
	if !m.Strict.ValueBool() {
		return
	}
	for i := range doc.Undecided {
		u := &doc.Undecided[i]
		if u.Suppressed == nil {
			diags.AddAttributeError(path.Root("path"), "Rule cannot be decided", fmt.Sprintf("%s%s: rule %s (%s) cannot be decided, since %s. Give what it needs, "+
				"accept it with a comment or in the configuration file, or leave strict out.", placeText(u.Range), u.Address, u.Rule, u.Name, u.Reason))
		}
	}
}

// findingText is the detail of a finding's diagnostic.
func findingText(f *documents.Finding) string {
	var b strings.Builder
	b.WriteString(placeText(f.Range) + f.Address)
	if f.Path != "" {
		b.WriteString(", " + f.Path)
	}
	b.WriteString(":\n" + f.Detail + "\n")
	for _, r := range f.Related {
		fmt.Fprintf(&b, "\n%s%s: %s", placeText(r.Range), r.Address, r.Message)
	}
	fmt.Fprintf(&b, "\nRule %s (%s), severity %s.", f.Rule, f.Name, f.Severity)
	return b.String()
}

func placeText(r *documents.Range) string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d ", r.Filename, r.Start.Line, r.Start.Column)
}

// unreadable reports what is wrong with a configuration itself.
func unreadable(list []source.Problem, diags *diag.Diagnostics) {
	for _, p := range list {
		diags.AddAttributeError(path.Root("path"), "Configuration cannot be read", placeText(check.Place(p.Where))+sentence(p.Text)+
			" The rest of the configuration was checked.")
	}
}

// sentence gives a message its period.
func sentence(text string) string {
	if strings.HasSuffix(text, "?") {
		return text
	}
	return strings.TrimSuffix(text, ".") + "."
}
