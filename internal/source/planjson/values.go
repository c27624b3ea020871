// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/jsondoc"
	"terraform-provider-spillway/internal/source/statejson"
)

// resource_changes holds every instance with its planned values, those without
// a change among them. So planned_values and prior_state add only what is
// missing there: data sources that have been read, instances outside a plan's
// targets, and what somebody has cut out of resource_changes. Both are large;
// where they come first, only their addresses are kept, and they are read a
// second time if an address turns out to be missing.

// valuesSection is planned_values, or the values of prior_state.
type valuesSection struct {
	mark jsondoc.Mark
	// later are the instances that may turn out to be missing in
	// resource_changes: by address only where the document can be read again.
	later []later
}

type later struct {
	address string
	found   *found // nil where the document can be read again
}

// read reads the section.
func (s *valuesSection) read(r *reader, entry func(raw jsondoc.Raw) error) error {
	s.mark = r.doc.Mark()
	return statejson.EachResource(r.doc, entry)
}

// entryOf reads an entry of a section. It returns nil where the entry is not
// selected, or is known from resource_changes and nothing is missing.
func (r *reader) entryOf(raw jsondoc.Raw, s *valuesSection) (*found, error) {
	e, ok, err := r.doc.Entry(raw, r.wants)
	if err != nil || !ok {
		return nil, err
	}
	if f := r.found[string(e.Address.Bytes())]; f != nil && !f.lacksBefore && f.from == fromChanges {
		return nil, nil
	}
	if e.Type.Is() {
		if _, ok := r.selected(e.Type.String(), e.IsData()); !ok {
			return nil, nil
		}
	}
	if !r.changesRead && r.doc.CanRevisit() {
		s.later = append(s.later, later{address: e.Address.String()})
		return nil, nil
	}
	body := statejson.BodyOf(e)
	if body.Deposed {
		return nil, nil
	}
	inst, err := r.values.Instance(e, body.Provider)
	if err != nil {
		return nil, err
	}
	attrs, ok := r.selected(inst.Type, inst.Data)
	if !ok {
		return nil, nil
	}
	if err := r.doc.CheckObject(body.Values); err != nil {
		return nil, err
	}
	f := &found{Instance: inst}
	if f.After, err = r.values.Object(body.Values, jsondoc.Raw{}, body.Sensitive, attrs); err != nil {
		return nil, err
	}
	if !r.changesRead {
		s.later = append(s.later, later{inst.Address, f})
		return nil, nil
	}
	return f, nil
}

// plannedEntry reads an entry of planned_values.
func (r *reader) plannedEntry(raw jsondoc.Raw) error {
	f, err := r.entryOf(raw, &r.planned)
	if err == nil && f != nil {
		r.addPlanned(f)
	}
	return err
}

// addPlanned adds an instance that resource_changes lacks. planned_values
// leaves out what is unknown, so an attribute that is not there may be
// unknown.
func (r *reader) addPlanned(f *found) {
	if other := r.found[f.Address]; other != nil && other.from != fromPrior {
		return
	} else if other != nil {
		f.Before = other.Before
	}
	f.from = fromPlanned
	f.Change = graph.Create
	if !f.Before.IsNull() {
		f.Change = graph.Update
	}
	attrs, _ := r.selected(f.Type, f.Data)
	f.After = withUnknown(f.After, attrs)
	r.found[f.Address] = f
	r.graph.Notices = append(r.graph.Notices, graph.Notice{
		Address: f.Address,
		Text:    "The plan holds no change of this object, only its planned values, which leave out what is known after apply; attributes that are not there count as known after apply.",
	})
}

// withUnknown returns an object with those attributes as unknown that it does
// not have.
func withUnknown(v graph.Value, attrs graph.Attributes) graph.Value {
	names, values := v.Fields()
	own := append([]string(nil), names...)
	all := append([]graph.Value(nil), values...)
	for name := range attrs {
		if !v.Has(name) {
			own = append(own, name)
			all = append(all, graph.UnknownValue())
		}
	}
	return graph.ObjectValue(own, all)
}

// priorEntry reads an entry of the prior state.
func (r *reader) priorEntry(raw jsondoc.Raw) error {
	f, err := r.entryOf(raw, &r.prior)
	if err == nil && f != nil {
		r.addPrior(f)
	}
	return err
}

// addPrior adds an object of the prior state that the plan does not touch, or
// completes one that it does.
func (r *reader) addPrior(f *found) {
	f.Before = f.After
	if other := r.found[f.Address]; other != nil {
		if other.lacksBefore || other.from == fromPlanned {
			other.Before = f.Before
		}
		if other.from == fromPlanned {
			other.Change = graph.Update
		}
		return
	}
	if _, moved := r.moved[f.Address]; moved {
		return
	}
	f.from = fromPrior
	r.found[f.Address] = f
}

// leftOver adds from the sections that came before resource_changes what was
// missing there.
func (r *reader) leftOver() error {
	r.changesRead = true
	for _, s := range []struct {
		*valuesSection
		entry func(jsondoc.Raw) error
		add   func(*found)
	}{
		{&r.planned, r.plannedEntry, r.addPlanned},
		{&r.prior, r.priorEntry, r.addPrior},
	} {
		missing := false
		for _, l := range s.later {
			f := r.found[l.address]
			_, moved := r.moved[l.address]
			switch {
			case f == nil && moved:
			case f != nil && f.from == fromChanges && !f.lacksBefore:
			case l.found != nil:
				s.add(l.found)
			default:
				missing = true
			}
		}
		if !missing {
			continue
		}
		if err := r.again(s.mark, s.entry); err != nil {
			return err
		}
	}
	return nil
}

// again reads a section a second time.
func (r *reader) again(m jsondoc.Mark, entry func(jsondoc.Raw) error) error {
	doc, err := r.doc.Revisit(m)
	if err != nil {
		return err
	}
	defer func(doc *jsondoc.Document, values *jsondoc.Values) { r.doc, r.values = doc, values }(r.doc, r.values)
	r.doc, r.values = doc, doc.Values()
	return statejson.EachResource(doc, entry)
}
