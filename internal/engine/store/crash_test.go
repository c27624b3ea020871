// SPDX-License-Identifier: MPL-2.0

package store_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"terraform-provider-spillway/internal/engine/store"
)

// crashPath, where it is set, makes the test binary a process that writes
// until it is killed.
const (
	crashPath  = "SPILLWAY_STORE_CRASH_TEST"
	crashRound = "SPILLWAY_STORE_CRASH_ROUND"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(crashPath); path != "" {
		writeForever(path)
		return
	}
	os.Exit(m.Run())
}

// writeForever says after each write that it is done.
func writeForever(path string) {
	fmt.Println(forever(context.Background(), path))
	os.Exit(1)
}

func forever(ctx context.Context, path string) error {
	s, err := store.Open(ctx, path, store.Options{Create: true})
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		o := object("n" + os.Getenv(crashRound) + "-" + strconv.Itoa(i))
		if err := s.Write(ctx, func(tx *store.Tx) error { return tx.Put(o) }); err != nil {
			return err
		}
		fmt.Println("ok " + o.Name)
	}
}

// A process that is killed at any moment leaves a catalogue that opens and
// holds every write that it had acknowledged.
func TestKilledWriter(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "engine.db")
	acknowledged := map[string]bool{}
	for round := range rounds(t, 12) {
		for _, name := range killAfter(t, path, "w", round, round*3%37) {
			acknowledged[name] = true
		}
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			continue // killed before it began
		}
		s, err := store.Open(t.Context(), path, store.Options{})
		if errors.Is(err, store.ErrNotExist) && len(acknowledged) == 0 {
			continue
		}
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		for name := range acknowledged {
			if _, ok, err := s.Get(t.Context(), object(name).ID); err != nil || !ok {
				t.Errorf("round %d: %s is lost (%v)", round, name, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if len(acknowledged) == 0 {
		t.Error("nothing was written")
	}
}

// Several processes write one catalogue at once and are killed at different
// moments: nothing that any of them acknowledged is lost, and none says
// anything but that it wrote.
func TestKilledWritersAtOnce(t *testing.T) {
	t.Parallel()
	const writers = 4
	for round := range rounds(t, 2) {
		path := filepath.Join(t.TempDir(), "engine.db")
		open(t, path, store.Options{}) // or one may die before there is a catalogue
		var all sync.WaitGroup
		var mu sync.Mutex
		var acknowledged []string
		for w := range writers {
			all.Go(func() {
				names := killAfter(t, path, "w"+strconv.Itoa(w), round, (5*w+round)%23)
				mu.Lock()
				defer mu.Unlock()
				acknowledged = append(acknowledged, names...)
			})
		}
		all.Wait()
		s := open(t, path, store.Options{})
		for _, name := range acknowledged {
			if _, ok, err := s.Get(t.Context(), object(name).ID); err != nil || !ok {
				t.Errorf("round %d: %s is lost (%v)", round, name, err)
			}
		}
	}
}

// rounds returns how often a test repeats: as SPILLWAY_STRESS_ROUNDS says,
// which make stress-catalogue sets, or a few times.
func rounds(t *testing.T, few int) int {
	t.Helper()
	text := os.Getenv("SPILLWAY_STRESS_ROUNDS")
	if text == "" {
		return few
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("SPILLWAY_STRESS_ROUNDS is %q; it has to be a number from 1", text)
	}
	return n
}

// killAfter runs a writer and kills it once it has acknowledged n writes. It
// returns all that it acknowledged: names that begin with that of the writer.
func killAfter(t *testing.T, path, writer string, round, n int) (names []string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), crashPath+"="+path, crashRound+"="+writer+"-"+strconv.Itoa(round))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Error(err)
		return nil
	}
	if err := cmd.Start(); err != nil {
		t.Error(err)
		return nil
	}
	lines := bufio.NewScanner(out)
	for len(names) < n && lines.Scan() {
		name, ok := strings.CutPrefix(lines.Text(), "ok ")
		if !ok {
			t.Errorf("the writer says %q", lines.Text())
			break
		}
		names = append(names, name)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	for lines.Scan() { // what it said before it was killed
		if name, ok := strings.CutPrefix(lines.Text(), "ok "); ok {
			names = append(names, name)
		}
	}
	_ = cmd.Wait() // killed
	return names
}
