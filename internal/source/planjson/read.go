// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"io"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/jsondoc"
)

// Options of a reading.
type Options struct {
	// AllData has every data source read, with all its attributes, whether the
	// selection names its type or not.
	AllData bool
}

// Read reads a plan. path is the name of the input in errors and in the graph.
func Read(r io.Reader, path string, sel graph.Selection, opts Options) (*graph.Graph, error) {
	doc, err := jsondoc.Open(r, path)
	if err != nil {
		return nil, err
	}
	if doc.Kind != graph.PlanJSON {
		return nil, doc.Errorf("this is a state, not a plan")
	}
	return ReadDocument(doc, sel, opts)
}

// ReadDocument reads the rest of a document that [jsondoc.Open] found to be a
// plan.
func ReadDocument(doc *jsondoc.Document, sel graph.Selection, opts Options) (*graph.Graph, error) {
	r := &reader{
		doc:        doc,
		values:     doc.Values(),
		sel:        sel,
		opts:       opts,
		found:      map[string]*found{},
		moved:      map[string]struct{}{},
		pending:    map[string]struct{}{},
		unexpanded: map[string]bool{},
		config:     newConfiguration(),
		constants:  map[string]*argument{},
		graph:      &graph.Graph{Path: doc.Path, Kind: graph.PlanJSON, HasPrior: true},
	}
	for {
		name, ok, err := doc.Next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		if err := r.section(name); err != nil {
			return nil, err
		}
	}
	if err := r.leftOver(); err != nil {
		return nil, err
	}
	if err := r.variables(); err != nil {
		return nil, err
	}
	r.finish()
	return r.graph, nil
}

type reader struct {
	doc    *jsondoc.Document
	values *jsondoc.Values
	sel    graph.Selection
	opts   Options
	graph  *graph.Graph
	config *configuration

	found map[string]*found
	// moved holds the former addresses of instances that have a new one.
	moved map[string]struct{}
	// pending holds the data sources that are read during apply only, of all
	// types.
	pending map[string]struct{}
	// unexpanded holds the addresses of resources whose instances are deferred.
	unexpanded map[string]bool

	// What the plan says of itself.
	errored, partial, defers, saysWhether bool

	changesRead    bool // or will not come any more
	sawChanges     bool
	planned, prior valuesSection

	constants map[string]*argument // by their text
	members   []member             // stack of the bodies that are being read
}

// found is an instance with what is known of where it came from.
type found struct {
	graph.Instance
	from        origin
	lacksBefore bool // its change does not say what was before
}

type origin uint8

const (
	fromChanges origin = iota
	fromPlanned
	fromPrior
)

func (r *reader) section(name string) error {
	switch name {
	case "resource_changes":
		r.changesRead, r.sawChanges = true, true
		return r.doc.Array(r.change)
	case "deferred_changes":
		return r.doc.Array(r.deferredChange)
	case "planned_values":
		return r.planned.read(r, r.plannedEntry)
	case "prior_state":
		return r.doc.Object(func(name string) error {
			if name != "values" {
				return r.doc.Skip()
			}
			return r.prior.read(r, r.priorEntry)
		})
	case "configuration":
		return r.configuration()
	case "errored":
		return r.flag(func(value bool) { r.errored = value })
	case "complete":
		return r.flag(func(value bool) { r.partial, r.saysWhether = !value, true })
	}
	return r.doc.Skip()
}

// flag reads a boolean; null counts as one that is not there.
func (r *reader) flag(set func(value bool)) error {
	raw, err := r.doc.Raw()
	switch {
	case err != nil || raw.IsNull():
		return err
	case raw.Kind() != 't' && raw.Kind() != 'f':
		return r.doc.RawErrorf(raw, "this should be true or false")
	}
	set(raw.IsTrue())
	return nil
}

// wants accepts data sources of any type, so that those that are not read yet
// can be told from the others.
func (r *reader) wants(resourceType []byte, data bool) bool {
	_, ok := r.sel[string(resourceType)]
	return ok || data
}

// selected reports whether an instance belongs into the graph, and which of
// its attributes; nil stands for all.
func (r *reader) selected(resourceType string, data bool) (attrs graph.Attributes, ok bool) {
	if data && r.opts.AllData {
		return nil, true
	}
	attrs, ok = r.sel[resourceType]
	if ok && attrs == nil {
		attrs = graph.Attributes{}
	}
	return attrs, ok
}

// variables takes the values of the root variables; those whose declaration
// says that they are sensitive are marked.
func (r *reader) variables() error {
	if !r.doc.Variables.Is() {
		return nil
	}
	r.graph.Variables = map[string]graph.Value{}
	for name, raw := range r.doc.Variables.Members {
		value, err := r.values.Value(raw.Get("value"))
		if err != nil {
			return err
		}
		if v := r.config.root.variables[string(name)]; v != nil && v.sensitive {
			value = value.Sensitive()
		}
		r.graph.Variables[string(name)] = value
	}
	return nil
}

func (r *reader) finish() {
	g := r.graph
	g.TerraformVersion = r.doc.TerraformVersion
	g.Instances = make([]*graph.Instance, 0, len(r.found))
	for _, f := range r.found {
		g.Instances = append(g.Instances, &f.Instance)
	}
	slices.SortFunc(g.Instances, func(a, b *graph.Instance) int { return strings.Compare(a.Address, b.Address) })
	// Everything that is planned stands in resource_changes, changed or not.
	g.RefreshOnly = !r.sawChanges && len(r.found) > 0
	for _, f := range r.found {
		g.RefreshOnly = g.RefreshOnly && f.from == fromPrior
	}
	if why := r.incomplete(); why != "" {
		g.Lacks(why)
		r.leaveOut()
	}
	slices.SortFunc(g.Unexpanded, func(a, b graph.Unexpanded) int { return strings.Compare(a.Address, b.Address) })
	slices.SortStableFunc(g.Notices, func(a, b graph.Notice) int { return strings.Compare(a.Address, b.Address) })
	if r.config.present {
		major, minor, ok := release(g.TerraformVersion)
		r.config.followsProviders = ok && (major > 1 || major == 1 && minor >= 2)
		r.config.connect(g, r.pending)
		g.Configuration = r.config
	}
}
