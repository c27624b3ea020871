// SPDX-License-Identifier: MPL-2.0

package source

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/google"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig"
	"terraform-provider-spillway/internal/source/spillway"
)

// Set is the inputs of one run, joined.
type Set struct {
	inputs []input
	// Problems are errors in a configuration that left the rest of it readable.
	Problems []Problem
	notices  []graph.Notice
}

// input is one input with the configuration behind it.
type input struct {
	graph  *graph.Graph
	config *hclconfig.Config // nil where there is none
	// base is the folder from which the file names of an embedded
	// configuration are seen, which may not hold them.
	base     string
	embedded bool
	// ignores are the comments of the configuration that suppress findings.
	ignores   *hclconfig.Suppressions
	addresses map[string]bool
}

// Input describes one input.
type Input struct {
	Path             string
	Kind             graph.InputKind
	TerraformVersion string
}

// Problem is an error in a configuration: one line of text, with its place
// where it has one, and the source line there, where the file is at hand.
type Problem struct {
	Text    string
	Where   *graph.Range
	Snippet string
}

func (s *Set) add(g *graph.Graph, c *hclconfig.Config, base string) {
	in := input{graph: g, config: c, base: base, embedded: isEmbedded(g), addresses: make(map[string]bool, len(g.Instances))}
	for _, i := range g.Instances {
		in.addresses[i.Address] = true
	}
	if c != nil {
		var diags hcl.Diagnostics
		in.ignores, diags = c.Suppressions()
		s.diagnose(diags, &in)
	}
	s.inputs = append(s.inputs, in)
}

func (s *Set) notice(n graph.Notice) { s.notices = append(s.notices, n) }

// isEmbedded reports whether the configuration behind an input is in it, and
// not in files.
func isEmbedded(g *graph.Graph) bool { return g.Kind == graph.PlanFile }

// diagnose sorts diagnostics of the configuration behind an input: warnings
// become notices. What stands in a module that several inputs call is said
// once.
func (s *Set) diagnose(diags hcl.Diagnostics, in *input) {
	for _, d := range diags {
		text, where := line(d), rangeOf(d)
		code := snippet(in.config, where)
		if where != nil {
			if at := in.seen(*where); at != nil {
				where = at
			} else {
				text, where = fmt.Sprintf("%s:%d:%d in %s: %s", where.Filename, where.Start.Line, where.Start.Column, in.graph.Path, text), nil
			}
		}
		if d.Severity != hcl.DiagError {
			s.notice(graph.Notice{Text: text, Where: where})
			continue
		}
		if !slices.ContainsFunc(s.Problems, func(p Problem) bool { return p.Text == text && samePlace(p.Where, where) }) {
			s.Problems = append(s.Problems, Problem{text, where, code})
		}
	}
}

func samePlace(a, b *graph.Range) bool { return a == b || a != nil && b != nil && *a == *b }

// line returns a diagnostic as one line without a final period.
func line(d *hcl.Diagnostic) string {
	text := d.Summary
	if d.Detail != "" {
		text += ": " + d.Detail
	}
	return strings.TrimSuffix(strings.Join(strings.Fields(text), " "), ".")
}

// maxSnippet bounds the part of a line that a snippet shows.
const maxSnippet = 200

// snippet returns the line of a place, without what stands before its first
// word; empty where the file is not at hand.
func snippet(c *hclconfig.Config, at *graph.Range) string {
	if at == nil {
		return ""
	}
	file := c.Files()[at.Filename]
	if file == nil {
		return ""
	}
	n := 1
	for line := range bytes.Lines(file.Bytes) {
		if n == at.Start.Line {
			line = bytes.TrimSpace(line)
			return strings.ToValidUTF8(string(line[:min(len(line), maxSnippet)]), "\ufffd")
		}
		n++
	}
	return ""
}

// oneLine returns the first error of several, with its place.
func oneLine(diags hcl.Diagnostics) string {
	for _, d := range diags {
		if d.Severity != hcl.DiagError {
			continue
		}
		text := line(d)
		if d.Subject != nil {
			text = fmt.Sprintf("%s:%d:%d: %s", d.Subject.Filename, d.Subject.Start.Line, d.Subject.Start.Column, text)
		}
		return text
	}
	return ""
}

func rangeOf(d *hcl.Diagnostic) *graph.Range {
	if d.Subject == nil {
		return nil
	}
	r := d.Subject
	return &graph.Range{
		Filename: r.Filename,
		Start:    graph.Pos{Line: r.Start.Line, Column: r.Start.Column},
		End:      graph.Pos{Line: r.End.Line, Column: r.End.Column},
	}
}

// Inputs describes the inputs, in the order of the command line.
func (s *Set) Inputs() []Input {
	out := make([]Input, len(s.inputs))
	for i, in := range s.inputs {
		out[i] = Input{in.graph.Path, in.graph.Kind, in.graph.TerraformVersion}
	}
	return out
}

// Joined reports whether there are several inputs.
func (s *Set) Joined() bool { return len(s.inputs) > 1 }

// Notices returns what the readers want to be known.
func (s *Set) Notices() []graph.Notice {
	out := append([]graph.Notice(nil), s.notices...)
	for i := range s.inputs {
		in := &s.inputs[i]
		for _, n := range in.graph.Notices {
			if n.Where != nil {
				n.Where = in.seen(*n.Where)
			}
			out = append(out, n)
		}
	}
	return out
}

// Topology returns both moments; before is nil where no input has a prior
// state.
func (s *Set) Topology() (after, before *topology.Snapshot) { return s.After(), s.Before() }

// After returns the joined topology of what is planned, or of all there is.
func (s *Set) After() *topology.Snapshot { return s.at(google.After) }

// Before returns the joined topology of what was before, nil where no input
// has a prior state.
func (s *Set) Before() *topology.Snapshot {
	if !slices.ContainsFunc(s.inputs, func(in input) bool { return in.graph.HasPrior }) {
		return nil
	}
	return s.at(google.Before)
}

func (s *Set) at(moment google.Moment) *topology.Snapshot {
	graphs := s.graphs()
	after := google.Build(graphs, moment)
	if ours := spillway.Read(graphs, moment == google.Before); ours != nil {
		return join(after, ours)
	}
	return after
}

func (s *Set) graphs() []*graph.Graph {
	graphs := make([]*graph.Graph, len(s.inputs))
	for i, in := range s.inputs {
		graphs[i] = in.graph
	}
	return graphs
}

// Release gives back the memory of what the topologies were made from. The set
// still describes its inputs and locates findings, but makes no topology.
func (s *Set) Release() {
	for i := range s.inputs {
		in := &s.inputs[i]
		g := in.graph
		in.graph = &graph.Graph{Path: g.Path, Kind: g.Kind, TerraformVersion: g.TerraformVersion, Notices: g.Notices}
		switch {
		case in.config == nil:
		case in.ignores.None() && !in.hasFiles():
			in.config, in.ignores = nil, nil // which would locate nothing
		default:
			in.config.Release()
		}
	}
}
