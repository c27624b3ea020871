// SPDX-License-Identifier: MPL-2.0

// Package resources holds what the provider offers: one file for each
// resource, data source and function.
//
// A resource is its schema and the name of its type. What all of them do
// (plan, create, read, update, delete, import) stands once, in object.go; what
// an attribute means to the engine, in package source/spillway; what follows
// from it, in package client. The package decides nothing about load
// balancers.
package resources
