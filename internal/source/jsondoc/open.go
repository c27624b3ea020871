// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"terraform-provider-spillway/internal/source/graph"
)

// Document is an open document, of which the reader of its kind reads the
// rest: section by section with [Document.Next], and each section with one of
// the other methods.
type Document struct {
	// Path is the input as the user named it.
	Path string
	// Kind is what the keys at the top make of the document: graph.PlanJSON,
	// graph.StateJSON or graph.StateFile.
	Kind graph.InputKind

	// What stands in the sections that Next does not stop at. All of it is
	// there once Next has reached the end.
	FormatVersion    string
	TerraformVersion string
	Variables        Raw // root variables of a plan: {name: {"value": …}}

	dec     *jsontext.Decoder
	tape    tape
	ahead   *ahead // while an array is being read ahead of what looks at it
	base    int64  // offset of the decoder's first byte in the input
	input   io.ReadSeeker
	start   int64 // where the input stood at Open
	seen    map[string]bool
	ended   bool   // the closing brace has been read
	decided string // the key that told the kind, not yet handed out by Next
	prefix  string // the JSON pointer of what the decoder reads
}

// Open reads r as far as it takes to tell the kind of the document. Where r
// can seek (a file), parts of it may be read a second time, otherwise (a pipe)
// a little more is kept in memory.
//
// The error of a document that is no plan and no state says what it is.
func Open(r io.Reader, path string) (*Document, error) {
	d := &Document{Path: path, seen: map[string]bool{}}
	if s, ok := r.(io.ReadSeeker); ok {
		if start, err := s.Seek(0, io.SeekCurrent); err == nil {
			d.input, d.start = s, start
		}
	}
	text, skipped, converted := plainText(r)
	if converted {
		d.input = nil // offsets in the text are none in the input
	}
	if err := d.checkStart(text); err != nil {
		return nil, err
	}
	d.base = skipped
	d.dec = newDecoder(text)
	if _, err := d.dec.ReadToken(); err != nil {
		return nil, d.wrap(err)
	}
	if err := d.decide(); err != nil {
		return nil, err
	}
	return d, nil
}

// newDecoder allows a name to stand twice in an object: what Terraform writes
// has none, and the check costs a third of the time. Where it matters the
// sections and the addresses are checked.
func newDecoder(r io.Reader) *jsontext.Decoder {
	return jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true))
}

// decide reads up to the first key that tells the kind.
func (d *Document) decide() error {
	for {
		name, ok, err := d.Next()
		if err != nil {
			return err
		}
		if !ok {
			return d.undecided()
		}
		if kind, ok := kinds[name]; ok {
			d.Kind, d.decided = kind, name
			return nil
		}
		if what, ok := others[name]; ok {
			return d.Errorf("%s", what)
		}
		if err := d.Skip(); err != nil {
			return err
		}
	}
}

// undecided judges a document that ended without a telling key.
func (d *Document) undecided() error {
	if d.FormatVersion != "" {
		for name := range d.seen {
			if !stateKeys[name] {
				return d.Errorf("this JSON is neither a plan nor a state of Terraform: it has a format_version, but neither planned_values nor resource_changes nor values")
			}
		}
		d.Kind = graph.StateJSON // of a state that holds nothing
		return nil
	}
	return d.Errorf("this JSON is neither a plan nor a state of Terraform: it has no format_version, and is no state file of version 4; make one with: terraform show -json FILE")
}

// kinds are the keys that only one kind of document has.
var kinds = map[string]graph.InputKind{
	"planned_values":      graph.PlanJSON,
	"resource_changes":    graph.PlanJSON,
	"resource_drift":      graph.PlanJSON,
	"output_changes":      graph.PlanJSON,
	"prior_state":         graph.PlanJSON,
	"configuration":       graph.PlanJSON,
	"relevant_attributes": graph.PlanJSON,
	"deferred_changes":    graph.PlanJSON,
	"applyable":           graph.PlanJSON,
	"complete":            graph.PlanJSON,
	"errored":             graph.PlanJSON,

	"values": graph.StateJSON,

	"lineage":   graph.StateFile,
	"serial":    graph.StateFile,
	"version":   graph.StateFile,
	"resources": graph.StateFile,
	"modules":   graph.StateFile, // of version 3 and older
}

// stateKeys are those that a state without resources may have.
var stateKeys = map[string]bool{"format_version": true, "terraform_version": true, "checks": true}

// others are the keys of documents that are often taken for a plan.
var others = map[string]string{
	"@level":             "this is the log that `terraform plan -json` prints, not the plan; save the plan with -out=FILE and use FILE, or what `terraform show -json FILE` prints",
	"provider_schemas":   "these are the schemas of providers (`terraform providers schema -json`), neither a plan nor a state",
	"valid":              "this is the result of `terraform validate -json`, neither a plan nor a state",
	"encrypted_data":     Encrypted,
	"encryption_version": Encrypted,
	"remote_plan_format": "this file only names a run of HCP Terraform, which keeps the plan; use what `terraform show -json FILE` prints",
}

// Encrypted says of a file that it is encrypted. An encrypted state may begin
// with keys of a plain one.
const Encrypted = "this file is encrypted by OpenTofu; use what `tofu show -json` prints"
