// SPDX-License-Identifier: MPL-2.0

// Package routing says where one new connection to an internal passthrough
// Network Load Balancer goes: which endpoints are eligible, whether zonal
// affinity narrows or replaces that set for the client, and which row of the
// decision table in docs/decisions says so.
//
// It works on counts of healthy and configured endpoints by zone and pool.
// [Compile] turns a backend service and its layout into a [Config];
// [Config.State] adds who is healthy; [State.Decide] answers for one client
// with arithmetic on integers. Whatever a client's answer does not depend on
// may stay unknown: a [Decision] names the inputs that it misses.
//
// The package does not choose scenarios, does not read files, and does not
// judge configurations. A configuration that Google refuses is simulated as
// written: a ratio above 1 is never reached, a negative ratio acts like 0, a
// misspelt spillover is off, a failover policy without failover backends
// chooses among the primaries, and a set without any endpoint drops.
package routing
