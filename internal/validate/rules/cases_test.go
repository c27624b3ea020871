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
	// at is the address of the one finding or undecided answer; empty: any.
	at string
	// says are texts that the detail or the reason holds.
	says []string
}

// wanted is what a case expects of its rule over all objects.
type wanted uint8

const (
	wantFail      wanted = iota + 1 // exactly one finding
	wantPass                        // at least one answer, all of them OK
	wantUndecided                   // exactly one undecided answer, and no finding
	wantNothing                     // no answer at all: no object that the rule is about
)

// run runs the rule alone.
func (c ruleCase) run(t *testing.T) {
	t.Helper()
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
	got := validate.Run(in, []*validate.Rule{c.rule})
	var address, text string
	switch {
	case c.want == wantFail && len(got.Findings) == 1 && len(got.Undecided) == 0:
		address, text = got.Findings[0].Address, got.Findings[0].Detail
	case c.want == wantUndecided && len(got.Findings) == 0 && len(got.Undecided) == 1:
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
