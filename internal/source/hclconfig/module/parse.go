// SPDX-License-Identifier: MPL-2.0

package module

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
)

// Bounds of what is given to the parsers, which recurse.
const (
	deepestNesting   = 2_000
	longestOperators = 100_000
)

// parseFile parses one file. A file that cannot be parsed in full still gives
// what was understood.
func parseFile(src []byte, name string, json bool) (*hcl.File, hcl.Diagnostics) {
	if !utf8.Valid(src) {
		return nil, hcl.Diagnostics{fileProblem(name, "Invalid character encoding", "This file is not valid UTF-8 and is not read.")}
	}
	if tooDeep(src) {
		return nil, hcl.Diagnostics{fileProblem(name, "File too deeply nested",
			"The brackets or operators of this file are nested deeper than any configuration needs. The file is not read.")}
	}
	if json {
		return hcljson.Parse(src, name)
	}
	if len(src) >= smallestLazy {
		if f, ok := parsePieces(src, name); ok {
			return f, nil
		}
	}
	return hclsyntax.ParseConfig(src, name, hcl.InitialPos)
}

// largestPiece is about how much text is parsed in one go: the tokens of a
// file take tens of times the space of its text until it is parsed.
const largestPiece = 64 << 10

// parsePieces parses a large file in pieces, as many at a time as there are
// processors. ok is false where the file has to be parsed as a whole: it is
// not well-formed, or a cut went through something of several lines.
func parsePieces(src []byte, name string) (*hcl.File, bool) {
	groups := grouped(split(src))
	bodies := make([]*hclsyntax.Body, len(groups))
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(groups)) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(groups); i = int(next.Add(1)) - 1 {
				f, diags := hclsyntax.ParseConfig(groups[i].src, name, groups[i].at)
				if len(diags) > 0 {
					next.Store(int64(len(groups)))
					return
				}
				bodies[i], _ = f.Body.(*hclsyntax.Body)
			}
		})
	}
	wait.Wait()
	whole := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}}
	for _, b := range bodies {
		if b == nil || len(b.Attributes) > 0 {
			return nil, false
		}
		whole.Blocks = append(whole.Blocks, b.Blocks...)
	}
	whole.SrcRange = hcl.RangeBetween(bodies[0].SrcRange, bodies[len(bodies)-1].SrcRange)
	whole.EndRange = bodies[len(bodies)-1].EndRange
	return &hcl.File{Body: whole, Bytes: src}, true
}

// grouped joins pieces to ones of about the largest size.
func grouped(pieces []piece) []piece {
	var out []piece
	for _, p := range pieces {
		if last := len(out) - 1; last >= 0 && len(out[last].src)+len(p.src) <= largestPiece {
			out[last].src = out[last].src[:len(out[last].src)+len(p.src)] // they follow each other
			continue
		}
		out = append(out, p)
	}
	return out
}

func fileProblem(name, summary, detail string) *hcl.Diagnostic {
	return &hcl.Diagnostic{
		Severity: hcl.DiagError, Summary: summary, Detail: detail,
		Subject: &hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.InitialPos},
	}
}

// tooDeep bounds how deep a parser or an evaluation would have to recurse for
// the text: by its open brackets, and by the operators of one expression. An
// expression goes on over the end of a line where an operator stands before or
// after it.
func tooDeep(src []byte) bool {
	depth, operators := 0, 0
	ended, fresh := false, false // the last line ended without an operator; nothing of this one was seen
	for _, c := range src {
		switch c {
		case ' ', '\t', '\r':
			continue
		case '\n':
			fresh = true
			continue
		}
		operator := isOperator[c]
		if fresh && ended && !operator || c == ',' {
			operators = 0
		}
		fresh, ended = false, !operator
		switch {
		case operator:
			if operators++; operators > longestOperators {
				return true
			}
		case c == '(' || c == '[' || c == '{':
			if depth++; depth > deepestNesting {
				return true
			}
		case c == ')' || c == ']' || c == '}':
			depth = max(0, depth-1)
		}
	}
	return false
}

var isOperator = func() (t [256]bool) {
	for _, c := range []byte("!-+*/%?:&|=<>.") {
		t[c] = true
	}
	return t
}()

// load reads the files of a folder into a module.
func load(src Source, dir string) (*Module, error) {
	names, problems, err := src.List(dir)
	if err != nil {
		return nil, err
	}
	m := &Module{
		Dir: dir, Variables: map[string]*Variable{}, Locals: map[string]*Local{}, Outputs: map[string]*Output{},
		Calls: map[string]*Call{}, Resources: map[Name]*Resource{}, Providers: map[ProviderName]*Provider{},
		Required: map[string]Requirement{}, mentions: map[string]struct{}{}, References: map[string][]Reference{},
	}
	for _, p := range problems {
		m.Diags = append(m.Diags, &hcl.Diagnostic{Severity: hcl.DiagWarning, Summary: "File not read", Detail: sentence(p.Error())})
	}
	b := builder{m: m, refs: referrer{m: m}}
	_, b.lazy = src.(*Embedded)
	primary, overrides := partition(names)
	for _, name := range primary {
		b.file(src, dir, name, false)
	}
	for _, name := range overrides {
		b.file(src, dir, name, true)
	}
	b.finish()
	return m, nil
}

// sentence makes an error text one.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + strings.TrimSuffix(s[1:], ".") + "."
}

// partition sorts out the override files, and the .tf files that a .tofu file
// of the same name replaces.
func partition(names []string) (primary, overrides []string) {
	tofu := map[string]bool{}
	for _, n := range names {
		if base, ext := splitExt(n); strings.HasPrefix(ext, ".tofu") {
			tofu[base+strings.TrimPrefix(ext, ".tofu")] = true
		}
	}
	for _, n := range names {
		base, ext := splitExt(n)
		if strings.HasPrefix(ext, ".tf") && tofu[base+strings.TrimPrefix(ext, ".tf")] {
			continue
		}
		if base == "override" || strings.HasSuffix(base, "_override") {
			overrides = append(overrides, n)
		} else {
			primary = append(primary, n)
		}
	}
	return primary, overrides
}

// topBlock is a block at the top of a file, in either syntax.
type topBlock struct {
	kind   string
	labels []string
	body   hcl.Body
	at     hcl.Range
}

var topSchema = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
	{Type: "terraform"}, {Type: "locals"}, {Type: "moved"}, {Type: "import"}, {Type: "removed"},
	{Type: "provider", LabelNames: []string{"name"}},
	{Type: "variable", LabelNames: []string{"name"}},
	{Type: "output", LabelNames: []string{"name"}},
	{Type: "module", LabelNames: []string{"name"}},
	{Type: "check", LabelNames: []string{"name"}},
	{Type: "resource", LabelNames: []string{"type", "name"}},
	{Type: "data", LabelNames: []string{"type", "name"}},
	{Type: "ephemeral", LabelNames: []string{"type", "name"}},
}}

// labelCount is the number of labels of a kind of block, -1 for a kind that is
// not known here.
func labelCount(kind string) int {
	for _, h := range topSchema.Blocks {
		if h.Type == kind {
			return len(h.LabelNames)
		}
	}
	return -1
}

// topBlocks calls f for each block of a file.
func topBlocks(f *hcl.File, each func(topBlock)) hcl.Diagnostics {
	native, ok := f.Body.(*hclsyntax.Body)
	if !ok {
		content, diags := f.Body.Content(topSchema)
		for _, b := range content.Blocks {
			each(topBlock{b.Type, b.Labels, b.Body, b.DefRange})
		}
		return diags
	}
	var diags hcl.Diagnostics
	for _, a := range sortedAttributes(native.Attributes) {
		diags = append(diags, &hcl.Diagnostic{
			Severity: hcl.DiagError, Summary: "Unsupported argument", Subject: a.NameRange.Ptr(),
			Detail: fmt.Sprintf("An argument named %q is not expected here.", a.Name),
		})
	}
	for _, b := range native.Blocks {
		switch n := labelCount(b.Type); {
		case n < 0:
			diags = append(diags, &hcl.Diagnostic{
				Severity: hcl.DiagWarning, Summary: "Unknown block type", Subject: b.TypeRange.Ptr(),
				Detail: fmt.Sprintf("Blocks of type %q are not known here; this one is passed over.", b.Type),
			})
		case n != len(b.Labels):
			at := b.DefRange()
			diags = append(diags, &hcl.Diagnostic{
				Severity: hcl.DiagError, Summary: "Wrong number of labels", Subject: &at,
				Detail: fmt.Sprintf("A block of type %q has %d labels, not %d.", b.Type, n, len(b.Labels)),
			})
		default:
			each(topBlock{b.Type, b.Labels, b.Body, b.DefRange()})
		}
	}
	return diags
}
