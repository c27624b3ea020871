// SPDX-License-Identifier: MPL-2.0

// Package graph is what every input becomes first: the resource instances of
// a Terraform configuration, plan or state, with their values, of which parts
// may be unknown, and with what the configuration says about those parts.
//
// The readers (planjson, planfile, statejson, hclconfig) make a [Graph]; the
// adapters (google, spillway) turn it into a topology. The package holds data
// only: it reads nothing, and it knows no provider.
package graph
