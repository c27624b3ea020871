// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// bufferSize is how much of the input is read at once.
const bufferSize = 64 << 10

// plainText returns the text of the input as UTF-8 and the length of the byte
// order mark that was skipped. Windows PowerShell writes UTF-16 for ">", with
// a mark; without one the zero byte beside the opening brace tells.
func plainText(r io.Reader) (text *bufio.Reader, skipped int64, converted bool) {
	b := bufio.NewReaderSize(r, bufferSize)
	head, _ := b.Peek(3) // a short input has no mark
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, _ = b.Discard(3) // they are in the buffer
		return b, 3, false
	case bytes.HasPrefix(head, []byte("\xff\xfe")), len(head) >= 2 && head[0] != 0 && head[1] == 0:
		return bufio.NewReader(&utf16Reader{r: b}), 0, true
	case bytes.HasPrefix(head, []byte("\xfe\xff")), len(head) >= 2 && head[0] == 0 && head[1] != 0:
		return bufio.NewReader(&utf16Reader{r: b, big: true}), 0, true
	}
	return b, 0, false
}

// utf16Reader converts UTF-16 to UTF-8. Half a pair becomes an invalid byte,
// which the decoder refuses with its place.
type utf16Reader struct {
	r    *bufio.Reader
	big  bool
	rest []byte // converted and not yet read
	buf  [utf8.UTFMax]byte
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if len(u.rest) == 0 {
			if err := u.convert(); err != nil {
				if n > 0 {
					return n, nil
				}
				return 0, err
			}
			continue
		}
		c := copy(p[n:], u.rest)
		u.rest = u.rest[c:]
		n += c
	}
	return n, nil
}

// convert reads the next character into rest; a byte order mark gives nothing.
func (u *utf16Reader) convert() error {
	first, err := u.unit()
	if err != nil {
		return err
	}
	r := rune(first)
	switch {
	case r == 0xfeff:
		return nil
	case utf16.IsSurrogate(r):
		second, err := u.peek()
		if pair := utf16.DecodeRune(r, rune(second)); err == nil && pair != utf8.RuneError {
			_, _ = u.r.Discard(2) // they are in the buffer
			r = pair
		} else {
			u.buf[0] = 0xff
			u.rest = u.buf[:1]
			return nil
		}
	}
	u.rest = utf8.AppendRune(u.buf[:0], r)
	return nil
}

func (u *utf16Reader) unit() (uint16, error) {
	v, err := u.peek()
	if err == nil {
		_, _ = u.r.Discard(2) // they are in the buffer
	}
	return v, err
}

func (u *utf16Reader) peek() (uint16, error) {
	b, err := u.r.Peek(2)
	if len(b) == 1 {
		return 0, io.ErrUnexpectedEOF
	}
	if err != nil {
		return 0, err
	}
	if u.big {
		return uint16(b[0])<<8 | uint16(b[1]), nil
	}
	return uint16(b[1])<<8 | uint16(b[0]), nil
}
