// SPDX-License-Identifier: MPL-2.0

// Package hclconfig evaluates Terraform configuration: a folder with its
// modules, or the copy that a saved plan embeds, becomes a graph of resource
// instances; and what a plan leaves unknown is filled from its configuration.
//
// It evaluates the language with the values at hand and keeps unknown what
// only an apply can tell. Which object an unknown value names it tells all the
// same, where the configuration does: a second evaluation gives every identity
// that is not known a text of its own (see refer.go). It never runs terraform or a provider, never uses
// the network, and reads nothing outside the configuration's folder and the
// local modules that it calls. It knows resource schemas as data (package
// schema) and draws no conclusion about load balancers.
package hclconfig
