// SPDX-License-Identifier: MPL-2.0

package check

import (
	"fmt"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/source"
	"terraform-provider-spillway/internal/validate"
)

// acceptances say what accepts each finding and each undecided answer of a
// result; nil where nothing does.
type acceptances struct{ findings, undecided []*policy.Suppressed }

// accept applies, in this order, the suppress blocks of the configuration
// file, the comments in the configuration, and the baseline. What matches
// nothing becomes a notice.
func (r *Run) accept(o Options, result validate.Result) (acceptances, error) {
	blocks := r.Config.Suppress(result, policy.DateOf(o.Now))
	out := acceptances{blocks.Findings, blocks.Undecided}
	for _, n := range blocks.Notices {
		r.Notices.Add(n, "")
	}
	r.acceptComments(result, out)
	if o.Baseline == "" {
		return out, nil
	}
	b, err := policy.LoadBaseline(o.Baseline)
	if err != nil {
		return out, err
	}
	inputs := make([]string, len(result.Findings))
	for i := range result.Findings {
		inputs[i] = r.inputOf(&result.Findings[i])
	}
	entries, left := b.Match(policy.Fingerprints(result.Findings), inputs)
	for i, e := range entries {
		if e != nil && out.findings[i] == nil {
			out.findings[i] = &policy.Suppressed{By: policy.ByBaseline, Reason: "accepted in the baseline", Where: b.Path + ", " + e.Rule + " at " + e.Address}
		}
	}
	if left > 0 {
		r.Notices.Add(fmt.Sprintf("%s: %d of its entries match nothing any more; write it anew with --write-baseline", b.Path, left), "")
	}
	return out, nil
}

// inputOf returns the input of a finding as a baseline has it: only where
// there are several.
func (r *Run) inputOf(f *validate.Finding) string {
	if !r.joined() {
		return ""
	}
	return f.Input
}

// acceptComments applies the comments in the configuration, also where a block
// accepts a finding already: the comment is used.
func (r *Run) acceptComments(result validate.Result, out acceptances) {
	for i, f := range result.Findings {
		if s, ok := r.Inputs.Ignored(means(f.Rule), f.Address, f.Path); ok && out.findings[i] == nil {
			out.findings[i] = byComment(s)
		}
	}
	for i, u := range result.Undecided {
		if s, ok := r.Inputs.Ignored(means(u.Rule), u.Address, u.Path); ok && out.undecided[i] == nil {
			out.undecided[i] = byComment(s)
		}
	}
	for _, s := range r.Inputs.Unused() {
		text := "the comment that ignores " + strings.Join(s.Rules, ", ") + " matches nothing; remove it, or correct the rule"
		for _, word := range s.Rules {
			if _, err := policy.FindRules(word); err != nil {
				text = "the comment that ignores " + word + " matches nothing: " + err.Error()
			}
		}
		if s.Where == nil {
			text = s.Place + ": " + text
		}
		r.Notices.AddAt(text, "", Place(s.Where))
	}
}

// means returns whether a word in a comment means a rule: its ID, its name or
// its family.
func means(rule *validate.Rule) func(string) bool {
	return func(word string) bool {
		found, err := policy.FindRules(word)
		return err == nil && slices.Contains(found, rule)
	}
}

func byComment(c *source.Comment) *policy.Suppressed {
	where := c.Place
	if at := Place(c.Where); at != nil {
		where = fmt.Sprintf("%s:%d:%d", at.Filename, at.Start.Line, at.Start.Column)
	}
	return &policy.Suppressed{By: policy.ByComment, Reason: c.Reason, Where: where}
}
