// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"terraform-provider-spillway/internal/engine/spelling"
	"terraform-provider-spillway/internal/source/hclconfig"
)

// common are the flags of the commands that read inputs.
type common struct {
	format     string
	output     string
	config     string
	chdir      string
	source     string
	edition    string
	failOn     string
	minimum    string
	color      string
	recursive  bool
	strict     bool
	quiet      bool
	minDecided float64
	only, skip []string
	variables  assignments
}

func (c *common) register(f *pflag.FlagSet, formats ...string) {
	f.Var(oneOf(&c.format, "text", formats...), "format", "the output's form: "+listed(formats))
	f.StringVar(&c.output, "output", "", "write to `FILE` instead of standard output, all or nothing")
	f.StringVar(&c.config, "config", "", "the configuration `FILE` (default: .spillway.hcl here or above, up to the repository's root)")
	f.StringVar(&c.chdir, "chdir", "", "change to `DIR` first")
	f.StringVar(&c.source, "source", "", "the folder `DIR` with the configuration of a plan (default: the plan's own folder)")
	f.Var(oneOf(&c.edition, "", "preview", "current"), "edition", "the edition of Google's documentation whose facts hold: preview or current (default preview)")
	f.Var(oneOf(&c.color, "auto", "auto", "always", "never"), "color", "colours: auto, always or never; NO_COLOR counts")
	f.BoolVar(&c.recursive, "recursive", false, "take every root module below a folder")
	f.BoolVar(&c.strict, "strict", false, "what is undecided makes the exit code 2")
	f.BoolVarP(&c.quiet, "quiet", "q", false, "only the results, without notes and summary")
	f.Float64Var(&c.minDecided, "min-decided", 0, "exit code 2 when less than this `PERCENT` is decided")
	c.variables.register(f)
	f.SortFlags = false
}

// listed returns "text, json or markdown".
func listed(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// registerRules adds the flags that choose among findings.
func (c *common) registerRules(f *pflag.FlagSet) {
	f.StringArrayVar(&c.only, "only", nil, "report only this `RULE`: an ID, a name or a family (repeatable)")
	f.StringArrayVar(&c.skip, "skip", nil, "do not report this `RULE` (repeatable)")
	f.Var(oneOf(&c.failOn, "", "error", "warning", "info", "never"), "fail-on", "the least severity that makes the exit code 2: error, warning, info or never (default error)")
	f.Var(oneOf(&c.minimum, "", "error", "warning", "info"), "min-severity", "the least severity that text shows: error, warning or info (default warning)")
}

// choice is a flag with a few valid words.
type choice struct {
	value *string
	words []string
}

func oneOf(value *string, preset string, words ...string) *choice {
	*value = preset
	return &choice{value, words}
}

func (c *choice) String() string {
	if c.value == nil {
		return ""
	}
	return *c.value
}

// Type names the value in the help; the words stand in the flag's description.
func (c *choice) Type() string { return "WORD" }

func (c *choice) Set(word string) error {
	if !slices.Contains(c.words, word) {
		if near, ok := spelling.Nearest(word, c.words); ok {
			return fmt.Errorf("did you mean %s?", near)
		}
		return fmt.Errorf("there are %s", strings.Join(c.words, ", "))
	}
	*c.value = word
	return nil
}

// assignments are --var and --var-file in the order of the command line: a
// later one wins.
type assignments struct{ list []hclconfig.Assignment }

func (a *assignments) register(f *pflag.FlagSet) {
	f.Var(variable{a}, "var", "set a variable of the configuration, `NAME=VALUE` (repeatable)")
	f.Var(variableFile{a}, "var-file", "set variables from `FILE` (repeatable)")
}

type variable struct{ to *assignments }

func (v variable) String() string { return "" }
func (v variable) Type() string   { return "NAME=VALUE" }
func (v variable) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return fmt.Errorf("write NAME=VALUE")
	}
	v.to.list = append(v.to.list, hclconfig.Assignment{Name: name, Value: value})
	return nil
}

type variableFile struct{ to *assignments }

func (v variableFile) String() string { return "" }
func (v variableFile) Type() string   { return "FILE" }
func (v variableFile) Set(text string) error {
	v.to.list = append(v.to.list, hclconfig.Assignment{File: text})
	return nil
}
