// Command bench times the linter as a whole process on generated inputs, side
// by side with a bare token scan of the same file, run in turn, and prints
// medians, ratios and peak memory. It judges nothing: the budgets stand in
// docs/benchmarks.md, and a busy machine is slow for both sides alike.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"terraform-provider-spillway/internal/bench/generate"
)

func main() {
	linter := flag.String("linter", "bin/spillway-lint", "the linter to time")
	runs := flag.Int("runs", 5, "counted runs of each command, after one that is not counted")
	scan := flag.String("scan", "", "scan the tokens of a JSON file and exit (what the baseline runs)")
	flag.Parse()
	var err error
	if *scan != "" {
		err = scanTokens(*scan)
	} else {
		err = bench(os.Stdout, *linter, *runs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// scanTokens reads every token of a file with the streaming JSON library that
// the plan reader stands on, and does nothing with them.
func scanTokens(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	d := jsontext.NewDecoder(bufio.NewReaderSize(f, 1<<16))
	for {
		if _, err := d.ReadToken(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

type command struct {
	name string
	args []string
}

type figures struct {
	wall []time.Duration
	cpu  []time.Duration
	peak int64 // KiB
}

func bench(w io.Writer, linter string, runs int) error {
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
	defer os.RemoveAll(dir)
	fmt.Fprintf(w, "%s, %d CPUs, %s/%s; medians of %d runs, commands in turn\n", runtime.Version(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runs)
	for _, in := range []struct {
		name string
		plan generate.Plan
	}{{"large", generate.Large}, {"needles", generate.Needles}} {
		path := filepath.Join(dir, in.name+".json")
		if err := writePlan(path, in.plan); err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\n%s: %d resources, %d services, %.0f MB\n", in.name, in.plan.Resources(), in.plan.Services, float64(info.Size())/1e6)
		if err := compare(w, runs, []command{
			{"token scan", []string{self, "-scan", path}},
			{"check", []string{linter, "check", "--format", "json", path}},
			{"predict", []string{linter, "predict", "--format", "json", path}},
		}); err != nil {
			return err
		}
	}
	fmt.Fprintln(w)
	return compare(w, runs, []command{{"version", []string{linter, "version"}}})
}

func writePlan(path string, p generate.Plan) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := p.WriteJSON(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// compare runs the commands in turn and prints a row for each; ratios are to
// the first command, run by run.
func compare(w io.Writer, runs int, commands []command) error {
	all := make([]figures, len(commands))
	for r := range runs + 1 {
		for i, c := range commands {
			wall, cpu, peak, err := run(c)
			if err != nil {
				return err
			}
			if r == 0 {
				continue // warms the file cache
			}
			all[i].wall = append(all[i].wall, wall)
			all[i].cpu = append(all[i].cpu, cpu)
			all[i].peak = max(all[i].peak, peak)
		}
	}
	fmt.Fprintf(w, "| %-12s | %9s | %9s | %11s | %9s |\n|---|---|---|---|---|\n", "command", "wall", "cpu", "wall ratio", "peak")
	for i, c := range commands {
		ratios := make([]float64, runs)
		for r := range runs {
			ratios[r] = float64(all[i].wall[r]) / float64(all[0].wall[r])
		}
		fmt.Fprintf(w, "| %-12s | %6.0f ms | %6.0f ms | %10.2f× | %6.0f MB |\n", c.name,
			millis(median(all[i].wall)), millis(median(all[i].cpu)), median(ratios), float64(all[i].peak)/1024)
	}
	return nil
}

func run(c command) (wall, cpu time.Duration, peak int64, err error) {
	cmd := exec.Command(c.args[0], c.args[1:]...)
	cmd.Stderr = os.Stderr
	start := time.Now()
	err = cmd.Run()
	wall = time.Since(start)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 2 {
		err = nil // findings
	}
	if err != nil {
		return 0, 0, 0, fmt.Errorf("%s: %w", c.name, err)
	}
	cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		peak = usage.Maxrss
	}
	return wall, cpu, peak, nil
}

func median[T int | float64 | time.Duration](values []T) T {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
