// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"slices"

	"terraform-provider-spillway/internal/source/graph"
	"terraform-provider-spillway/internal/source/jsondoc"
)

// change is an entry of resource_changes, unread.
type change struct {
	provider, deposed, previous, change jsondoc.Raw
}

func changeOf(e jsondoc.Entry) (c change) {
	for name, value := range e.Raw.Members {
		switch string(name) {
		case "provider_name":
			c.provider = value
		case "deposed":
			c.deposed = value
		case "previous_address":
			c.previous = value
		case "change":
			c.change = value
		}
	}
	return c
}

// change reads one element of resource_changes.
func (r *reader) change(raw jsondoc.Raw) error {
	f, e, err := r.changed(raw)
	if err != nil || f == nil {
		return err
	}
	if other := r.found[f.Address]; other != nil && other.from == fromChanges {
		return r.doc.RawErrorf(e.Address, "the address %q stands twice in resource_changes", f.Address)
	}
	r.found[f.Address] = f
	return nil
}

// changed reads a change. It returns nil where its resource is not selected,
// or the object is a deposed one, which stands beside the instance of the same
// address.
func (r *reader) changed(raw jsondoc.Raw) (*found, jsondoc.Entry, error) {
	e, ok, err := r.doc.Entry(raw, r.wants)
	if err != nil || !ok {
		return nil, e, err
	}
	c := changeOf(e)
	if len(c.deposed.Bytes()) > 0 {
		return nil, e, nil
	}
	inst, err := r.values.Instance(e, c.provider)
	if err != nil {
		return nil, e, err
	}
	if c.change.Kind() != '{' {
		return nil, e, r.doc.RawErrorf(raw, "the resource has no change")
	}
	if inst.Data {
		r.pending[inst.Address] = struct{}{} // those already read have no change
	}
	attrs, ok := r.selected(inst.Type, inst.Data)
	if !ok {
		return nil, e, nil
	}
	if c.previous.Kind() == '"' {
		r.moved[c.previous.String()] = struct{}{}
	}
	f := &found{Instance: inst}
	return f, e, r.readChange(c.change, f, attrs)
}

// readChange reads what becomes of an instance.
func (r *reader) readChange(raw jsondoc.Raw, f *found, attrs graph.Attributes) error {
	var actions, before, after, unknown, beforeMarks, afterMarks jsondoc.Raw
	for name, value := range raw.Members {
		switch string(name) {
		case "actions":
			actions = value
		case "before":
			before = value
		case "after":
			after = value
		case "after_unknown":
			unknown = value
		case "before_sensitive":
			beforeMarks = value
		case "after_sensitive":
			afterMarks = value
		}
	}
	var err error
	if f.Change, err = r.kind(actions, raw); err != nil {
		return err
	}
	for _, value := range []jsondoc.Raw{before, after} {
		if err := r.doc.CheckObject(value); err != nil {
			return err
		}
	}
	f.lacksBefore = !before.Is()
	if f.Before, err = r.values.Object(before, jsondoc.Raw{}, beforeMarks, attrs); err != nil {
		return err
	}
	switch {
	case f.Change == graph.Delete:
		f.After = graph.NullValue()
	case f.Change == graph.NoChange && before.Equal(after) && !unknown.HoldsTrue() && beforeMarks.Equal(afterMarks):
		f.After = f.Before
	default:
		f.After, err = r.values.Object(after, unknown, afterMarks, attrs)
	}
	return err
}

// changeKinds are the lists of actions that Terraform and OpenTofu write.
var changeKinds = []struct {
	actions []string
	kind    graph.ChangeKind
}{
	{[]string{"no-op"}, graph.NoChange},
	{[]string{"create"}, graph.Create},
	{[]string{"read"}, graph.Read},
	{[]string{"update"}, graph.Update},
	{[]string{"delete", "create"}, graph.Replace},
	{[]string{"create", "delete"}, graph.ReplaceCreateFirst},
	{[]string{"delete"}, graph.Delete},
	{[]string{"forget"}, graph.Forget},
	{[]string{"create", "forget"}, graph.ReplaceCreateFirst},
	{[]string{"forget", "create"}, graph.Replace},
}

func (r *reader) kind(actions, change jsondoc.Raw) (graph.ChangeKind, error) {
	if actions.Kind() != '[' {
		return 0, r.doc.RawErrorf(change, "the change of the resource has no list of actions")
	}
	var names []string
	for action := range actions.Elements {
		names = append(names, r.values.String(action))
		if action.Kind() != '"' || len(names) > 2 {
			return 0, r.doc.RawErrorf(action, "this is no action of a change that is known here")
		}
	}
	for _, k := range changeKinds {
		if slices.Equal(k.actions, names) {
			return k.kind, nil
		}
	}
	return 0, r.doc.RawErrorf(actions, "the actions %q of a change are not known here", names)
}

// deferredChange reads a change that the plan puts off to a later plan; what
// will become of the instance is only known in part.
func (r *reader) deferredChange(raw jsondoc.Raw) error {
	r.defers = true
	inner := raw.Get("resource_change")
	if inner.IsNull() {
		return nil
	}
	if u, ok := graph.ParseUnexpanded(inner.Get("address").String()); ok {
		if _, wanted := r.sel[u.Type]; wanted && !r.unexpanded[u.Address] {
			r.unexpanded[u.Address] = true
			r.graph.DeferUnexpanded(u)
		}
		return nil
	}
	f, _, err := r.changed(inner)
	if err != nil || f == nil || r.found[f.Address] != nil {
		return err
	}
	r.found[f.Address] = f
	r.graph.Notices = append(r.graph.Notices, graph.Notice{
		Address: f.Address,
		Text:    "The plan defers this change to a later plan; what becomes of the object is known in part only.",
	})
	return nil
}
