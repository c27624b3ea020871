// SPDX-License-Identifier: MPL-2.0

package report

import (
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// jsonWriter appends JSON to a buffer and hands it on in pieces. It knows
// nothing of types: a document of 60,000 outcomes is written without
// reflection.
//
// Where a name or an element begins, the writer puts the comma that is due;
// line breaks are those that its caller asks for.
type jsonWriter struct {
	out   io.Writer // nil: everything stays in buf
	buf   []byte
	comma bool // an element stands before, in the same object or array
	err   error
	// origin takes addresses apart.
	origin Origin
}

// flushAt is the size at which the buffer is handed on.
const flushAt = 64 << 10

func newJSONWriter(out io.Writer) *jsonWriter {
	return &jsonWriter{out: out, buf: make([]byte, 0, flushAt+4<<10)}
}

// flush hands the buffer on and returns the first error of the destination.
func (w *jsonWriter) flush() error {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.out.Write(w.buf)
	}
	w.buf = w.buf[:0]
	return w.err
}

// element puts the comma that is due before a new element.
func (w *jsonWriter) element() {
	if w.comma {
		w.buf = append(w.buf, ',')
	}
	w.comma = true
	if len(w.buf) >= flushAt && w.out != nil {
		_ = w.flush() // the error stays in w.err
	}
}

// line starts a new line, indented by two spaces a level, for the next
// element.
func (w *jsonWriter) line(level int) {
	if w.comma {
		w.buf = append(w.buf, ',')
		w.comma = false
	}
	w.buf = append(w.buf, '\n')
	for range level {
		w.buf = append(w.buf, ' ', ' ')
	}
}

// end closes an object or array whose last element ended a line.
func (w *jsonWriter) end(level int, bracket byte) {
	w.comma = false
	w.line(level)
	w.close(bracket)
}

// lastLine closes an array of n elements on lines of their own.
func (w *jsonWriter) lastLine(n, level int) {
	if n > 0 {
		w.end(level, ']')
	} else {
		w.close(']')
	}
}

func (w *jsonWriter) open(bracket byte) {
	w.element()
	w.buf = append(w.buf, bracket)
	w.comma = false
}

func (w *jsonWriter) close(bracket byte) {
	w.buf = append(w.buf, bracket)
	w.comma = true
}

// key writes the name of a member; the value follows. The name is one of our
// own and needs no escaping.
func (w *jsonWriter) key(name string) {
	w.element()
	w.buf = append(w.buf, '"')
	w.buf = append(w.buf, name...)
	w.buf = append(w.buf, '"', ':')
	w.comma = false
}

func (w *jsonWriter) string(s string) {
	w.element()
	w.buf = appendJSONString(w.buf, s)
}

func (w *jsonWriter) int(n int) {
	w.element()
	w.buf = strconv.AppendInt(w.buf, int64(n), 10)
}

func (w *jsonWriter) bool(b bool) {
	w.element()
	w.buf = strconv.AppendBool(w.buf, b)
}

func (w *jsonWriter) null() {
	w.element()
	w.buf = append(w.buf, "null"...)
}

// raw writes what already is JSON.
func (w *jsonWriter) raw(s string) {
	w.element()
	w.buf = append(w.buf, s...)
}

func (w *jsonWriter) keyString(name, s string) { w.key(name); w.string(s) }
func (w *jsonWriter) keyInt(name string, n int) {
	w.key(name)
	w.int(n)
}

// keyOptional writes null for an empty text.
func (w *jsonWriter) keyOptional(name, s string) {
	w.key(name)
	if s == "" {
		w.null()
		return
	}
	w.string(s)
}

func (w *jsonWriter) keyStrings(name string, list []string) {
	w.key(name)
	w.open('[')
	for _, s := range list {
		w.string(s)
	}
	w.close(']')
}

const hexDigits = "0123456789abcdef"

// plain marks the bytes that stand for themselves in a JSON string.
var plain = func() (t [256]bool) {
	for b := 0x20; b < 0x7f; b++ {
		t[b] = b != '"' && b != '\\'
	}
	return t
}()

// appendJSONString appends s as a JSON string. Beyond what JSON demands it
// escapes the characters that act on a terminal or hide in a text (controls,
// bidirectional marks, line separators), so that a document is safe to print;
// invalid UTF-8 becomes U+FFFD.
func appendJSONString(buf []byte, s string) []byte {
	buf = append(buf, '"')
	start := 0
	for i := 0; i < len(s); {
		if plain[s[i]] {
			i++
			continue
		}
		buf = append(buf, s[start:i]...)
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '"' || r == '\\':
			buf = append(buf, '\\', byte(r))
		case r == '\n':
			buf = append(buf, '\\', 'n')
		case r == '\r':
			buf = append(buf, '\\', 'r')
		case r == '\t':
			buf = append(buf, '\\', 't')
		case r == utf8.RuneError && size == 1:
			buf = append(buf, `\ufffd`...)
		case r >= 0x20 && !acts(r):
			buf = append(buf, s[i:i+size]...)
		default:
			buf = appendEscaped(buf, r)
		}
		i += size
		start = i
	}
	buf = append(buf, s[start:]...)
	return append(buf, '"')
}

func appendEscaped(buf []byte, r rune) []byte {
	if r > 0xffff {
		r -= 0x10000
		buf = appendEscaped(buf, 0xd800+r>>10)
		r = 0xdc00 + r&0x3ff
	}
	return append(buf, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

// acts reports whether a character does something on a terminal, or to the
// text around it, instead of showing.
func acts(r rune) bool {
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

// JSONNumber returns the text of a decimal number in JSON's grammar, which
// knows no plus sign, no bare point and no leading zeros: ".50" is "0.50".
func JSONNumber(text string) string {
	sign := ""
	switch text[0] {
	case '-':
		sign, text = "-", text[1:]
	case '+':
		text = text[1:]
	}
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + whole + fraction + exponent
}
