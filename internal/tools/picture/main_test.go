// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestRenderIsXMLWithTheText(t *testing.T) {
	t.Parallel()
	svg := string(render("$ x <y>", "plain \x1b[1;31mred & bold\x1b[0m after\n\x1b[2mdim\x1b[m\nbroken \x1b[31"))
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		"$ x &lt;y&gt;", `<tspan font-weight="bold" fill="#e06c75">red &amp; bold</tspan> after`, `<tspan opacity="0.65">dim</tspan>`, "broken ",
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("%q is missing in\n%s", want, svg)
		}
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	if got := plain("a\x1b[31mb\x1b[0mc"); got != "abc" {
		t.Errorf("%q", got)
	}
}
