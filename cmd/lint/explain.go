// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules/rulesdoc"
)

func (a *app) explainCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "explain RULE...",
		Short: "Print what a rule is about: an ID, a name, or a family",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("explain needs a rule: an ID, a name, or a family")
			}
			var list []*validate.Rule
			for _, word := range args {
				found, err := policy.FindRules(word)
				if err != nil {
					return err
				}
				list = append(list, found...)
			}
			return a.printRules(list, format)
		},
	}
	cmd.Flags().Var(oneOf(&format, "text", "text", "json", "markdown"), "format", "the output's form: text, json or markdown")
	return cmd
}

// printRules prints the pages of rules.
func (a *app) printRules(list []*validate.Rule, format string) error {
	var pages []string
	for _, r := range list {
		switch format {
		case "json":
			return printJSON(a.stdout, describe(list))
		case "markdown":
			pages = append(pages, rulesdoc.Page(r))
		default:
			pages = append(pages, rulesdoc.Text(r, a.layout("never", false).Width))
		}
	}
	_, err := fmt.Fprint(a.stdout, strings.Join(pages, "\n"))
	return err
}
