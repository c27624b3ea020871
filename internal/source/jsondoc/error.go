// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// Error is what is wrong with a document, and where.
type Error struct {
	Path string
	// Offset is the number of bytes before the place; of a document in UTF-16,
	// of its text as UTF-8. It is negative where the document as a whole is
	// meant.
	Offset int64
	// Pointer is the JSON pointer of the value, where it is known.
	Pointer string
	Text    string
}

func (e *Error) Error() string {
	switch {
	case e.Offset < 0:
		return fmt.Sprintf("%s: %s", e.Path, e.Text)
	case e.Pointer == "":
		return fmt.Sprintf("%s: at byte %d: %s", e.Path, e.Offset, e.Text)
	}
	return fmt.Sprintf("%s: at byte %d, %s: %s", e.Path, e.Offset, shorten(e.Pointer), e.Text)
}

// shorten keeps a pointer to a hostile place from filling the screen.
func shorten(s string) string {
	const limit = 200
	if len(s) <= limit {
		return fmt.Sprintf("%+q", s)
	}
	return fmt.Sprintf("%+q…", s[:limit])
}

// Errorf returns an error about the document as a whole.
func (d *Document) Errorf(format string, args ...any) error {
	return &Error{Path: d.Path, Offset: -1, Text: fmt.Sprintf(format, args...)}
}

// errorAt returns an error about the value that the decoder has read last.
func (d *Document) errorAt(offset int64, format string, args ...any) error {
	return &Error{Path: d.Path, Offset: d.base + offset, Pointer: d.prefix + string(d.dec.StackPointer()), Text: fmt.Sprintf(format, args...)}
}

// wrap brings an error of the decoder into one form.
func (d *Document) wrap(err error) error {
	if err == nil {
		return nil
	}
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return d.errorAt(d.dec.InputOffset(), "the document ends too early; it seems to be cut off")
	}
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return &Error{Path: d.Path, Offset: d.base + syntax.ByteOffset, Pointer: d.prefix + string(syntax.JSONPointer), Text: fmt.Sprintf("this is not JSON: %v", syntax.Err)}
	}
	return fmt.Errorf("%s: %w", d.Path, err)
}
