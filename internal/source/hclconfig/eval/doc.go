// SPDX-License-Identifier: MPL-2.0

// Package eval evaluates the declarations of Terraform modules: variables,
// locals, outputs, the instances of modules and resources, and of these every
// attribute on its own, each once, when something asks for it.
//
// What only an apply can tell is an unknown value, and so is what an error
// leaves open: errors become diagnostics with their place and evaluation goes
// on. The package reads files only through the functions that it is given.
package eval
