package report

import (
	"cmp"
	"slices"
	"strings"
)

// tally groups what it concerns by text.
type tally struct {
	index map[string]int
	list  []tallied
}

type tallied struct {
	text    string
	count   int
	members []string // without repetition, in order of appearance
}

func (t *tally) add(text, member string) {
	if t.index == nil {
		t.index = map[string]int{}
	}
	i, ok := t.index[text]
	if !ok {
		i = len(t.list)
		t.index[text] = i
		t.list = append(t.list, tallied{text: text})
	}
	e := &t.list[i]
	e.count++
	if !slices.Contains(e.members[max(0, len(e.members)-8):], member) {
		e.members = append(e.members, member)
	}
}

func (t *tally) len() int { return len(t.list) }

// sorted returns the texts, the most frequent first, then by text.
func (t *tally) sorted() []tallied {
	slices.SortStableFunc(t.list, func(a, b tallied) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.text, b.text))
	})
	return t.list
}

// who names the members: all of a few, else the first and how many more.
func (e tallied) who() string {
	const most = 6
	if len(e.members) <= most {
		return strings.Join(e.members, ", ")
	}
	return strings.Join(e.members[:most-1], ", ") + " and " + itoa(len(e.members)-most+1) + " more"
}
