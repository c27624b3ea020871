// SPDX-License-Identifier: MPL-2.0

// Package planfile reads a saved plan file (`terraform plan -out`, `tofu plan
// -out`) into a graph, with neither terraform nor a provider at hand, and
// gives access to the configuration that the file carries.
//
// The file is a zip archive: tfplan (Protocol Buffers, planned values as
// MessagePack), tfstate (the prior state), tfconfig (the source of every
// module). Its format is not promised between versions of Terraform, so the
// version field is checked first and anything unknown is refused with
// [ErrFormat], for the caller to fall back to `terraform show -json`.
//
// The package evaluates nothing: package hclconfig does, from
// [Plan.Configuration].
package planfile
