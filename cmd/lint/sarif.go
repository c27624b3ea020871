// SPDX-License-Identifier: MPL-2.0

package main

import (
	"strings"

	"terraform-provider-spillway/internal/report"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
	"terraform-provider-spillway/internal/validate/rules/rulesdoc"
)

// sarif returns what a SARIF document needs beyond the findings.
func (r *run) sarif() report.SARIF {
	return report.SARIF{
		Rules: rules.All, Page: help, Files: r.Files(),
		Severity: func(v *validate.Rule) validate.Severity { return v.SeverityIn(r.Edition) },
	}
}

// help returns the page of a rule without the comment for its editors.
func help(r *validate.Rule) string {
	page := rulesdoc.Page(r)
	return page[max(strings.Index(page, "# "), 0):]
}
