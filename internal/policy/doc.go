// SPDX-License-Identifier: MPL-2.0

// Package policy reads the configuration file .spillway.hcl: settings, rule
// severities and options, suppressions, assumed sizes, traffic, named
// scenarios and policies.
//
// It finds the file, checks its form, and says with a position and the
// nearest valid name what is wrong. It runs no rule and computes no outcome;
// it has no clock either: who needs today's date passes it in.
package policy
