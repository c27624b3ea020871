// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"terraform-provider-spillway/internal/report"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
	"terraform-provider-spillway/internal/validate/rules/rulesdoc"
)

func (a *app) rulesCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "Print the catalogue of rules",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			switch format {
			case "json":
				return printJSON(a.stdout, describe(rules.All))
			case "markdown":
				_, err := fmt.Fprint(a.stdout, rulesdoc.Table(rules.All, "docs/rules/"))
				return err
			}
			return a.listRules()
		},
	}
	cmd.Flags().Var(oneOf(&format, "text", "text", "json", "markdown"), "format", "the output's form: text, json or markdown")
	return cmd
}

// listRules prints a line for each rule.
func (a *app) listRules() error {
	var w strings.Builder
	columns := 0
	for _, r := range rules.All {
		columns = max(columns, len(r.Name))
	}
	family := ""
	for _, r := range rules.All {
		if f := r.Family(); f != family && family != "" {
			w.WriteByte('\n')
		}
		family = r.Family()
		fmt.Fprintf(&w, "%-6s  %-7s  %-*s  %s\n", r.ID, severityWord(r), columns, r.Name, r.Title)
	}
	fmt.Fprintf(&w, "\n%d rules. spillway-lint explain RULE prints one; another severity under edition current is marked with *.\n", len(rules.All))
	_, err := io.WriteString(a.stdout, w.String())
	return err
}

func severityWord(r *validate.Rule) string {
	word := r.Severity.String()
	if r.CurrentSeverity != validate.NoSeverity && r.CurrentSeverity != r.Severity {
		word += "*"
	}
	return word
}

// ruleDocument is a rule in JSON.
type ruleDocument struct {
	ID              string           `json:"id"`
	Name            string           `json:"name"`
	Family          string           `json:"family"`
	Title           string           `json:"title"`
	Severity        string           `json:"severity"`
	CurrentSeverity string           `json:"severity_current"`
	Needs           []validate.Need  `json:"needs"`
	Rationale       string           `json:"rationale"`
	Source          string           `json:"source"`
	Fix             string           `json:"fix"`
	Bad             string           `json:"bad"`
	Good            string           `json:"good"`
	Options         []optionDocument `json:"options"`
	SilencedBy      []string         `json:"silenced_by"`
	Doc             string           `json:"doc"`
}

type optionDocument struct {
	Name    string      `json:"name"`
	Default json.Number `json:"default"`
	Doc     string      `json:"doc"`
}

type rulesDocument struct {
	FormatVersion string         `json:"format_version"`
	Tool          report.Tool    `json:"tool"`
	Rules         []ruleDocument `json:"rules"`
}

func describe(list []*validate.Rule) rulesDocument {
	doc := rulesDocument{FormatVersion: report.FormatVersion, Tool: tool(), Rules: make([]ruleDocument, len(list))}
	for i, r := range list {
		current := r.CurrentSeverity
		if current == validate.NoSeverity {
			current = r.Severity
		}
		d := ruleDocument{
			ID: r.ID, Name: r.Name, Family: r.Family(), Title: r.Title,
			Severity: r.Severity.String(), CurrentSeverity: current.String(),
			Needs: append([]validate.Need{}, r.Needs...), Rationale: r.Rationale, Source: r.Source, Fix: r.Fix,
			Bad: strings.TrimSpace(r.Bad), Good: strings.TrimSpace(r.Good), Options: []optionDocument{},
			SilencedBy: append([]string{}, r.SilencedBy...), Doc: r.Doc(),
		}
		for _, o := range r.Options {
			d.Options = append(d.Options, optionDocument{o.Name, json.Number(report.JSONNumber(o.Default.String())), o.Doc})
		}
		doc.Rules[i] = d
	}
	return doc
}
