// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// printHead prints the machine and the programs of the sections.
func printHead(w *bufio.Writer, t tools, o options) {
	fmt.Fprintf(w, "%s; %s. Medians of %d runs after one that does not count, commands in turn, at most %v for each run; "+
		"ratios are to the first command of the same input, run by run.\n\n", machine(), runtime.Version(), o.runs, o.limit)
	w.WriteString("| program | version | what it does in that time | what it does not do |\n|---|---|---|---|\n")
	seen := map[*program]bool{}
	for _, s := range o.sections {
		for _, c := range s.commands(t, "") {
			if !seen[c.program] {
				seen[c.program] = true
				fmt.Fprintf(w, "| %s | %s | %s | %s |\n", c.program.name, c.program.version(t), c.program.does, c.program.not)
			}
		}
	}
	w.WriteString("\n| input | command | wall | CPU | peak memory | wall ratio | CPU ratio | found |\n|---|---|--:|--:|--:|--:|--:|---|\n")
}

// printRows prints a row for each command on an input.
func printRows(w *bufio.Writer, input string, baseline bool, commands []command, all []figures) {
	for i, f := range all {
		if i > 0 {
			input = ""
		}
		fmt.Fprintf(w, "| %s | %s |", input, commands[i].name)
		if f.failure != nil {
			fmt.Fprintf(w, " | | | | | %v |\n", f.failure)
			continue
		}
		wallRatio, cpuRatio := "", ""
		if baseline && all[0].failure == nil {
			wallRatio = fmt.Sprintf("%.2f×", median(ratios(f.wall, all[0].wall)))
			cpuRatio = fmt.Sprintf("%.2f×", median(ratios(f.cpu, all[0].cpu)))
		}
		fmt.Fprintf(w, " %s | %s | %.0f MB | %s | %s | %s |\n",
			inMillis(median(f.wall)), inMillis(median(f.cpu)), float64(f.peak)/(1<<20), wallRatio, cpuRatio, f.found)
	}
}

func inMillis(d time.Duration) string {
	return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
}

// machine describes the machine, as far as the system tells it.
func machine() string {
	out := fmt.Sprintf("%s/%s, %d processors", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	if model := field("/proc/cpuinfo", "model name"); model != "" {
		out += " (" + model + ")"
	}
	var kilobytes int
	if n, _ := fmt.Sscan(field("/proc/meminfo", "MemTotal"), &kilobytes); n == 1 {
		out += fmt.Sprintf(", %.0f GB of memory", float64(kilobytes)/(1<<20))
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		first, _, _ := strings.Cut(string(text), " ")
		out += ", load average " + first + " at the start"
	}
	return out
}

// field returns the first value of a name in a file of lines "name : value".
func field(path, name string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
