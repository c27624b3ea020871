// SPDX-License-Identifier: MPL-2.0

package report

// explain writes, for each scenario and client, the sentences behind the cell
// and the row of the decision table. Clients with the same sentences but for
// their own names still stand each for itself: the numbers are their own.
func (t PredictText) explain(w *page, s *Service, n names) {
	scenario := ""
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		if o.Scenario != scenario || i == 0 {
			scenario = o.Scenario
			w.printf("\n  %s\n", t.paint(bold, n.scenario(scenario)))
		}
		c := n.cell(o)
		w.printf("    %s: %s  %s\n", n.client(o.Client), t.paint(c.rank.shade(), c.text), t.paint(dim, "["+o.Decision.Row.String()+" "+o.Decision.Action.String()+"]"))
		for _, sentence := range o.Explanation {
			t.indented(w, "      - ", Printable(sentence))
		}
	}
}
