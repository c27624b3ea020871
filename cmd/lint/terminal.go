// SPDX-License-Identifier: MPL-2.0

package main

import (
	"os"
	"strconv"

	"golang.org/x/term"

	"terraform-provider-spillway/internal/report"
)

// Widths of the text output where no terminal says another. A pipe or a file
// gets lines that still fit a reader's screen and a log.
const (
	pipeWidth = 120
	leastWide = 20
)

// terminalOf asks a file for its columns.
func terminalOf(f *os.File) func() (int, bool) {
	return func() (int, bool) {
		if !term.IsTerminal(int(f.Fd())) {
			return 0, false
		}
		columns, _, err := term.GetSize(int(f.Fd()))
		return columns, err == nil
	}
}

// layout returns how text is laid out: COLUMNS wins over what the terminal
// says. Colours are on a terminal only, unless --color says otherwise, and
// never where NO_COLOR is set (https://no-color.org) or the terminal is dumb.
func (a *app) layout(color string, toFile bool) report.Terminal {
	columns, terminal := a.terminal()
	terminal = terminal && !toFile
	t := report.Terminal{Width: pipeWidth}
	if terminal && columns > 0 {
		t.Width = columns
	}
	if n, err := strconv.Atoi(a.env("COLUMNS")); err == nil && n > 0 {
		t.Width = n
	}
	t.Width = max(t.Width, leastWide)
	switch color {
	case "always":
		t.Color = true
	case "auto":
		t.Color = terminal && a.env("NO_COLOR") == "" && a.env("TERM") != "dumb"
	}
	return t
}
