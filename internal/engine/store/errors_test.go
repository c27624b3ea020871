// SPDX-License-Identifier: MPL-2.0

package store

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	sqlitelib "modernc.org/sqlite/lib"
)

func TestProblemOf(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		code int
		want Problem
	}{
		"corrupt":          {sqlitelib.SQLITE_CORRUPT, Damaged},
		"corrupt index":    {sqlitelib.SQLITE_CORRUPT_INDEX, Damaged},
		"no database":      {sqlitelib.SQLITE_NOTADB, Foreign},
		"read-only":        {sqlitelib.SQLITE_READONLY, ReadOnly},
		"read-only folder": {sqlitelib.SQLITE_READONLY_DIRECTORY, ReadOnly},
		"full":             {sqlitelib.SQLITE_FULL, Full},
		"busy":             {sqlitelib.SQLITE_BUSY, Locked},
		"busy snapshot":    {sqlitelib.SQLITE_BUSY_SNAPSHOT, Locked},
		"cannot open":      {sqlitelib.SQLITE_CANTOPEN, Unopened},
		"constraint":       {sqlitelib.SQLITE_CONSTRAINT, Other},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := problemOf(test.code); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

// A database that may not grow is what a full disk looks like.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "engine.db"), Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // a test
	if _, err := s.db.Exec("PRAGMA max_page_count = 12"); err != nil {
		t.Fatal(err)
	}
	put := func(id, body string) error {
		return s.Write(t.Context(), func(tx *Tx) error { return tx.Put(Object{ID: id, Body: body}) })
	}
	if err := put("small", "{}"); err != nil {
		t.Fatal(err)
	}
	var full *Error
	if err := put("large", strings.Repeat("x", 1<<20)); !errors.As(err, &full) || full.Problem != Full || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("got %v", err)
	}
	if _, ok, err := s.Get(t.Context(), "small"); err != nil || !ok {
		t.Errorf("what was there is lost: %v", err)
	}
	if _, ok, err := s.Get(t.Context(), "large"); err != nil || ok {
		t.Errorf("a part was written: %v", err)
	}
}

func TestEveryProblemSaysWhatToDo(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for p := Other; p <= Unopened; p++ {
		text := (&Error{Problem: p, Path: "engine.db", Err: errors.New("cause.")}).Error()
		if !strings.Contains(text, "engine.db") || seen[text] || strings.Contains(text, "..") {
			t.Errorf("problem %d says %q", p, text)
		}
		seen[text] = true
	}
}
