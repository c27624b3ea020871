// SPDX-License-Identifier: MPL-2.0

package check

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/policy"
	"terraform-provider-spillway/internal/report"
	"terraform-provider-spillway/internal/source"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig"
	"terraform-provider-spillway/internal/validate"
)

// Run is one run over inputs.
type Run struct {
	// Config is the configuration file; that of a project without one where
	// there is none.
	Config  *policy.Config
	Edition topology.Edition
	Inputs  *source.Set
	// After is what is planned, or all there is. Before is nil where no input
	// has a prior state, or nobody asked for it.
	After, Before *topology.Snapshot
	Notices       report.Notices

	// traffic are the traffic blocks, by the address of the service in the
	// topology.
	traffic map[string]validate.Traffic
}

// Settings say which settings hold.
type Settings struct {
	// Config is the configuration file. Empty means the one that holds for
	// Folder, if any.
	Config, Folder string
	// Edition overrides that of the configuration file; Default holds where
	// neither says anything, and is preview where it is empty.
	Edition, Default topology.Edition
	// Program and Version are those of the program that runs; the version is
	// empty for a build that is no release.
	Program, Version string
}

// Configure finds and reads the configuration file.
func Configure(s Settings) (Run, error) {
	r := Run{Config: &policy.Config{}}
	path := s.Config
	if path == "" {
		found, err := policy.Find(s.Folder)
		if err != nil {
			return r, err
		}
		path = shorter(found)
	}
	if path != "" {
		c, err := policy.Load(path)
		if err != nil {
			return r, err
		}
		r.Config = c
	}
	for _, e := range []topology.Edition{s.Edition, r.Config.Edition, s.Default, topology.Preview} {
		if e != "" {
			r.Edition = e
			break
		}
	}
	return r, r.requireVersion(s)
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

func (r *Run) requireVersion(s Settings) error {
	want := r.Config.RequiredVersion
	if want == "" {
		return nil
	}
	if s.Version == "" {
		r.Notices.Add("this build of "+s.Program+" is no release, so required_version "+want+" is not checked", "")
		return nil
	}
	ok, err := policy.CheckVersion(want, s.Version)
	if err == nil && !ok {
		err = fmt.Errorf("%s: required_version is %s, and this is %s %s", r.Config.Path, want, s.Program, s.Version)
	}
	return err
}

// Take takes the inputs, and the prior state of plans too where it is asked
// for.
func (r *Run) Take(inputs *source.Set, prior bool) {
	r.Inputs = inputs
	if prior {
		r.After, r.Before = inputs.Topology()
	} else {
		r.After = inputs.After()
	}
	inputs.Release()
	for _, p := range inputs.Problems {
		r.Notices.AddProblem(p.Text, Place(p.Where), p.Snippet)
	}
	for _, n := range inputs.Notices() {
		r.Notices.AddAt(n.Text, n.Address, Place(n.Where))
	}
	for _, n := range r.After.Notices {
		r.Notices.Add(n.Text, n.Address)
	}
	if len(r.Config.Policies) > 0 {
		r.Notices.Add(fmt.Sprintf("%s: policy blocks are checked for their form; this version does not evaluate them yet", r.Config.Path), "")
	}
	r.takeTraffic()
}

// takeTraffic gives the traffic blocks to the services that they name, by
// their addresses in the topology.
func (r *Run) takeTraffic() {
	r.traffic = make(map[string]validate.Traffic, len(r.Config.Traffic))
	for _, address := range slices.Sorted(maps.Keys(r.Config.Traffic)) {
		found := false
		for _, s := range r.After.Services {
			if s.IsCalled(address) {
				r.traffic[s.Address], found = r.Config.Traffic[address], true
			}
		}
		if !found {
			r.Notices.Add(fmt.Sprintf("%s: the traffic block names no backend service of the input", r.Config.Path), address)
		}
	}
}

// Place turns a range of a source file into one of a document; names are as
// seen from the working directory, with slashes.
func Place(r *graph.Range) *report.Range {
	if r == nil {
		return nil
	}
	return &report.Range{
		Filename: filepath.ToSlash(shorter(filepath.Clean(r.Filename))),
		Start:    report.Position{Line: r.Start.Line, Column: r.Start.Column},
		End:      report.Position{Line: r.End.Line, Column: r.End.Column},
	}
}

// Locate finds the place of an object or argument.
func (r *Run) Locate(address, path string) (*report.Range, []hclconfig.RelatedPlace) {
	p, ok := r.Inputs.Locate(address, path)
	if !ok {
		return nil, nil
	}
	return Place(&p.Range), p.Related
}

// Described returns the inputs for a document.
func (r *Run) Described() []report.Input {
	var out []report.Input
	for _, in := range r.Inputs.Inputs() {
		out = append(out, report.Input{Path: in.Path, Kind: string(in.Kind), TerraformVersion: in.TerraformVersion})
	}
	return out
}

// joined reports whether there are several inputs.
func (r *Run) joined() bool { return r.Inputs.Joined() }

// Origin takes the addresses of a document apart; nil for a single input.
func (r *Run) Origin() report.Origin {
	if !r.joined() {
		return nil
	}
	return r.Inputs.Origin
}

// Finish returns the error that problems in a configuration leave behind once
// the rest has been reported.
func (r *Run) Finish() error {
	problems := r.Inputs.Problems
	if len(problems) == 0 {
		return nil
	}
	text := problems[0].Text
	if w := Place(problems[0].Where); w != nil {
		text = fmt.Sprintf("%s:%d:%d: %s", w.Filename, w.Start.Line, w.Start.Column, text)
	}
	if more := len(problems) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more, which the notes list)", more)
	}
	return errors.New(text + "; the rest was read")
}

// FailOn returns the least severity that fails, NoSeverity for never. The word
// is "error", "warning", "info" or "never"; empty means the configuration
// file's, and error where that says nothing.
func (r *Run) FailOn(word string) validate.Severity {
	if word == "" {
		word = r.Config.FailOn
	}
	switch word {
	case "never":
		return validate.NoSeverity
	case "":
		return validate.Error
	}
	s, _ := validate.ParseSeverity(word) // one of the four words
	return s
}
