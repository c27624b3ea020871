// SPDX-License-Identifier: MPL-2.0

// Package rulesdoc prints rules for people: the page of a rule in Markdown and
// for a terminal, and the tables of the catalogue. Everything comes from the
// rule values; the package adds no fact of its own and writes no file.
package rulesdoc

//go:generate go run terraform-provider-spillway/internal/tools/generate -root ../../../..
