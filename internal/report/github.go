// SPDX-License-Identifier: MPL-2.0

package report

import (
	"io"
	"strings"

	"terraform-provider-spillway/internal/validate"
)

// WriteGitHub writes the findings as workflow commands, which GitHub shows as
// annotations on the lines of a pull request: one line each. A problem in a
// configuration is an error, too: what it hides was not looked at.
func (c *Check) WriteGitHub(out io.Writer, minimum validate.Severity, files Files) error {
	w := newPage(out)
	for i := range c.Findings {
		f := &c.Findings[i]
		if f.Suppressed != nil || f.Level < minimum {
			continue
		}
		w.line("::" + githubLevel(f.Level) + " " + githubProperties(f.Range, f.Message+" ("+f.Rule+")", files) + "::" + githubData(c.githubMessage(f)))
	}
	for i := range c.Notices {
		if n := &c.Notices[i]; n.Problem {
			w.line("::error " + githubProperties(n.Range, "Configuration that cannot be read", files) + "::" + githubData(Printable(n.Message)))
		}
	}
	return w.flush()
}

func githubLevel(s validate.Severity) string {
	switch s {
	case validate.Error:
		return "error"
	case validate.Warning:
		return "warning"
	}
	return "notice"
}

// githubProperties says where an annotation stands, for a file of the
// repository. GitHub takes columns only within one line.
func githubProperties(r *Range, title string, files Files) string {
	var parts []string
	add := func(name, value string) { parts = append(parts, name+"="+githubProperty(value)) }
	if r != nil {
		if file, ok := files.Path(r.Filename); ok {
			add("file", file)
			add("line", itoa(r.Start.Line))
			add("endLine", itoa(r.End.Line))
			if r.Start.Line == r.End.Line {
				start, end := files.Columns(r)
				add("col", itoa(start))
				add("endColumn", itoa(end))
			}
		}
	}
	add("title", title)
	return strings.Join(parts, ",")
}

func (c *Check) githubMessage(f *Finding) string {
	text := c.named(f.Address, f.Range)
	if f.Path != "" {
		text += ", " + f.Path
	}
	text = Printable(text) + ": " + Printable(f.Detail)
	for i := range f.Related {
		r := f.Related[i]
		r.Address = c.named(r.Address, r.Range)
		text += "\n" + place(r.Range, r.Address) + ": " + relatedText(&r)
	}
	return text
}

// githubData escapes the text of a workflow command.
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// githubProperty escapes the value of a property of a workflow command.
func githubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(Printable(s))
}
