// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// answer is what a part of a check has to say of an object, before it is
// known whether the rule applies to the object at all. The zero value passes.
type answer struct {
	verdict verdict
	path    string
	text    string // the detail of a failure, or the reason of an undecided one
	related []validate.Related
	// explainedBy names a rule whose finding on the same object silences this
	// failure.
	explainedBy string
}

type verdict uint8

const (
	passes verdict = iota
	undecided
	fails
)

// fail answers that the object breaks the rule.
func fail(path, detail string, related ...validate.Related) answer {
	return answer{verdict: fails, path: path, text: detail, related: related}
}

// open answers that the input does not decide the rule; the reason is a
// sentence without a final period.
func open(path, reason string) answer { return answer{verdict: undecided, path: path, text: reason} }

// worst returns the first failure, else the first undecided answer, else one
// that passes: the answer for an object that has to pass all of them.
func worst(answers ...answer) answer {
	var w answer
	for _, a := range answers {
		if a.verdict > w.verdict {
			w = a
		}
	}
	return w
}

// give answers for an object to which a rule applies, or may apply. Where it
// certainly does not, there is no answer; where it may, a failure is only
// undecided, for the reason given.
func give(p *validate.Pass, n topology.Node, applies topology.Known[bool], reason string, a answer) {
	does, known := applies.Value()
	switch {
	case known && !does:
	case a.verdict == passes:
		p.OK(n)
	case a.verdict == undecided:
		p.Undecided(n, a.path, a.text)
	case !known:
		p.Undecided(n, a.path, reason)
	case a.explainedBy != "":
		p.FailUnless(a.explainedBy, n, a.path, a.text, a.related...)
	default:
		p.Fail(n, a.path, a.text, a.related...)
	}
}
