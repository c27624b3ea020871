package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/spelling"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/report"
	"terraform-provider-spillway/internal/source"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig"
	"terraform-provider-spillway/internal/validate"
)

// run is one run of a command over inputs.
type run struct {
	*app
	flags   *common
	config  *policy.Config
	edition topology.Edition
	inputs  *source.Set

	after, before *topology.Snapshot
	notices       report.Notices
}

// moments says which states of the inputs a command looks at.
type moments bool

const (
	planned   moments = false // what is planned, or all there is
	withPrior moments = true  // the prior state of plans too
)

// open reads the configuration file and the inputs.
func (a *app) open(c *common, paths []string, needs moments) (*run, error) {
	r := &run{app: a, flags: c}
	if c.minDecided < 0 || c.minDecided > 100 {
		return nil, fmt.Errorf("--min-decided %v: a percentage is from 0 to 100", c.minDecided)
	}
	if c.chdir != "" {
		if err := os.Chdir(c.chdir); err != nil {
			return nil, fmt.Errorf("--chdir: %w", err)
		}
	}
	if err := r.configure(); err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	var err error
	r.inputs, err = source.Open(paths, source.Options{
		Stdin: a.stdin, Source: c.source, Recursive: c.recursive,
		Assignments: c.variables.list, Environment: a.environment,
	})
	if err != nil {
		return nil, misspelt(err, paths)
	}
	if needs == withPrior {
		r.after, r.before = r.inputs.Topology()
	} else {
		r.after = r.inputs.After()
	}
	r.inputs.Release()
	if a.reclaim != nil && len(r.after.Services)+len(r.after.Groups) > largeInput {
		a.reclaim()
	}
	r.inputNotices()
	return r, nil
}

// largeInput is the number of services and groups from which memory matters.
const largeInput = 2000

// misspelt adds, to the error about a path that is not there, the command that
// its author may have meant.
func misspelt(err error, paths []string) error {
	if _, statErr := os.Stat(paths[0]); paths[0] == "-" || !errors.Is(statErr, os.ErrNotExist) {
		return err
	}
	if near, ok := spelling.Nearest(paths[0], commands); ok {
		return fmt.Errorf("%w; did you mean the command %s?", err, near)
	}
	return err
}

// configure finds and reads the configuration file.
func (r *run) configure() error {
	path := r.flags.config
	if path == "" {
		found, err := policy.Find(".")
		if err != nil {
			return err
		}
		path = shorter(found)
	}
	r.config = &policy.Config{}
	if path != "" {
		c, err := policy.Load(path)
		if err != nil {
			return err
		}
		r.config = c
	}
	r.edition = topology.Preview
	if r.config.Edition != "" {
		r.edition = r.config.Edition
	}
	if r.flags.edition != "" {
		r.edition = topology.Edition(r.flags.edition)
	}
	return r.requireVersion()
}

// shorter returns a path as seen from the working directory, where that is
// below or beside it.
func shorter(path string) string {
	if path == "" || !filepath.IsAbs(path) {
		return path
	}
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(here, path)
	if err != nil {
		return path
	}
	return rel
}

func (r *run) requireVersion() error {
	want := r.config.RequiredVersion
	if want == "" {
		return nil
	}
	v, released := release()
	if !released {
		r.notices.Add("this build of spillway-lint is no release, so required_version "+want+" is not checked", "")
		return nil
	}
	ok, err := policy.CheckVersion(want, v)
	if err == nil && !ok {
		err = fmt.Errorf("%s: required_version is %s, and this is spillway-lint %s", r.config.Path, want, v)
	}
	return err
}

// inputNotices collects what readers, adapter and configuration file want to
// be known.
func (r *run) inputNotices() {
	for _, p := range r.inputs.Problems {
		r.notices.AddAt(p.Text, "", place(p.Where))
	}
	for _, n := range r.inputs.Notices() {
		r.notices.AddAt(n.Text, n.Address, place(n.Where))
	}
	for _, n := range r.after.Notices {
		r.notices.Add(n.Text, n.Address)
	}
	if len(r.config.Policies) > 0 {
		r.notices.Add(fmt.Sprintf("%s: policy blocks are checked for their form; this version does not evaluate them yet", r.config.Path), "")
	}
	for _, address := range sortedKeys(r.config.Traffic) {
		if !slices.ContainsFunc(r.after.Services, func(s *topology.BackendService) bool { return s.Address == address }) {
			r.notices.Add(fmt.Sprintf("%s: the traffic block names no backend service of the input", r.config.Path), address)
		}
	}
}

// place turns a range of a source file into one of a document; names are as
// seen from the working directory, with slashes.
func place(r *graph.Range) *report.Range {
	if r == nil {
		return nil
	}
	return &report.Range{
		Filename: filepath.ToSlash(shorter(filepath.Clean(r.Filename))),
		Start:    report.Position{Line: r.Start.Line, Column: r.Start.Column},
		End:      report.Position{Line: r.End.Line, Column: r.End.Column},
	}
}

// locate finds the place of an object or argument.
func (r *run) locate(address, path string) (*report.Range, []hclconfig.RelatedPlace) {
	p, ok := r.inputs.Locate(address, path)
	if !ok {
		return nil, nil
	}
	return place(&p.Range), p.Related
}

// described returns the inputs for a document.
func (r *run) described() []report.Input {
	var out []report.Input
	for _, in := range r.inputs.Inputs() {
		out = append(out, report.Input{Path: in.Path, Kind: string(in.Kind), TerraformVersion: in.TerraformVersion})
	}
	return out
}

// finish returns the error that problems in a configuration leave behind once
// the rest has been reported.
func (r *run) finish() error {
	problems := r.inputs.Problems
	if len(problems) == 0 {
		return nil
	}
	text := problems[0].Text
	if w := place(problems[0].Where); w != nil {
		text = fmt.Sprintf("%s:%d:%d: %s", w.Filename, w.Start.Line, w.Start.Column, text)
	}
	if more := len(problems) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more, which the notes list)", more)
	}
	return errors.New(text + "; the rest was read")
}

// failOn returns the least severity that fails, NoSeverity for never.
func (r *run) failOn() validate.Severity {
	word := r.flags.failOn
	if word == "" {
		word = r.config.FailOn
	}
	switch word {
	case "never":
		return validate.NoSeverity
	case "":
		return validate.Error
	}
	s, _ := validate.ParseSeverity(word) // one of the flag's words
	return s
}

// enough reports whether as much is decided as --min-decided asks for.
func (r *run) enough(decided, of int) bool {
	return of == 0 || float64(decided)*100 >= r.flags.minDecided*float64(of)
}

func oneLine(text string) string {
	return report.Printable(strings.Join(strings.Fields(text), " "))
}
