// SPDX-License-Identifier: MPL-2.0

package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"terraform-provider-spillway/internal/check"
	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/report"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

// checkFlags are the flags of the check command.
type checkFlags struct {
	common
	baseline, writeBaseline string
}

func (a *app) checkCommand() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Report what Google refuses, and what does not do what its author means",
		Long: `Check runs all rules over the inputs, which are joined into one model, and
prints what they find.

Exit code 0: nothing at or above --fail-on. 2: there is something, or less is
decided than --strict or --min-decided asks for. 1: the job could not be done,
and one line on standard error says why.`,
		Example: `  spillway-lint check --min-severity info
  spillway-lint check --recursive --only ZA --only LB006 live
  spillway-lint check --write-baseline accepted.json
  spillway-lint check --baseline accepted.json --format sarif --output spillway.sarif tfplan`,
		RunE: func(_ *cobra.Command, args []string) error { return a.check(&f, args) },
	}
	f.register(cmd.Flags(), "text", "json", "sarif", "junit", "github", "markdown")
	f.registerRules(cmd.Flags())
	cmd.Flags().StringVar(&f.baseline, "baseline", "", "accept the findings that this `FILE` lists")
	cmd.Flags().StringVar(&f.writeBaseline, "write-baseline", "", "write the findings to `FILE`, to be accepted from now on")
	return cmd
}

func (a *app) check(f *checkFlags, paths []string) error {
	shown, err := check.Select("--", f.only, f.skip)
	if err != nil {
		return err
	}
	r, err := a.open(&f.common, paths, withPrior)
	if err != nil {
		return err
	}
	doc, err := r.Check(check.Options{Tool: tool(), Shown: shown, Baseline: f.baseline, Now: r.now()})
	if err != nil {
		return err
	}
	if f.writeBaseline != "" {
		if err := r.writeBaseline(f.writeBaseline, doc); err != nil {
			return err
		}
	}
	if err := a.write(f.output, func(w io.Writer) error { return r.writeCheck(w, doc, shown) }); err != nil {
		return err
	}
	r.tellOutput(f.output, doc.Summary.String())
	a.failed = r.checkFails(doc)
	return r.Finish()
}

// checkFails reports whether the exit code is 2.
func (r *run) checkFails(doc *report.Check) bool {
	failOn := r.FailOn(r.flags.failOn)
	found := slices.ContainsFunc(doc.Findings, func(f report.Finding) bool { return check.Fails(&f, failOn) })
	s := doc.Summary
	decided := s.Evaluated - s.Undecided
	return r.fallsShort(decided, s.Evaluated, fmt.Sprintf("%d of %d checks decided", decided, s.Evaluated)) || found
}

// writeCheck writes the document in the form that was asked for.
func (r *run) writeCheck(w io.Writer, doc *report.Check, shown map[string]bool) error {
	minimum := validate.Warning
	if r.flags.minimum != "" {
		minimum, _ = validate.ParseSeverity(r.flags.minimum) // one of the flag's words
	}
	switch r.flags.format {
	case "json":
		return doc.WriteJSON(w)
	case "sarif":
		return doc.WriteSARIF(w, r.sarif())
	case "junit":
		list := slices.DeleteFunc(slices.Clone(rules.All), func(v *validate.Rule) bool { return !shown[v.ID] || r.Config.Rules[v.ID].Disabled })
		return doc.WriteJUnit(w, list, r.FailOn(r.flags.failOn), r.flags.strict)
	case "github":
		return doc.WriteGitHub(w, minimum, r.Files())
	case "markdown":
		return doc.WriteMarkdown(w, minimum)
	}
	return doc.WriteText(w, report.CheckText{
		Terminal: r.layout(r.flags.color, r.flags.output != ""),
		Minimum:  minimum, AllUndecided: r.flags.strict, Quiet: r.flags.quiet,
	})
}

// writeBaseline writes the findings that nothing but a baseline accepts, and
// says so: the exit code is still that of the findings.
func (r *run) writeBaseline(path string, doc *report.Check) error {
	var entries []policy.BaselineEntry
	for i := range doc.Findings {
		f := &doc.Findings[i]
		if f.Suppressed == nil || f.Suppressed.By == string(policy.ByBaseline) {
			e := policy.BaselineEntry{Fingerprint: f.Fingerprint, Rule: f.Rule, Address: f.Address}
			if doc.Origin != nil {
				e.Address, e.Input = doc.Origin(f.Address)
			}
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b policy.BaselineEntry) int {
		return cmp.Or(cmp.Compare(a.Input, b.Input), cmp.Compare(a.Address, b.Address), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	text, err := policy.EncodeBaseline(entries)
	if err != nil {
		return err
	}
	if err := writeFile(path, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return err
	}
	r.tellOutput(path, fmt.Sprintf("--baseline %s accepts %d from now on", path, len(entries)))
	return nil
}
