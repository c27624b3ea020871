// SPDX-License-Identifier: MPL-2.0

// Package spillway turns the objects of the project's own provider into a
// topology, as package google does for google's.
//
// It is the one place that says what an attribute of a spillway resource means
// to the engine: the provider asks it at plan and at apply, and what reads
// spillway resources from a plan asks it as well. It takes values of which
// parts may be unknown, and never guesses; it does no I/O and decides nothing.
package spillway
