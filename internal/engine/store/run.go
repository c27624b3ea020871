// SPDX-License-Identifier: MPL-2.0

package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// thisRun names the run that this process belongs to, "host/caller/process":
// the caller is the Terraform command that started the provider, and that
// writes the state.
func thisRun() string {
	host, err := os.Hostname()
	if err != nil {
		host = "" // then nobody can tell whether the run has ended
	}
	return host + "/" + strconv.Itoa(os.Getppid()) + "/" + strconv.Itoa(os.Getpid())
}

// ended reports whether a run is known to have ended: its caller was a process
// of this machine, and is no more. Where a number was given to another process
// since, or the run was on another machine, it is not known.
func ended(run string) bool {
	host, rest, _ := strings.Cut(run, "/")
	caller, _, _ := strings.Cut(rest, "/")
	here, err := os.Hostname()
	pid, bad := strconv.Atoi(caller)
	if err != nil || bad != nil || host == "" || host != here || pid < 1 {
		return false
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return !errors.Is(err, os.ErrPermission) // so says Windows of what is no process
	}
	defer p.Release() //nolint:errcheck // nothing to do about it
	err = p.Signal(syscall.Signal(0))
	return errors.Is(err, os.ErrProcessDone) || errors.Is(err, syscall.ESRCH)
}

// note remembers that this run made an object, until a state is known to hold
// it.
func (t *Tx) note(id string) error {
	t.store.noted.Store(true)
	_, err := t.tx.ExecContext(t.ctx, "INSERT OR REPLACE INTO unconfirmed VALUES (?, ?)", id, t.store.run)
	return err
}

// Orphan reports whether an object was made by a run that was stopped before
// it, or another one, confirmed that a state holds the object.
func (t *Tx) Orphan(id string) (bool, error) { return orphan(t.ctx, t.tx, id) }

// Orphan is [Tx.Orphan].
func (s *Store) Orphan(ctx context.Context, id string) (bool, error) {
	yes, err := orphan(ctx, s.db, id)
	return yes, s.wrap(err)
}

func orphan(ctx context.Context, r reader, id string) (bool, error) {
	run, err := maker(ctx, r, id)
	return run != "" && ended(run), err
}

// maker returns the run that made an object and did not confirm it, "" where
// there is none.
func maker(ctx context.Context, r reader, id string) (run string, err error) {
	err = r.QueryRowContext(ctx, "SELECT run FROM unconfirmed WHERE id = ?", id).Scan(&run)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return run, err
}

// Confirm notes that a state holds an object. It writes only what was not
// confirmed so far.
func (s *Store) Confirm(ctx context.Context, id string) error {
	if run, err := maker(ctx, s.db, id); err != nil || run == "" {
		return s.wrap(err)
	}
	_, err := s.db.ExecContext(ctx, "DELETE FROM unconfirmed WHERE id = ?", id)
	return s.wrap(err)
}

// confirmAll confirms what this run made: it ends as it should.
func (s *Store) confirmAll() error {
	if !s.noted.Load() {
		return nil
	}
	_, err := s.db.ExecContext(context.Background(), "DELETE FROM unconfirmed WHERE run = ?", s.run)
	return s.wrap(err)
}
