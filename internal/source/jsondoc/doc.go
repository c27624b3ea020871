// SPDX-License-Identifier: MPL-2.0

// Package jsondoc opens a JSON document of Terraform or OpenTofu, tells by the
// keys at its top what it is, and hands it on as a stream: a plan or a state
// as `terraform show -json` writes them, or a raw state file.
//
// The readers planjson and statejson take it from there, with what both need:
// values that are not decoded yet ([Raw]), decoded ones ([Values]), and the
// part of a resource's entry that plans and states have in common ([Entry]).
// The package knows no other structure and no provider, and it never holds a
// whole document in memory.
package jsondoc
