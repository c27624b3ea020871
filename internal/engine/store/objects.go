// SPDX-License-Identifier: MPL-2.0

package store

import (
	"context"
	"database/sql"
	"errors"
)

// Object is one object of the catalogue.
type Object struct {
	// ID names the object: "projects/P/regions/R/backendServices/N".
	ID   string
	Type string // the resource type
	// Kind, Project, Location and Name are the parts of the id.
	Kind, Project, Location, Name string
	// Body is the object as a JSON text.
	Body string
	// References are what the object refers to. An object that was read has
	// none: they serve the catalogue.
	References []Reference
}

// Reference is what one argument refers to.
type Reference struct {
	Path string // the argument: "backend[0].group"
	ID   string
}

// reader is a transaction or the database itself.
type reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

const columns = "id, type, kind, project, location, name, body"

func scan(row interface{ Scan(...any) error }) (Object, error) {
	var o Object
	err := row.Scan(&o.ID, &o.Type, &o.Kind, &o.Project, &o.Location, &o.Name, &o.Body)
	return o, err
}

func get(ctx context.Context, r reader, id string) (Object, bool, error) {
	o, err := scan(r.QueryRowContext(ctx, "SELECT "+columns+" FROM objects WHERE id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		return Object{}, false, nil
	}
	return o, err == nil, err
}

func users(ctx context.Context, r reader, id string) ([]Object, error) {
	return all(r.QueryContext(ctx, "SELECT "+columns+" FROM objects WHERE id IN (SELECT source FROM refs WHERE target = ?) ORDER BY id", id))
}

// all reads the rows of a query.
func all(rows *sql.Rows, err error) (out []Object, _ error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // Err below has it
	for rows.Next() {
		o, err := scan(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	return out, rows.Err()
}

func wasRemoved(ctx context.Context, r reader, id string) (bool, error) {
	var n int
	err := r.QueryRowContext(ctx, "SELECT count(*) FROM removed WHERE id = ?", id).Scan(&n)
	return n > 0, err
}

// List returns the objects of a type in a project, sorted by id; at a location,
// or everywhere where it is empty.
func (s *Store) List(ctx context.Context, objectType, project, location string) ([]Object, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT "+columns+" FROM objects WHERE type = ?1 AND project = ?2 AND (?3 = '' OR location = ?3) ORDER BY id",
		objectType, project, location)
	out, err := all(rows, err)
	return out, s.wrap(err)
}

// Get returns the object with an id, and whether there is one.
func (s *Store) Get(ctx context.Context, id string) (Object, bool, error) {
	o, ok, err := get(ctx, s.db, id)
	return o, ok, s.wrap(err)
}

// Users returns the objects that refer to an id, sorted.
func (s *Store) Users(ctx context.Context, id string) ([]Object, error) {
	out, err := users(ctx, s.db, id)
	return out, s.wrap(err)
}

// WasRemoved reports whether an object with the id was deleted and not made
// again.
func (s *Store) WasRemoved(ctx context.Context, id string) (bool, error) {
	yes, err := wasRemoved(ctx, s.db, id)
	return yes, s.wrap(err)
}

// Write runs f in one transaction: all that it changes is written, or, where
// it returns an error, nothing. No other process writes meanwhile.
func (s *Store) Write(ctx context.Context, f func(tx *Tx) error) error {
	return s.transact(ctx, func(tx *sql.Tx) error { return f(&Tx{store: s, ctx: ctx, tx: tx}) })
}

// Tx is a running transaction.
type Tx struct {
	store *Store
	ctx   context.Context //nolint:containedctx // it lives as long as the call that it belongs to
	tx    *sql.Tx
}

// Get returns the object with an id, and whether there is one.
func (t *Tx) Get(id string) (Object, bool, error) { return get(t.ctx, t.tx, id) }

// Users returns the objects that refer to an id, sorted.
func (t *Tx) Users(id string) ([]Object, error) { return users(t.ctx, t.tx, id) }

// WasRemoved is [Store.WasRemoved].
func (t *Tx) WasRemoved(id string) (bool, error) { return wasRemoved(t.ctx, t.tx, id) }

// Insert adds an object that this run makes. It returns an [*ExistsError]
// where the id is taken.
func (t *Tx) Insert(o Object) error {
	switch _, taken, err := t.Get(o.ID); {
	case err != nil:
		return err
	case taken:
		return &ExistsError{ID: o.ID}
	}
	return t.Adopt(o)
}

// Adopt adds an object that this run makes, or replaces the one with its id,
// which is then this run's.
func (t *Tx) Adopt(o Object) error {
	if err := t.Put(o); err != nil {
		return err
	}
	return t.note(o.ID)
}

// Put adds an object, or replaces the one with its id.
func (t *Tx) Put(o Object) error {
	statements := []struct {
		query string
		args  []any
	}{
		{
			"INSERT INTO objects (" + columns + ") VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET type = excluded.type, body = excluded.body",
			[]any{o.ID, o.Type, o.Kind, o.Project, o.Location, o.Name, o.Body},
		},
		{"DELETE FROM refs WHERE source = ?", []any{o.ID}},
		{"DELETE FROM removed WHERE id = ?", []any{o.ID}},
	}
	for _, s := range statements {
		if _, err := t.tx.ExecContext(t.ctx, s.query, s.args...); err != nil {
			return err
		}
	}
	for _, r := range o.References {
		if _, err := t.tx.ExecContext(t.ctx, "INSERT OR REPLACE INTO refs VALUES (?, ?, ?)", o.ID, r.Path, r.ID); err != nil {
			return err
		}
	}
	return nil
}

// Require returns a [*MissingError] where the catalogue does not hold all that
// an object refers to.
func (t *Tx) Require(o Object) error {
	var missing []Reference
	for _, r := range o.References {
		switch _, ok, err := t.Get(r.ID); {
		case err != nil:
			return err
		case !ok && r.ID != o.ID:
			missing = append(missing, r)
		}
	}
	if len(missing) > 0 {
		return &MissingError{ID: o.ID, Missing: missing}
	}
	return nil
}

// Delete deletes an object, and remembers that it was there. It returns an
// [*InUseError] where another object refers to it; an id that is not taken is
// no error.
func (t *Tx) Delete(id string) error {
	by, err := t.Users(id)
	if err != nil {
		return err
	}
	var names []string
	for _, u := range by {
		if u.ID != id {
			names = append(names, u.ID)
		}
	}
	if len(names) > 0 {
		return &InUseError{ID: id, Users: names}
	}
	r, err := t.tx.ExecContext(t.ctx, "DELETE FROM objects WHERE id = ?", id)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = t.tx.ExecContext(t.ctx, "INSERT OR REPLACE INTO removed VALUES (?)", id)
	return err
}
