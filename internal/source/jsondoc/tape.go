// SPDX-License-Identifier: MPL-2.0

package jsondoc

import "bytes"

// tape is the text of a JSON value that is known to be valid, with the ends of
// the objects and arrays in it, so that each of them can be passed over at
// once. The ends are found when the first one is asked for.
type tape struct {
	text   []byte
	offset int64 // of the text in the document
	ends   []containerEnd
	open   []int32 // containers that are open, while the ends are being found
}

// containerEnd says where an object or array ends, and the number of the
// first one after it. They are numbered in the order of their beginnings.
type containerEnd struct{ end, next int32 }

// maxText bounds the length of one value: that of one resource, or of one
// section that is read as a whole.
const maxText = 1<<31 - 1

// reset makes the tape one of another text and returns its value.
func (t *tape) reset(text []byte, offset int64) Raw {
	t.text, t.offset, t.ends = text, offset, t.ends[:0]
	return Raw{tape: t, end: int32(len(text))}
}

// measure finds the ends of all containers.
func (t *tape) measure() {
	for i := 0; i < len(t.text); i++ {
		switch t.text[i] {
		case '"':
			i = stringEnd(t.text, i) - 1
		case '{', '[':
			t.open = append(t.open, int32(len(t.ends)))
			t.ends = append(t.ends, containerEnd{})
		case '}', ']':
			last := len(t.open) - 1
			t.ends[t.open[last]] = containerEnd{int32(i + 1), int32(len(t.ends))}
			t.open = t.open[:last]
		}
	}
}

// stringEnd returns the end of the string that begins at i.
func stringEnd(b []byte, i int) int {
	for i++; ; i++ {
		i += bytes.IndexByte(b[i:], '"')
		slashes := 0
		for b[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i + 1
		}
	}
}

// cursor walks the values in an object or array.
type cursor struct {
	*tape
	pos       int
	container int32 // the number of the next object or array
}

// first returns a cursor before the first name or element, or at the end.
func (r Raw) first() cursor {
	c := cursor{r.tape, int(r.start) + 1, r.container + 1}
	c.space()
	return c
}

// list returns a cursor over an array, and one at its end for any other kind.
func (r Raw) list() cursor {
	if r.Kind() != '[' {
		return cursor{}
	}
	return r.first()
}

func (c *cursor) more() bool { return c.tape != nil && c.text[c.pos] != ']' }

// element returns the next element, and the zero Raw after the last.
func (c *cursor) element() Raw {
	if !c.more() {
		return Raw{}
	}
	r := c.next()
	c.pass(',')
	return r
}

// next returns the value at the cursor and moves behind it.
func (c *cursor) next() Raw {
	r := Raw{tape: c.tape, start: int32(c.pos), container: c.container}
	b := c.text
	switch b[c.pos] {
	case '"':
		c.pos = stringEnd(b, c.pos)
	case '{', '[':
		if len(c.ends) == 0 {
			c.measure()
		}
		e := c.ends[c.container]
		c.pos, c.container = int(e.end), e.next
	default:
		for c.pos++; c.pos < len(b) && !endsScalar(b[c.pos]); c.pos++ {
		}
	}
	r.end = int32(c.pos)
	return r
}

func endsScalar(c byte) bool {
	return c == ',' || c == ']' || c == '}' || c == ' ' || c == '\n' || c == '\r' || c == '\t'
}

// pass moves over white space and the separator, if it is there.
func (c *cursor) pass(separator byte) {
	c.space()
	if c.text[c.pos] == separator {
		c.pos++
		c.space()
	}
}

func (c *cursor) space() {
	b := c.text
	for b[c.pos] == ' ' || b[c.pos] == '\n' || b[c.pos] == '\r' || b[c.pos] == '\t' {
		c.pos++
	}
}
