// SPDX-License-Identifier: MPL-2.0

// Package statejson reads states into a graph: the JSON form of a state
// (`terraform show -json`, format versions 0.1, 0.2 and 1.x) and the raw state
// file, version 4.
//
// A state holds what exists, so every value in it is known, After of an
// instance is the object itself, and Before is null. It streams like planjson.
package statejson
