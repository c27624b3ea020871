// Command bench times the linter as a whole process on generated inputs, side
// by side with what only reads or parses the same files, run in turn, and
// prints medians, ratios and peak memory. It judges nothing: the budgets stand
// in docs/benchmarks.md, and a busy machine is slow for both sides alike.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
)

func main() {
	linter := flag.String("linter", "bin/spillway-lint", "the linter to time")
	runs := flag.Int("runs", 5, "counted runs of each command, after one that is not counted")
	growth := flag.Bool("growth", false, "time plans of growing size instead")
	scan := flag.String("scan", "", "scan the tokens of a JSON file and exit (what a baseline runs)")
	parse := flag.String("parse", "", "parse the .tf files below a folder and exit (what a baseline runs)")
	write := flag.String("make", "", "write the input of a table to the folder or file that follows, describe it and exit")
	flag.Parse()
	var err error
	switch {
	case *write != "":
		err = makeInput(os.Stdout, *write, flag.Arg(0))
	case *scan != "":
		err = scanTokens(*scan)
	case *parse != "":
		err = parseFiles(*parse)
	default:
		err = bench(os.Stdout, *linter, *runs, *growth)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(out io.Writer, linter string, runs int, growth bool) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	linter, err = filepath.Abs(linter)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "spillway-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	sections := standard
	if growth {
		sections = growing()
	}
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s, %s/%s, %d CPUs%s; medians of %d runs, commands in turn; a ratio is to the first command of its table\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), load(), runs)
	for _, s := range sections {
		place := filepath.Join(dir, s.name)
		// Another process makes the input, because the system takes what a
		// process once held for the peak of those that it starts.
		title, err := exec.Command(self, "-make", s.name, place).Output()
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Fprintf(w, "\n%s\n", title)
		if err := compare(w, runs, s.commands(tools{self: self, linter: linter}, place), s.baseline); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if err := os.RemoveAll(place); err != nil {
			return err
		}
	}
	return nil
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
