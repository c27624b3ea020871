package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"terraform-provider-spillway/internal/bench/generate"
)

// tools are the programs that run: this one for baselines, and the linter.
type tools struct{ self, linter string }

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
	{"large", planJSON("Plan JSON", generate.Large), onPlanJSON, true},
	{"needles", planJSON("Plan JSON in which little matters", generate.Needles), onPlanJSON, true},
	{"saved", savedPlan(generate.Large), onSavedPlan, false},
	{"tree", tree("Tree of root modules", generate.LargeTree), onTree, true},
	{"small", tree("One small root module", generate.SmallRoot), onSmallRoot, false},
	{"nothing", func(string) (string, error) { return "No input", nil }, onNothing, false},
}

// growing returns plans of a fourth of the large one, of its size, and of four
// times its size.
func growing() []section {
	var out []section
	for _, services := range []int{generate.Large.Services / 4, generate.Large.Services, generate.Large.Services * 4} {
		p := generate.Large
		p.Services = services
		out = append(out,
			section{fmt.Sprintf("json%d", services), planJSON("Plan JSON", p), onPlanJSON, true},
			section{fmt.Sprintf("saved%d", services), savedPlan(p), onSavedPlan, false})
	}
	return out
}

func planJSON(what string, p generate.Plan) func(string) (string, error) {
	return func(path string) (string, error) {
		size, err := writeFile(path, func(f *os.File) error { return p.WriteJSON(f) })
		return fmt.Sprintf("%s: %d resources, %d backend services, %.0f MB", what, p.Resources(), p.Services, size), err
	}
}

func savedPlan(p generate.Plan) func(string) (string, error) {
	return func(path string) (string, error) {
		size, err := writeFile(path, func(f *os.File) error { return p.WriteFile(f) })
		return fmt.Sprintf("Saved plan: %d resources, %d backend services, %.1f MB packed", p.Resources(), p.Services, size), err
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

func onPlanJSON(t tools, path string) []command {
	return []command{
		{name: "token scan", args: []string{t.self, "-scan", path}},
		{name: "check", args: []string{t.linter, "check", "--format", "json", path}},
		{name: "predict", args: []string{t.linter, "predict", "--format", "json", path}},
	}
}

func onSavedPlan(t tools, path string) []command { return onPlanJSON(t, path)[1:] }

func onTree(t tools, path string) []command {
	return []command{
		{name: "hclparse, one core", args: []string{t.self, "-parse", path}, env: []string{"GOMAXPROCS=1"}},
		{name: "check --recursive", args: []string{t.linter, "check", "--recursive", "--format", "json", path}},
	}
}

func onSmallRoot(t tools, path string) []command {
	return []command{{name: "check", args: []string{t.linter, "check", filepath.Join(path, "live", "root0")}}}
}

func onNothing(t tools, _ string) []command {
	return []command{{name: "version", args: []string{t.linter, "version"}}}
}
