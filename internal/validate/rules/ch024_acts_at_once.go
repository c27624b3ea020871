// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH024 looks for plans that fail a region over.
var CH024 = &validate.Rule{
	ID:       "CH024",
	Name:     "acts-at-once",
	Title:    "Applying the plan makes a published service unhealthy",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedDiff, validate.NeedSizes},
	Rationale: "Composite health has no trial mode: a composite acts the moment it exists, and so does every change of what it " +
		"rests on. Where the service is already published and the composite is UNHEALTHY with all endpoints healthy, the " +
		"apply itself sends every consumer to another region.",
	Source: "Google Cloud documentation, composite health, limitations: no mode without effect on connected consumers",
	Fix: "Correct the thresholds, or the size of the groups, before the apply. `predict` on the corrected plan shows the composite " +
		"HEALTHY in the scenario `all-healthy`.",
	Bad:  whole(examplePublishedBefore, examplePolicy("api", 60, 10), exampleSource, exampleComposite),
	Good: whole(examplePublishedBefore, examplePolicy("api", 60, 2), exampleSource, exampleComposite),
	Check: func(p *validate.Pass) {
		if p.Before == nil {
			return
		}
		for _, c := range p.After.Composites {
			at, a := checkActsAtOnce(p, c)
			give(p, at, topology.Of(true), "", a)
		}
	},
}

// examplePublishedBefore is a service that was published by an earlier apply.
const examplePublishedBefore = "# The service is already published; the plan adds the policy, the source and the composite.\n\n" +
	exampleService + exampleRule + exampleAttachment

// checkActsAtOnce returns the answer for a composite, and the object that it
// is about: the first one that the plan changes.
func checkActsAtOnce(p *validate.Pass, c *topology.CompositeHealth) (topology.Node, answer) {
	quiet := !changed(c) && len(partsOf(c, nil).changes()) == 0 && hiddenPart(p, c) == ""
	if c.Destination.State == topology.LinkUnresolved && !quiet {
		return c, open("health_destination", linkReason(c.Destination, "health_destination"))
	}
	attachment := publishedBefore(p, c)
	if attachment == nil || quiet {
		return c, answer{}
	}
	before, beforeWhy := stateBefore(p, c)
	if topology.Is(before, health.Unhealthy) {
		return c, answer{} // it is so already
	}
	ev, why := stateOf(p, c)
	switch {
	case why != "":
		return c, open("health_sources", why)
	case !topology.Is(ev.State, health.Unhealthy):
		return c, answer{}
	case beforeWhy != "":
		return c, open("health_sources", "before the plan, "+beforeWhy)
	}
	sick := map[string]bool{}
	text := ""
	for _, s := range ev.Sources {
		if topology.Is(s.State, health.Unhealthy) {
			sick[s.Address] = true
			text = cmp.Or(text, missedThreshold(s))
		}
	}
	culprits := partsOf(c, sick).changes()
	if changed(c) {
		culprits = append([]topology.Node{c}, culprits...)
	}
	if len(culprits) == 0 {
		return c, answer{}
	}
	var related []validate.Related
	for _, n := range culprits[1:] {
		related = append(related, validate.Related{Address: n.Base().Address, Message: "changes in the same plan"})
	}
	related = append(related, validate.Related{Address: attachment.Address, Message: "publishes the service already"})
	return culprits[0], fail("", fmt.Sprintf("Applying this plan makes %s UNHEALTHY with every endpoint healthy: %s. The service is already "+
		"published by %s, and its consumers leave the region %s at once. Correct the thresholds or the sizes before the apply.",
		c.Address, text, attachment.Address, c.Region().Default("of the composite")), related...)
}

// missedThreshold says what a source lacks.
func missedThreshold(s health.Source) string {
	total, known := s.Total.Value()
	minimum, minimumKnown := s.Minimum.Value()
	needs, reachable := s.Needs.Value()
	switch {
	case known && total == 0:
		return fmt.Sprintf("%s watches a service without endpoints", s.Address)
	case known && minimumKnown && minimum > total:
		return fmt.Sprintf("%s asks for %d healthy endpoints of %d", s.Address, minimum, total)
	case known && reachable:
		return fmt.Sprintf("%s needs %d healthy endpoints of %d", s.Address, needs, total)
	}
	return s.Address + " misses its thresholds"
}

// publishedBefore returns a service attachment that published the destination
// of a composite before the plan already, and still does; nil for none.
func publishedBefore(p *validate.Pass, c *topology.CompositeHealth) *topology.ServiceAttachment {
	for _, a := range attachmentsOf(p, c.Destination) {
		old, ok := p.BeforeIndex.At(a.Address).(*topology.ServiceAttachment)
		if ok && old.TargetService.Key() == c.Destination.Key() {
			return a
		}
	}
	return nil
}

// stateBefore returns the state that a composite had before the plan with
// every endpoint healthy; null where it did not exist, or was for another
// destination. Why says what is missing.
func stateBefore(p *validate.Pass, c *topology.CompositeHealth) (state topology.Known[health.State], why string) {
	old, ok := p.BeforeIndex.At(c.Address).(*topology.CompositeHealth)
	if !ok || old.Destination.Key() != c.Destination.Key() {
		return topology.Null[health.State](), ""
	}
	ev, why := stateOf(p, old)
	return ev.State, why
}
