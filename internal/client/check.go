// SPDX-License-Identifier: MPL-2.0

package client

import (
	"cmp"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/spillway"
	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

// Problem is something that stands in the way of an object, or that its author
// should know.
type Problem struct {
	// Severity is Error or Warning.
	Severity validate.Severity
	// Path is the argument that the problem is about, in the words of the rules
	// ("subsetting[0].policy"); empty for the object as a whole.
	Path string
	// Summary is a fixed text, Detail says what, why and what to do.
	Summary, Detail string

	about string // the id of another object that this is about
}

// serious are the rules that can give an error or a warning under an edition;
// a provider says nothing of what is merely worth knowing.
func serious(e topology.Edition) (out []*validate.Rule) {
	for _, r := range rules.All {
		if r.SeverityIn(e) >= validate.Warning {
			out = append(out, r)
		}
	}
	return out
}

var seriousRules = map[topology.Edition][]*validate.Rule{
	topology.Preview: serious(topology.Preview), topology.Current: serious(topology.Current),
}

// CheckAlone runs the rules over what the configuration says of one object,
// and of no other.
func CheckAlone(t *spillway.Type, config graph.Value, e topology.Edition) []Problem {
	about := &item{typ: t, id: t.Identity(config), value: config, config: config, prior: graph.NullValue()}
	var out []Problem
	for _, f := range findingsAlone(about, e) {
		out = append(out, problemOf(&f, about, f.Severity))
	}
	return out
}

func findingsAlone(about *item, e topology.Edition) []validate.Finding {
	i := *about
	i.value, i.change = about.config, topology.ChangeNone
	i.id = i.typ.Identity(i.value)
	return run(&neighbourhood{items: []*item{&i}}, e).Findings
}

// run runs the rules over a neighbourhood.
func run(n *neighbourhood, e topology.Edition) validate.Result {
	in := validate.Input{After: topologyOf(n), Before: beforeOf(n), Edition: e}
	return validate.Run(in, seriousRules[cmp.Or(e, topology.Preview)])
}

// topologyOf returns a neighbourhood as it is planned. More may refer to its
// objects than this run has planned so far, so that it is never complete.
func topologyOf(n *neighbourhood) *topology.Snapshot {
	var objects, removed []spillway.Object
	for _, i := range n.items {
		objects = append(objects, i.object(i.value))
	}
	for _, i := range n.removed {
		if !i.moved {
			removed = append(removed, i.object(i.prior))
		}
	}
	return spillway.Build(objects, spillway.Options{Removed: removed})
}

// beforeOf returns a neighbourhood as it was; nil where nothing of it was.
func beforeOf(n *neighbourhood) *topology.Snapshot {
	var objects []spillway.Object
	for _, list := range [][]*item{n.items, n.removed} {
		for _, i := range list {
			if i.prior.Kind() == graph.Object {
				o := i.object(i.prior)
				o.Change = topology.ChangeNone
				objects = append(objects, o)
			}
		}
	}
	if len(objects) == 0 {
		return nil
	}
	return spillway.Build(objects, spillway.Options{})
}

func (i *item) object(v graph.Value) spillway.Object {
	return spillway.Object{Type: i.typ, Address: i.address(), Value: v, Config: i.config, Change: i.change}
}

// key names a finding apart from its text.
type key struct{ rule, address, path string }

func keyOf(f *validate.Finding) key { return key{f.Rule.ID, f.Address, f.Path} }

func keys(list []validate.Finding) map[key]bool {
	out := make(map[key]bool, len(list))
	for i := range list {
		out[keyOf(&list[i])] = true
	}
	return out
}

// causedBy returns the findings about an object, and those about its
// neighbours that are not there without it.
func causedBy(about *item, n *neighbourhood, e topology.Edition) []validate.Finding {
	address := about.address()
	var own, others []validate.Finding
	for _, f := range run(n, e).Findings {
		if f.Address == address {
			own = append(own, f)
		} else {
			others = append(others, f)
		}
	}
	if len(others) == 0 {
		return own
	}
	without := keys(run(n.without(about), e).Findings)
	said := map[string]bool{} // one problem of a pair is said once
	for _, f := range own {
		said[f.Rule.ID] = true
	}
	for _, f := range others {
		if !without[keyOf(&f)] && !said[f.Rule.ID] {
			own = append(own, f)
		}
	}
	return own
}

// problemOf turns a finding into a problem of the object that is planned. One
// about a neighbour is put at the argument that leads there.
func problemOf(f *validate.Finding, about *item, s validate.Severity) Problem {
	p := Problem{Severity: s, Path: f.Path, Summary: f.Rule.Title, Detail: f.Detail}
	if f.Address != about.address() {
		p.Path = about.pathTo(f)
		p.Detail = "About " + f.Address + ": " + f.Detail
	}
	p.Detail += "\n\nRule " + f.Rule.ID + " (" + f.Rule.Name + ")."
	return p
}

// pathTo returns the argument of the object that leads to what a finding is
// about: straight, else the first one that names an object of the model.
func (i *item) pathTo(f *validate.Finding) string {
	first := ""
	for _, r := range i.typ.Refers(i.value) {
		if !r.Modelled {
			continue
		}
		id := spillway.ID(r.ID)
		if id == f.Address || strings.Contains(f.Detail, id) {
			return r.Path
		}
		first = cmp.Or(first, r.Path)
	}
	return first
}
