package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

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

Exit code 0: nothing at or above --fail-on. 2: there is something. 1: the job
could not be done, and one line on standard error says why.`,
		RunE: func(_ *cobra.Command, args []string) error { return a.check(&f, args) },
	}
	f.register(cmd.Flags(), "text", "json", "sarif", "junit", "github", "markdown")
	f.registerRules(cmd.Flags())
	cmd.Flags().StringVar(&f.baseline, "baseline", "", "accept the findings that this `FILE` lists")
	cmd.Flags().StringVar(&f.writeBaseline, "write-baseline", "", "write the findings to `FILE`, to be accepted from now on")
	return cmd
}

func (a *app) check(f *checkFlags, paths []string) error {
	shown, err := selectRules(f.only, f.skip)
	if err != nil {
		return err
	}
	r, err := a.open(&f.common, paths, withPrior)
	if err != nil {
		return err
	}
	result := validate.Run(validate.Input{
		After: r.after, Before: r.before, Edition: r.edition, Traffic: r.config.Traffic, Settings: r.config.Rules,
	}, rules.All)
	doc, err := r.checkDocument(f, result, shown)
	if err != nil {
		return err
	}
	if f.writeBaseline != "" {
		if err := writeBaseline(f.writeBaseline, doc); err != nil {
			return err
		}
	}
	if err := a.write(f.output, func(w io.Writer) error { return r.writeCheck(w, doc, shown) }); err != nil {
		return err
	}
	a.failed = r.checkFails(doc)
	return r.finish()
}

// selectRules returns the rules that --only and --skip leave, by ID.
func selectRules(only, skip []string) (map[string]bool, error) {
	shown := map[string]bool{}
	for _, r := range rules.All {
		shown[r.ID] = len(only) == 0
	}
	set := func(flag string, words []string, value bool) error {
		for _, list := range words {
			for word := range strings.SplitSeq(list, ",") {
				found, err := policy.FindRules(strings.TrimSpace(word))
				if err != nil {
					return fmt.Errorf("--%s: %w", flag, err)
				}
				for _, r := range found {
					shown[r.ID] = value
				}
			}
		}
		return nil
	}
	if err := set("only", only, true); err != nil {
		return nil, err
	}
	return shown, set("skip", skip, false)
}

// checkDocument puts the document together. All rules have run, so that one
// finding silences another whatever is shown of them.
func (r *run) checkDocument(f *checkFlags, result validate.Result, shown map[string]bool) (*report.Check, error) {
	accepted, err := r.accept(f.baseline, result)
	if err != nil {
		return nil, err
	}
	doc := &report.Check{
		FormatVersion: report.FormatVersion, Tool: tool(), Edition: string(r.edition), Inputs: r.described(),
		Findings: []report.Finding{}, Undecided: []report.Undecided{},
	}
	prints := policy.Fingerprints(result.Findings)
	for i := range result.Findings {
		if shown[result.Findings[i].Rule.ID] {
			doc.Findings = append(doc.Findings, r.finding(&result.Findings[i], prints[i], accepted.findings[i]))
		}
	}
	for i := range result.Undecided {
		u := &result.Undecided[i]
		if !shown[u.Rule.ID] {
			continue
		}
		at, _ := r.locate(u.Address, u.Path)
		doc.Undecided = append(doc.Undecided, report.Undecided{
			Rule: u.Rule.ID, Name: u.Rule.Name, Address: u.Address, Path: u.Path, Reason: u.Reason, Range: at,
			Suppressed: suppressed(accepted.undecided[i]),
		})
	}
	report.SortFindings(doc.Findings)
	doc.Notices = r.notices.Sorted()
	evaluated := 0
	for id, n := range result.EvaluatedBy {
		if shown[id] {
			evaluated += n
		}
	}
	doc.Summarize(evaluated)
	return doc, nil
}

func (r *run) finding(f *validate.Finding, fingerprint string, s *policy.Suppressed) report.Finding {
	at, further := r.locate(f.Address, f.Path)
	out := report.Finding{
		Rule: f.Rule.ID, Name: f.Rule.Name, Severity: f.Severity.String(), Level: f.Severity,
		Address: f.Address, Path: f.Path, Message: f.Rule.Title, Detail: f.Detail, Related: []report.Related{},
		Range: at, Doc: f.Rule.Doc(), Fingerprint: fingerprint, Suppressed: suppressed(s),
	}
	for _, p := range further {
		out.Related = append(out.Related, report.Related{Address: p.Address, Message: p.Text, Range: place(&p.Range)})
	}
	for _, rel := range f.Related {
		at, _ := r.locate(rel.Address, "")
		out.Related = append(out.Related, report.Related{Address: rel.Address, Message: rel.Message, Range: at})
	}
	return out
}

func suppressed(s *policy.Suppressed) *report.Suppressed {
	if s == nil {
		return nil
	}
	return &report.Suppressed{By: string(s.By), Reason: s.Reason, Where: s.Where}
}

// checkFails reports whether the exit code is 2.
func (r *run) checkFails(doc *report.Check) bool {
	failOn := r.failOn()
	for i := range doc.Findings {
		f := &doc.Findings[i]
		if f.Suppressed == nil && failOn != validate.NoSeverity && f.Level >= failOn {
			return true
		}
	}
	s := doc.Summary
	return r.flags.strict && s.Undecided > 0 || !r.enough(s.Evaluated-s.Undecided, s.Evaluated)
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
		list := slices.DeleteFunc(slices.Clone(rules.All), func(v *validate.Rule) bool { return !shown[v.ID] || r.config.Rules[v.ID].Disabled })
		return doc.WriteJUnit(w, list, r.failOn(), r.flags.strict)
	case "github":
		return doc.WriteGitHub(w, minimum)
	case "markdown":
		return doc.WriteMarkdown(w, minimum)
	}
	return doc.WriteText(w, report.CheckText{
		Terminal: r.layout(r.flags.color, r.flags.output != ""),
		Minimum:  minimum, AllUndecided: r.flags.strict, Quiet: r.flags.quiet,
	})
}

// writeBaseline writes the findings that nothing but a baseline accepts.
func writeBaseline(path string, doc *report.Check) error {
	var entries []policy.BaselineEntry
	for i := range doc.Findings {
		f := &doc.Findings[i]
		if f.Suppressed == nil || f.Suppressed.By == string(policy.ByBaseline) {
			entries = append(entries, policy.BaselineEntry{Fingerprint: f.Fingerprint, Rule: f.Rule, Address: f.Address})
		}
	}
	slices.SortFunc(entries, func(a, b policy.BaselineEntry) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	text, err := policy.EncodeBaseline(entries)
	if err != nil {
		return err
	}
	return writeFile(path, func(w io.Writer) error { _, err := w.Write(text); return err })
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
