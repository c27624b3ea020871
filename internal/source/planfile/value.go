// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
	"google.golang.org/protobuf/encoding/protowire"

	"terraform-provider-spillway/internal/source/graph"
)

// maxDepth bounds the nesting of a value; the deepest real attribute has a
// dozen levels.
const maxDepth = 500

var errDepth = errors.New("values are nested too deeply")

// object reads a planned object, of which only the selected attributes are
// decoded. An absent side is null.
func (d *decoder) object(dynamic []byte, address string, sel selection) (graph.Value, error) {
	if dynamic == nil {
		return graph.NullValue(), nil
	}
	m, err := d.messagePack(dynamic)
	if err != nil {
		return graph.Value{}, err
	}
	v, err := d.reader(m).selected(sel)
	if err != nil {
		return graph.Value{}, d.errorf("%s: the planned values cannot be read: %w", address, err)
	}
	return v, nil
}

// dynamic reads a value of any type, as variables have it: a pair of the type
// and the value itself.
func (d *decoder) dynamic(message []byte, what string) (graph.Value, error) {
	m, err := d.messagePack(message)
	if err != nil {
		return graph.Value{}, err
	}
	r := d.reader(m)
	n, err := r.dec.DecodeArrayLen()
	if err == nil && n == 2 {
		if err = r.skip(0); err == nil {
			var v graph.Value
			if v, err = r.value(0); err == nil {
				return v, nil
			}
		}
	}
	return graph.Value{}, d.errorf("%s cannot be read", what)
}

// messagePack takes the encoded bytes out of a DynamicValue.
func (d *decoder) messagePack(message []byte) (m []byte, err error) {
	err = d.fields(message, func(number protowire.Number, b []byte) error {
		if number == 1 {
			m = b
		}
		return nil
	})
	if err == nil && m == nil {
		err = d.errorf("a value without content")
	}
	return m, err
}

// valueReader reads values of cty in MessagePack: an object or map is a map,
// a list, set or tuple an array, a number an integer, a float or a decimal
// string (which cannot be told from a string and need not), an unknown value
// an extension.
type valueReader struct {
	d       *decoder
	dec     *msgpack.Decoder
	all     []byte // what src reads
	src     bytes.Reader
	names   []string // of the objects that are being read, the inner ones last
	scratch [64]byte
}

// reader returns the reader of values, set to an encoded one.
func (d *decoder) reader(m []byte) *valueReader {
	r := &d.values
	r.all = m
	r.src.Reset(m)
	if r.d = d; r.dec == nil {
		r.dec = msgpack.NewDecoder(&r.src)
	} else {
		r.dec.Reset(&r.src)
	}
	r.names = r.names[:0]
	return r
}

func (r *valueReader) selected(sel selection) (graph.Value, error) {
	code, err := r.dec.PeekCode()
	if err != nil || !isMap(code) {
		if err != nil {
			return graph.Value{}, err
		}
		return r.value(0)
	}
	return r.object(sel, 0)
}

func isMap(code byte) bool {
	return msgpcode.IsFixedMap(code) || code == msgpcode.Map16 || code == msgpcode.Map32
}

func isArray(code byte) bool {
	return msgpcode.IsFixedArray(code) || code == msgpcode.Array16 || code == msgpcode.Array32
}

func (r *valueReader) object(sel selection, depth int) (graph.Value, error) {
	n, err := r.dec.DecodeMapLen()
	if err != nil {
		return graph.Value{}, err
	}
	// The length is only claimed: room grows with what is really there.
	size := min(max(n, 0), 64)
	if !sel.all {
		size = min(size, len(sel.attributes))
	}
	first, values := len(r.names), make([]graph.Value, 0, size)
	for range n {
		text, err := r.text()
		if err != nil {
			return graph.Value{}, err
		}
		if !sel.has(text) {
			if err := r.skip(depth + 1); err != nil {
				return graph.Value{}, err
			}
			continue
		}
		name := r.d.wordOf(text)
		v, err := r.value(depth + 1)
		if err != nil {
			return graph.Value{}, err
		}
		r.names, values = append(r.names, name), append(values, v)
	}
	names := r.d.shape(r.names[first:])
	r.names = r.names[:first]
	return graph.ObjectValue(names, values), nil
}

func (r *valueReader) value(depth int) (graph.Value, error) {
	if depth > maxDepth {
		return graph.Value{}, errDepth
	}
	code, err := r.dec.PeekCode()
	switch {
	case err != nil:
		return graph.Value{}, err
	case code == msgpcode.Nil:
		return graph.NullValue(), r.dec.DecodeNil()
	case code == msgpcode.True || code == msgpcode.False:
		b, err := r.dec.DecodeBool()
		return graph.BoolValue(b), err
	case msgpcode.IsString(code) || msgpcode.IsBin(code):
		text, err := r.text()
		return graph.StringValue(r.d.short(text)), err
	case isMap(code):
		return r.object(selection{all: true}, depth)
	case isArray(code):
		return r.list(depth)
	case msgpcode.IsExt(code):
		return r.unknown()
	}
	return r.number(code)
}

// text returns the bytes of a string, in place.
func (r *valueReader) text() ([]byte, error) {
	n, err := r.dec.DecodeBytesLen()
	if err != nil || n <= 0 {
		return nil, err
	}
	left := r.src.Len()
	if n > left {
		return nil, io.ErrUnexpectedEOF
	}
	if _, err := r.src.Seek(int64(n), io.SeekCurrent); err != nil {
		return nil, err
	}
	at := len(r.all) - left
	return r.all[at : at+n], nil
}

func (r *valueReader) list(depth int) (graph.Value, error) {
	n, err := r.dec.DecodeArrayLen()
	if err != nil {
		return graph.Value{}, err
	}
	elements := make([]graph.Value, 0, min(max(n, 0), 64))
	for range n {
		v, err := r.value(depth + 1)
		if err != nil {
			return graph.Value{}, err
		}
		elements = append(elements, v)
	}
	return graph.ListValue(elements), nil
}

// skip passes over a value. The library's own way recurses as deep as the
// input asks.
func (r *valueReader) skip(depth int) error {
	if depth > maxDepth {
		return errDepth
	}
	code, err := r.dec.PeekCode()
	if err != nil {
		return err
	}
	n := 0
	switch {
	case isMap(code):
		n, err = r.dec.DecodeMapLen()
		n *= 2
	case isArray(code):
		n, err = r.dec.DecodeArrayLen()
	default:
		return r.dec.Skip()
	}
	for ; n > 0 && err == nil; n-- {
		err = r.skip(depth + 1)
	}
	return err
}

// unknown reads an extension: an unknown value, with refinements or without.
func (r *valueReader) unknown() (graph.Value, error) {
	_, n, err := r.dec.DecodeExtHeader()
	if err != nil {
		return graph.Value{}, err
	}
	for n > 0 {
		part := r.scratch[:min(n, len(r.scratch))]
		if err := r.dec.ReadFull(part); err != nil {
			return graph.Value{}, err
		}
		n -= len(part)
	}
	return graph.UnknownValue(), nil
}

func (r *valueReader) number(code byte) (graph.Value, error) {
	switch code {
	case msgpcode.Float, msgpcode.Double:
		f, err := r.dec.DecodeFloat64()
		if err != nil {
			return graph.Value{}, err
		}
		return graph.NumberValue(strconv.FormatFloat(f, 'g', -1, 64)), nil
	case msgpcode.Uint8, msgpcode.Uint16, msgpcode.Uint32, msgpcode.Uint64:
		u, err := r.dec.DecodeUint64()
		return graph.NumberValue(strconv.FormatUint(u, 10)), err
	}
	i, err := r.dec.DecodeInt64()
	return graph.NumberValue(strconv.FormatInt(i, 10)), err
}

// shapeKey tells most lists of names from each other.
type shapeKey struct {
	first, last string
	length      int
}

// shape returns a list with the names, which objects of the same type share.
func (d *decoder) shape(names []string) []string {
	if len(names) == 0 {
		return nil
	}
	key := shapeKey{names[0], names[len(names)-1], len(names)}
	if known := d.shapes[key]; slices.Equal(known, names) {
		return known
	}
	own := slices.Clone(names)
	for i := 1; i < len(own); i++ {
		if own[i-1] >= own[i] {
			return own // the object will sort it
		}
	}
	d.shapes[key] = own
	return own
}

// short returns one copy of the short strings, which stand often: zones,
// regions, modes.
func (d *decoder) short(text []byte) string {
	if len(text) > 40 {
		return string(text)
	}
	return d.wordOf(text)
}
