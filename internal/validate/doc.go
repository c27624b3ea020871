// SPDX-License-Identifier: MPL-2.0

// Package validate defines what a rule is and runs rules over a topology.
//
// A rule is a value: its texts, its severity and its check stand together, and
// the catalogue, the documentation pages, "explain", SARIF and the README's
// table are printed from it. A check answers for each object pass, fail or
// undecided; it sees nothing but the [Pass]. The rules themselves live in
// package rules, one file each.
//
// The package does not know where an input came from, where in a file an
// object stands, or how a finding is printed.
package validate
