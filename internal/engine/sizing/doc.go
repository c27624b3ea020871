// SPDX-License-Identifier: MPL-2.0

// Package sizing says how many endpoints a group has in each zone, and lays
// them out for a backend service: one slot for each group and zone, in the
// pool that the backend names.
//
// A number that the input does not give is unknown, unless the caller asks
// for an assumption; then the layout says what was assumed. The package does
// not look at health and does not route.
package sizing
