// SPDX-License-Identifier: MPL-2.0

package statejson

import (
	"io"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/jsondoc"
)

// Options of a reading.
type Options struct {
	// AllData has every data source read, with all its attributes, whether the
	// selection names its type or not.
	AllData bool
}

// Read reads a state in either form. path is the name of the input in errors
// and in the graph.
func Read(r io.Reader, path string, sel graph.Selection, opts Options) (*graph.Graph, error) {
	doc, err := jsondoc.Open(r, path)
	if err != nil {
		return nil, err
	}
	if doc.Kind == graph.PlanJSON {
		return nil, doc.Errorf("this is a plan, not a state")
	}
	return ReadDocument(doc, sel, opts)
}

// ReadDocument reads the rest of a document that [jsondoc.Open] found to be a
// state.
func ReadDocument(doc *jsondoc.Document, sel graph.Selection, opts Options) (*graph.Graph, error) {
	r := &reader{
		doc:    doc,
		values: doc.Values(),
		sel:    sel,
		opts:   opts,
		graph:  &graph.Graph{Path: doc.Path, Kind: doc.Kind},
		seen:   map[string]struct{}{},
	}
	section := r.jsonSection
	var raw rawState
	if doc.Kind == graph.StateFile {
		raw.reader = r
		section = raw.section
	}
	for {
		name, ok, err := doc.Next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		if err := section(name); err != nil {
			return nil, err
		}
	}
	if doc.Kind == graph.StateFile {
		if err := raw.finish(); err != nil {
			return nil, err
		}
	}
	r.graph.TerraformVersion = doc.TerraformVersion
	slices.SortFunc(r.graph.Instances, func(a, b *graph.Instance) int { return strings.Compare(a.Address, b.Address) })
	return r.graph, nil
}

type reader struct {
	doc    *jsondoc.Document
	values *jsondoc.Values
	sel    graph.Selection
	opts   Options
	graph  *graph.Graph
	seen   map[string]struct{}
}

func (r *reader) wants(resourceType []byte, data bool) bool {
	_, ok := r.sel[string(resourceType)]
	return ok || data && r.opts.AllData
}

// attributes returns those that are read of an instance; nil stands for all.
func (r *reader) attributes(inst *graph.Instance) graph.Attributes {
	if inst.Data && r.opts.AllData {
		return nil
	}
	return r.sel[inst.Type]
}

// add puts an instance into the graph, once.
func (r *reader) add(inst graph.Instance, at jsondoc.Raw) error {
	if _, twice := r.seen[inst.Address]; twice {
		return r.doc.RawErrorf(at, "the address %q stands twice", inst.Address)
	}
	r.seen[inst.Address] = struct{}{}
	r.graph.Instances = append(r.graph.Instances, &inst)
	return nil
}

// jsonSection reads a section of the JSON form.
func (r *reader) jsonSection(name string) error {
	if name != "values" {
		return r.doc.Skip()
	}
	return EachResource(r.doc, r.entry)
}

func (r *reader) entry(raw jsondoc.Raw) error {
	e, ok, err := r.doc.Entry(raw, r.wants)
	if err != nil || !ok {
		return err
	}
	body := BodyOf(e)
	if body.Deposed {
		return nil
	}
	inst, err := r.values.Instance(e, body.Provider)
	if err != nil {
		return err
	}
	if err := r.doc.CheckObject(body.Values); err != nil {
		return err
	}
	inst.After, err = r.values.Object(body.Values, jsondoc.Raw{}, body.Sensitive, r.attributes(&inst))
	if err != nil {
		return err
	}
	return r.add(inst, e.Address)
}

// Body is what an entry of a values representation holds beside its address.
type Body struct {
	Provider, Values, Sensitive jsondoc.Raw
	Deposed                     bool
}

// BodyOf splits an entry.
func BodyOf(e jsondoc.Entry) (b Body) {
	for name, value := range e.Raw.Members {
		switch string(name) {
		case "provider_name":
			b.Provider = value
		case "values":
			b.Values = value
		case "sensitive_values":
			b.Sensitive = value
		case "deposed_key":
			b.Deposed = len(value.Bytes()) > 0
		}
	}
	return b
}

// EachResource calls f with every resource instance of a values
// representation, which is how states, prior states and planned values stand
// in Terraform's JSON: modules nested in modules. The document has to stand
// before it.
func EachResource(doc *jsondoc.Document, f func(jsondoc.Raw) error) error {
	return doc.Object(func(name string) error {
		if name != "root_module" {
			return doc.Skip()
		}
		return eachOfModule(doc, f)
	})
}

func eachOfModule(doc *jsondoc.Document, f func(jsondoc.Raw) error) error {
	return doc.Object(func(name string) error {
		switch name {
		case "resources":
			return doc.Array(f)
		case "child_modules":
			return doc.EachOf(func() error { return eachOfModule(doc, f) })
		}
		return doc.Skip()
	})
}
