// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"slices"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
)

// maxDepth bounds how deep a value may be nested. Terraform's own values hold
// a dozen levels.
const maxDepth = 500

// Values makes graph values of raw ones. It is for one goroutine.
type Values struct {
	doc *Document
	in  *interner

	// Stacks of the objects and lists that are being built.
	names   []string
	values  []graph.Value
	entries []entry

	slab []graph.Value // of which the values' own slices are cut
}

// entry is a member of an object that is being built.
type entry struct {
	name  string
	value Raw
}

// Values returns a maker of values for the document.
func (d *Document) Values() *Values { return &Values{doc: d, in: newInterner()} }

// String returns the contents of a string, sharing memory with equal ones.
func (v *Values) String(r Raw) string { return v.in.string(r.Bytes()) }

// Name returns b as a string, sharing memory with equal ones.
func (v *Values) Name(b []byte) string { return v.in.string(b) }

// Value returns a value as it stands.
func (v *Values) Value(r Raw) (graph.Value, error) {
	return v.pop(v.push(r, Raw{}, Raw{}, false, 0))
}

// Object returns a value of which parallel trees say what in it is unknown and
// what is sensitive: true in place of the value or of a part of it. Of the
// value's own attributes only those of attrs are read; nil stands for all. A
// part that only the unknown tree holds is added.
func (v *Values) Object(r, unknown, sensitive Raw, attrs graph.Attributes) (graph.Value, error) {
	if unknown.IsTrue() || r.Kind() != '{' {
		return v.pop(v.push(r, unknown, sensitive, false, 0))
	}
	return v.pop(v.object(r, unknown, sensitive, attrs, sensitive.IsTrue(), 1))
}

// pop takes the value that was pushed last off the stack.
func (v *Values) pop(err error) (graph.Value, error) {
	if err != nil {
		clear(v.values)
		v.values, v.names, v.entries = v.values[:0], v.names[:0], v.entries[:0]
		return graph.Value{}, err
	}
	last := len(v.values) - 1
	value := v.values[last]
	v.values[last] = graph.Value{}
	v.values = v.values[:last]
	return value, nil
}

// push makes a value and puts it on the stack of values.
func (v *Values) push(r, unknown, sensitive Raw, marked bool, depth int) error {
	marked = marked || sensitive.IsTrue()
	if err := v.pushUnmarked(r, unknown, sensitive, marked, depth+1); err != nil || !marked {
		return err
	}
	last := &v.values[len(v.values)-1]
	*last = last.Sensitive()
	return nil
}

func (v *Values) pushUnmarked(r, unknown, sensitive Raw, marked bool, depth int) error {
	if depth > maxDepth {
		return v.doc.RawErrorf(r, "the value is nested deeper than %d levels", maxDepth)
	}
	kind := r.Kind()
	switch {
	case unknown.IsTrue():
		kind = unknownKind
	case unknown.HoldsTrue() && r.IsNull():
		kind = unknown.Kind() // all that is known of it is a part that is not
	case unknown.HoldsTrue() && kind != unknown.Kind():
		kind = unknownKind
	}
	switch kind {
	case '{':
		return v.object(r, unknown, sensitive, nil, marked, depth)
	case '[':
		return v.list(r, unknown, sensitive, marked, depth)
	case '"':
		v.values = append(v.values, graph.StringValue(v.in.string(unquote(r.Text()))))
	case '0':
		v.values = append(v.values, graph.NumberValue(v.in.string(r.Text())))
	case 't', 'f':
		v.values = append(v.values, graph.BoolValue(kind == 't'))
	case unknownKind:
		v.values = append(v.values, graph.UnknownValue())
	default:
		v.values = append(v.values, graph.NullValue())
	}
	return nil
}

// unknownKind stands beside the kinds of Raw.
const unknownKind = '?'

func (v *Values) list(r, unknown, sensitive Raw, marked bool, depth int) error {
	start := len(v.values)
	known, marks := r.list(), sensitive.list()
	var unknowns cursor
	if unknown.HoldsTrue() {
		unknowns = unknown.list()
	}
	for known.more() || unknowns.more() {
		if err := v.push(known.element(), unknowns.element(), marks.element(), marked, depth); err != nil {
			return err
		}
	}
	v.values = append(v.values, graph.ListValue(v.cut(start)))
	return nil
}

// object joins the members of three trees by name.
func (v *Values) object(r, unknown, sensitive Raw, attrs graph.Attributes, marked bool, depth int) error {
	base := len(v.entries)
	known := v.index(r, attrs)
	var unknowns, marks span
	if unknown.HoldsTrue() {
		unknowns = v.index(unknown, attrs)
	}
	if !marked && sensitive.HoldsTrue() {
		marks = v.index(sensitive, attrs)
	}
	firstName, firstValue := len(v.names), len(v.values)
	for !known.empty() || !unknowns.empty() {
		name := v.smallest(known, unknowns)
		k, u, s := v.take(&known, name), v.take(&unknowns, name), v.take(&marks, name)
		if !k.Is() && !u.HoldsTrue() {
			continue
		}
		if err := v.push(k, u, s, marked, depth); err != nil {
			return err
		}
		v.names = append(v.names, name)
	}
	names := v.in.shape(v.names[firstName:])
	v.names, v.entries = v.names[:firstName], v.entries[:base]
	v.values = append(v.values, graph.ObjectValue(names, v.cut(firstValue)))
	return nil
}

// span is a part of the stack of entries, sorted by name.
type span struct{ next, end int }

func (s span) empty() bool { return s.next == s.end }

func (v *Values) smallest(a, b span) string {
	if a.empty() || !b.empty() && v.entries[b.next].name < v.entries[a.next].name {
		return v.entries[b.next].name
	}
	return v.entries[a.next].name
}

// take returns the value under a name and moves behind it.
func (v *Values) take(s *span, name string) Raw {
	for ; s.next < s.end; s.next++ {
		switch e := v.entries[s.next]; {
		case e.name == name:
			s.next++
			return e.value
		case e.name > name:
			return Raw{}
		}
	}
	return Raw{}
}

// index puts the members of an object on the stack of entries, sorted by name.
// Of a name that stands twice the last one counts, as for every reader of
// Terraform's.
func (v *Values) index(r Raw, attrs graph.Attributes) span {
	start := len(v.entries)
	sorted := true
	for name, value := range r.Members {
		if attrs != nil {
			if _, ok := attrs[string(name)]; !ok {
				continue
			}
		}
		s := v.in.string(name)
		sorted = sorted && (len(v.entries) == start || v.entries[len(v.entries)-1].name < s)
		v.entries = append(v.entries, entry{s, value})
	}
	if !sorted {
		part := v.entries[start:]
		slices.SortStableFunc(part, func(a, b entry) int { return strings.Compare(a.name, b.name) })
		n := 0
		for i := range part {
			if i+1 == len(part) || part[i+1].name != part[i].name {
				part[n] = part[i]
				n++
			}
		}
		v.entries = v.entries[:start+n]
	}
	return span{start, len(v.entries)}
}

// slabSize is how many values are allocated at once.
const slabSize = 512

// cut takes the values from start on off the stack and returns them in memory
// of their own.
func (v *Values) cut(start int) []graph.Value {
	n := len(v.values) - start
	if n == 0 {
		return nil
	}
	if len(v.slab) < n {
		v.slab = make([]graph.Value, max(n, slabSize))
	}
	own := v.slab[:n:n]
	v.slab = v.slab[n:]
	copy(own, v.values[start:])
	clear(v.values[start:])
	v.values = v.values[:start]
	return own
}
