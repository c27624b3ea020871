// SPDX-License-Identifier: MPL-2.0

package report

import (
	"io"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/validate"
)

// WriteMarkdown writes a summary for a comment on a pull request.
func (c *Check) WriteMarkdown(out io.Writer, minimum validate.Severity) error {
	w := newPage(out)
	s := c.Summary
	w.printf("## spillway-lint: %s, %s, %d info\n\n", plural(s.Error, "error"), plural(s.Warning, "warning"), s.Info)
	shown := 0
	for i := range c.Findings {
		f := &c.Findings[i]
		if f.Suppressed != nil || f.Level < minimum {
			continue
		}
		if shown++; shown == 1 {
			w.printf("| severity | rule | where | what |\n|---|---|---|---|\n")
		}
		w.printf("| %s | %s | %s | **%s.** %s |\n", f.Severity, f.Rule, markdownPlace(f), markdown(f.Message), markdown(f.Detail))
	}
	if shown == 0 {
		w.printf("Nothing to report.\n")
	}
	w.printf("\n%s, %d undecided, %d suppressed.\n", plural(s.Evaluated, "check"), s.Undecided, s.Suppressed)
	var reasons kinds
	for i := range c.Undecided {
		if c.Undecided[i].Suppressed == nil {
			reasons.add(c.Undecided[i].Reason, c.Undecided[i].Address, c.Undecided[i].Rule)
		}
	}
	if all := reasons.sorted(); len(all) > 0 {
		w.printf("\nUndecided, because\n\n")
		for i := range all {
			w.printf("- %s [%s]\n", markdown(all[i].line()), strings.Join(slices.Sorted(slices.Values(all[i].with)), ", "))
		}
	}
	if len(c.Notices) > 0 {
		w.printf("\nNotes\n\n")
		for i := range c.Notices {
			n := &c.Notices[i]
			where := ""
			if n.Range != nil {
				where = code(place(n.Range, "")) + ": "
			}
			w.printf("- %s%s%s\n", where, markdown(n.Message), markdown(n.about()))
		}
	}
	return w.flush()
}

func markdownPlace(f *Finding) string {
	where := code(f.Address)
	if f.Path != "" {
		where += " " + code(f.Path)
	}
	if f.Range != nil {
		where = code(place(f.Range, "")) + " " + where
	}
	return where
}
