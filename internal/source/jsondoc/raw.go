package jsondoc

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// Raw is the text of one JSON value, of which the decoder has checked that it
// is valid JSON, and where it stands. The zero Raw is no value at all. The
// bytes are valid until the document is read further.
type Raw struct {
	text   []byte
	offset int64 // of text, in the document
}

// Is reports whether there is a value.
func (r Raw) Is() bool { return len(r.text) > 0 }

// Kind returns the first byte of the value: '{', '[', '"', 't', 'f', 'n', or
// '0' for a number; 0 where there is no value.
func (r Raw) Kind() byte {
	if len(r.text) == 0 {
		return 0
	}
	if c := r.text[0]; c != '-' && (c < '0' || c > '9') {
		return c
	}
	return '0'
}

// IsNull reports whether there is no value or null.
func (r Raw) IsNull() bool { return len(r.text) == 0 || r.text[0] == 'n' }

// IsTrue reports whether the value is true.
func (r Raw) IsTrue() bool { return len(r.text) > 0 && r.text[0] == 't' }

// HoldsTrue reports whether a tree of marks can mark anything: whether the
// word true is in it. A name that holds the word only costs time.
func (r Raw) HoldsTrue() bool { return bytes.Contains(r.text, []byte("true")) }

// Equal reports whether two values are the same text.
func (r Raw) Equal(o Raw) bool { return bytes.Equal(r.text, o.text) }

// Clone returns a copy that stays valid.
func (r Raw) Clone() Raw { return Raw{bytes.Clone(r.text), r.offset} }

// Bytes returns the contents of a string, null for any other kind. They are
// only valid as long as r is.
func (r Raw) Bytes() []byte {
	if len(r.text) < 2 || r.text[0] != '"' {
		return nil
	}
	return unquote(r.text)
}

// String returns the contents of a string, and "" for any other kind.
func (r Raw) String() string { return string(r.Bytes()) }

// Number returns the digits of a number, and "" for any other kind.
func (r Raw) Number() string {
	if r.Kind() != '0' {
		return ""
	}
	return string(r.text)
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
	b := r.text
	for i := skipSpace(b, 1); b[i] != '}'; {
		end := skipString(b, i)
		name := unquote(b[i:end])
		i = skipSpace(b, end) + 1 // the colon
		i = skipSpace(b, i)
		end = skipValue(b, i)
		if !yield(name, Raw{b[i:end], r.offset + int64(i)}) {
			return
		}
		if i = skipSpace(b, end); b[i] == ',' {
			i = skipSpace(b, i+1)
		}
	}
}

// Elements yields the elements of an array, and nothing for any other kind.
func (r Raw) Elements(yield func(value Raw) bool) {
	for c := r.list(); ; {
		value := c.next()
		if !value.Is() || !yield(value) {
			return
		}
	}
}

// cursor walks the elements of an array.
type cursor struct {
	list Raw
	pos  int // of the next element, or of the bracket at the end
}

// list returns a cursor that is at its end for any other kind than an array.
func (r Raw) list() cursor {
	if r.Kind() != '[' {
		return cursor{}
	}
	return cursor{r, skipSpace(r.text, 1)}
}

// next returns the next element, and the zero Raw after the last.
func (c *cursor) next() Raw {
	b := c.list.text
	if len(b) == 0 || b[c.pos] == ']' {
		return Raw{}
	}
	start := c.pos
	end := skipValue(b, start)
	if c.pos = skipSpace(b, end); b[c.pos] == ',' {
		c.pos = skipSpace(b, c.pos+1)
	}
	return Raw{b[start:end], c.list.offset + int64(start)}
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
	return Raw{text: append(text, '}')}
}

// The functions below run over JSON that is known to be valid.

func skipSpace(b []byte, i int) int {
	for b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t' {
		i++
	}
	return i
}

// skipString returns the end of the string that begins at i.
func skipString(b []byte, i int) int {
	for i++; ; i++ {
		j := i + bytes.IndexByte(b[i:], '"')
		slashes := 0
		for b[j-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return j + 1
		}
		i = j
	}
}

// skipValue returns the end of the value that begins at i.
func skipValue(b []byte, i int) int {
	switch b[i] {
	case '"':
		return skipString(b, i)
	case '{', '[':
		return skipNested(b, i)
	}
	for i++; i < len(b); i++ {
		switch b[i] {
		case ',', ']', '}', ' ', '\n', '\r', '\t':
			return i
		}
	}
	return i
}

func skipNested(b []byte, i int) int {
	depth := 0
	for {
		switch b[i] {
		case '"':
			i = skipString(b, i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
}
