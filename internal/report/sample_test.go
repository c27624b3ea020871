// SPDX-License-Identifier: MPL-2.0

package report

import (
	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/engine/scenario"
	"terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
	"terraform-provider-spillway/internal/validate"
)

// hostile is a name that acts on terminals, on Markdown and on workflow
// commands.
const hostile = "web\x1b[31m\u202e%0A::error::`|<b>\r\n"

// sample is a document with one of everything.
func sample() *Check {
	c := &Check{
		FormatVersion: FormatVersion, Tool: Tool{"spillway-lint", "0.1.0"}, Edition: "preview",
		Inputs: []Input{{Path: "plan.json", Kind: "plan-json", TerraformVersion: "1.11.4"}},
		Findings: []Finding{
			{
				Rule: "ZA006", Name: "affinity-with-subsetting", Severity: "error", Level: validate.Error,
				Address: "google_compute_region_backend_service.web", Path: "subsetting[0].policy",
				Message: "Zonal affinity with backend subsetting",
				Detail:  "The service web has zonal affinity SPILL_CROSS_ZONE and subsetting with CONSISTENT_HASH_SUBSETTING, which Google does not support together. Remove one of the two.",
				Related: []Related{{Address: "google_compute_forwarding_rule.web", Message: "the rule in front of it", Range: &Range{"modules/lb/main.tf", Position{3, 1}, Position{3, 40}}}},
				Range:   &Range{"main.tf", Position{12, 3}, Position{14, 4}}, Doc: "docs/rules/ZA006.md", Fingerprint: "0123abcd",
			},
			{
				Rule: "ZA011", Name: "affinity-single-zone", Severity: "warning", Level: validate.Warning,
				Address: `module.m["` + hostile + `"].google_compute_region_backend_service.api`, Message: "Zonal affinity with all endpoints in one zone",
				Detail: "All endpoints of " + hostile + " are in us-central1-a.", Related: []Related{}, Doc: "docs/rules/ZA011.md", Fingerprint: "4567",
			},
			{
				Rule: "ZA005", Name: "spillover-ratio-default", Severity: "info", Level: validate.Info,
				Address: "google_compute_region_backend_service.web", Message: "No spillover ratio", Detail: "The ratio is 0.",
				Related: []Related{}, Doc: "docs/rules/ZA005.md", Fingerprint: "89ab",
			},
			{
				Rule: "LB004", Name: "balancing-mode", Severity: "error", Level: validate.Error,
				Address: "google_compute_region_backend_service.old", Message: "Balancing mode", Detail: "It is UTILIZATION.",
				Related: []Related{}, Doc: "docs/rules/LB004.md", Fingerprint: "cdef",
				Suppressed: &Suppressed{By: "comment", Reason: "goes away with the old stack", Where: "old.tf:3:1"},
			},
		},
		Undecided: []Undecided{
			{Rule: "ZA007", Name: "affinity-with-mirroring-collector", Address: "google_compute_region_backend_service.web", Reason: "collector_ilb is known after apply"},
			{Rule: "ZA008", Name: "affinity-with-network-security-integration", Address: "google_compute_region_backend_service.web", Reason: "collector_ilb is known after apply", Suppressed: &Suppressed{By: "configuration", Reason: "known", Where: ".spillway.hcl:1:1"}},
		},
		Notices: []Notice{
			{Message: "data sources were not read", Addresses: []string{"data.google_compute_instance_group.x"}},
			{Message: "Missing closing brace", Addresses: []string{}, Range: &Range{"broken.tf", Position{3, 9}, Position{3, 10}}, Problem: true, Snippet: "name = \x1b[1m{"},
		},
	}
	c.Summarize(120)
	return c
}

// checks are documents that every format has to cope with.
func checks() map[string]*Check {
	none := &Check{
		FormatVersion: FormatVersion, Tool: Tool{"spillway-lint", "devel"}, Edition: "current",
		Inputs: []Input{}, Findings: []Finding{}, Undecided: []Undecided{}, Notices: []Notice{},
	}
	none.Summarize(0)
	one := *none
	one.Findings = sample().Findings[:1]
	one.Summarize(7)
	noRange := *none
	noRange.Findings = sample().Findings[1:2]
	noRange.Summarize(7)
	undecided := *none
	undecided.Undecided = sample().Undecided
	undecided.Summarize(2)
	return map[string]*Check{"none": none, "one": &one, "no-range": &noRange, "undecided": &undecided, "all": sample()}
}

// snapshot is a topology with the shapes that the text view has to show.
func snapshot() *topology.Snapshot {
	b := tt.New()
	web := b.Service("web")
	tt.Affinity(web, topology.AffinitySpill, "0.8")
	tt.Attach(web, b.Group("web-a", tt.Zone("a"), 5), false)
	tt.Attach(web, b.Group("web-b", tt.Zone("b"), 5), false)
	b.Rule("web", web)

	stay := b.Service("stay")
	tt.Affinity(stay, topology.AffinityStay, "")
	tt.FailoverPolicy(stay, "0.5", true)
	tt.Attach(stay, b.Group("stay-a", tt.Zone("a"), 2), false)
	tt.Attach(stay, b.Group("stay-b", tt.Zone("b"), 4), false)
	tt.Attach(stay, b.Group("stay-c", tt.Zone("c"), 3), true)
	b.Rule("stay", stay)

	off := b.Service("off")
	tt.Attach(off, b.Group("off-a", tt.Zone("a"), 1), false)
	b.Rule("off", off)

	open := b.Service("open")
	tt.Affinity(open, topology.AffinitySpill, "")
	g := b.Group("open-a", tt.Zone("a"), 1)
	g.Capacity.Members = topology.Unknown[int]()
	g.Capacity.Reason = "the members of google_compute_instance_group.open-a are known after apply"
	tt.Attach(open, g, false)
	return b.Snapshot()
}

// predicted predicts over a snapshot, with the default clients.
func predicted(s *topology.Snapshot, convert FromPredict, specs ...string) *Predict {
	var o predict.Options
	for _, text := range specs {
		spec, err := scenario.Parse(text, nil)
		if err != nil {
			panic(err)
		}
		o.Scenarios = append(o.Scenarios, spec)
	}
	p, err := predict.New(s, s.Index(), o)
	if err != nil {
		panic(err)
	}
	doc := &Predict{FormatVersion: FormatVersion, Tool: Tool{"spillway-lint", "0.1.0"}, Edition: "preview", Inputs: []Input{{Path: "plan.json", Kind: "plan-json"}}}
	var assumptions, notices Notices
	convert.Keep = true
	for v := range p.Services() {
		doc.Summary.Services.Add(v.Decided())
		doc.Services = append(doc.Services, *convert.Service(v))
		for _, n := range v.Assumptions {
			assumptions.Add(n.Text, n.Address)
		}
		for _, n := range v.Notices {
			notices.Add(n.Text, n.Address)
		}
	}
	doc.Assumptions, doc.Notices = assumptions.Sorted(), notices.Sorted()
	return doc
}

func sampleService() *Service {
	return &predicted(snapshot(), FromPredict{Explain: true}).Services[3]
}
