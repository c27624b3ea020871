// SPDX-License-Identifier: MPL-2.0

package report

import (
	"io"
	"slices"
	"strings"
)

// PredictText says what the text of a prediction shows.
type PredictText struct {
	Terminal
	// Explain adds the sentences and the row of the decision table under each
	// service.
	Explain bool
	// Quiet leaves out everything but the services.
	Quiet bool
	// RuleName returns the name of a rule for the line about conflicts.
	RuleName func(id string) string

	origin Origin
}

// Bounds of the text view: up to maxTables services have a table each, and
// above it those whose tables are the same share one; when there are still
// more, each has one line.
const maxTables = 20

// WriteText writes what is predicted for people to read. The services have
// been converted with Keep and Losses set.
func (p *Predict) WriteText(out io.Writer, t PredictText) error {
	w := newPage(out)
	t.origin = p.Origin
	if !t.Quiet {
		t.head(w, p)
	}
	groups := each(p.Services)
	if len(groups) > maxTables {
		groups = t.alike(p.Services)
	}
	if len(groups) > maxTables {
		t.short(w, groups, len(p.Services))
	} else {
		for _, g := range groups {
			t.service(w, g)
		}
	}
	t.composites(w, p.CompositeHealth)
	t.consumers(w, p.Consumers)
	if !t.Quiet {
		t.tail(w, p)
	}
	return w.flush()
}

func (t PredictText) head(w *page, p *Predict) {
	line := p.Summary.String()
	if open, _ := openCauses(p); len(open) > 0 {
		line += " (" + Printable(clause(open[0].text))
		if len(open) > 1 {
			line += ", and " + plural(len(open)-1, "more cause") + " below"
		}
		line += ")"
	}
	shade := noShade
	if p.Summary.Services.Undecided+p.Summary.Composites.Undecided+p.Summary.Consumers.Undecided > 0 {
		shade = yellow
	}
	for _, l := range wrap(line, t.Width) {
		w.line(t.paint(shade, l))
	}
	t.indented(w, "", "New connections only; established ones stay where they are until they end. Edition "+p.Edition+".")
	w.line()
}

// join returns "a, b and c".
func join(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

// openCauses collects why objects are undecided, by kinds of causes. Advised
// says that the sources of the configuration would decide some.
func openCauses(p *Predict) (list []kind, advised bool) {
	var causes kinds
	add := func(list []Cause, address string) {
		for _, c := range list {
			causes.add(c.Reason, address, "")
			_, gives := withoutAdvice(c.Reason)
			advised = advised || gives
		}
	}
	for i := range p.Services {
		add(p.Services[i].Undecided, p.Services[i].Address)
	}
	for i := range p.CompositeHealth {
		add(p.CompositeHealth[i].Undecided, p.CompositeHealth[i].Address)
	}
	for i := range p.Consumers {
		add(p.Consumers[i].Undecided, p.Consumers[i].Address)
	}
	return causes.sorted(), advised
}

// tail writes what the prediction misses, what it assumes, and notices.
func (t PredictText) tail(w *page, p *Predict) {
	t.causes(w, p)
	if len(p.Assumptions) > 0 {
		w.line(t.paint(bold, "Assumed"))
		for i := range p.Assumptions {
			a := &p.Assumptions[i]
			t.indented(w, "  - ", Printable(a.Message)+a.about())
		}
		w.line()
	}
	t.notices(w, p.Notices)
}

// causes writes why objects are undecided, once for each cause, and what would
// decide them.
func (t PredictText) causes(w *page, p *Predict) {
	causes, advised := openCauses(p)
	if len(causes) == 0 {
		return
	}
	w.line(t.paint(bold, "Undecided, because"))
	for i := range causes {
		t.indented(w, "  - ", causes[i].line())
	}
	if advised {
		t.indented(w, "  ", giveSource)
	}
	if slices.ContainsFunc(causes, func(k kind) bool { return aboutSize(k.text) }) {
		t.indented(w, "  ", giveSizes)
	}
	w.line()
}

// service writes one service, or several whose tables are the same.
func (t PredictText) service(w *page, group []*Service) {
	s := group[0]
	n := namesOf(s)
	t.serviceHead(w, group, n)
	if len(s.Conflicts) > 0 {
		t.indented(w, "  ", "This configuration is not supported: "+t.conflicts(s)+". The outcomes say what the option would do.")
	}
	for _, c := range s.Undecided {
		t.indented(w, "  undecided: ", Printable(ofItself(c.Reason, s.Address)))
	}
	if len(s.Outcomes) > 0 {
		w.line()
		t.grid(w, n.table(s))
	}
	if sentences := n.losses(s); len(sentences) > 0 {
		w.line()
		for _, line := range sentences {
			t.indented(w, "  ", line)
		}
	}
	if t.Explain {
		t.explain(w, s, n)
	}
	w.line()
}

func (t PredictText) conflicts(s *Service) string {
	parts := make([]string, len(s.Conflicts))
	for i, id := range s.Conflicts {
		parts[i] = id + " (" + t.RuleName(id) + ")"
	}
	return strings.Join(parts, ", ")
}

// serviceHead writes names, facts, and where the service stands.
func (t PredictText) serviceHead(w *page, group []*Service, n names) {
	s := group[0]
	name := displayName(s)
	if len(group) > 1 {
		name = plural(len(group), "service")
	}
	facts := " · " + n.facts(s)
	where := Printable(s.Address)
	if s.Range != nil {
		where = place(s.Range, "") + "  " + where
	}
	if len(group) > 1 {
		t.indented(w, "", name+facts)
		t.indented(w, "  ", t.listed(group))
		return
	}
	line := name + facts
	if blank := t.Width - width(line) - width(where); blank >= 2 {
		w.line(t.paint(bold, name) + facts + strings.Repeat(" ", blank) + t.paint(dim, where))
		return
	}
	for i, l := range wrap(line, t.Width) {
		if rest, ok := strings.CutPrefix(l, name); ok && i == 0 {
			l = t.paint(bold, name) + rest
		}
		w.line(l)
	}
	w.line(t.paint(dim, where))
}

// maxNamed is how many of the services that share a table are named.
const maxNamed = 10

func (t PredictText) listed(group []*Service) string {
	var parts []string
	for i, s := range group {
		if i == maxNamed {
			parts = append(parts, "and "+itoa(len(group)-maxNamed)+" more")
			break
		}
		parts = append(parts, t.named(s))
	}
	return strings.Join(parts, ", ")
}

// displayName names a service as Google does, or by its address where the name
// is known after apply.
func displayName(s *Service) string {
	if s.Name != "" {
		return Printable(s.Name)
	}
	return Printable(s.Address)
}

// named is displayName among services of all inputs.
func (t PredictText) named(s *Service) string {
	if _, input := t.origin.of(s.Address); input != "" {
		return displayName(s) + " (" + Printable(input) + ")"
	}
	return displayName(s)
}

// facts describes a service in a line: region, option, zones, failover.
func (n names) facts(s *Service) string {
	parts := []string{Printable(s.Region), n.mode(s), n.endpoints(s), n.failover(s)}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " · ")
}
