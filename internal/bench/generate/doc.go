// SPDX-License-Identifier: MPL-2.0

// Package generate writes inputs of any size for benchmarks and tests: plan
// JSON in the form and attribute sets of the google provider's real plans. It
// makes nothing that a test takes as right: only size and shape matter.
package generate
