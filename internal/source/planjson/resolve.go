// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"fmt"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
)

// A plan lists the references of an expression and nothing else of it, so a
// resolution has to judge what the expression may do with them:
//
//   - A reference to an instance leads there. So does one to a resource that
//     has one instance only, whatever the index.
//   - An index that is computed is not listed. Beside each.key or count.index
//     the same key is assumed if both sides have the same keys; otherwise it
//     may be any instance.
//   - Values that are known (root variables, each.key) cannot be the link, since
//     then it would be known; but they may choose between several targets.
//   - A local, a data source read during apply or a resource of another
//     provider may be the link, or pass it on.

const (
	maxWalk   = 64     // levels of modules and variables
	maxSteps  = 50_000 // references looked at for one answer
	maxOthers = 100
)

// Resolve implements graph.Configuration.
func (c *configuration) Resolve(inst *graph.Instance, e graph.Expression, want func(resourceType string) bool) graph.Resolution {
	b := c.block(inst)
	if b == nil {
		return graph.Resolution{Reason: "the configuration does not hold its block"}
	}
	w := &walk{c: c, want: want, provider: providerOf(inst.Type)}
	s := scope{path: inst.Module, module: c.modules[inst.Module], key: inst.Key, each: &b.each, keys: noKeySet}
	if g := c.groups[groupKey{inst.Module, inst.Data, inst.Type, inst.Name}]; g != nil {
		s.keys = g.keys
	}
	w.references(e.References, s, 0)
	return w.resolution()
}

// providerOf returns the first part of the name of a resource type, which is
// that of its provider.
func providerOf(resourceType string) string {
	name, _, _ := strings.Cut(resourceType, "_")
	return name
}

// scope is where an expression stands.
type scope struct {
	path   string // of the module instance
	module *module
	// Of the resource or module call whose expression it is: the key of this
	// instance, the keys of all, and count or for_each. Outputs have none.
	key  graph.Key
	keys keySet
	each *each
}

// walk collects what the references of an expression lead to.
type walk struct {
	c        *configuration
	want     func(string) bool
	provider string
	steps    int

	targets []*graph.Instance
	shared  bool // targets belongs to a group and is not to be written to
	seen    map[*graph.Instance]bool

	whole     bool
	sameKey   bool
	ambiguous string // why
	lost      string // what else may be the link, or pass it on
	data      string // data source read during apply
	choice    string // a known value that may choose
	missing   string // an instance that is not there

	others []string // see graph.Resolution
}

// resolution sums up.
func (w *walk) resolution() graph.Resolution {
	r := graph.Resolution{Targets: w.targets, Whole: w.whole, Others: w.others}
	several := len(w.targets) > 1
	switch {
	case len(w.targets) == 0 && w.data != "":
		r.Grade, r.Reason = graph.FromData, w.data+" is read during apply only"
	case len(w.targets) == 0 && w.lost != "":
		r.Reason = w.lost
	case len(w.targets) == 0 && w.missing != "":
		r.Reason = w.missing + " is not in the plan"
	case len(w.targets) == 0:
		r.Reason = "no reference of it leads to a resource of a type that can be meant"
	case w.ambiguous != "":
		r.Grade, r.Reason = graph.Ambiguous, w.ambiguous
	case w.lost != "":
		r.Grade, r.Reason = graph.Ambiguous, w.lost
	case w.data != "":
		r.Grade, r.Reason = graph.Ambiguous, "it may also be "+w.data+", which is read during apply only"
	case several && w.choice != "":
		r.Grade, r.Reason = graph.Ambiguous, "it names several resources, of which "+w.choice+" may choose"
	case w.sameKey:
		r.Grade, r.Reason = graph.SameKey, "the index is computed; the same key on both sides is assumed"
	default:
		r.Grade = graph.Exact
	}
	return r
}

// add adds targets, each once.
func (w *walk) add(instances ...*graph.Instance) {
	if len(w.targets) == 0 && w.seen == nil {
		w.targets, w.shared = instances, true
		return
	}
	if w.seen == nil {
		w.seen = make(map[*graph.Instance]bool, len(w.targets)+len(instances))
		for _, inst := range w.targets {
			w.seen[inst] = true
		}
	}
	if w.shared {
		w.targets, w.shared = append([]*graph.Instance(nil), w.targets...), false
	}
	for _, inst := range instances {
		if !w.seen[inst] {
			w.seen[inst] = true
			w.targets = append(w.targets, inst)
		}
	}
}

// other notes a reference that leads to nothing that is wanted.
func (w *walk) other(text string) {
	if !slices.Contains(w.others, text) && len(w.others) < maxOthers {
		w.others = append(w.others, text)
	}
}

func note(s *string, format string, args ...any) {
	if *s == "" {
		*s = fmt.Sprintf(format, args...)
	}
}
