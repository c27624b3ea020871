// SPDX-License-Identifier: MPL-2.0

// Package client is the local engine as the provider sees it: what one run of
// Terraform plans, what the catalogue holds, and what follows from both.
//
// One client stands behind one configured provider. It keeps a registry of the
// objects that are planned in this run, so that an object is checked together
// with those that were planned before it, and it opens the catalogue when it
// is first needed: a plan never makes or changes one. The checks are the rules
// of package validate, run over the neighbourhood of an object; predictions
// are those of package predict and package health.
//
// The package knows nothing of the plugin framework: objects come in and go
// out as values of which parts may be unknown, and problems as values, too.
package client
