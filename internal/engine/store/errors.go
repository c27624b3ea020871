// SPDX-License-Identifier: MPL-2.0

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

// ErrNotExist says that there is no catalogue at a path, and none was to be
// made.
var ErrNotExist = errors.New("there is no catalogue")

// Problem is what keeps a catalogue from being used.
type Problem uint8

// The problems of a catalogue.
const (
	Other    Problem = iota
	Damaged          // the file is broken
	Foreign          // the file is a database of something else, or no database
	Newer            // a newer version made the file
	ReadOnly         // the file cannot be written
	Full             // there is no space left
	Locked           // another process held it too long
	Unopened         // the folder or file cannot be opened
)

// Error says that the catalogue at a path cannot be used: what is wrong, and
// what to do.
type Error struct {
	Problem Problem
	Path    string
	Err     error
	waited  time.Duration
	version int
}

// Unwrap returns the error behind this one.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) Error() string {
	cause := ""
	if e.Err != nil {
		cause = " (" + strings.TrimSuffix(e.Err.Error(), ".") + ")"
	}
	switch e.Problem {
	case Damaged:
		return fmt.Sprintf("The catalogue %s is damaged%s. It is left as it is. Move it away: the next plan registers every object of the "+
			"state in a new one.", e.Path, cause)
	case Foreign:
		return fmt.Sprintf("The file %s is no catalogue of this provider%s. It is left as it is. Set engine_path to another file.", e.Path, cause)
	case Newer:
		return fmt.Sprintf("The catalogue %s has schema version %d, and this version of the provider knows versions up to %d. It is left as it "+
			"is. Use a version of the provider that is at least as new as the one that made the file.", e.Path, e.version, schemaVersion)
	case ReadOnly:
		return fmt.Sprintf("The catalogue %s cannot be written%s. Make the file and its folder writable, or set engine_path to a file that is.", e.Path, cause)
	case Full:
		return fmt.Sprintf("There is no space left to write the catalogue %s%s. Nothing of this change was written. Free some space, and apply again.", e.Path, cause)
	case Locked:
		return fmt.Sprintf("Another process has been writing the catalogue %s for more than %s. Nothing of this change was written. Wait for the other "+
			"run to end, and apply again.", e.Path, e.waited)
	case Unopened:
		return fmt.Sprintf("The catalogue %s cannot be opened%s. Check that its folder exists and may be used, or set engine_path to another file.", e.Path, cause)
	}
	return fmt.Sprintf("The catalogue %s cannot be used%s. Check the file and its folder, or set engine_path to another file.", e.Path, cause)
}

// wrap turns an error of the database into one that says what to do. Errors of
// this package stay as they are.
func (s *Store) wrap(err error) error {
	var coded *sqlite.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &coded):
		return &Error{Problem: problemOf(coded.Code()), Path: s.path, Err: err, waited: s.wait}
	case errors.Is(err, fs.ErrPermission):
		return &Error{Problem: ReadOnly, Path: s.path, Err: err}
	case own(err):
		return err
	}
	return &Error{Path: s.path, Err: err}
}

func own(err error) bool {
	var e *Error
	var exists *ExistsError
	var missing *MissingError
	var inUse *InUseError
	var gone *GoneError
	return errors.As(err, &e) || errors.As(err, &exists) || errors.As(err, &missing) || errors.As(err, &inUse) || errors.As(err, &gone)
}

// problemOf reads a result code of SQLite; the low byte is its class.
func problemOf(code int) Problem {
	switch code & 0xff {
	case sqlitelib.SQLITE_CORRUPT:
		return Damaged
	case sqlitelib.SQLITE_NOTADB:
		return Foreign
	case sqlitelib.SQLITE_READONLY, sqlitelib.SQLITE_PERM:
		return ReadOnly
	case sqlitelib.SQLITE_FULL:
		return Full
	case sqlitelib.SQLITE_BUSY, sqlitelib.SQLITE_LOCKED:
		return Locked
	case sqlitelib.SQLITE_CANTOPEN:
		return Unopened
	}
	return Other
}

// ExistsError says that a name is taken.
type ExistsError struct{ ID string }

func (e *ExistsError) Error() string { return e.ID + " already exists" }

// GoneError says that an object that is to change is no longer there.
type GoneError struct{ ID string }

func (e *GoneError) Error() string { return e.ID + " is no longer in the catalogue" }

// MissingError names what an object refers to and the catalogue does not hold.
type MissingError struct {
	ID      string
	Missing []Reference
}

func (e *MissingError) Error() string {
	names := make([]string, len(e.Missing))
	for i, r := range e.Missing {
		names[i] = r.ID + " (" + r.Path + ")"
	}
	return e.ID + " refers to what does not exist: " + strings.Join(names, ", ")
}

// InUseError names the objects that refer to one that is to be deleted.
type InUseError struct {
	ID    string
	Users []string // sorted
}

func (e *InUseError) Error() string {
	return e.ID + " is in use by " + strings.Join(e.Users, ", ")
}
