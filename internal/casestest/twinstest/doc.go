// SPDX-License-Identifier: MPL-2.0

// Package twinstest holds tests that take one topology twice, as resources of
// google's provider and as those of the own one, and compare what the linter
// says of both: findings and outcomes. It has no code but tests.
//
// Google's side is a real plan among the cases of testdata. Ours is a
// configuration that says the same, with the same labels, and the plan that
// Terraform made of it; where the provider itself refuses to plan the topology,
// the configuration is the input.
package twinstest
