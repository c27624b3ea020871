// SPDX-License-Identifier: MPL-2.0

// Package provider is the provider block: its schema, and the client that its
// settings make. What the provider offers is in package resources.
package provider
