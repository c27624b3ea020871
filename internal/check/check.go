// SPDX-License-Identifier: MPL-2.0

package check

import (
	"fmt"
	"strings"
	"time"

	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/report"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

// Select returns the rules that lists of words leave, by ID: an ID, a name or
// a family each, several joined by commas too. Prefix stands before the names
// of the lists, "only" and "skip", in an error.
func Select(prefix string, only, skip []string) (map[string]bool, error) {
	shown := map[string]bool{}
	for _, r := range rules.All {
		shown[r.ID] = len(only) == 0
	}
	set := func(list string, words []string, value bool) error {
		for _, joined := range words {
			for word := range strings.SplitSeq(joined, ",") {
				found, err := policy.FindRules(strings.TrimSpace(word))
				if err != nil {
					return fmt.Errorf("%s%s: %w", prefix, list, err)
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

// Options says what the document of a check holds.
type Options struct {
	Tool report.Tool
	// Shown are the rules that are reported, by ID; see [Select].
	Shown map[string]bool
	// Baseline is the file with the findings that are accepted; empty for none.
	Baseline string
	// Now is the time at which suppressions expire.
	Now time.Time
}

// Check runs all rules and puts the document together. All rules run, so that
// one finding silences another whatever is shown of them.
func (r *Run) Check(o Options) (*report.Check, error) {
	result := validate.Run(validate.Input{
		After: r.After, Before: r.Before, Edition: r.Edition, Traffic: r.traffic, Settings: r.Config.Rules,
	}, rules.All)
	accepted, err := r.accept(o, result)
	if err != nil {
		return nil, err
	}
	doc := &report.Check{
		FormatVersion: report.FormatVersion, Tool: o.Tool, Edition: string(r.Edition), Inputs: r.Described(),
		Findings: []report.Finding{}, Undecided: []report.Undecided{}, Origin: r.Origin(),
	}
	prints := policy.Fingerprints(result.Findings)
	for i := range result.Findings {
		if o.Shown[result.Findings[i].Rule.ID] {
			doc.Findings = append(doc.Findings, r.finding(&result.Findings[i], prints[i], accepted.findings[i]))
		}
	}
	for i := range result.Undecided {
		u := &result.Undecided[i]
		if !o.Shown[u.Rule.ID] {
			continue
		}
		at, _ := r.Locate(u.Address, u.Path)
		doc.Undecided = append(doc.Undecided, report.Undecided{
			Rule: u.Rule.ID, Name: u.Rule.Name, Address: u.Address, Path: u.Path, Reason: u.Reason, Range: at,
			Suppressed: suppressed(accepted.undecided[i]),
		})
	}
	report.SortFindings(doc.Findings)
	doc.Notices = r.Notices.Sorted()
	evaluated := 0
	for id, n := range result.EvaluatedBy {
		if o.Shown[id] {
			evaluated += n
		}
	}
	doc.Summarize(evaluated)
	return doc, nil
}

func (r *Run) finding(f *validate.Finding, fingerprint string, s *policy.Suppressed) report.Finding {
	at, further := r.Locate(f.Address, f.Path)
	plain := func(text string) string { return report.PlainIn(r.inputOf(f), text) }
	out := report.Finding{
		Rule: f.Rule.ID, Name: f.Rule.Name, Severity: f.Severity.String(), Level: f.Severity,
		Address: f.Address, Path: f.Path, Message: f.Rule.Title, Detail: plain(f.Detail), Related: []report.Related{},
		Range: at, Doc: f.Rule.Doc(), Fingerprint: fingerprint, Suppressed: suppressed(s),
	}
	for _, p := range further {
		out.Related = append(out.Related, report.Related{Address: p.Address, Message: p.Text, Range: Place(&p.Range)})
	}
	for _, rel := range f.Related {
		at, _ := r.Locate(rel.Address, "")
		out.Related = append(out.Related, report.Related{Address: rel.Address, Message: plain(rel.Message), Range: at})
	}
	return out
}

func suppressed(s *policy.Suppressed) *report.Suppressed {
	if s == nil {
		return nil
	}
	return &report.Suppressed{By: string(s.By), Reason: s.Reason, Where: s.Where}
}

// Fails reports whether a finding is one that fails: nothing accepts it, and
// it is at or above the least severity that does.
func Fails(f *report.Finding, failOn validate.Severity) bool {
	return f.Suppressed == nil && failOn != validate.NoSeverity && f.Level >= failOn
}
