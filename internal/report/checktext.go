// SPDX-License-Identifier: MPL-2.0

package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"terraform-provider-spillway/internal/validate"
)

// CheckText says what the text of a check shows.
type CheckText struct {
	Terminal
	// Minimum is the least severity of the findings that are shown.
	Minimum validate.Severity
	// AllUndecided lists every undecided answer, not only the reasons.
	AllUndecided bool
	// Quiet leaves out everything but the findings.
	Quiet bool
}

// maxReasons is how many reasons of undecided answers are listed, unless all
// are asked for.
const maxReasons = 10

// WriteText writes the findings as a compiler would: the place, what is wrong,
// why, and what to do, then a summary.
func (c *Check) WriteText(out io.Writer, t CheckText) error {
	w := newPage(out)
	hidden := 0
	var rules []string
	for i := range c.Findings {
		f := &c.Findings[i]
		switch {
		case f.Suppressed != nil:
		case f.Level < t.Minimum:
			hidden++
		default:
			t.finding(w, f)
			rules = append(rules, f.Rule)
		}
	}
	if !t.Quiet {
		t.explain(w, rules)
		t.undecided(w, c.Undecided)
		t.notices(w, c.Notices)
		t.summary(w, c.Summary, hidden)
	}
	return w.flush()
}

func (t CheckText) finding(w *page, f *Finding) {
	w.printf("%s %s: %s\n", t.paint(bold, place(f.Range, f.Address)+":"),
		t.paint(severityShade(f.Level), f.Severity), t.paint(bold, Printable(f.Message)+" ["+f.Rule+"]"))
	switch {
	case f.Range != nil && f.Path != "":
		w.printf("  %s, %s\n", Printable(f.Address), Printable(f.Path))
	case f.Range != nil:
		w.printf("  %s\n", Printable(f.Address))
	case f.Path != "":
		w.printf("  %s\n", Printable(f.Path))
	}
	t.indented(w, "  ", Printable(f.Detail))
	for i := range f.Related {
		r := &f.Related[i]
		t.indented(w, "  related: ", place(r.Range, r.Address)+": "+relatedText(r))
	}
	w.line()
}

// maxExplained is how many rules the line about explanations names.
const maxExplained = 8

// explain says, once, how to read more about the rules of the findings.
func (t CheckText) explain(w *page, rules []string) {
	if len(rules) == 0 {
		return
	}
	slices.Sort(rules)
	rules = slices.Compact(rules)
	more := ""
	if len(rules) > maxExplained {
		more = fmt.Sprintf(" (and %d more)", len(rules)-maxExplained)
		rules = rules[:maxExplained]
	}
	for _, l := range wrap("Why, and what to do: spillway-lint explain "+strings.Join(rules, " ")+more, t.Width) {
		w.line(t.paint(dim, l))
	}
	w.line()
}

func relatedText(r *Related) string {
	if r.Range != nil && r.Address != "" {
		return Printable(r.Address + ", " + r.Message)
	}
	return Printable(r.Message)
}

// place returns where an object stands: in its file, or by its address.
func place(r *Range, address string) string {
	if r == nil {
		return Printable(address)
	}
	return Printable(r.Filename) + ":" + strconv.Itoa(r.Start.Line) + ":" + strconv.Itoa(r.Start.Column)
}

// mostProse is the width of sentences on a wide terminal: longer lines are hard
// to read. Tables take all there is.
const mostProse = 120

// indented writes a text over several lines. What follows the first line is
// indented as far as the first is by spaces.
func (t Terminal) indented(w *page, first, text string) {
	rest := first[:len(first)-len(strings.TrimLeft(first, " "))]
	if rest != first {
		rest += "  "
	}
	for i, line := range wrap(text, max(min(t.Width, mostProse)-width(first), 20)) {
		if i == 0 {
			w.printf("%s%s\n", first, line)
			continue
		}
		w.printf("%s%s\n", rest, line)
	}
}

// undecided lists why answers are missing, the most frequent reason first.
func (t CheckText) undecided(w *page, list []Undecided) {
	open, advised := 0, false
	var reasons kinds
	for i := range list {
		u := &list[i]
		if u.Suppressed != nil {
			continue
		}
		open++
		reasons.add(u.Reason, u.Address, u.Rule)
		_, gives := withoutAdvice(u.Reason)
		advised = advised || gives
	}
	if open == 0 {
		return
	}
	w.printf("%s, because\n", plural(open, "check")+" undecided")
	all := reasons.sorted()
	for i := range all {
		if i == maxReasons && !t.AllUndecided {
			w.printf("  and for %s; --strict lists all, and --format json\n", plural(len(all)-i, "further reason"))
			break
		}
		t.indented(w, "  - ", all[i].line()+" ["+strings.Join(slices.Sorted(slices.Values(all[i].with)), ", ")+"]")
	}
	if advised {
		t.indented(w, "  ", giveSource)
	}
	w.line()
}

func (t Terminal) notices(w *page, notices []Notice) {
	for i := range notices {
		n := &notices[i]
		text := Printable(n.Message)
		if n.Range != nil {
			text = place(n.Range, "") + ": " + text
		}
		t.indented(w, "note: ", text+n.about())
		if n.Snippet != "" && n.Range != nil {
			w.printf("  %s | %s\n", itoa(n.Range.Start.Line), Printable(n.Snippet))
		}
	}
	if len(notices) > 0 {
		w.line()
	}
}

// maxAbout is how many of the objects of a notice are named.
const maxAbout = 3

// about names the objects of a notice, in parentheses.
func (n *Notice) about() string {
	switch len(n.Addresses) {
	case 0:
		return ""
	case 1, 2, maxAbout:
		return " (" + Printable(strings.Join(n.Addresses, ", ")) + ")"
	}
	return " (" + Printable(n.Addresses[0]) + " and " + itoa(len(n.Addresses)-1) + " more)"
}

func (t CheckText) summary(w *page, s Summary, hidden int) {
	line := s.findings()
	if hidden > 0 {
		line += " (" + itoa(hidden) + " not shown: --min-severity info)"
	}
	shade := green
	switch {
	case s.Error > 0:
		shade = red
	case s.Warning > 0:
		shade = yellow
	}
	w.printf("%s. %s.\n", t.paint(shade, line), s.checks())
}

// String counts findings and checks in a line, without a final period.
func (s Summary) String() string { return s.findings() + "; " + s.checks() }

func (s Summary) findings() string {
	return plural(s.Error, "error") + ", " + plural(s.Warning, "warning") + ", " + itoa(s.Info) + " info"
}

func (s Summary) checks() string {
	return plural(s.Evaluated, "check") + ", " + itoa(s.Undecided) + " undecided, " + itoa(s.Suppressed) + " suppressed"
}

func itoa(n int) string { return strconv.Itoa(n) }
