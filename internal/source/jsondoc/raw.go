// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// Raw is one JSON value of which the decoder has checked that it is valid
// JSON, not yet decoded. The zero Raw is no value at all. It is valid until
// the document is read further.
type Raw struct {
	tape       *tape
	start, end int32
	container  int32 // the number of the first object or array at or after start
}

// Text returns the value as it stands in the document. It is only valid as
// long as r is.
func (r Raw) Text() []byte {
	if r.tape == nil {
		return nil
	}
	return r.tape.text[r.start:r.end]
}

func (r Raw) offset() int64 {
	if r.tape == nil {
		return 0
	}
	return r.tape.offset + int64(r.start)
}

// Is reports whether there is a value.
func (r Raw) Is() bool { return r.tape != nil }

// Kind returns the first byte of the value: '{', '[', '"', 't', 'f', 'n', or
// '0' for a number; 0 where there is no value.
func (r Raw) Kind() byte {
	if r.tape == nil {
		return 0
	}
	if c := r.tape.text[r.start]; c != '-' && (c < '0' || c > '9') {
		return c
	}
	return '0'
}

// IsNull reports whether there is no value or null.
func (r Raw) IsNull() bool { return r.tape == nil || r.tape.text[r.start] == 'n' }

// IsTrue reports whether the value is true.
func (r Raw) IsTrue() bool { return r.tape != nil && r.tape.text[r.start] == 't' }

// HoldsTrue reports whether a tree of marks marks anything: whether true is
// somewhere in it.
func (r Raw) HoldsTrue() bool {
	return bytes.Contains(r.Text(), []byte("true")) && r.marks()
}

func (r Raw) marks() bool {
	switch r.Kind() {
	case 't':
		return true
	case '{':
		for _, value := range r.Members {
			if value.marks() {
				return true
			}
		}
	case '[':
		for value := range r.Elements {
			if value.marks() {
				return true
			}
		}
	}
	return false
}

// Equal reports whether two values are the same text.
func (r Raw) Equal(o Raw) bool { return bytes.Equal(r.Text(), o.Text()) }

// Clone returns a copy that stays valid.
func (r Raw) Clone() Raw {
	if r.tape == nil {
		return r
	}
	return (&tape{}).reset(bytes.Clone(r.Text()), r.offset())
}

// Bytes returns the contents of a string, null for any other kind. They are
// only valid as long as r is.
func (r Raw) Bytes() []byte {
	if r.Kind() != '"' {
		return nil
	}
	return unquote(r.Text())
}

// String returns the contents of a string, and "" for any other kind.
func (r Raw) String() string { return string(r.Bytes()) }

// Number returns the digits of a number, and "" for any other kind.
func (r Raw) Number() string {
	if r.Kind() != '0' {
		return ""
	}
	return string(r.Text())
}

// unquote returns the contents of a valid JSON string.
func unquote(quoted []byte) []byte {
	inner := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return inner
	}
	// The error can only be invalid UTF-8, which the decoder has refused.
	plain, _ := jsontext.AppendUnquote(nil, quoted)
	return plain
}

// Members yields the members of an object in the order of the text, and
// nothing for any other kind. The name is only valid as long as r is.
func (r Raw) Members(yield func(name []byte, value Raw) bool) {
	if r.Kind() != '{' {
		return
	}
	for c := r.first(); c.text[c.pos] != '}'; c.pass(',') {
		name := c.next()
		c.pass(':')
		if !yield(unquote(name.Text()), c.next()) {
			return
		}
	}
}

// Elements yields the elements of an array, and nothing for any other kind.
func (r Raw) Elements(yield func(value Raw) bool) {
	for c := r.list(); c.more(); {
		if !yield(c.element()) {
			return
		}
	}
}

// Get returns a member of an object; of a name that stands twice the last one
// counts.
func (r Raw) Get(name string) (value Raw) {
	for n, v := range r.Members {
		if string(n) == name {
			value = v
		}
	}
	return value
}

// Marks returns an object that holds true under every name, as the trees of
// marks do that [Values.Object] takes.
func Marks(names []string) Raw {
	text := []byte{'{'}
	for i, name := range names {
		if i > 0 {
			text = append(text, ',')
		}
		text, _ = jsontext.AppendQuote(text, name) // bad UTF-8 is replaced
		text = append(text, ":true"...)
	}
	return (&tape{}).reset(append(text, '}'), 0)
}
