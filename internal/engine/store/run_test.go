// SPDX-License-Identifier: MPL-2.0

package store_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"terraform-provider-spillway/internal/engine/store"
)

// deadRun names a run of this machine whose caller is no more.
func deadRun(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return runOf(t, cmd.Process.Pid)
}

// runOf names a run of this machine with a caller.
func runOf(t *testing.T, caller int) string {
	t.Helper()
	host, err := os.Hostname()
	if err != nil {
		t.Skip("this machine has no name:", err)
	}
	return host + "/" + strconv.Itoa(caller) + "/1"
}

// An object is an orphan where the run that made it is gone and did not end as
// it should, and no state was seen to hold it.
func TestOrphan(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		run   func(t *testing.T) string
		after func(t *testing.T, maker, s *store.Store)
		want  bool
	}{
		"of a run that was killed":            {run: deadRun, want: true},
		"of a run that goes on":               {run: func(t *testing.T) string { t.Helper(); return runOf(t, os.Getpid()) }},
		"of this very run":                    {run: func(*testing.T) string { return "" }},
		"of another machine":                  {run: func(*testing.T) string { return "another machine/999999999/1" }},
		"of a machine without a name":         {run: func(*testing.T) string { return "/999999999/1" }},
		"of what is no run":                   {run: func(*testing.T) string { return "run" }},
		"of a run that closed the catalogue":  {run: deadRun, after: func(t *testing.T, maker, _ *store.Store) { t.Helper(); closed(t, maker) }},
		"that a state holds":                  {run: deadRun, after: func(t *testing.T, _, s *store.Store) { t.Helper(); confirmed(t, s) }},
		"that was confirmed twice":            {run: deadRun, after: func(t *testing.T, _, s *store.Store) { t.Helper(); confirmed(t, s); confirmed(t, s) }},
		"that this run took over":             {run: deadRun, after: func(t *testing.T, _, s *store.Store) { t.Helper(); adopted(t, s) }},
		"that was deleted and made by others": {run: deadRun, after: func(t *testing.T, _, s *store.Store) { t.Helper(); remade(t, s) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "engine.db")
			maker, err := store.Open(t.Context(), path, store.Options{Create: true, Run: test.run(t)})
			if err != nil {
				t.Fatal(err)
			}
			defer maker.Close() //nolint:errcheck // one test has closed it
			insert(t, maker, object("a"))
			s := open(t, path, store.Options{})
			if test.after != nil {
				test.after(t, maker, s)
			}
			got, err := s.Orphan(t.Context(), object("a").ID)
			if err != nil || got != test.want {
				t.Errorf("got %t (%v), want %t", got, err, test.want)
			}
		})
	}
}

func closed(t *testing.T, s *store.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func confirmed(t *testing.T, s *store.Store) {
	t.Helper()
	if err := s.Confirm(t.Context(), object("a").ID); err != nil {
		t.Fatal(err)
	}
}

func adopted(t *testing.T, s *store.Store) {
	t.Helper()
	if err := write(t, s, func(tx *store.Tx) error { return tx.Adopt(object("a")) }); err != nil {
		t.Fatal(err)
	}
}

func remade(t *testing.T, s *store.Store) {
	t.Helper()
	err := write(t, s, func(tx *store.Tx) error {
		if err := tx.Delete(object("a").ID); err != nil {
			return err
		}
		return tx.Insert(object("a"))
	})
	if err != nil {
		t.Fatal(err)
	}
}
