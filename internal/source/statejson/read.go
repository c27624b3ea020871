package statejson

import (
	"io"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/jsondoc"
)

// Read reads a state in either form. path is the name of the input in errors
// and in the graph.
func Read(r io.Reader, path string, sel graph.Selection) (*graph.Graph, error) {
	doc, err := jsondoc.Open(r, path)
	if err != nil {
		return nil, err
	}
	return ReadDocument(doc, sel)
}

// ReadDocument reads the rest of a document that [jsondoc.Open] found to be a
// state.
func ReadDocument(doc *jsondoc.Document, sel graph.Selection) (*graph.Graph, error) {
	return &graph.Graph{Path: doc.Path, Kind: doc.Kind}, nil
}
