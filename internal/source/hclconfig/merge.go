// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"math/big"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/source/graph"
)

func hasUnknown(v graph.Value) bool {
	switch v.Kind() {
	case graph.Unknown:
		return true
	case graph.List:
		return slices.ContainsFunc(v.Elements(), hasUnknown)
	case graph.Object:
		_, values := v.Fields()
		return slices.ContainsFunc(values, hasUnknown)
	}
	return false
}

// merge fills the unknown parts of a planned value. ok is false where the two
// contradict each other.
func merge(planned, evaluated graph.Value, s shape) (out graph.Value, ok bool) {
	_, refers := evaluated.Refers()
	switch {
	case planned.IsUnknown() && (refers || evaluated.IsLeftOut()):
		return evaluated.Evaluated(), true
	case evaluated.IsUnknown():
		return planned, true
	case planned.IsUnknown():
		return evaluated.Evaluated(), true
	case !hasUnknown(planned):
		return planned, consistent(planned, evaluated, s)
	case planned.Kind() != evaluated.Kind():
		return planned, false
	case planned.Kind() == graph.Object:
		return mergeObject(planned, evaluated, s)
	case s.set:
		return mergeSet(planned.Elements(), evaluated.Elements(), s)
	}
	return mergeList(planned.Elements(), evaluated.Elements(), s)
}

func mergeObject(planned, evaluated graph.Value, s shape) (graph.Value, bool) {
	names, values := planned.Fields()
	out := make([]graph.Value, len(names))
	for i, name := range names {
		if !evaluated.Has(name) {
			out[i] = values[i]
			continue
		}
		v, ok := merge(values[i], evaluated.Get(name), shapeIn(s.block, name))
		if !ok {
			return planned, false
		}
		out[i] = v
	}
	return graph.ObjectValue(names, out), true
}

func mergeList(planned, evaluated []graph.Value, s shape) (graph.Value, bool) {
	if len(planned) != len(evaluated) {
		return graph.ListValue(planned), false
	}
	out := make([]graph.Value, len(planned))
	for i := range planned {
		v, ok := merge(planned[i], evaluated[i], shape{block: s.block})
		if !ok {
			return graph.ListValue(planned), false
		}
		out[i] = v
	}
	return graph.ListValue(out), true
}

// mergeSet merges the elements of a set, whose order says nothing: the evaluated
// elements count as a whole, in their order, if each can be paired with one of
// the planned. Of several planned ones that an element may be, only what they
// agree in is taken over.
func mergeSet(planned, evaluated []graph.Value, s shape) (graph.Value, bool) {
	may, paired := pair(planned, evaluated, s)
	if !paired {
		return graph.ListValue(planned), false
	}
	out := make([]graph.Value, len(evaluated))
	for e := range evaluated {
		var candidates []graph.Value
		for _, p := range may[e] {
			candidates = append(candidates, planned[p])
		}
		out[e] = mergeElement(candidates, evaluated[e], s)
	}
	return graph.ListValue(out), true
}

// mergeElement joins an evaluated element with the planned ones that it may be.
func mergeElement(candidates []graph.Value, evaluated graph.Value, s shape) graph.Value {
	if len(candidates) == 1 {
		if v, ok := merge(candidates[0], evaluated, shape{block: s.block}); ok {
			return v
		}
	}
	names, values := evaluated.Fields()
	if evaluated.Kind() != graph.Object {
		return evaluated.Evaluated()
	}
	out := make([]graph.Value, len(names))
	for i, name := range names {
		out[i] = values[i].Evaluated()
		first := candidates[0].Get(name)
		if hasUnknown(first) || !candidates[0].Has(name) {
			continue
		}
		agree := func(c graph.Value) bool { return c.Has(name) && equal(c.Get(name), first) }
		if !slices.ContainsFunc(candidates, func(c graph.Value) bool { return !agree(c) }) {
			out[i] = first
		}
	}
	return graph.ObjectValue(names, out)
}

// pair finds for every evaluated element the planned ones that it may be. ok
// is false where the elements cannot be paired one for one.
func pair(planned, evaluated []graph.Value, s shape) (may [][]int, ok bool) {
	if len(planned) != len(evaluated) {
		return nil, false
	}
	may = make([][]int, len(evaluated))
	for e := range evaluated {
		for p := range planned {
			if consistent(planned[p], evaluated[e], shape{block: s.block}) {
				may[e] = append(may[e], p)
			}
		}
	}
	if len(assign(may, len(planned))) < len(evaluated) {
		return nil, false
	}
	return tightened(may, len(planned)), true
}

// largestTightened bounds the sets whose pairing is looked at more closely.
const largestTightened = 40

// tightened leaves of the possible pairs only those that some pairing of all
// elements holds.
func tightened(may [][]int, columns int) [][]int {
	if len(may) > largestTightened {
		return may
	}
	out := make([][]int, len(may))
	for row, cols := range may {
		if len(cols) == 1 {
			out[row] = cols
			continue
		}
		for _, col := range cols {
			trial := make([][]int, len(may))
			for other := range may {
				if other != row {
					trial[other] = slices.DeleteFunc(slices.Clone(may[other]), func(c int) bool { return c == col })
				}
			}
			trial[row] = []int{col}
			if len(assign(trial, columns)) == len(may) {
				out[row] = append(out[row], col)
			}
		}
	}
	return out
}

// assign pairs as many rows as it can with columns, each column once, and
// returns the row of each column that has one: augmenting paths.
func assign(may [][]int, columns int) map[int]int {
	rowOf := make(map[int]int, columns)
	var try func(row int, seen map[int]bool) bool
	try = func(row int, seen map[int]bool) bool {
		for _, col := range may[row] {
			if seen[col] {
				continue
			}
			seen[col] = true
			if other, taken := rowOf[col]; !taken || try(other, seen) {
				rowOf[col] = row
				return true
			}
		}
		return false
	}
	for row := range may {
		try(row, map[int]bool{})
	}
	return rowOf
}

// consistent reports whether two values can be the same, whatever is unknown.
func consistent(planned, evaluated graph.Value, s shape) bool {
	switch {
	case planned.IsUnknown() || evaluated.IsUnknown():
		return true
	case isZero(planned) && isZero(evaluated):
		return true
	case planned.Kind() == graph.String && evaluated.Kind() == graph.Number:
		// A saved plan holds a number that is no float64 as its text.
		text, _ := planned.Text()
		number, _ := evaluated.Text()
		return sameNumber(text, number)
	case planned.Kind() != evaluated.Kind():
		return false
	}
	switch planned.Kind() {
	case graph.List:
		p, e := planned.Elements(), evaluated.Elements()
		if s.set {
			_, ok := pair(p, e, s)
			return ok
		}
		return slices.EqualFunc(p, e, func(a, b graph.Value) bool { return consistent(a, b, shape{block: s.block}) })
	case graph.Object:
		names, values := planned.Fields()
		for i, name := range names {
			if e := evaluated.Get(name); evaluated.Has(name) && !consistent(values[i], e, shapeIn(s.block, name)) && !isDefault(e, s.block, name) {
				return false
			}
		}
		return true
	}
	return sameScalar(planned, evaluated)
}

// isZero reports whether a value is one that providers do not tell from none.
func isZero(v graph.Value) bool {
	switch v.Kind() {
	case graph.Null:
		return true
	case graph.Bool:
		b, _ := v.Bool()
		return !b
	case graph.String:
		s, _ := v.Text()
		return s == ""
	case graph.Number:
		s, _ := v.Text()
		return strings.Trim(s, "-0.") == ""
	case graph.List:
		return len(v.Elements()) == 0
	case graph.Object:
		names, _ := v.Fields()
		return len(names) == 0
	}
	return false
}

func sameScalar(a, b graph.Value) bool {
	switch a.Kind() {
	case graph.Bool:
		x, _ := a.Bool()
		y, _ := b.Bool()
		return x == y
	case graph.Number:
		x, _ := a.Text()
		y, _ := b.Text()
		return x == y || sameNumber(x, y)
	}
	x, _ := a.Text()
	y, _ := b.Text()
	return sameLink(x, y)
}

func sameNumber(x, y string) bool {
	p, ok := new(big.Float).SetString(x)
	q, ok2 := new(big.Float).SetString(y)
	if !ok || !ok2 {
		return false
	}
	f, _ := p.Float64()
	g, _ := q.Float64()
	return f == g
}

// sameLink reports whether two strings are equal, or spell the same object:
// with or without the host and version before projects/, in another case, or
// by the bare name.
func sameLink(x, y string) bool {
	if x == y {
		return true
	}
	x, y = relative(x), relative(y)
	if strings.EqualFold(x, y) {
		return true
	}
	xName, yName := x[strings.LastIndexByte(x, '/')+1:], y[strings.LastIndexByte(y, '/')+1:]
	return (xName == x || yName == y) && strings.EqualFold(xName, yName)
}

func relative(s string) string {
	if i := strings.Index(s, "projects/"); i > 0 {
		return s[i:]
	}
	return s
}

// equal reports whether two values are the same in every known part.
func equal(a, b graph.Value) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case graph.List:
		return slices.EqualFunc(a.Elements(), b.Elements(), equal)
	case graph.Object:
		an, av := a.Fields()
		bn, bv := b.Fields()
		return slices.Equal(an, bn) && slices.EqualFunc(av, bv, equal)
	case graph.Bool:
		x, _ := a.Bool()
		y, _ := b.Bool()
		return x == y
	}
	x, _ := a.Text()
	y, _ := b.Text()
	return x == y
}
