// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"bufio"
	"io"
)

// Mark is a place in a document, before a value.
type Mark struct {
	offset  int64
	pointer string
}

// Mark returns where the document has been read to.
func (d *Document) Mark() Mark {
	return Mark{d.base + d.dec.InputOffset(), d.prefix + string(d.dec.StackPointer())}
}

// CanRevisit reports whether [Document.Revisit] is possible.
func (d *Document) CanRevisit() bool { return d.input != nil }

// Revisit returns a document that stands before a marked value, for reading
// that value a second time. Where the document itself was not at its end, it
// can be read no further.
func (d *Document) Revisit(m Mark) (*Document, error) {
	if _, err := d.input.Seek(d.start+m.offset, io.SeekStart); err != nil {
		return nil, d.wrap(err)
	}
	text := bufio.NewReaderSize(d.input, bufferSize)
	again := &Document{Path: d.Path, Kind: d.Kind, base: m.offset, prefix: m.pointer}
	for {
		c, err := text.ReadByte()
		if err != nil {
			return nil, d.wrap(err)
		}
		if c != ':' && c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			break
		}
		again.base++
	}
	if err := text.UnreadByte(); err != nil {
		return nil, d.wrap(err)
	}
	again.dec = newDecoder(text)
	return again, nil
}
