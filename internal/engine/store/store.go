// SPDX-License-Identifier: MPL-2.0

package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // registers the driver
)

// Memory is the path of a catalogue that lives as long as it is open.
const Memory = ":memory:"

// What tells a catalogue from another SQLite file: PRAGMA application_id is
// "spil", and PRAGMA user_version the version of the schema.
const (
	applicationID = 0x7370696c
	schemaVersion = 1
)

// DefaultWait is how long a write waits for another process.
const DefaultWait = 20 * time.Second

// schema makes an empty catalogue. A removed object leaves its id behind, so
// that it is told from one that this catalogue never held, which a state may
// hold all the same. An object is unconfirmed until the run that made it ends
// as it should, or a state is seen to hold it.
const schema = `
CREATE TABLE objects (
  id TEXT PRIMARY KEY, type TEXT NOT NULL,
  kind TEXT NOT NULL, project TEXT NOT NULL, location TEXT NOT NULL, name TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE refs (
  source TEXT NOT NULL REFERENCES objects (id) ON DELETE CASCADE, path TEXT NOT NULL, target TEXT NOT NULL,
  PRIMARY KEY (source, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX refs_by_target ON refs (target);
CREATE TABLE removed (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE unconfirmed (id TEXT PRIMARY KEY REFERENCES objects (id) ON DELETE CASCADE, run TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

// Options says how a catalogue is opened.
type Options struct {
	// Wait is how long a write waits for another process; 0 means DefaultWait.
	Wait time.Duration
	// Create makes the catalogue where there is none.
	Create bool
	// Run names the run that writes; "" means the one of this process.
	Run string
}

// Store is an open catalogue. It is safe for concurrent use.
type Store struct {
	db    *sql.DB
	path  string
	wait  time.Duration
	run   string
	noted atomic.Bool // whether there may be unconfirmed objects of this run
}

// Open opens the catalogue at a path, or [Memory]. Without Create it returns
// [ErrNotExist] where there is none; a file without any content, which a
// process leaves that dies while it makes a catalogue, counts as none.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	s := &Store{path: path, wait: o.Wait, run: cmp.Or(o.Run, thisRun())}
	if s.wait == 0 {
		s.wait = DefaultWait
	}
	exists, err := s.prepare(o)
	if err != nil {
		return nil, err
	}
	if !exists && !o.Create {
		return nil, ErrNotExist
	}
	if s.db, err = sql.Open("sqlite", s.dsn()); err != nil {
		return nil, s.wrap(err)
	}
	// One connection: transactions of one process queue up here, in order, and
	// those of several in SQLite.
	s.db.SetMaxOpenConns(1)
	if err := s.patiently(ctx, func() error { return s.inspect(ctx, o) }); err != nil {
		_ = s.db.Close() // the first error says more
		return nil, err
	}
	return s, nil
}

// patiently repeats what meets another process at work. Where two processes
// make a catalogue at the same moment, or one opens it while another closes
// it, SQLite gives up at once, since waiting could be for each other.
func (s *Store) patiently(ctx context.Context, do func() error) error {
	const pause = 5 * time.Millisecond
	end := time.Now().Add(s.wait)
	for {
		err := do()
		var problem *Error
		if !errors.As(err, &problem) || problem.Problem != Locked || time.Now().After(end) {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return err
		}
	}
}

// Close closes the catalogue. What was made through it counts as held by a
// state from now on.
func (s *Store) Close() error { return errors.Join(s.confirmAll(), s.wrap(s.db.Close())) }

// Path returns the path of the catalogue.
func (s *Store) Path() string { return s.path }

// prepare looks at the file and makes its folder.
func (s *Store) prepare(o Options) (exists bool, err error) {
	if s.path == Memory {
		return o.Create, nil
	}
	switch info, err := os.Stat(s.path); {
	case err == nil && info.IsDir():
		return false, &Error{Problem: Foreign, Path: s.path, Err: errors.New("it is a folder")}
	case err == nil:
		return true, nil
	case !errors.Is(err, fs.ErrNotExist):
		return false, &Error{Problem: Unopened, Path: s.path, Err: err}
	}
	if o.Create {
		if err := os.MkdirAll(filepath.Dir(s.path), 0o755); err != nil {
			return false, &Error{Problem: Unopened, Path: s.path, Err: err}
		}
	}
	return false, nil
}

// dsn names the file with the settings of every connection. Transactions take
// the write lock when they begin, so that none fails half way.
func (s *Store) dsn() string {
	q := url.Values{}
	q.Set("_txlock", "immediate")
	q.Add("_pragma", "busy_timeout("+strconv.FormatInt(s.wait.Milliseconds(), 10)+")")
	q.Add("_pragma", "foreign_keys(1)")
	// In WAL mode a commit is safe from a dying process without a sync; a sync
	// at every checkpoint keeps the file whole when the power fails.
	q.Add("_pragma", "synchronous(normal)")
	name := s.path
	if s.path != Memory {
		name = (&url.URL{Path: filepath.ToSlash(s.path)}).EscapedPath()
		if s.unwritable() {
			q.Set("immutable", "1") // there is no place for the files beside it
		}
	}
	return "file:" + name + "?" + q.Encode()
}

// unwritable reports whether the file can only be read, and no other process
// can be writing it.
func (s *Store) unwritable() bool {
	f, err := os.OpenFile(s.path, os.O_RDWR, 0)
	if err == nil {
		_ = f.Close() // nothing was written
		return false
	}
	if _, beside := os.Stat(s.path + "-wal"); beside == nil {
		return false
	}
	return errors.Is(err, fs.ErrPermission)
}

// inspect refuses what is no catalogue before anything is written, and makes
// the tables of a new one.
func (s *Store) inspect(ctx context.Context, o Options) error {
	version, tables, err := s.header(ctx)
	switch {
	case err != nil:
		return err
	case tables == 0 && version == 0 && !o.Create:
		return ErrNotExist
	case tables == 0 && version == 0:
		return s.create(ctx)
	case version > schemaVersion:
		return &Error{Problem: Newer, Path: s.path, version: version}
	}
	return nil
}

// header reads what marks the file. The first statement meets a file that is
// no database, or damaged. Another process may be making the catalogue, all of
// it at one moment between two of these statements: a file whose tables are
// seen has its mark by then, so the mark is read last.
func (s *Store) header(ctx context.Context) (version, tables int, err error) {
	var application int
	for _, read := range []struct {
		query string
		to    *int
	}{
		{"SELECT count(*) FROM sqlite_schema", &tables},
		{"PRAGMA user_version", &version},
		{"PRAGMA application_id", &application},
	} {
		if err := s.db.QueryRowContext(ctx, read.query).Scan(read.to); err != nil {
			return 0, 0, s.wrap(err)
		}
	}
	if application != applicationID && (tables > 0 || application != 0 || version != 0) {
		return 0, 0, &Error{Problem: Foreign, Path: s.path, Err: errors.New("it is a database of another application")}
	}
	if tables == 0 {
		return version, 0, nil
	}
	var found string
	if err := s.db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found); err != nil {
		return 0, 0, s.wrap(err)
	}
	if found != "ok" {
		return 0, 0, &Error{Problem: Damaged, Path: s.path, Err: errors.New(found)}
	}
	return version, tables, nil
}

// create makes the tables in one transaction, so that a process that dies
// leaves all of them or none.
func (s *Store) create(ctx context.Context) error {
	if s.path != Memory {
		if _, err := s.db.ExecContext(ctx, "PRAGMA journal_mode = wal"); err != nil {
			return s.wrap(err)
		}
	}
	return s.transact(ctx, func(tx *sql.Tx) error {
		var tables int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil || tables > 0 {
			return err // another process was faster
		}
		for _, statement := range []string{
			schema,
			fmt.Sprintf("PRAGMA application_id = %d", applicationID),
			fmt.Sprintf("PRAGMA user_version = %d", schemaVersion),
		} {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
}

// transact runs f in a transaction that has the write lock from the start.
func (s *Store) transact(ctx context.Context, f func(tx *sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return s.wrap(err)
	}
	if err := f(tx); err != nil {
		_ = tx.Rollback() // the first error says more
		return s.wrap(err)
	}
	return s.wrap(tx.Commit())
}
