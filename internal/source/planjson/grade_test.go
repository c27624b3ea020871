// SPDX-License-Identifier: MPL-2.0

package planjson

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
)

// linking is an attribute that names other objects.
type linking struct {
	typ, attribute string
	block          string // the nested block that holds it
	list           bool
	to             []string
}

var (
	groupTypes   = []string{"google_compute_instance_group", "google_compute_instance_group_manager", "google_compute_region_instance_group_manager", "google_compute_network_endpoint_group", "google_compute_region_network_endpoint_group"}
	serviceTypes = []string{"google_compute_region_backend_service", "google_compute_backend_service"}
	checkTypes   = []string{"google_compute_region_health_check", "google_compute_health_check"}
	ruleTypes    = []string{"google_compute_forwarding_rule"}
	linkings     = []linking{
		{typ: "google_compute_region_backend_service", attribute: "group", block: "backend", to: groupTypes},
		{typ: "google_compute_backend_service", attribute: "group", block: "backend", to: groupTypes},
		{typ: "google_compute_region_backend_service", attribute: "health_checks", list: true, to: checkTypes},
		{typ: "google_compute_backend_service", attribute: "health_checks", list: true, to: checkTypes},
		{typ: "google_compute_forwarding_rule", attribute: "backend_service", to: serviceTypes},
		{typ: "google_compute_forwarding_rule", attribute: "target", to: []string{"google_compute_service_attachment"}},
		{typ: "google_compute_service_attachment", attribute: "target_service", to: ruleTypes},
		{typ: "google_compute_packet_mirroring", attribute: "url", block: "collector_ilb", to: ruleTypes},
		{typ: "google_compute_region_health_source", attribute: "sources", list: true, to: serviceTypes},
		{typ: "google_compute_region_health_source", attribute: "health_aggregation_policy", to: []string{"google_compute_region_health_aggregation_policy"}},
		{typ: "google_compute_region_composite_health_check", attribute: "health_sources", list: true, to: []string{"google_compute_region_health_source"}},
		{typ: "google_compute_region_composite_health_check", attribute: "health_destination", to: ruleTypes},
		{typ: "google_compute_region_autoscaler", attribute: "target", to: []string{"google_compute_region_instance_group_manager"}},
		{typ: "google_compute_autoscaler", attribute: "target", to: []string{"google_compute_instance_group_manager"}},
		{typ: "google_compute_network_endpoint", attribute: "network_endpoint_group", to: []string{"google_compute_network_endpoint_group"}},
		{typ: "google_compute_network_endpoints", attribute: "network_endpoint_group", to: []string{"google_compute_network_endpoint_group"}},
		{typ: "google_compute_instance_group_membership", attribute: "instance_group", to: groupTypes},
		{typ: "google_compute_instance_group", attribute: "instances", list: true, to: []string{"google_compute_instance"}},
		{typ: "google_compute_region_network_endpoint_group", attribute: "psc_target_service", to: []string{"google_compute_service_attachment"}},
	}
)

// The measured grades of google-plan.md, section 3.3, by the definitions of
// graph.Grade. "list" is a resource named as a whole in a list; "default" is an
// argument that nobody wrote. Known links are those whose value stands in the
// plan; an empty text counts as none. Where a number differs from the measured
// one, the comment says why.
func TestGrades(t *testing.T) {
	tests := map[string]map[string]int{
		// Measured: 3 exact by count. One of the three lists names its
		// instances one by one, which is exact.
		"01-ilb-spill":               {"exact": 6, "list": 2},
		"02-ilb-stay-failover":       {"exact": 5, "known": 3},
		"03-ilb-subsetting-conflict": {"exact": 3, "known": 2},
		"04-ilb-mirror-collector":    {"exact": 5, "known": 2},
		"05-psc-producer-conflict":   {"exact": 5, "known": 2},
		"06-rmig-autoscaler":         {"exact": 7},
		// Measured: 5 exact, 4 known. Here the memberships' groups count as
		// well, and names of instances do not.
		"07-gce-vm-ip-neg":        {"exact": 5, "known": 4, "default": 1},
		"08-psc-health":           {"exact": 25, "known": 3},
		"09-modules":              {"exact": 6, "known": 5, "assumed": 2, "dynamic": 7},
		"10-count-foreach-locals": {"exact": 4, "known": 6, "assumed": 8, "dynamic": 3, "lost": 6},
		// Measured: 9 known. Here the members of the two kept groups and of
		// the grown one count, and so do both ends of the composite.
		"11-update": {"known": 11},
		// Measured: 8 known, 2 exact. Only one of the two backends is unknown.
		"11b-update-replace": {"known": 9, "exact": 1},
		// Measured: 3 known, 2 data. The members taken from a data source that
		// has been read are known.
		"13-data-sources": {"known": 4, "data": 1},
		// Measured: 15 exact, 5 assumed, 13 ambiguous. f07 has one instance
		// only, whatever the index, and f19 one target only: exact here. f04
		// (2) has the same keys as the module that it indexes: assumed here,
		// as section 3.2 asks, not ambiguous.
		"14-linkage-forms": {"exact": 17, "assumed": 6, "ambiguous": 10, "known": 4, "lost": 3, "dynamic": 3, "default": 9},
	}
	for name, want := range tests {
		t.Run(name, func(t *testing.T) {
			g := readCase(t, "plans/"+name+"/plan.json")
			got := map[string]int{}
			for _, l := range linksOf(g) {
				got[l.grade]++
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// measured is one link of an instance with its grade.
type measured struct {
	address, path, grade string
	resolution           graph.Resolution
}

func linksOf(g *graph.Graph) (links []measured) {
	for _, inst := range g.Instances {
		for _, l := range linkings {
			if inst.Data || inst.After.IsNull() || inst.Type != l.typ {
				continue
			}
			if l.block == "" {
				links = appendLink(links, g, inst, l, inst.After.Get(l.attribute), l.attribute, false)
				continue
			}
			static, _ := g.Configuration.Blocks(inst, l.block)
			for i, e := range inst.After.Get(l.block).Elements() {
				path := fmt.Sprintf("%s[%d].%s", l.block, i, l.attribute)
				links = appendLink(links, g, inst, l, e.Get(l.attribute), path, i >= static)
			}
		}
	}
	return links
}

func appendLink(links []measured, g *graph.Graph, inst *graph.Instance, l linking, v graph.Value, path string, surplus bool) []measured {
	m := measured{address: inst.Address, path: path}
	e, written := g.Configuration.Expression(inst, path)
	switch text, _ := v.Text(); {
	case v.IsNull() || v.Kind() == graph.String && text == "":
		return links
	case !v.IsUnknown():
		m.grade = "known"
	case surplus:
		m.grade = "dynamic"
	case !written:
		m.grade = "default"
	default:
		m.resolution = g.Configuration.Resolve(inst, e, func(t string) bool { return slices.Contains(l.to, t) })
		m.grade = m.resolution.Grade.String()
		if l.list && m.resolution.Whole {
			m.grade = "list"
		} else if !l.list && len(m.resolution.Targets) > 1 {
			m.grade = "ambiguous"
		}
	}
	return append(links, m)
}
