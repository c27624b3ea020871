// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"strings"
	"testing"
)

// pair is two objects that do not go together in one form each. Every other
// combination of their forms is fine.
type pair struct {
	base    string
	a, aBad string
	b, bBad string // b may be empty: then the object is not there
	turned  string // both bad, planned in the other order, without the base but for its groups
	says    []string
}

// The pairs are tried with both new, in both orders, with either of them there
// before, with both changed in one plan, and with one destroyed in it.
func TestPairs(t *testing.T) {
	t.Parallel()
	const id = "projects/demo/regions/us-central1/"
	literal := func(config, reference, name string) string {
		return strings.ReplaceAll(config, reference, `"`+id+name+`"`)
	}
	after := func(config, address string) string {
		return strings.TrimSuffix(strings.TrimSpace(config), "}") + "  depends_on = [" + address + "]\n}\n"
	}
	stay := service("web", affinity("STAY_WITHIN_ZONE", ""))
	collector := rule("web", "is_mirroring_collector = true")
	sources := policy("main") + source("web")
	twoRules := groups + service("web") + rule("web") + rule("other") + rule("third") + sources
	const other, third = "spillway_forwarding_rule.other.id", "spillway_forwarding_rule.third.id"
	for name, p := range map[string]pair{
		"affinity and a collector": {
			base: groups, a: service("web"), aBad: stay, b: rule("web"), bBad: collector,
			turned: groups + literal(collector, webService, "backendServices/web") + after(stay, "spillway_forwarding_rule.web"),
			says:   []string{"Zonal affinity on a packet mirroring collector", id + "forwardingRules/web is a mirroring collector"},
		},
		"affinity and a packet mirroring": {
			base: groups, a: service("web"), aBad: stay, b: rule("web"), bBad: collector + mirroring("copy", webRule),
			turned: groups + literal(collector, webService, "backendServices/web") + mirroring("copy", webRule) + after(stay, "spillway_packet_mirroring.copy"),
			says:   []string{"Zonal affinity on a packet mirroring collector"},
		},
		"affinity and a service attachment": {
			base: groups + rule("web"), a: service("web"), aBad: stay, b: "", bBad: attachment("api"),
			turned: groups + literal(rule("web"), webService, "backendServices/web") + attachment("api") + after(stay, "spillway_service_attachment.api"),
			says:   []string{"Zonal affinity on a service published through Private Service Connect", "service attachment " + id + "serviceAttachments/api"},
		},
		"one destination": {
			base: twoRules,
			a:    composite("one", "spillway_health_source.web.id", third), aBad: composite("one", "spillway_health_source.web.id", webRule),
			b: composite("two", "spillway_health_source.web.id", other), bBad: composite("two", "spillway_health_source.web.id", webRule),
			turned: twoRules + composite("two", "spillway_health_source.web.id", webRule) + after(composite("one", "spillway_health_source.web.id", webRule), "spillway_composite_health_check.two"),
			says:   []string{"Forwarding rule that is the destination of two composite health checks"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t,
				refused(p.base+p.aBad+p.bBad, p.says...),
				refused(p.turned, p.says...),
				apply(p.base+p.aBad+p.b),
				refused(p.base+p.aBad+p.bBad, p.says...),
				apply(p.base+p.a+p.bBad),
				refused(p.base+p.aBad+p.bBad, p.says...),
				apply(p.base+p.aBad),
			)
		})
	}
}
