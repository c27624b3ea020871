// SPDX-License-Identifier: MPL-2.0

package report

import "terraform-provider-spillway/internal/validate"

// Terminal says how text is laid out.
type Terminal struct {
	// Width is the number of columns; lines are broken before it.
	Width int
	// Color switches colours on. They never carry meaning of their own.
	Color bool
}

// shade is a colour of the terminal.
type shade string

const (
	noShade shade = ""
	red     shade = "\x1b[31m"
	redBold shade = "\x1b[1;31m"
	green   shade = "\x1b[32m"
	yellow  shade = "\x1b[33m"
	blue    shade = "\x1b[34m"
	bold    shade = "\x1b[1m"
	dim     shade = "\x1b[2m"

	reset = "\x1b[0m"
)

// paint returns the text in a colour, where colours are on. The text is
// printable already.
func (t Terminal) paint(s shade, text string) string {
	if !t.Color || s == noShade || text == "" {
		return text
	}
	return string(s) + text + reset
}

func severityShade(s validate.Severity) shade {
	switch s {
	case validate.Error:
		return redBold
	case validate.Warning:
		return yellow
	}
	return blue
}
