// SPDX-License-Identifier: MPL-2.0

package report

import (
	"bufio"
	"fmt"
	"io"
)

// page is where text is written. An error of the destination stays in it until
// flush returns it.
type page struct{ w *bufio.Writer }

func newPage(out io.Writer) *page { return &page{bufio.NewWriter(out)} }

func (p *page) printf(format string, args ...any) { _, _ = fmt.Fprintf(p.w, format, args...) }

// line writes a line; several parts are written one after the other.
func (p *page) line(parts ...string) {
	for _, s := range parts {
		_, _ = p.w.WriteString(s)
	}
	_ = p.w.WriteByte('\n')
}

func (p *page) flush() error { return p.w.Flush() }
