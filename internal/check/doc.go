// SPDX-License-Identifier: MPL-2.0

// Package check is one run of the linter over inputs that are open: which
// configuration file and edition hold, what the rules find, where each finding
// stands in the source files, and what accepts it.
//
// The command line and the provider's data source are two doors to it: both
// open inputs with package source, and both get the same document. The package
// prints nothing, knows no flags, and decides nothing about load balancers.
package check
