// SPDX-License-Identifier: MPL-2.0

// Package casestest holds tests of the whole way from an input to its
// findings: the readers, the adapter and the rules together, on real plans
// with what is right for each. It has no code but tests, since no room of the
// program may import all of these.
package casestest
