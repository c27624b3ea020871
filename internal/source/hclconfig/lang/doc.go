// SPDX-License-Identifier: MPL-2.0

// Package lang holds the functions of Terraform's expression language.
//
// A function is here with the result that Terraform documents, or it gives a
// value that is known after apply: those that ask the clock, the machine or a
// random source, and those of providers. Where the standard library of cty has
// a function with Terraform's meaning, that one serves. Functions that read
// files do so through [Files], and nothing here touches the disk by itself.
package lang
