package report

import (
	"io"
	"strings"

	"terraform-provider-spillway/internal/validate"
)

// WriteGitHub writes the findings as workflow commands, which GitHub shows as
// annotations on the lines of a pull request: one line each.
func (c *Check) WriteGitHub(out io.Writer, minimum validate.Severity) error {
	w := newPage(out)
	for i := range c.Findings {
		f := &c.Findings[i]
		if f.Suppressed != nil || f.Level < minimum {
			continue
		}
		w.line("::" + githubLevel(f.Level) + " " + githubProperties(f) + "::" + githubData(c.githubMessage(f)))
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

func githubProperties(f *Finding) string {
	var parts []string
	add := func(name, value string) { parts = append(parts, name+"="+githubProperty(value)) }
	if r := f.Range; r != nil {
		add("file", r.Filename)
		add("line", itoa(r.Start.Line))
		add("endLine", itoa(r.End.Line))
		add("col", itoa(r.Start.Column))
		if r.Start.Line == r.End.Line {
			add("endColumn", itoa(r.End.Column))
		}
	}
	add("title", f.Message+" ("+f.Rule+")")
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
