package report

import (
	"strings"

	"github.com/rivo/uniseg"
)

// width returns the number of terminal columns of a printable text.
func width(s string) int {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return uniseg.StringWidth(s)
		}
	}
	return len(s)
}

// pad appends spaces up to a width.
func pad(s string, to int) string {
	if n := to - width(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

// wrap breaks a printable text at spaces into lines of at most columns; a word
// that is longer stands on a line of its own, unbroken, so that an address can
// be copied.
func wrap(s string, columns int) []string {
	var lines []string
	line, used := "", 0
	for word := range strings.FieldsSeq(s) {
		w := width(word)
		if used > 0 && used+1+w > columns {
			lines, line, used = append(lines, line), "", 0
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+w
	}
	if used > 0 {
		lines = append(lines, line)
	}
	return lines
}

// clip shortens a printable text to a number of columns.
func clip(s string, columns int) string {
	if width(s) <= columns {
		return s
	}
	var b strings.Builder
	used := 0
	for g := uniseg.NewGraphemes(s); g.Next(); {
		if used+g.Width() > columns-1 {
			break
		}
		used += g.Width()
		b.WriteString(g.Str())
	}
	return b.String() + "…"
}

// plural returns "1 error", "2 errors".
func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return itoa(n) + " " + one + "s"
}
