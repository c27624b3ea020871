// SPDX-License-Identifier: MPL-2.0

package scenario

import (
	"errors"
	"strings"
)

// errUnbalanced says that a spec ends within brackets or quotes.
var errUnbalanced = errors.New("a bracket or a quote is not closed")

// scan calls visit with the index of every byte outside brackets and quotes.
// Within quotes a backslash escapes the next byte.
func scan(s string, visit func(i int)) error {
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[':
			depth++
		case c == ']' && depth == 0:
			return errors.New("a bracket is closed that was not opened")
		case c == ']':
			depth--
		case depth == 0:
			visit(i)
		}
	}
	if quoted || depth > 0 {
		return errUnbalanced
	}
	return nil
}

// splitTerms splits a spec at each plus sign outside brackets and quotes.
func splitTerms(spec string) ([]string, error) {
	var out []string
	start := 0
	err := scan(spec, func(i int) {
		if spec[i] == '+' {
			out = append(out, strings.TrimSpace(spec[start:i]))
			start = i + 1
		}
	})
	return append(out, strings.TrimSpace(spec[start:])), err
}

// cutLast splits at the last sep outside brackets and quotes.
func cutLast(s string, sep byte) (before, after string, found bool) {
	at := -1
	if err := scan(s, func(i int) {
		if s[i] == sep {
			at = i
		}
	}); err != nil || at < 0 {
		return s, "", false
	}
	return s[:at], s[at+1:], true
}
