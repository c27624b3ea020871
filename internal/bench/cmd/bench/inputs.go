// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"terraform-provider-spillway/internal/bench/generate"
)

// tools are where the programs are: this one for baselines, the linter, and
// the folder of its peers, empty to leave them out.
type tools struct{ self, linter, peers string }

func (t tools) peer(name string) string { return filepath.Join(t.peers, name) }

// section is one input with the commands that are compared on it.
type section struct {
	name string
	// make writes the input at a path and returns a line that describes it.
	make func(path string) (title string, err error)
	// commands returns what runs on it; the first one is the baseline of the
	// ratios, where there is one.
	commands func(t tools, path string) []command
	baseline bool
}

var standard = []section{
	{"large", planJSON("plan JSON", generate.Large), onPlanJSON, true},
	{"needles", planJSON("plan JSON in which little matters", generate.Needles), onPlanJSON, true},
	{"saved", savedPlan(generate.Large), onSavedPlan, false},
	{"tree", tree("tree", generate.LargeTree), onTree, true},
	{"small", tree("one small root module", generate.SmallRoot), onSmallRoot, false},
	{"nothing", func(string) (string, error) { return "no input", nil }, onNothing, false},
}

// growing returns inputs of a fourth of the large ones, of their size, and of
// four times their size.
func growing() []section {
	var out []section
	for _, quarters := range []int{1, 4, 16} {
		p, t := generate.Large, generate.LargeTree
		p.Services = p.Services * quarters / 4
		t.Roots, t.Modules = t.Roots*quarters/4, t.Modules*quarters/4
		out = append(out,
			section{fmt.Sprintf("json%d", quarters), planJSON("plan JSON", p), onPlanJSON, true},
			section{fmt.Sprintf("saved%d", quarters), savedPlan(p), onSavedPlan, false},
			section{fmt.Sprintf("tree%d", quarters), tree("tree", t), onTree, true})
	}
	return out
}

func planJSON(what string, p generate.Plan) func(string) (string, error) {
	return func(path string) (string, error) {
		size, err := writeFile(path, func(f *os.File) error { return p.WriteJSON(f) })
		return fmt.Sprintf("%s: %d resources, %d services, %.0f MB", what, p.Resources(), p.Services, size), err
	}
}

func savedPlan(p generate.Plan) func(string) (string, error) {
	return func(path string) (string, error) {
		size, err := writeFile(path, func(f *os.File) error { return p.WriteFile(f) })
		return fmt.Sprintf("saved plan: %d resources, %d services, %.1f MB packed", p.Resources(), p.Services, size), err
	}
}

// writeFile writes a file and returns its size in millions of bytes.
func writeFile(path string, write func(*os.File) error) (megabytes float64, err error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return 0, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return float64(info.Size()) / 1e6, nil
}

func tree(what string, t generate.Tree) func(string) (string, error) {
	return func(path string) (string, error) {
		files, lines, err := t.Write(path)
		return fmt.Sprintf("%s: %d root modules, %d files, %d lines", what, t.Roots, files, lines), err
	}
}
