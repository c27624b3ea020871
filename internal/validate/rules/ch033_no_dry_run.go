// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"strings"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH033 says what a change of composite health does.
var CH033 = &validate.Rule{
	ID:       "CH033",
	Name:     "no-dry-run",
	Title:    "Change of composite health that acts at once",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks, validate.NeedDiff},
	Rationale: "Google offers no way to try composite health without acting on consumers: a composite, a source or a policy of a published " +
		"service takes effect as soon as it is applied. The detail says what is predicted.",
	Source: "Google Cloud documentation, composite health, limitations",
	Fix:    "Nothing has to change. Read the predicted state, and apply when consumers may move.",
	Bad:    examplePublished,
	Good:   whole(exampleService, exampleRule, exampleAttachment),
	Check: func(p *validate.Pass) {
		for _, c := range p.After.Composites {
			changes := healthChanges(c)
			if len(changes) > 0 || p.Before != nil || hiddenPart(p, c) != "" {
				give(p, c, topology.Of(true), "", checkNoDryRun(p, c, changes))
			}
		}
	},
}

// healthChanges returns the composite, sources and policies that the plan
// makes or changes.
func healthChanges(c *topology.CompositeHealth) []topology.Node {
	x := partsOf(c, nil)
	list := changedIn(x.sources)
	list = append(list, changedIn(x.policies)...)
	if changed(c) {
		list = append([]topology.Node{c}, list...)
	}
	return list
}

func checkNoDryRun(p *validate.Pass, c *topology.CompositeHealth, changes []topology.Node) answer {
	hidden := hiddenPart(p, c)
	if len(changes) == 0 && hidden == "" {
		return answer{}
	}
	switch yes, why := isPublished(p, c); {
	case yes.IsUnknown():
		return open("health_destination", why)
	case !topology.Is(yes, true):
		return answer{}
	case len(changes) == 0:
		return open("health_sources", hidden)
	}
	var related []validate.Related
	for _, n := range changes {
		if n.Base() != c.Base() {
			related = append(related, validate.Related{Address: n.Base().Address, Message: "changes in the same plan"})
		}
	}
	return fail("", fmt.Sprintf("The plan changes %s, and %s is published: it acts on consumers at once. %s",
		enumerate(namesOf(changes)), linkName(c.Destination), predicted(p, c)), related...)
}

// predicted says in which state a composite is expected, and why.
func predicted(p *validate.Pass, c *topology.CompositeHealth) string {
	ev, why := stateOf(p, c)
	var b strings.Builder
	if state, ok := ev.State.Value(); ok && why == "" {
		fmt.Fprintf(&b, "With every endpoint healthy it is %s.", state)
	} else {
		fmt.Fprintf(&b, "Its state with every endpoint healthy is not decided: %s.", why)
	}
	for _, s := range ev.Sources {
		b.WriteString(sourceForecast(s))
	}
	var fresh []topology.Node
	for _, g := range partsOf(c, nil).groups {
		if made(g) {
			fresh = append(fresh, g)
		}
	}
	if len(fresh) > 0 {
		fmt.Fprintf(&b, " The same plan creates %s: new endpoints are unhealthy until they pass their health checks, and so is the composite.",
			enumerate(namesOf(fresh)))
	}
	return b.String()
}

func sourceForecast(s health.Source) string {
	total, known := s.Total.Value()
	needs, reachable := s.Needs.Value()
	switch {
	case known && reachable:
		return fmt.Sprintf(" %s needs %d of %d, so that %d may fail.", s.Address, needs, total, s.Tolerates.Default(0))
	case s.Needs.IsNull():
		return " " + missedThreshold(s) + "."
	}
	return ""
}
