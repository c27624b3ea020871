// SPDX-License-Identifier: MPL-2.0

package report

import (
	"slices"
	"strings"
)

// grid is a table of short texts: what is looked at in rows, over situations
// in columns.
type grid struct {
	corner  string
	columns []string
	rows    []gridRow
}

type gridRow struct {
	label string
	cells []cell
}

// cell is a short text that says what happens, and how bad it is.
type cell struct {
	text string
	rank rank
}

// rank orders what may happen to connections, from good to bad.
type rank uint8

const (
	rankStay rank = iota
	rankAny
	rankSpill
	rankLeave
	rankUndecided
	rankSick
	rankLost
)

func (r rank) shade() shade {
	switch r {
	case rankStay:
		return green
	case rankSpill, rankLeave:
		return yellow
	case rankSick, rankLost:
		return redBold
	case rankUndecided:
		return dim
	}
	return noShade
}

// indent is what stands before every line of a table; gap parts its columns.
const (
	indent = 2
	gap    = 3
)

// grid writes a table with at least one column. One that is too wide is
// written as several below each other, and where not even one column fits,
// each becomes a list.
func (t Terminal) grid(w *page, g grid) {
	widths := make([]int, len(g.columns))
	label := width(g.corner)
	for _, r := range g.rows {
		label = max(label, width(r.label))
	}
	for i, c := range g.columns {
		widths[i] = width(c)
		for _, r := range g.rows {
			widths[i] = max(widths[i], width(r.cells[i].text))
		}
	}
	if indent+label+gap+slices.Max(widths) > t.Width {
		for i := range g.columns {
			t.stacked(w, g, i)
		}
		return
	}
	for from := 0; from < len(g.columns); {
		to, used := from, indent+label
		for to < len(g.columns) && used+gap+widths[to] <= t.Width {
			used += gap + widths[to]
			to++
		}
		if from > 0 {
			w.line()
		}
		t.columns(w, g, label, widths, from, to)
		from = to
	}
}

// columns writes the columns from..to of a table.
func (t Terminal) columns(w *page, g grid, label int, widths []int, from, to int) {
	var b strings.Builder
	line := func(s shade, first string, text func(i int) (string, shade)) {
		b.Reset()
		b.WriteString(strings.Repeat(" ", indent))
		b.WriteString(t.paint(s, first))
		blank := label - width(first)
		for i := from; i < to; i++ {
			cell, s := text(i)
			b.WriteString(strings.Repeat(" ", blank+gap))
			b.WriteString(t.paint(s, cell))
			blank = widths[i] - width(cell)
		}
		w.line(b.String())
	}
	line(dim, g.corner, func(i int) (string, shade) { return g.columns[i], dim })
	for _, r := range g.rows {
		line(noShade, r.label, func(i int) (string, shade) { return r.cells[i].text, r.cells[i].rank.shade() })
	}
}

// stacked writes one column as a list.
func (t Terminal) stacked(w *page, g grid, i int) {
	w.printf("%s%s\n", strings.Repeat(" ", indent), t.paint(dim, g.columns[i]))
	for _, r := range g.rows {
		w.printf("%s%s: %s\n", strings.Repeat(" ", 2*indent), r.label, t.paint(r.cells[i].rank.shade(), r.cells[i].text))
	}
}
