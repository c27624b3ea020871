// SPDX-License-Identifier: MPL-2.0

// Package decisiontable reads the Markdown tables of docs/decisions, so that
// tests can run them: the tables are what the documentation says, and what
// the engine must answer. Only tests import it.
package decisiontable

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Row is one row of a table, by the text of its column.
type Row map[string]string

// Get returns a cell, and fails the test when the table has no such column.
func (r Row) Get(t testing.TB, column string) string {
	t.Helper()
	v, ok := r[column]
	if !ok {
		t.Fatalf("the table has no column %q", column)
	}
	return v
}

// Read returns the rows of the first table under a heading of a file in
// docs/decisions. The heading is given without its number signs. A file, a
// heading or a table that is missing or has no rows fails the test.
func Read(t testing.TB, file, heading string) []Row {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root(t), "docs", "decisions", file))
	if err != nil {
		t.Fatal(err)
	}
	rows := parse(string(data), heading)
	if len(rows) == 0 {
		t.Fatalf("docs/decisions/%s has no table under the heading %q", file, heading)
	}
	return rows
}

// root is the folder of the module.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
}

func parse(text, heading string) []Row {
	var columns []string
	var rows []Row
	under := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
			if columns != nil {
				return rows
			}
			under = strings.TrimSpace(strings.TrimLeft(line, "#")) == heading
		case !under:
		case !strings.HasPrefix(line, "|"):
			if columns != nil {
				return rows
			}
		case columns == nil:
			columns = cells(line)
		case strings.Trim(line, "|:- ") == "":
		default:
			row := Row{}
			for i, c := range cells(line) {
				if i < len(columns) {
					row[columns[i]] = c
				}
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// cells splits a line of a table. A cell's backquotes are left out; "\|" is a
// bar inside a cell.
func cells(line string) []string {
	const bar = "\x00"
	line = strings.ReplaceAll(line, `\|`, bar)
	parts := strings.Split(strings.Trim(line, "|"), "|")
	for i, p := range parts {
		parts[i] = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(p, "`", ""), bar, "|"))
	}
	return parts
}
