// SPDX-License-Identifier: MPL-2.0

// Package schema holds what the evaluator has to know about resource types:
// attributes and blocks, defaults by provider version, and how the identity of
// an object that does not exist yet follows from its arguments.
//
// The facts are data. data/TYPE.json is made by the program in generate from
// two sources: the dump of `terraform providers schema -json` of google-beta,
// and facts.json, kept by hand, with what a dump does not hold: defaults,
// blocks that the provider fills in, identity templates (all read off the
// provider's source and off plans that it made), and the types for which no
// dump was at hand. To renew them:
//
//	terraform providers schema -json > schema.json
//	go run ./internal/source/hclconfig/schema/generate -schema schema.json
//
// The package reads nothing but these embedded files.
package schema
