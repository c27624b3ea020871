// SPDX-License-Identifier: MPL-2.0

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

// wrap breaks a printable text at spaces into lines of at most columns; a word
// that is longer stands on a line of its own, unbroken, so that an address can
// be copied. A percent sign stays with its number.
func wrap(s string, columns int) []string {
	var lines []string
	line, used := "", 0
	for word := range strings.FieldsSeq(strings.ReplaceAll(s, " %", "\x00%")) {
		w := width(word)
		if used > 0 && used+1+w > columns {
			lines, line, used = append(lines, line), "", 0
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		line, used = line+strings.ReplaceAll(word, "\x00", " "), used+w
	}
	if used > 0 {
		lines = append(lines, line)
	}
	return lines
}

// plural returns "1 error", "2 errors".
func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return itoa(n) + " " + one + "s"
}
