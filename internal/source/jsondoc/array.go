// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// A short array is read in one goroutine: up to this many bytes.
	alone = 1 << 20
	// In a longer one elements are handed over by about this many bytes.
	batchSize = 256 << 10
)

// Array reads an array and calls f with every element, in order; null stands
// for an empty one. In a long array f runs in a goroutine of its own, while the
// next elements are being read; Array returns when it is done.
func (d *Document) Array(f func(Raw) error) error {
	if ok, err := d.enter('['); !ok {
		return err
	}
	start := d.dec.InputOffset()
	for d.dec.PeekKind() != ']' {
		if d.dec.InputOffset()-start > alone {
			if err := d.arrayAhead(f); err != nil {
				return err
			}
			break
		}
		raw, err := d.Raw()
		if err != nil {
			return err
		}
		if err := f(raw); err != nil {
			return err
		}
	}
	_, err := d.dec.ReadToken()
	return d.wrap(err)
}

// batch holds elements for the other goroutine.
type batch struct {
	text     []byte
	elements []element
}

type element struct {
	end    int // in text; it begins where the one before ends
	offset int64
}

// arrayAhead reads the rest of an array, up to its closing bracket. The first
// error in the order of the document counts, so what has been read before a
// syntax error is looked at first.
func (d *Document) arrayAhead(f func(Raw) error) error {
	_, index := d.dec.StackIndex(d.dec.StackDepth())
	d.ahead = &ahead{pointer: d.prefix + string(d.dec.StackPointer().Parent()), index: index}
	full, empty, failed := make(chan *batch), make(chan *batch, 3), make(chan error, 1)
	for range cap(empty) {
		empty <- &batch{text: make([]byte, 0, batchSize+batchSize/4)}
	}
	go d.ahead.work(full, empty, failed, f)

	err := d.fill(full, empty)
	close(full)
	if first := <-failed; first != nil {
		err = first
	}
	d.ahead = nil
	return err
}

// fill reads elements until the closing bracket and sends them in batches.
func (d *Document) fill(full chan<- *batch, empty <-chan *batch) error {
	b := <-empty
	for {
		kind := d.dec.PeekKind()
		if kind == ']' || len(b.text) >= batchSize {
			full <- b
			if kind == ']' {
				return nil
			}
			b = <-empty
		}
		value, err := d.read()
		if err != nil || kind == jsontext.KindInvalid {
			full <- b
			return err
		}
		b.text = append(b.text, value...)
		b.elements = append(b.elements, element{len(b.text), d.dec.InputOffset() - int64(len(value))})
	}
}

// ahead is the side of an array that looks at the elements.
type ahead struct {
	pointer string // of the array
	index   int64  // of the element that is being looked at
	tape    tape
}

// work calls f with the elements of the batches until one fails, and then only
// takes the batches.
func (a *ahead) work(full <-chan *batch, empty chan<- *batch, failed chan<- error, f func(Raw) error) {
	var failure error
	for b := range full {
		begin := 0
		for _, e := range b.elements {
			if failure != nil {
				break
			}
			failure = f(a.tape.reset(b.text[begin:e.end], e.offset))
			begin = e.end
			a.index++
		}
		b.text, b.elements = b.text[:0], b.elements[:0]
		empty <- b
	}
	failed <- failure
}

func (a *ahead) errorPointer() string { return a.pointer + "/" + strconv.FormatInt(a.index, 10) }
