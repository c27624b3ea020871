// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"strings"
	"testing"

	"terraform-provider-spillway/internal/engine/topology/topologytest"
	"terraform-provider-spillway/internal/validate"
)

// ruleCase is one topology and what one rule has to answer on it.
type ruleCase struct {
	rule *validate.Rule
	// build makes the planned state.
	build func(b *topologytest.Builder)
	// before makes the prior state; nil for an input without one.
	before func(b *topologytest.Builder)
	// input changes the rest of the input: edition, traffic, settings.
	input func(in *validate.Input)
	want  wanted
	// answers is the number of findings or undecided answers where one mistake
	// stands at several objects; 0: one.
	answers int
	// at is the address of the first finding or undecided answer; empty: any.
	at string
	// says are texts that the detail or the reason holds.
	says []string
}

// wanted is what a case expects of its rule over all objects.
type wanted uint8

const (
	wantFail      wanted = iota + 1 // exactly one finding, or as many as answers says
	wantPass                        // at least one answer, all of them OK
	wantUndecided                   // exactly one undecided answer, or as many, and no finding
	wantNothing                     // no answer at all: no object that the rule is about
)

// result runs the rule alone.
func (c ruleCase) result() validate.Result {
	b := topologytest.New()
	c.build(b)
	in := validate.Input{After: b.Snapshot()}
	if c.before != nil {
		prior := topologytest.New()
		c.before(prior)
		in.Before = prior.Snapshot()
	}
	if c.input != nil {
		c.input(&in)
	}
	return validate.Run(in, []*validate.Rule{c.rule})
}

// run compares what the rule answers with what the case wants.
func (c ruleCase) run(t *testing.T) {
	t.Helper()
	got := c.result()
	n := max(c.answers, 1)
	var address, text string
	switch {
	case c.want == wantFail && len(got.Findings) == n && len(got.Undecided) == 0:
		address, text = got.Findings[0].Address, got.Findings[0].Detail
	case c.want == wantUndecided && len(got.Findings) == 0 && len(got.Undecided) == n:
		address, text = got.Undecided[0].Address, got.Undecided[0].Reason
	case c.want == wantPass && len(got.Findings)+len(got.Undecided) == 0 && got.Evaluated > 0:
	case c.want == wantNothing && got.Evaluated == 0:
	default:
		t.Fatalf("got %d answers, findings %+v, undecided %+v", got.Evaluated, got.Findings, got.Undecided)
	}
	if c.at != "" && address != c.at {
		t.Errorf("answer at %s, want %s", address, c.at)
	}
	for _, s := range c.says {
		if !strings.Contains(text, s) {
			t.Errorf("%q does not say %q", text, s)
		}
	}
}

// runCases runs a table; each family has a test that calls it, and stands in
// caseTables.
func runCases(t *testing.T, table map[string]ruleCase) {
	t.Helper()
	for name, c := range table {
		t.Run(c.rule.ID+"/"+name, func(t *testing.T) { c.run(t) })
	}
}
