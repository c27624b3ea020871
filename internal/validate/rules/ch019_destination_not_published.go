// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH019 asks for a service attachment behind the destination.
var CH019 = &validate.Rule{
	ID:         "CH019",
	Name:       "destination-not-published",
	Title:      "Composite health of a forwarding rule that is not published",
	Severity:   validate.Warning,
	Needs:      []validate.Need{validate.NeedLinks},
	SilencedBy: []string{"CH020", "CH030"},
	Rationale: "The state of a composite health check travels to consumers through the service attachment of its destination. " +
		"Where no attachment publishes that very rule, the state goes nowhere, and nobody fails over. A second rule in " +
		"front of the same service does not help: each rule has its own state.",
	Source: "Google Cloud documentation, composite health, health destination",
	Fix:    "Name the published rule in `health_destination`, or publish the destination with a service attachment.",
	Bad:    whole(exampleService, exampleRule, examplePolicy("api", 50, 1), exampleSource, exampleComposite),
	Good:   examplePublished,
	Check: func(p *validate.Pass) {
		eachComposite(p, func(c *topology.CompositeHealth) answer { return checkDestinationPublished(p, c) })
	},
}

func checkDestinationPublished(p *validate.Pass, c *topology.CompositeHealth) answer {
	const path = "health_destination"
	switch yes, why := isPublished(p, c); {
	case topology.Is(yes, true), yes.IsNull():
		return answer{}
	case yes.IsUnknown():
		return open(path, why)
	}
	return fail(path, fmt.Sprintf("No service attachment targets %s, so that the state of the composite goes nowhere and no consumer "+
		"fails over. Publish this rule, or name the published one.", linkName(c.Destination)))
}

// isPublished reports whether a service attachment publishes the destination of
// a composite, and why that is not known; null where there is no destination.
func isPublished(p *validate.Pass, c *topology.CompositeHealth) (yes topology.Known[bool], why string) {
	if len(attachmentsOf(p, c.Destination)) > 0 {
		return topology.Of(true), ""
	}
	switch c.Destination.State {
	case topology.LinkAbsent:
		return topology.Null[bool](), ""
	case topology.LinkUnresolved:
		return topology.Unknown[bool](), linkReason(c.Destination, "health_destination")
	case topology.LinkExternal:
		return topology.Unknown[bool](), linkName(c.Destination) + " is not in the input, and may be published elsewhere"
	}
	r, ok := topology.To[*topology.ForwardingRule](c.Destination)
	switch {
	case !ok:
		return topology.Null[bool](), ""
	case r.Data:
		return topology.Unknown[bool](), r.Address + " belongs to another configuration, which may publish it"
	case !p.After.ReadFor(r):
		return topology.Unknown[bool](), "a part of the input is missing or could not be read, and may publish the rule"
	}
	for _, a := range p.Index.AttachmentsOf(r).Possible {
		if mayBeNear(a, r) {
			return topology.Unknown[bool](), linkReason(a.TargetService, "target_service of "+a.Address)
		}
	}
	return topology.Of(false), ""
}

// attachmentsOf returns the service attachments that certainly publish what a
// link leads to, also where the input holds neither end of it.
func attachmentsOf(p *validate.Pass, l topology.Link) []*topology.ServiceAttachment {
	k := l.Key()
	if k == "" {
		return nil
	}
	return validate.Shared(p, "attachments by target", func() map[string][]*topology.ServiceAttachment {
		out := map[string][]*topology.ServiceAttachment{}
		for _, a := range p.After.Attachments {
			out[a.TargetService.Key()] = append(out[a.TargetService.Key()], a)
		}
		return out
	})[k]
}
