// SPDX-License-Identifier: MPL-2.0

package report

import (
	"cmp"
	"slices"
)

// Notices collects notices; those with the same text become one.
type Notices struct {
	index map[string]int
	list  []Notice
}

// Add adds a notice about an object, or about none where the address is
// empty.
func (n *Notices) Add(message, address string) { n.AddAt(message, address, nil) }

// AddAt adds a notice with its place.
func (n *Notices) AddAt(message, address string, at *Range) {
	if entry := n.entry(message, at); address != "" {
		entry.Addresses = append(entry.Addresses, address)
	}
}

// AddProblem adds an error in a source file, with its place and its line.
func (n *Notices) AddProblem(message string, at *Range, snippet string) {
	entry := n.entry(message, at)
	entry.Problem, entry.Snippet = true, snippet
}

// entry returns the notice with a text and a place; it is new where there was
// none.
func (n *Notices) entry(message string, at *Range) *Notice {
	if n.index == nil {
		n.index = map[string]int{}
	}
	key := message
	if at != nil {
		key += "\x00" + place(at, "")
	}
	i, ok := n.index[key]
	if !ok {
		i = len(n.list)
		n.index[key] = i
		n.list = append(n.list, Notice{Message: message, Addresses: []string{}, Range: at})
	}
	return &n.list[i]
}

// Sorted returns the notices: those about places first, by place, then by
// text; addresses are sorted and stand once.
func (n *Notices) Sorted() []Notice {
	for i := range n.list {
		slices.Sort(n.list[i].Addresses)
		n.list[i].Addresses = slices.Compact(n.list[i].Addresses)
	}
	slices.SortStableFunc(n.list, func(a, b Notice) int {
		return cmp.Or(compareRanges(a.Range, b.Range), cmp.Compare(a.Message, b.Message))
	})
	return n.list
}

// compareRanges orders by file, line and column; what has no place comes
// last.
func compareRanges(a, b *Range) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return cmp.Or(cmp.Compare(a.Filename, b.Filename), cmp.Compare(a.Start.Line, b.Start.Line), cmp.Compare(a.Start.Column, b.Start.Column))
}
