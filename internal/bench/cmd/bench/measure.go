// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// command is what runs on an input.
type command struct {
	program *program
	name    string // of its row
	args    []string
	dir     string   // where it runs, if that matters
	env     []string // beside that of this process
	found   []counted
	// foundCode is the exit code for findings, where there is one.
	foundCode int
}

// figures are those of the counted runs of a command.
type figures struct {
	wall, cpu []time.Duration
	peak      int64 // bytes, of its largest process
	found     string
	failure   error // why there are no figures
}

// measure runs the commands in turn, once without counting and then as often
// as asked. A command that fails or takes longer than the limit runs no more.
func measure(ctx context.Context, commands []command, runs int, limit time.Duration) ([]figures, error) {
	all := make([]figures, len(commands))
	for r := range runs + 1 {
		for i := range commands {
			c, f := &commands[i], &all[i]
			switch {
			case f.failure != nil:
			case r == 0: // warms the file cache
				f.found, f.failure = look(ctx, c, limit)
			default:
				f.failure = f.add(ctx, c, limit)
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
	}
	return all, nil
}

// look runs a command and returns what it finds.
func look(ctx context.Context, c *command, limit time.Duration) (string, error) {
	n := newCounter(c.found)
	u, err := run(ctx, c, n, limit)
	if err == nil && u.findings && !n.any() {
		err = fmt.Errorf("exit code %d, and nothing found: %s", c.foundCode, u.complaint)
	}
	return n.String(), err
}

func (f *figures) add(ctx context.Context, c *command, limit time.Duration) error {
	u, err := run(ctx, c, nil, limit)
	f.wall, f.cpu, f.peak = append(f.wall, u.wall), append(f.cpu, u.cpu), max(f.peak, u.peak)
	return err
}

// usage is what a run took, and how it ended.
type usage struct {
	wall, cpu time.Duration
	peak      int64
	findings  bool   // by the exit code
	complaint string // the first line on standard error
}

// run runs a command, and ends all that it started when it takes longer than
// the limit.
func run(ctx context.Context, c *command, stdout io.Writer, limit time.Duration) (u usage, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = c.dir, append(os.Environ(), c.env...), stdout, &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	start := time.Now()
	err = cmd.Run()
	u.wall = time.Since(start)
	u.complaint, _, _ = strings.Cut(strings.TrimSpace(stderr.String()), "\n")
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return u, fmt.Errorf("not done after %v", limit)
	case errors.As(err, &exit) && c.foundCode != 0 && exit.ExitCode() == c.foundCode:
		u.findings = true
	case err != nil:
		return u, fmt.Errorf("failed: %w: %s", err, u.complaint)
	}
	u.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if r, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.peak = r.Maxrss
		if runtime.GOOS != "darwin" { // where it is in bytes
			u.peak <<= 10
		}
	}
	return u, nil
}

func ratios(of, to []time.Duration) []float64 {
	out := make([]float64, len(of))
	for i := range of {
		out[i] = float64(of[i]) / float64(to[i])
	}
	return out
}

func median[T int | float64 | time.Duration](values []T) T {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}
