// SPDX-License-Identifier: MPL-2.0

package report

import (
	"strings"
)

// composites writes a line for each region: its state, what it needs, what it
// can lose, and which scenarios change it.
func (t PredictText) composites(w *page, list []Composite) {
	if len(list) == 0 {
		return
	}
	w.printf("%s\n\n", t.paint(bold, "Composite health"))
	for i := range list {
		t.composite(w, &list[i])
		w.line()
	}
}

func (t PredictText) composite(w *page, c *Composite) {
	name := Printable(c.Name)
	if name == "" {
		name = Printable(c.Address)
	}
	if c.Region != "" {
		name += " · " + Printable(c.Region)
	}
	if len(c.Evaluations) == 0 {
		w.printf("  %s\n  %s\n", name, t.paint(dim, Printable(c.Address)))
		for _, u := range c.Undecided {
			t.indented(w, "    undecided: ", Printable(ofItself(u.Reason, c.Address)))
		}
		return
	}
	first := &c.Evaluations[0]
	state := stateText(first.State)
	if first.Scenario != "all-healthy" {
		state += " with " + names{}.scenario(first.Scenario)
	}
	if len(first.Sources) == 1 {
		state += tolerance(&first.Sources[0])
	}
	w.printf("  %s · %s\n", name, t.paint(stateShade(first.State), state))
	w.printf("  %s\n", t.paint(dim, Printable(c.Address)))
	for j := range first.Sources {
		t.indented(w, "    ", sourceText(&first.Sources[j], len(first.Sources) > 1))
	}
	for _, line := range changes(c.Evaluations) {
		t.indented(w, "    ", line)
	}
	if c.Destination != "" {
		t.indented(w, "    ", "published by "+Printable(c.Destination))
	}
}

// changes says which scenarios change the state of the first.
func changes(list []Evaluation) []string {
	byState := map[string][]string{}
	for i := range list[1:] {
		if e := &list[i+1]; e.State != list[0].State {
			byState[e.State] = append(byState[e.State], names{}.scenario(e.Scenario))
		}
	}
	var out []string
	for _, state := range []string{"UNHEALTHY", "UNKNOWN", "HEALTHY", ""} {
		if scenarios := byState[state]; len(scenarios) > 0 {
			out = append(out, "turns "+stateText(state)+" with "+either(scenarios))
		}
	}
	if len(out) == 0 && len(list) > 1 {
		out = append(out, "none of "+plural(len(list)-1, "other scenario")+" changes it")
	}
	return out
}

// either returns "a, b or c".
func either(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

func stateText(state string) string {
	if state == "" {
		return "undecided"
	}
	return state
}

func stateShade(state string) shade {
	switch state {
	case "HEALTHY":
		return green
	case "UNHEALTHY":
		return redBold
	}
	return yellow
}

// sourceText names a source with what it watches; one of several with its own
// state and what it can lose.
func sourceText(s *HealthSource, several bool) string {
	text := Printable(s.Address)
	if s.BackendService != "" {
		text += " watches " + Printable(s.BackendService)
	}
	if s.Healthy != nil && s.Total != nil {
		text += ", " + itoa(*s.Healthy) + " of " + itoa(*s.Total) + " healthy"
	}
	if several {
		return stateText(s.State) + tolerance(s) + ": " + text
	}
	return text
}

// tolerance says what a source needs and how many endpoints it can lose.
func tolerance(s *HealthSource) string {
	switch {
	case s.Total == nil:
		return ""
	case s.Needs == nil:
		return " · no number is enough of " + itoa(*s.Total)
	}
	text := " · needs " + itoa(*s.Needs) + " of " + itoa(*s.Total)
	if s.Healthy != nil && *s.Healthy >= *s.Needs {
		text += " · " + itoa(*s.Healthy-*s.Needs) + " may fail"
	}
	return text
}

// consumers writes a table for each: client regions over scenarios.
func (t PredictText) consumers(w *page, list []Consumer) {
	if len(list) == 0 {
		return
	}
	w.printf("%s\n\n", t.paint(bold, "Consumers"))
	for i := range list {
		c := &list[i]
		w.printf("  %s\n", Printable(c.Address))
		for _, u := range c.Undecided {
			t.indented(w, "  undecided: ", Printable(ofItself(u.Reason, c.Address)))
		}
		if len(c.Evaluations) > 0 {
			t.grid(w, consumerTable(c))
		}
		w.line()
	}
}

func consumerTable(c *Consumer) grid {
	g := grid{corner: "clients near"}
	columns, rows := map[string]int{}, map[string]int{}
	for i := range c.Evaluations {
		e := &c.Evaluations[i]
		if _, ok := columns[e.Scenario]; !ok {
			columns[e.Scenario] = len(g.columns)
			g.columns = append(g.columns, names{}.scenario(e.Scenario))
		}
		if _, ok := rows[e.ClientRegion]; !ok {
			rows[e.ClientRegion] = len(g.rows)
			g.rows = append(g.rows, gridRow{label: Printable(e.ClientRegion)})
		}
	}
	for i := range g.rows {
		for range g.columns {
			g.rows[i].cells = append(g.rows[i].cells, cell{"undecided", rankUndecided})
		}
	}
	for i := range c.Evaluations {
		e := &c.Evaluations[i]
		g.rows[rows[e.ClientRegion]].cells[columns[e.Scenario]] = consumerCell(e)
	}
	return g
}

func consumerCell(e *ConsumerCell) cell {
	switch e.Verdict {
	case "LOCAL":
		return cell{"stay", rankStay}
	case "FAILOVER":
		if e.ServingRegion != "" {
			return cell{"all leave → " + Printable(e.ServingRegion), rankLeave}
		}
		return cell{"all leave → nearest of " + Printable(strings.Join(e.Available, ", ")), rankLeave}
	case "ALL_REGIONS_UNHEALTHY":
		return cell{"no healthy region", rankLost}
	}
	return cell{"undecided", rankUndecided}
}
