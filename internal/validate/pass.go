// SPDX-License-Identifier: MPL-2.0

package validate

import (
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Input is what rules are run over.
type Input struct {
	// After is the planned state, or the only one.
	After *topology.Snapshot
	// Before is the prior state of a plan, nil where the input has none.
	Before *topology.Snapshot
	// Edition selects the facts; empty means preview.
	Edition topology.Edition
	// Traffic holds the traffic blocks of the configuration file, by the
	// address of the service.
	Traffic map[string]Traffic
	// Settings changes rules, by ID.
	Settings map[string]Setting
}

// Traffic says who calls a service.
type Traffic struct {
	// Clients is the share of connections from each zone; the shares need not
	// add up to 1.
	Clients map[string]topology.Ratio
	// MonthlyGiB is the volume; null where it is left out.
	MonthlyGiB topology.Known[topology.Ratio]
}

// Setting changes one rule.
type Setting struct {
	Disabled bool
	Severity Severity // NoSeverity: as the rule says
	Options  map[string]topology.Ratio
}

// Pass is a rule's whole view of the world, and its only way to answer. For
// every object that the rule looks at it answers once: OK, Fail or Undecided.
// An object that the rule does not apply to gets no answer.
type Pass struct {
	After, Before *topology.Snapshot
	Index         *topology.Index // of After
	BeforeIndex   *topology.Index // of Before; nil without Before
	Edition       topology.Edition
	Traffic       map[string]Traffic
	rule          *Rule
	setting       Setting
	severity      Severity
	run           *run
}

// Related is another place that a finding speaks of.
type Related struct {
	Address string
	Message string
}

// Finding is one answer "fail".
type Finding struct {
	Rule     *Rule
	Severity Severity
	Address  string // as in the snapshot
	Input    string // the input of the object; see topology.Object.Input
	Path     string // "subsetting[0].policy"; empty for the object as a whole
	Detail   string // what, with names and numbers; why; what to do
	Related  []Related
	// ExplainedBy names a rule whose finding on the same object silences this
	// one, where that depends on the case and not on the rule alone.
	ExplainedBy string
}

// Undecided is one answer "cannot be told".
type Undecided struct {
	Rule    *Rule
	Address string
	Input   string
	Path    string
	// Reason says what is missing, as a sentence without a final period.
	Reason string
}

// OK answers that the object is fine.
func (p *Pass) OK(topology.Node) { p.run.evaluated++ }

// Fail answers that the object breaks the rule, at a path of its arguments.
// The detail says what is wrong, with names and numbers, why it matters, and
// what to do, in full sentences.
func (p *Pass) Fail(n topology.Node, path, detail string, related ...Related) {
	p.run.evaluated++
	o := n.Base()
	p.run.findings = append(p.run.findings, Finding{
		Rule: p.rule, Severity: p.severity, Address: o.Address, Input: o.Input, Path: path, Detail: detail, Related: related,
	})
}

// FailUnless is Fail for a finding that is dropped where the rule with the ID
// explainedBy has one on the same object, too.
func (p *Pass) FailUnless(explainedBy string, n topology.Node, path, detail string, related ...Related) {
	p.Fail(n, path, detail, related...)
	p.run.findings[len(p.run.findings)-1].ExplainedBy = explainedBy
}

// Undecided answers that the input does not decide the rule for the object.
// The reason says what is missing: "session_affinity is known after apply".
func (p *Pass) Undecided(n topology.Node, path, reason string) {
	p.run.evaluated++
	o := n.Base()
	p.run.undecided = append(p.run.undecided, Undecided{Rule: p.rule, Address: o.Address, Input: o.Input, Path: path, Reason: reason})
}

// Layout returns the endpoints of a service of either snapshot, with nothing
// assumed. It is computed once in a run.
func (p *Pass) Layout(s *topology.BackendService) *sizing.Layout {
	l, ok := p.run.layouts[s]
	if !ok {
		l = sizing.Of(s, sizing.Nothing)
		p.run.layouts[s] = l
	}
	return l
}

// Shared returns what compute gives for a key, computed once in a run: for
// what several rules, or a rule for several objects, look up in a snapshot.
// One key always stands for one type.
func Shared[T any](p *Pass, key string, compute func() T) T {
	if v, ok := p.run.shared[key].(T); ok {
		return v
	}
	v := compute()
	p.run.shared[key] = v
	return v
}

// Option returns the rule's option, as set or by default.
func (p *Pass) Option(name string) topology.Ratio {
	if v, ok := p.setting.Options[name]; ok {
		return v
	}
	for _, o := range p.rule.Options {
		if o.Name == name {
			return o.Default
		}
	}
	return topology.Ratio{}
}
