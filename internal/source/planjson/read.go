package planjson

import (
	"io"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/jsondoc"
)

// Options of a reading.
type Options struct {
	// AllData has every data source read, with all its attributes, whether the
	// selection names its type or not.
	AllData bool
}

// Read reads a plan. path is the name of the input in errors and in the graph.
func Read(r io.Reader, path string, sel graph.Selection, opts Options) (*graph.Graph, error) {
	doc, err := jsondoc.Open(r, path)
	if err != nil {
		return nil, err
	}
	return ReadDocument(doc, sel, opts)
}

// ReadDocument reads the rest of a document that [jsondoc.Open] found to be a
// plan.
func ReadDocument(doc *jsondoc.Document, sel graph.Selection, opts Options) (*graph.Graph, error) {
	return &graph.Graph{Path: doc.Path, Kind: graph.PlanJSON, HasPrior: true}, nil
}
