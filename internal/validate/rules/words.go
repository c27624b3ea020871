// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"strconv"
	"strings"
)

// count returns a number with its noun, in the plural where it has to be.
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// mostNamed is how many of the same a finding names, before it counts the
// rest.
const mostNamed = 5

// enumerate joins names as a sentence does, and cuts a long list short.
func enumerate(names []string) string {
	switch n := len(names); {
	case n == 0:
		return ""
	case n == 1:
		return names[0]
	case n > mostNamed:
		return strings.Join(names[:mostNamed], ", ") + " and " + strconv.Itoa(n-mostNamed) + " more"
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// isOrAre begins a sentence about a number of things: "1 backend is", "2
// backends are".
func isOrAre(n int, noun string) string {
	if n == 1 {
		return count(n, noun) + " is"
	}
	return count(n, noun) + " are"
}
