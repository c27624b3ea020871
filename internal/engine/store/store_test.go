// SPDX-License-Identifier: MPL-2.0

package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/engine/store"
)

func object(name string, refers ...string) store.Object {
	o := store.Object{
		ID: "projects/p/regions/r/things/" + name, Type: "spillway_thing", Kind: "things", Project: "p", Location: "r", Name: name,
		Body: `{"name":"` + name + `"}`,
	}
	for i, r := range refers {
		o.References = append(o.References, store.Reference{Path: "to[" + strconv.Itoa(i) + "]", ID: "projects/p/regions/r/things/" + r})
	}
	return o
}

func open(t *testing.T, path string, o store.Options) *store.Store {
	t.Helper()
	o.Create = true
	s, err := store.Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func write(t *testing.T, s *store.Store, f func(tx *store.Tx) error) error {
	t.Helper()
	return s.Write(t.Context(), f)
}

func insert(t *testing.T, s *store.Store, objects ...store.Object) {
	t.Helper()
	for _, o := range objects {
		if err := write(t, s, func(tx *store.Tx) error { return tx.Insert(o) }); err != nil {
			t.Fatal(err)
		}
	}
}

func ids(objects []store.Object) (out []string) {
	for _, o := range objects {
		out = append(out, o.Name)
	}
	return out
}

func paths(t *testing.T) map[string]string {
	t.Helper()
	return map[string]string{"file": filepath.Join(t.TempDir(), "folder", "with space", "engine#1.db"), "memory": store.Memory}
}

func TestObjects(t *testing.T) {
	t.Parallel()
	for name, path := range paths(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, path, store.Options{})
			a, b := object("a"), object("b", "a", "a")
			insert(t, s, a, b)

			got, ok, err := s.Get(t.Context(), b.ID)
			want := b
			want.References = nil
			if err != nil || !ok || !cmp.Equal(got, want) {
				t.Errorf("got %v, %v, %v, want %v", got, ok, err, want)
			}
			if users, err := s.Users(t.Context(), a.ID); err != nil || !cmp.Equal(ids(users), []string{"b"}) {
				t.Errorf("users of a are %v, %v", ids(users), err)
			}

			var taken *store.ExistsError
			if err := write(t, s, func(tx *store.Tx) error { return tx.Insert(a) }); !errors.As(err, &taken) || taken.ID != a.ID {
				t.Errorf("a second a gives %v", err)
			}
			var inUse *store.InUseError
			if err := write(t, s, func(tx *store.Tx) error { return tx.Delete(a.ID) }); !errors.As(err, &inUse) || !cmp.Equal(inUse.Users, []string{b.ID}) {
				t.Errorf("deleting a gives %v", err)
			}
			var missing *store.MissingError
			if err := write(t, s, func(tx *store.Tx) error { return tx.Require(object("c", "a", "z")) }); !errors.As(err, &missing) || len(missing.Missing) != 1 {
				t.Errorf("a reference to z gives %v", err)
			}

			b.References, b.Body = nil, `{"changed":true}`
			if err := write(t, s, func(tx *store.Tx) error { return tx.Put(b) }); err != nil {
				t.Fatal(err)
			}
			if err := write(t, s, func(tx *store.Tx) error { return tx.Delete(a.ID) }); err != nil {
				t.Errorf("deleting a that nobody uses any more gives %v", err)
			}
			if removed, err := s.WasRemoved(t.Context(), a.ID); err != nil || !removed {
				t.Errorf("a was removed: %v, %v", removed, err)
			}
			insert(t, s, a)
			if removed, err := s.WasRemoved(t.Context(), a.ID); err != nil || removed {
				t.Errorf("a was removed, and made again: %v, %v", removed, err)
			}
		})
	}
}

func TestAFailedWriteChangesNothing(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "engine.db"), store.Options{})
	boom := errors.New("boom")
	err := write(t, s, func(tx *store.Tx) error {
		if err := tx.Insert(object("a")); err != nil {
			return err
		}
		return boom
	})
	if !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
	if _, ok, err := s.Get(t.Context(), object("a").ID); ok || err != nil {
		t.Errorf("a is there: %v, %v", ok, err)
	}
}

func TestOpenWithoutCreate(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"no file": filepath.Join(t.TempDir(), "engine.db"), "no folder": filepath.Join(t.TempDir(), "x", "engine.db"),
		"an empty file": empty, "memory": store.Memory,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := store.Open(t.Context(), path, store.Options{}); !errors.Is(err, store.ErrNotExist) {
				t.Errorf("got %v", err)
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), "x")); err == nil {
				t.Error("a folder was made")
			}
		})
	}
}

func TestRefusedFiles(t *testing.T) {
	t.Parallel()
	catalogue := func(t *testing.T, path string) {
		t.Helper()
		s, err := store.Open(t.Context(), path, store.Options{Create: true})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 200 {
			insert(t, s, object("o"+strconv.Itoa(i)))
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	execute := func(t *testing.T, path, statement string) {
		t.Helper()
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close() //nolint:errcheck // a test
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	for name, test := range map[string]struct {
		make    func(t *testing.T, path string)
		problem store.Problem
		says    string
	}{
		"text": {
			func(t *testing.T, path string) {
				t.Helper()
				if err := os.WriteFile(path, []byte(strings.Repeat("not a database\n", 100)), 0o600); err != nil {
					t.Fatal(err)
				}
			},
			store.Foreign, "The file ",
		},
		"another database": {
			func(t *testing.T, path string) { execute(t, path, "CREATE TABLE x (y)") },
			store.Foreign, "another application",
		},
		"a folder": {
			func(t *testing.T, path string) {
				t.Helper()
				if err := os.Mkdir(path, 0o755); err != nil {
					t.Fatal(err)
				}
			},
			store.Foreign, "it is a folder",
		},
		"newer": {
			func(t *testing.T, path string) {
				catalogue(t, path)
				execute(t, path, "PRAGMA user_version = 7")
			},
			store.Newer, "has schema version 7, and this version of the provider knows versions up to 1",
		},
		"damaged": {
			func(t *testing.T, path string) {
				t.Helper()
				catalogue(t, path)
				content, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				for i := 4096; i < len(content); i++ {
					content[i] = 0x5a
				}
				if err := os.WriteFile(path, content, 0o600); err != nil {
					t.Fatal(err)
				}
			},
			store.Damaged, "Move it away",
		},
		"cut short": {
			func(t *testing.T, path string) {
				catalogue(t, path)
				if err := os.Truncate(path, 4096); err != nil {
					t.Fatal(err)
				}
			},
			store.Damaged, "is damaged",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "engine.db")
			test.make(t, path)
			before, _ := os.ReadFile(path) // none of a folder
			for range 2 {
				_, err := store.Open(t.Context(), path, store.Options{Create: true})
				var problem *store.Error
				if !errors.As(err, &problem) || problem.Problem != test.problem || !strings.Contains(err.Error(), test.says) {
					t.Errorf("got %v", err)
				}
			}
			if after, _ := os.ReadFile(path); !cmp.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
}

func TestReadOnlyFile(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("nothing is read-only for root; problemOf is tested with the codes")
	}
	path := filepath.Join(t.TempDir(), "engine.db")
	s, err := store.Open(t.Context(), path, store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	insert(t, s, object("a"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	s = open(t, path, store.Options{})
	if _, ok, err := s.Get(t.Context(), object("a").ID); err != nil || !ok {
		t.Errorf("reading gives %v, %v", ok, err)
	}
	var problem *store.Error
	if err := write(t, s, func(tx *store.Tx) error { return tx.Insert(object("b")) }); !errors.As(err, &problem) || problem.Problem != store.ReadOnly {
		t.Errorf("writing gives %v", err)
	}
}

func TestLockedTooLong(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "engine.db")
	holder := open(t, path, store.Options{})
	waiter := open(t, path, store.Options{Wait: 10 * time.Millisecond})
	err := write(t, holder, func(*store.Tx) error {
		err := write(t, waiter, func(tx *store.Tx) error { return tx.Insert(object("a")) })
		var problem *store.Error
		if !errors.As(err, &problem) || problem.Problem != store.Locked || !strings.Contains(err.Error(), "more than 10ms") {
			t.Errorf("got %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	insert(t, waiter, object("a"))
}

// Several catalogues over one file are as several processes: nothing is lost.
func TestWritersWaitForEachOther(t *testing.T) {
	t.Parallel()
	for range rounds(t, 1) {
		writersWait(t, filepath.Join(t.TempDir(), "engine.db"))
	}
}

func writersWait(t *testing.T, path string) {
	t.Helper()
	const writers, each = 4, 25
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			s, err := store.Open(t.Context(), path, store.Options{Create: true})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close() //nolint:errcheck // a test
			for i := range each {
				if err := s.Write(t.Context(), func(tx *store.Tx) error {
					return tx.Insert(object("o"+strconv.Itoa(w)+"-"+strconv.Itoa(i), "hub"))
				}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	users, err := open(t, path, store.Options{}).Users(t.Context(), object("hub").ID)
	if err != nil || len(users) != writers*each {
		t.Errorf("%d objects are there, %v", len(users), err)
	}
}

func TestCancelledContext(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "engine.db"), store.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Write(ctx, func(tx *store.Tx) error { return tx.Insert(object("a")) }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
