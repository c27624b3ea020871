// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// checkStart refuses what cannot be a JSON object before the decoder does, in
// words that help more.
func (d *Document) checkStart(text *bufio.Reader) error {
	head, err := text.Peek(512)
	if len(head) == 0 && err != nil && err != io.EOF {
		return fmt.Errorf("%s: %w", d.Path, err)
	}
	body := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case len(head) == 0:
		return d.Errorf("the input is empty")
	case len(body) == 0:
		return d.Errorf("the input holds nothing but white space at its start")
	case bytes.HasPrefix(body, []byte("PK\x03\x04")):
		return d.Errorf("this is a zip archive, as saved plan files are, not JSON")
	case body[0] == '[' && !bytes.HasPrefix(body, []byte("[command]")):
		return d.Errorf("this JSON is a list; a plan and a state of Terraform are objects")
	case body[0] != '{':
		return d.Errorf("this is not JSON of Terraform: it begins with %s in place of a brace", strconv.QuoteToASCII(firstWord(body)))
	}
	return nil
}

func firstWord(b []byte) string {
	if i := bytes.IndexAny(b, " \t\r\n"); i >= 0 {
		b = b[:i]
	}
	return string(b[:min(len(b), 20)])
}
