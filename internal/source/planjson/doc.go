// SPDX-License-Identifier: MPL-2.0

// Package planjson reads the JSON form of a plan (`terraform show -json FILE`,
// `tofu show -json FILE`, format versions 0.1, 0.2 and 1.x) into a graph:
// instances with their values before and after, and the configuration behind
// them.
//
// It knows the format of plans and no provider; it draws no conclusion about
// what a value means. It streams: of the document it decodes the selected
// resource types and attributes, and skips the rest.
package planjson
