// SPDX-License-Identifier: MPL-2.0

// Package module reads the files of Terraform modules into declarations:
// variables, locals, outputs, resources, module calls and providers, with the
// expressions left as they stand. It merges override files, finds the modules
// that a root calls, and shares parsed modules between roots.
//
// It evaluates nothing, and it reads only through a [Source], which decides
// what is within reach.
package module
