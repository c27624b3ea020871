// SPDX-License-Identifier: MPL-2.0

// Package report writes what the linter found, one small file for each
// format: text for people, JSON, SARIF, JUnit, annotations for GitHub, and
// Markdown.
//
// Its documents ([Check], [Predict] and their parts) have the field names of
// the JSON output. It computes no outcome, runs no rule and reads no file: it
// gets everything from its caller, the width of the terminal included. Texts
// that come from an input are escaped for the place where they are printed.
package report
