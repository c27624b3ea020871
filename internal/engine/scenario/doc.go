// SPDX-License-Identifier: MPL-2.0

// Package scenario says which endpoints are unhealthy: it reads scenario
// specs and the blocks of named scenarios, checks them against what an input
// holds, and applies them to the layout of a backend service.
//
// Endpoints that a scenario does not name are healthy. Endpoints of one group
// and zone fail in a fixed order, so that a scenario of several terms is their
// union: of two counts for the same endpoints the larger one holds.
//
// The package does not decide where connections go or what a composite's
// state is; states that a scenario sets by hand it only keeps, for package
// health.
package scenario
