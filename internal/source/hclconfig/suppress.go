// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// Directive begins a comment that suppresses findings.
const Directive = "spillway:ignore"

// Suppressions are the comments "spillway:ignore RULE[,RULE] reason" of a
// configuration.
type Suppressions struct {
	c   *Config
	all []*Suppression
	at  map[line][]*Suppression
}

// Suppression is one such comment.
type Suppression struct {
	Rules  []string
	Reason string
	// Range is the place of the comment.
	Range graph.Range
	used  bool
}

// line is one line of a file.
type line struct {
	file   string
	number int
}

// Suppressions reads the comments of every file of the configuration. One
// without a reason or without a rule is an error with its place and
// suppresses nothing.
//
// A comment covers the block or argument that begins on its own line, or on
// the line below it and further such comments, with all that is inside. On the
// last line of a longer argument it covers that argument. In a called module
// it covers every instance of the block.
func (c *Config) Suppressions() (*Suppressions, hcl.Diagnostics) {
	s := &Suppressions{c: c, at: map[line][]*Suppression{}}
	var diags hcl.Diagnostics
	c.eachModule(func(n *module.Node) {
		for _, f := range n.Module.Files {
			if strings.HasSuffix(f.Name, ".json") || !bytes.Contains(f.HCL.Bytes, []byte(Directive)) {
				continue
			}
			body, parsed := f.HCL.Body.(*hclsyntax.Body)
			if !parsed { // a large one, read by its pieces
				whole, _ := hclsyntax.ParseConfig(f.HCL.Bytes, f.Name, hcl.InitialPos)
				if body, parsed = whole.Body.(*hclsyntax.Body); !parsed {
					continue
				}
			}
			diags = append(diags, s.file(f, body)...)
		}
	})
	slices.SortStableFunc(s.all, func(a, b *Suppression) int {
		if c := strings.Compare(a.Range.Filename, b.Range.Filename); c != 0 {
			return c
		}
		return a.Range.Start.Line - b.Range.Start.Line
	})
	return s, diags
}

// file reads the comments of one file.
func (s *Suppressions) file(f *module.File, body *hclsyntax.Body) hcl.Diagnostics {
	tokens, _ := hclsyntax.LexConfig(f.HCL.Bytes, f.Name, hcl.InitialPos)
	code := map[int]bool{}    // lines with anything but comments
	comment := map[int]bool{} // lines with a comment alone
	for _, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenNewline, hclsyntax.TokenEOF:
		case hclsyntax.TokenComment:
			comment[t.Range.Start.Line] = true
		default:
			for l := t.Range.Start.Line; l <= t.Range.End.Line; l++ {
				code[l] = true
			}
		}
	}
	begins := longArguments(body)
	var diags hcl.Diagnostics
	for _, t := range tokens {
		if t.Type != hclsyntax.TokenComment {
			continue
		}
		sup, problem := parseDirective(string(t.Bytes), t.Range)
		if problem != nil {
			diags = append(diags, problem)
		}
		if sup == nil {
			continue
		}
		target := t.Range.Start.Line
		if !code[target] {
			for target++; comment[target] && !code[target]; target++ {
			}
		} else if first, ok := begins[target]; ok {
			target = first
		}
		s.all = append(s.all, sup)
		s.at[line{f.Name, target}] = append(s.at[line{f.Name, target}], sup)
	}
	return diags
}

// longArguments maps the last line of each argument of several lines to its
// first.
func longArguments(body *hclsyntax.Body) map[int]int {
	out := map[int]int{}
	var walk func(*hclsyntax.Body)
	walk = func(b *hclsyntax.Body) {
		for _, a := range b.Attributes {
			if first, last := a.SrcRange.Start.Line, a.SrcRange.End.Line; first != last {
				out[last] = first
			}
		}
		for _, inner := range b.Blocks {
			walk(inner.Body)
		}
	}
	walk(body)
	return out
}

// parseDirective reads a comment. It returns nothing for any other comment.
func parseDirective(text string, at hcl.Range) (*Suppression, *hcl.Diagnostic) {
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "*/"))
	text = strings.TrimSpace(strings.TrimLeft(text, "#/*"))
	rest, ok := strings.CutPrefix(text, Directive)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return nil, nil
	}
	// The token of a comment to the end of the line holds the line's end.
	if at.End.Line > at.Start.Line && at.End.Column == 1 {
		at.End = hcl.Pos{Line: at.Start.Line, Column: at.Start.Column + len([]rune(text)), Byte: at.End.Byte}
	}
	fields := strings.Fields(rest)
	var rules []string
	for len(fields) > 0 {
		more := strings.HasSuffix(fields[0], ",")
		for _, r := range strings.Split(fields[0], ",") {
			if r != "" {
				rules = append(rules, r)
			}
		}
		fields = fields[1:]
		if !more {
			break
		}
	}
	problem := func(detail string) *hcl.Diagnostic {
		return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Invalid suppression comment", Detail: detail, Subject: at.Ptr()}
	}
	switch {
	case len(rules) == 0:
		return nil, problem("The comment names no rule. Write " + Directive + " RULE reason.")
	case len(fields) == 0:
		return nil, problem("The comment gives no reason for ignoring " + strings.Join(rules, ", ") + ", and so it suppresses nothing. Write the reason after the rule.")
	}
	return &Suppression{Rules: rules, Reason: strings.Join(fields, " "), Range: *rangeOf(at)}, nil
}

// None reports whether there is no such comment.
func (s *Suppressions) None() bool { return len(s.all) == 0 }

// Match returns the comment that covers a finding at an address and path and
// names a rule that matches accepts (by ID, name or family, as the caller
// reads them). Every comment that does so counts as used.
func (s *Suppressions) Match(matches func(rule string) bool, address, path string) (*Suppression, bool) {
	if s.None() {
		return nil, false
	}
	w, ok := s.c.way(address, path)
	if !ok {
		return nil, false
	}
	var first *Suppression
	try := func(at hcl.Range) {
		for _, sup := range s.at[line{at.Filename, at.Start.Line}] {
			if slices.ContainsFunc(sup.Rules, matches) {
				sup.used = true
				if first == nil {
					first = sup
				}
			}
		}
	}
	for i := len(w.body) - 1; i >= 0; i-- {
		try(w.body[i])
	}
	for i := len(w.calls) - 1; i >= 0; i-- {
		try(w.calls[i].at)
	}
	return first, first != nil
}

// All returns the comments, by place.
func (s *Suppressions) All() []*Suppression { return s.all }

// Used reports whether the comment matched something so far.
func (s *Suppression) Used() bool { return s.used }

// Unused returns the comments that matched nothing so far, by place.
func (s *Suppressions) Unused() []*Suppression {
	var out []*Suppression
	for _, sup := range s.all {
		if !sup.used {
			out = append(out, sup)
		}
	}
	return out
}
