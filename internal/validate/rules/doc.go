// SPDX-License-Identifier: MPL-2.0

// Package rules is the catalogue: every rule is one value in one file, named
// by its ID, and [All] lists them.
//
// A check answers through the [validate.Pass] only. It treats what is not
// known as not known: where the known parts already make the object right it
// answers OK, where they already make it wrong it answers Fail, and only in
// between Undecided. The package reads no input and prints nothing.
package rules
