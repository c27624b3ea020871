package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

type command struct {
	name string
	args []string
	env  []string // beside that of this process
}

// figures are those of the counted runs of a command.
type figures struct {
	wall, cpu []time.Duration
	peak      int64 // KiB
}

// compare runs the commands in turn and prints a row for each. With a baseline
// it adds ratios to the first command, run by run, of the wall time and of the
// time of all processors.
func compare(w *bufio.Writer, runs int, commands []command, baseline bool) error {
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
	fmt.Fprintf(w, "| %-18s | %9s | %9s | %9s | %10s | %10s |\n|---|--:|--:|--:|--:|--:|\n", "command", "wall", "cpu", "peak", "wall ratio", "cpu ratio")
	for i, c := range commands {
		wallRatio, cpuRatio := "", ""
		if baseline {
			wallRatio = fmt.Sprintf("%.2f×", median(ratios(all[i].wall, all[0].wall)))
			cpuRatio = fmt.Sprintf("%.2f×", median(ratios(all[i].cpu, all[0].cpu)))
		}
		fmt.Fprintf(w, "| %-18s | %6.0f ms | %6.0f ms | %6.0f MB | %10s | %10s |\n", c.name,
			millis(median(all[i].wall)), millis(median(all[i].cpu)), float64(all[i].peak)/1024, wallRatio, cpuRatio)
	}
	return nil
}

func run(c command) (wall, cpu time.Duration, peak int64, err error) {
	cmd := exec.Command(c.args[0], c.args[1:]...)
	cmd.Env = append(os.Environ(), c.env...)
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

// load says how busy the machine is, where the system tells it.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(text), " ")
	return ", load " + first
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

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
