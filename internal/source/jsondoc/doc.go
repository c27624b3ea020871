// Package jsondoc opens a JSON document of Terraform or OpenTofu, tells by the
// keys at its top what it is, and hands it on as a stream: a plan or a state
// as `terraform show -json` writes them, or a raw state file.
//
// The readers planjson and statejson take it from there. The package knows
// JSON and how Terraform's values stand in it, but neither the structure below
// the top level nor any provider, and it never holds a whole document in
// memory.
package jsondoc
