// SPDX-License-Identifier: MPL-2.0

package validate

import (
	"cmp"
	"slices"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Result is what a run of rules found, sorted by address, path and rule.
type Result struct {
	Findings  []Finding
	Undecided []Undecided
	// Evaluated counts the answers: rule × object.
	Evaluated int
	// EvaluatedBy counts them by the ID of the rule.
	EvaluatedBy map[string]int
}

type run struct {
	findings  []Finding
	undecided []Undecided
	evaluated int
	layouts   map[*topology.BackendService]*sizing.Layout
	shared    map[string]any
}

// Run runs rules over an input. It never stops at a finding.
func Run(in Input, rules []*Rule) Result {
	edition := in.Edition
	if edition == "" {
		edition = topology.Preview
	}
	r := &run{layouts: map[*topology.BackendService]*sizing.Layout{}, shared: map[string]any{}}
	pass := Pass{
		After: in.After, Before: in.Before, Index: in.After.Index(), Edition: edition, Traffic: in.Traffic, run: r,
	}
	if in.Before != nil {
		pass.BeforeIndex = in.Before.Index()
	}
	by := make(map[string]int, len(rules))
	for _, rule := range rules {
		setting := in.Settings[rule.ID]
		if setting.Disabled {
			continue
		}
		p := pass
		p.rule, p.setting, p.severity = rule, setting, rule.SeverityIn(edition)
		if setting.Severity != NoSeverity {
			p.severity = setting.Severity
		}
		before := r.evaluated
		rule.Check(&p)
		by[rule.ID] += r.evaluated - before
	}
	findings, undecided := silence(r.findings, r.undecided)
	out := Result{Findings: findings, Undecided: undecided, Evaluated: r.evaluated, EvaluatedBy: by}
	slices.SortStableFunc(out.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule.ID, b.Rule.ID), cmp.Compare(a.Detail, b.Detail))
	})
	slices.SortStableFunc(out.Undecided, func(a, b Undecided) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule.ID, b.Rule.ID), cmp.Compare(a.Reason, b.Reason))
	})
	return out
}

// silence drops the findings that another finding on the same object
// explains, and what the explained rules leave undecided there.
func silence(findings []Finding, undecided []Undecided) ([]Finding, []Undecided) {
	type place struct{ rule, address string }
	found := make(map[place]bool, len(findings))
	for _, f := range findings {
		found[place{f.Rule.ID, f.Address}] = true
	}
	explained := func(rule *Rule, address string) bool {
		return slices.ContainsFunc(rule.SilencedBy, func(id string) bool { return found[place{id, address}] })
	}
	findings = slices.DeleteFunc(findings, func(f Finding) bool {
		return found[place{f.ExplainedBy, f.Address}] || explained(f.Rule, f.Address)
	})
	return findings, slices.DeleteFunc(undecided, func(u Undecided) bool { return explained(u.Rule, u.Address) })
}
