package main

import (
	"os"
	"path/filepath"

	"terraform-provider-spillway/internal/report"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
	"terraform-provider-spillway/internal/validate/rules/rulesdoc"
)

// sarif returns what a SARIF document needs beyond the findings.
func (r *run) sarif() report.SARIF {
	return report.SARIF{
		Rules: rules.All, Page: rulesdoc.Page, Root: insideRepository(),
		Severity: func(v *validate.Rule) validate.Severity { return v.SeverityIn(r.Edition) },
	}
}

// insideRepository returns the working directory as seen from the root of its
// repository, with slashes; empty for the root itself, and where there is no
// repository.
func insideRepository() string {
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	for d := here; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, ".git")); err == nil {
			rel, err := filepath.Rel(d, here)
			if err != nil || rel == "." {
				return ""
			}
			return filepath.ToSlash(rel)
		}
		if d == filepath.Dir(d) {
			return ""
		}
	}
}
