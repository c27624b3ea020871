// SPDX-License-Identifier: MPL-2.0

package eval

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/lang"
	"terraform-provider-spillway/internal/source/hclconfig/module"
	"terraform-provider-spillway/internal/source/hclconfig/schema"
)

// Bounds of an evaluation.
const (
	mostInstances    = 100_000   // of one count or for_each
	mostInstancesAll = 1_000_000 // of everything together
	deepestNodes     = 20_000    // evaluations inside each other
)

// Settings of an evaluation.
type Settings struct {
	// Variables are the values of the root module's variables. One that has
	// none here takes its default, or is unknown.
	Variables map[string]cty.Value
	// Workspace is the value of terraform.workspace; where it is empty, nobody
	// knows it.
	Workspace string
	Files     lang.Files
	// Locked are the provider versions of the lock file by source address.
	Locked map[string]schema.Versions
	// Known gives what is known of an instance beside its configuration: the
	// planned values, the state of a data source. It may be nil.
	Known func(address string) *graph.Instance
	// Keys gives the keys of the known instances of a resource ("module.a.T.N")
	// or module call ("module.a.module.b") whose count or for_each cannot be
	// evaluated. ok is false where nothing is known. It may be nil.
	Keys func(address string) (keys []graph.Key, ok bool)
	// StandIns puts a text of its own in the place of each part of an identity
	// that is known after apply, for [Evaluator.Named].
	StandIns bool
}

// Evaluator evaluates one configuration. It must not be used by several
// goroutines at once.
type Evaluator struct {
	Root     *Module
	settings Settings
	funcs    map[string]function.Function
	mentions map[string]struct{}

	diags  hcl.Diagnostics
	said   map[string]bool
	chain  []*node // being evaluated
	total  int     // instances so far
	static bool    // the cycles have been reported from the references
	// lacksWorkspace says that the workspace was asked for, and is not known.
	lacksWorkspace bool
	// standing are the instances with stand-ins, by what is inside the marks.
	standing map[string]*Instance
}

// node is something that is evaluated once.
type node struct {
	name  func() string
	at    func() hcl.Range
	state state
	value cty.Value
}

type state uint8

const (
	untouched state = iota
	busy
	done
)

// New returns an evaluator of a tree of modules.
func New(root *module.Node, s Settings) *Evaluator {
	e := &Evaluator{settings: s, said: map[string]bool{}}
	var provided []string
	each(root, func(n *module.Node) {
		provided = append(provided, n.Module.ProviderFunctions...)
	})
	e.funcs = lang.Functions(s.Files, provided)
	if s.StandIns {
		e.standing = map[string]*Instance{}
		e.funcs = lang.WithStandIns(e.funcs)
	}
	e.Root = newModule(e, root, nil, graph.Key{}, nil)
	return e
}

// mentioned returns all names that expressions of the configuration select
// from objects.
func (e *Evaluator) mentioned() map[string]struct{} {
	if e.mentions == nil {
		e.mentions = map[string]struct{}{}
		each(e.Root.Node, func(n *module.Node) {
			for name := range n.Module.Mentions() {
				e.mentions[name] = struct{}{}
			}
		})
	}
	return e.mentions
}

// each calls f for the modules of a tree, each module once.
func each(root *module.Node, f func(*module.Node)) {
	seen := map[*module.Module]bool{}
	var walk func(*module.Node)
	walk = func(n *module.Node) {
		if !seen[n.Module] {
			seen[n.Module] = true
			f(n)
		}
		for _, c := range n.Children {
			walk(c)
		}
	}
	walk(root)
}

// TakeDiagnostics returns the diagnostics since the last call, in the order of
// their places.
func (e *Evaluator) TakeDiagnostics() hcl.Diagnostics {
	d := e.diags
	e.diags = nil
	slices.SortStableFunc(d, func(a, b *hcl.Diagnostic) int {
		if a.Subject == nil || b.Subject == nil {
			return 0
		}
		if c := strings.Compare(a.Subject.Filename, b.Subject.Filename); c != 0 {
			return c
		}
		return a.Subject.Start.Byte - b.Subject.Start.Byte
	})
	return d
}

// report adds a diagnostic unless it has been said before, of another instance
// of the same block.
func (e *Evaluator) report(d *hcl.Diagnostic) {
	key := d.Summary + "\x00" + d.Detail
	if d.Subject != nil {
		key = fmt.Sprintf("%s\x00%s:%d", d.Summary, d.Subject.Filename, d.Subject.Start.Byte)
	}
	if e.said[key] {
		return
	}
	e.said[key] = true
	d.EvalContext, d.Expression = nil, nil // they may hold sensitive values, and much memory
	e.diags = append(e.diags, d)
}

func (e *Evaluator) errorf(at hcl.Range, summary, format string, args ...any) {
	e.report(&hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(format, args...), Subject: at.Ptr()})
}

// once evaluates a node unless that has been done. A node that is met again
// while it is being evaluated is part of a cycle and unknown.
func (e *Evaluator) once(n *node, eval func() cty.Value) cty.Value {
	switch {
	case n.state == done:
		return n.value
	case n.state == busy:
		e.cycle(n)
		return cty.DynamicVal
	case len(e.chain) >= deepestNodes:
		e.errorf(n.at(), "Evaluation too deep", "More than %d values refer to each other one after another. What comes of %s is known after apply.", deepestNodes, n.name())
		return cty.DynamicVal
	}
	n.state = busy
	e.chain = append(e.chain, n)
	n.value = eval()
	e.chain = e.chain[:len(e.chain)-1]
	n.state = done
	return n.value
}

// cycle reports the chain from a node to itself, from its first name in the
// alphabet, so that it reads the same wherever the evaluation began.
func (e *Evaluator) cycle(n *node) {
	if e.static {
		return
	}
	i := slices.Index(e.chain, n)
	var names []string
	for _, c := range e.chain[i:] {
		if name := c.name(); len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
	}
	e.reportCycle(names, n.at())
}

func (e *Evaluator) reportCycle(names []string, at hcl.Range) {
	if len(names) > 1 && names[0] == names[len(names)-1] {
		names = names[:len(names)-1]
	}
	first := slices.Index(names, slices.Min(names))
	names = append(slices.Clone(names[first:]), names[:first]...)
	key := "cycle\x00" + strings.Join(slices.Sorted(slices.Values(names)), "\x00")
	if e.said[key] {
		return
	}
	e.said[key] = true
	e.diags = append(e.diags, &hcl.Diagnostic{
		Severity: hcl.DiagError, Summary: "Cycle", Subject: at.Ptr(),
		Detail: fmt.Sprintf("These depend on each other, so that none can be evaluated first: %s → %s.", strings.Join(names, " → "), names[0]),
	})
}

// Bounds of one value.
const (
	mostElements = 2_000_000
	mostText     = 64 << 20
)

// bounded gives a value unless it is larger than any configuration needs.
func (e *Evaluator) bounded(n *node, v cty.Value) cty.Value {
	b := budget{elements: mostElements, text: mostText}
	if b.spend(v) {
		return v
	}
	e.errorf(n.at(), "Value too large", "The value of %s has more than %d elements or %d bytes. It is not evaluated.", n.name(), mostElements, mostText)
	return cty.DynamicVal
}

type budget struct{ elements, text int }

func (b *budget) spend(v cty.Value) bool {
	b.elements--
	if b.elements < 0 {
		return false
	}
	v, _ = v.Unmark()
	if !v.IsKnown() || v.IsNull() {
		return true
	}
	ty := v.Type()
	if ty == cty.String {
		b.text -= len(v.AsString())
		return b.text >= 0
	}
	if !v.CanIterateElements() {
		return true
	}
	for it := v.ElementIterator(); it.Next(); {
		if _, elem := it.Element(); !b.spend(elem) {
			return false
		}
	}
	return true
}
