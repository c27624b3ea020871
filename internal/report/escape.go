// SPDX-License-Identifier: MPL-2.0

package report

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Printable returns a text as one line that is safe on a terminal: what does
// not show (controls, escape sequences, bidirectional and zero-width marks,
// invalid UTF-8) stands there as an escape, "\x1b" or "\u202e".
func Printable(s string) string {
	clean := true
	for _, r := range s {
		if !shows(r) {
			clean = false
			break
		}
	}
	if clean && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i, size := 0, 0; i < len(s); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\x`)
			b.WriteByte(hexDigits[s[i]>>4])
			b.WriteByte(hexDigits[s[i]&15])
		case shows(r):
			b.WriteRune(r)
		default:
			q := strconv.QuoteRuneToASCII(r)
			b.WriteString(q[1 : len(q)-1])
		}
	}
	return b.String()
}

func shows(r rune) bool { return strconv.IsPrint(r) }

// markdown returns a text as one line of Markdown that shows as it is.
func markdown(s string) string {
	var b strings.Builder
	for _, r := range Printable(s) {
		switch r {
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '&':
			b.WriteString("&amp;")
		case '\\', '`', '*', '_', '{', '}', '[', ']', '#', '|', '~', '!', '@':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// code returns a text as a Markdown code span, also inside a table.
func code(s string) string {
	s = Printable(s)
	ticks := "`"
	for strings.Contains(s, ticks) {
		ticks += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return ticks + strings.ReplaceAll(s, "|", `\|`) + ticks
}
