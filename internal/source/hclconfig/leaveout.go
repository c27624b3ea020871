// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/hclconfig/module"
)

// leaveOut notes the resources of which a saved plan that lacks objects of its
// configuration may lack instances: those with keys, and those without an
// instance.
func (f *filler) leaveOut() {
	if f.g.Kind != graph.PlanFile || f.g.Incomplete == "" && !f.g.RefreshOnly {
		return
	}
	l := leftOut{c: f.c, held: make(map[string]bool, len(f.g.Instances))}
	for _, i := range f.g.Instances {
		l.held[i.Address] = true
	}
	l.module(f.c.root, "", false)
	if l.certain && f.g.Incomplete == "" {
		f.g.Lacks(graph.OnlyRefreshed)
	}
	if f.g.Incomplete == "" {
		return
	}
	for _, r := range l.resources {
		f.g.LeaveOut(r.module, r.name.Type, r.name.Name)
	}
	slices.SortFunc(f.g.Unexpanded, func(a, b graph.Unexpanded) int { return strings.Compare(a.Address, b.Address) })
}

// leftOut collects what a plan may lack.
type leftOut struct {
	c         *Config
	held      map[string]bool
	resources []leftResource
	certain   bool // one of them is missing for certain
}

type leftResource struct {
	module string
	name   module.Name
}

func (l *leftOut) module(n *module.Node, path string, keyed bool) {
	prefix := ""
	if path != "" {
		prefix = path + "."
	}
	for _, name := range resourceNames(n.Module) {
		if _, selected := l.c.opts.Select[name.Type]; name.Data || !selected && l.c.opts.Select != nil {
			continue
		}
		r := n.Module.Resources[name]
		several := keyed || r.Expr("count") != nil || r.Expr("for_each") != nil
		if held := l.held[prefix+name.String()]; several || !held {
			l.resources = append(l.resources, leftResource{path, name})
			l.certain = l.certain || !several
		}
	}
	for _, call := range sortedKeys(n.Children) {
		body := n.Module.Calls[call].Body
		l.module(n.Children[call], prefix+"module."+call, keyed || body.Expr("count") != nil || body.Expr("for_each") != nil)
	}
}
