// SPDX-License-Identifier: MPL-2.0

// Command bench times the linter as a whole process on generated inputs, side
// by side with what only reads or parses the same files and with other linters
// where they are installed, run in turn, and prints a table in Markdown. It
// judges nothing: the budgets stand in docs/benchmarks.md, and a busy machine
// is slow for all sides alike.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	var o options
	flag.StringVar(&o.linter, "linter", "bin/spillway-lint", "the linter to time")
	flag.StringVar(&o.peers, "peers", "", "a folder with conftest and tflint, to time them too")
	flag.IntVar(&o.runs, "runs", 5, "counted runs of each command, after one that is not counted")
	flag.DurationVar(&o.limit, "limit", 2*time.Minute, "how long a run may take")
	growth := flag.Bool("growth", false, "time inputs of growing size instead")
	only := flag.String("only", "", "the names of tables to print, joined by commas")
	scan := flag.String("scan", "", "scan the tokens of a JSON file and exit (what a baseline runs)")
	parse := flag.String("parse", "", "parse the .tf files below a folder and exit (what a baseline runs)")
	write := flag.String("make", "", "write the input of a table to the folder or file that follows, describe it and exit")
	flag.Parse()
	if o.sections = standard; *growth {
		o.sections = growing()
	}
	if *only != "" {
		names := strings.Split(*only, ",")
		o.sections = slices.DeleteFunc(slices.Clone(o.sections), func(s section) bool { return !slices.Contains(names, s.name) })
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch {
	case *write != "":
		err = makeInput(os.Stdout, *write, flag.Arg(0))
	case *scan != "":
		err = scanTokens(*scan)
	case *parse != "":
		err = parseFiles(*parse)
	default:
		err = bench(ctx, os.Stdout, o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type options struct {
	linter, peers string
	runs          int
	limit         time.Duration
	sections      []section
}

func bench(ctx context.Context, out io.Writer, o options) error {
	t, err := o.tools()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "spillway-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := writePolicy(dir); err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	printHead(w, t, o)
	for _, s := range o.sections {
		place := filepath.Join(dir, s.name)
		// Another process makes the input, because the system takes what a
		// process once held for the peak of those that it starts.
		title, err := exec.CommandContext(ctx, t.self, "-make", s.name, place).Output()
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		commands := s.commands(t, place)
		all, err := measure(ctx, commands, o.runs, o.limit)
		if err != nil {
			return err
		}
		printRows(w, strings.TrimSpace(string(title)), s.baseline, commands, all)
		if err := errors.Join(w.Flush(), os.RemoveAll(place)); err != nil {
			return err
		}
	}
	return nil
}

// tools returns where the programs are, by absolute paths.
func (o options) tools() (t tools, err error) {
	if t.self, err = os.Executable(); err != nil {
		return t, err
	}
	if t.linter, err = filepath.Abs(o.linter); err != nil || o.peers == "" {
		return t, err
	}
	if t.peers, err = filepath.Abs(o.peers); err != nil {
		return t, err
	}
	for _, name := range []string{"conftest", "tflint"} {
		if _, err := os.Stat(t.peer(name)); err != nil {
			return t, err
		}
	}
	return t, nil
}

// makeInput writes the input of a table and describes it in a line.
func makeInput(w io.Writer, name, path string) error {
	for _, s := range slices.Concat(standard, growing()) {
		if s.name == name {
			title, err := s.make(path)
			if err == nil {
				_, err = fmt.Fprintln(w, title)
			}
			return err
		}
	}
	return fmt.Errorf("there is no table %q", name)
}
