// SPDX-License-Identifier: MPL-2.0

package rulesdoc

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"terraform-provider-spillway/internal/validate"
)

// Text returns the page of a rule for a terminal of a number of columns:
// without markup, wrapped, the examples indented. Examples keep their lines.
func Text(r *validate.Rule, columns int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", r.ID, r.Name)
	paragraph(&b, "", sentence(r.Title), columns)
	b.WriteString("\n")
	for _, row := range properties(r, func(id string) string { return id }) {
		hanging(&b, fmt.Sprintf("%-14s", row.name), plain(row.value), columns)
	}
	textSection(&b, "Why", r.Rationale, columns)
	textSection(&b, "What to do", r.Fix, columns)
	textExamples(&b, r, columns)
	if len(r.Options) > 0 {
		b.WriteString("\nOptions\n\n")
		for _, o := range r.Options {
			hanging(&b, "  "+o.Name+"  ", plain(o.Doc)+" (default "+o.Default.String()+")", columns)
		}
		b.WriteString("\n" + indent(optionBlock(r)))
	}
	exampleSection(&b, "Silence a finding", "# spillway:ignore "+r.ID+" the reason why it is fine here\n")
	paragraph(&b, "  ", "on the line above the block or the argument, or at the argument's end.", columns)
	textSection(&b, "Source", sentence(r.Source), columns)
	return b.String()
}

func textSection(b *strings.Builder, title, text string, columns int) {
	b.WriteString("\n" + title + "\n\n")
	for i, p := range strings.Split(text, "\n\n") {
		if i > 0 {
			b.WriteString("\n")
		}
		paragraph(b, "  ", p, columns)
	}
}

func exampleSection(b *strings.Builder, title, hcl string) {
	b.WriteString("\n" + title + "\n\n" + indent(hcl))
}

// plain takes the code marks out of Markdown; a terminal shows the words
// alone.
func plain(markdown string) string { return strings.ReplaceAll(markdown, "`", "") }

func paragraph(b *strings.Builder, prefix, text string, columns int) {
	for _, line := range wrap(plain(text), columns-len(prefix)) {
		b.WriteString(prefix + line + "\n")
	}
}

// hanging writes a text behind a label, and its further lines below its own
// beginning.
func hanging(b *strings.Builder, label, text string, columns int) {
	margin := strings.Repeat(" ", len(label))
	for i, line := range wrap(text, columns-len(label)) {
		if i == 0 {
			b.WriteString(label + line + "\n")
		} else {
			b.WriteString(margin + line + "\n")
		}
	}
}

// indent indents every line of an example that is not empty.
func indent(hcl string) string {
	var b strings.Builder
	for line := range strings.Lines(hcl) {
		if strings.TrimSpace(line) != "" {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// wrap breaks a text at spaces; a word longer than a line stands alone.
func wrap(text string, columns int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > columns:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
