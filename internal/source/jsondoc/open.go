package jsondoc

import (
	"errors"
	"io"

	"terraform-provider-spillway/internal/source/graph"
)

// Document is an open document, of which the reader of its kind reads the rest.
type Document struct {
	// Path is the input as the user named it.
	Path string
	// Kind is what the keys at the top make of the document: graph.PlanJSON,
	// graph.StateJSON or graph.StateFile.
	Kind graph.InputKind
}

// Open reads r as far as it takes to tell the kind of the document. Where r is
// an io.Seeker (a file), parts of it may be read a second time, otherwise
// (a pipe) a little more is kept in memory.
//
// The error of a document that is no plan and no state says what it is.
func Open(r io.Reader, path string) (*Document, error) {
	return nil, errors.New("not written yet")
}
