// SPDX-License-Identifier: MPL-2.0

// Package topology holds the nouns of the model: load balancers, the groups
// behind them, the rules in front of them, the resources of composite health,
// and how they refer to each other.
//
// Everything else computes from these values. The package knows nothing of
// Terraform, files or formats, does no I/O, and decides nothing: what follows
// from a topology is the business of the packages sizing, scenario, routing
// and health, and whether it is right is the business of validate.
//
// Three answers run through all of it. A value is unknown, null (the author
// left it out, so Google's default holds) or known; the zero value of [Known]
// is unknown, so that a field that an adapter forgot can never look like a
// statement about the configuration.
package topology
