// SPDX-License-Identifier: MPL-2.0

// Package predict puts the engine together: for every internal passthrough
// Network Load Balancer of a snapshot it lays out the endpoints, applies
// scenarios, and lets package routing decide where the connections of each
// client go. For composites and consumers it hands the same scenarios to
// package health.
//
// It decides nothing itself and prints nothing. Explanations and destinations
// are computed when a caller asks an [Outcome] for them.
package predict
