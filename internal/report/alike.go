// SPDX-License-Identifier: MPL-2.0

package report

import (
	"fmt"
	"strings"
)

// each returns every service as a group of its own.
func each(services []Service) [][]*Service {
	out := make([][]*Service, len(services))
	for i := range services {
		out[i] = []*Service{&services[i]}
	}
	return out
}

// alike groups the services that look the same but for their names, in the
// order of the first of each group.
func (t PredictText) alike(services []Service) [][]*Service {
	var out [][]*Service
	index := map[string]int{}
	for i := range services {
		s := &services[i]
		key := t.looks(s)
		at, ok := index[key]
		if !ok {
			at = len(out)
			index[key] = at
			out = append(out, nil)
		}
		out[at] = append(out[at], s)
	}
	return out
}

// looks returns everything that the text shows of a service but its names.
func (t PredictText) looks(s *Service) string {
	n := namesOf(s)
	var b strings.Builder
	b.WriteString(n.facts(s))
	b.WriteString(t.conflicts(s))
	g := n.table(s)
	for _, c := range g.columns {
		b.WriteString("\x00" + c)
	}
	for _, r := range g.rows {
		b.WriteString("\x00" + r.label)
		for _, c := range r.cells {
			b.WriteString("\x00" + c.text)
		}
	}
	for _, l := range n.losses(s) {
		b.WriteString("\x00" + l)
	}
	for _, c := range s.Undecided {
		b.WriteString("\x00" + ofItself(c.Reason, s.Address))
	}
	return b.String()
}

// short writes one line for each group: what it is, and the worst that
// happens to it.
func (t PredictText) short(w *page, groups [][]*Service, total int) {
	for _, g := range groups {
		s := g[0]
		n := namesOf(s)
		name := t.named(s)
		if len(g) > 1 {
			name += " and " + itoa(len(g)-1) + " like it"
		}
		text, r := n.worst(s)
		if len(s.Conflicts) > 0 {
			text, r = "not supported: "+strings.Join(s.Conflicts, ", ")+"; "+text, max(r, rankSick)
		}
		t.indented(w, "", name+" · "+n.facts(s)+" · "+t.paint(r.shade(), text))
	}
	w.line()
	t.indented(w, "", fmt.Sprintf("%d services in short, each with the worst that happens to it. Tables: --service NAME or a pattern of addresses. Everything: --format json.", total))
	w.line()
}

// worst returns the worst cell of a service, with its client and scenario.
func (n names) worst(s *Service) (string, rank) {
	var worst cell
	at, found := 0, false
	for i := range s.Outcomes {
		if c := n.cell(&s.Outcomes[i]); !found || c.rank > worst.rank {
			worst, at, found = c, i, true
		}
	}
	switch {
	case !found && len(s.Undecided) > 0:
		return "undecided: " + Printable(clause(ofItself(s.Undecided[0].Reason, s.Address))), rankUndecided
	case !found:
		return "no outcome", rankUndecided
	}
	o := &s.Outcomes[at]
	return worst.text + " (" + n.client(o.Client) + ", " + n.scenario(o.Scenario) + ")", worst.rank
}
