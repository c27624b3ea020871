// SPDX-License-Identifier: MPL-2.0

package main

import "strconv"

// tellOutput says on standard error where the document is, and what is in it,
// since nothing of it is to be seen.
func (r *run) tellOutput(path, what string) {
	if path != "" && !r.flags.quiet {
		r.complain("wrote " + path + ": " + what)
	}
}

// fallsShort reports whether less is decided than --strict or --min-decided
// asks for, and says so on standard error: no finding tells it. What says how
// much of what is decided.
func (r *run) fallsShort(decided, of int, what string) bool {
	switch {
	case r.flags.strict && decided < of:
		r.complain(what + ", and --strict asks for all")
	case !r.enough(decided, of):
		r.complain(what + ", and --min-decided asks for " + strconv.FormatFloat(r.flags.minDecided, 'f', -1, 64) + " %")
	default:
		return false
	}
	return true
}
