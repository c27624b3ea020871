// SPDX-License-Identifier: MPL-2.0

// Package health answers what composite health makes of a state of affairs:
// whether a health source, and with it the published service of a region,
// counts as healthy, and which region then serves the clients of a consumer.
//
// Everything is computed from a topology and from how many endpoints of each
// backend service are healthy in a scenario. The package does not decide which
// endpoints fail (package scenario does), routes no connection (package
// routing does), does no I/O and observes nothing. A state that the input does
// not decide stays undecided, with its causes. Where Google's documentation is
// silent, the answer that is taken is listed among the assumptions.
package health
