// SPDX-License-Identifier: MPL-2.0

// Package source opens what a user names (a folder of configuration, a saved
// plan, the JSON of a plan or a state, a raw state file, standard input) and
// makes one topology of it.
//
// What an input is, its content tells, never its name. The package composes
// the readers and the adapters below it, joins what these make, and says in one
// line what is wrong with an input, where, and what to do; it draws no
// conclusion about load balancers.
package source
