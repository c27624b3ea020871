// SPDX-License-Identifier: MPL-2.0

package policy

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// The blocks of a configuration file, and those that the decoder knows.
var blockTypes = []string{"spillway", "rule", "suppress", "assume", "traffic", "scenario", "policy"}

// file decodes the whole file.
func (d *decoder) file(body *hclsyntax.Body) {
	d.open("", hcl.Range{}, body, nil, blockTypes)
	first := map[string]hcl.Range{}
	for _, b := range body.Blocks {
		key := b.Type
		for _, l := range b.Labels {
			key += " " + l
		}
		if b.Type != "suppress" {
			if at, twice := first[key]; twice {
				d.problem(b.DefRange(), "%s stands twice: first in line %d", describe(b), at.Start.Line)
				continue
			}
			first[key] = b.DefRange()
		}
		switch b.Type {
		case "spillway":
			d.spillway(b)
		case "rule":
			d.rule(b)
		case "suppress":
			d.suppress(b)
		case "assume":
			d.assume(b)
		case "traffic":
			d.traffic(b)
		case "scenario":
			d.scenario(b)
		case "policy":
			d.policy(b)
		}
	}
}

func describe(b *hclsyntax.Block) string {
	s := "the " + b.Type + " block"
	for _, l := range b.Labels {
		s += ` "` + l + `"`
	}
	return s
}

func (d *decoder) spillway(b *hclsyntax.Block) {
	if _, ok := d.labels(b, ""); !ok {
		return
	}
	body := d.open(b.Type, b.DefRange(), b.Body, []string{"required_version", "edition", "fail_on"}, nil)
	d.config.Edition = topology.Edition(body.oneOf("edition", string(topology.Preview), string(topology.Current)))
	d.config.FailOn = body.oneOf("fail_on", "error", "warning", "info", "never")
	if v, at, ok := body.text("required_version"); ok {
		if _, err := CheckVersion(v, "0.0.0"); err != nil {
			d.problem(at, "required_version of a spillway block: %v", err)
		}
		d.config.RequiredVersion = v
	}
}

func (d *decoder) rule(b *hclsyntax.Block) {
	label, ok := d.labels(b, "the ID or the name of a rule")
	if !ok {
		return
	}
	body := d.open(b.Type, b.DefRange(), b.Body, []string{"severity", "enabled", "options"}, nil)
	rule, err := findRule(label)
	if err != nil {
		d.problem(b.LabelRanges[0], "%v", err)
		return
	}
	if _, twice := d.config.Rules[rule.ID]; twice {
		d.problem(b.DefRange(), "rule %s is set twice, by its ID and by its name", rule.ID)
		return
	}
	s := validate.Setting{Disabled: !body.flag("enabled", true)}
	if w := body.oneOf("severity", "error", "warning", "info"); w != "" {
		s.Severity, _ = validate.ParseSeverity(w) // one of its words
	}
	s.Options = d.options(body, rule)
	d.config.Rules[rule.ID] = s
}

func (d *decoder) options(body block, rule *validate.Rule) map[string]topology.Ratio {
	names, values, at, ok := body.fields("options")
	if !ok {
		return nil
	}
	var valid []string
	for _, o := range rule.Options {
		valid = append(valid, o.Name)
	}
	out := map[string]topology.Ratio{}
	for _, n := range names {
		r, isNumber := exact(values[n])
		switch {
		case len(valid) == 0:
			d.problem(at, "rule %s has no options, and so not %q", rule.ID, n)
		case !slices.Contains(valid, n):
			d.problem(at, "rule %s has no option %q%s", rule.ID, n, suggestion(n, valid))
		case !isNumber || r.Negative():
			d.problem(at, "option %s of rule %s is a number of at least 0", n, rule.ID)
		default:
			out[n] = r
		}
	}
	return out
}

func (d *decoder) suppress(b *hclsyntax.Block) {
	if _, ok := d.labels(b, ""); !ok {
		return
	}
	body := d.open(b.Type, b.DefRange(), b.Body, []string{"rule", "address", "reason", "expires"}, nil)
	body.requires("rule", "address", "reason")
	s := Suppression{Where: b.DefRange()}
	var at hcl.Range
	var ok bool
	if s.Rule, at, ok = body.text("rule"); ok {
		var err error
		if s.Rules, err = FindRules(s.Rule); err != nil {
			d.problem(at, "%v", err)
		}
	}
	s.Address = body.glob("address")
	if s.Reason, at, ok = body.text("reason"); ok && strings.TrimSpace(s.Reason) == "" {
		d.problem(at, "reason of a suppress block says why, and is not empty")
	}
	if v, at, ok := body.text("expires"); ok {
		var err error
		if s.Expires, err = ParseDate(v); err != nil {
			d.problem(at, "expires of a suppress block: %v", err)
		}
	}
	d.config.Suppressions = append(d.config.Suppressions, s)
}

func (b block) glob(name string) Glob {
	text, at, ok := b.text(name)
	if !ok {
		return Glob{}
	}
	g, err := ParseGlob(text)
	if err != nil {
		b.d.problem(at, "%s of %s: %v", name, b.called(), err)
	}
	return g
}

func (d *decoder) assume(b *hclsyntax.Block) {
	label, ok := d.labels(b, "the address of a group")
	if !ok {
		return
	}
	body := d.open(b.Type, b.DefRange(), b.Body, []string{"zones", "total"}, nil)
	names, zones, at, hasZones := body.fields("zones")
	total, hasTotal := body.count("total", 0)
	switch {
	case body.attrs["zones"] != nil && body.attrs["total"] != nil:
		d.problem(b.DefRange(), "an assume block has zones or total, not both")
		return
	case body.attrs["zones"] == nil && body.attrs["total"] == nil:
		d.problem(b.DefRange(), "an assume block needs zones, the members by zone, or total")
		return
	}
	given := sizing.Given{Total: total}
	if hasZones {
		given.Zones = map[string]int{}
		for _, z := range names {
			n, ok := whole(zones[z], 0)
			if !ok || !topology.IsZone(z) {
				d.problem(at, "zones of an assume block gives each zone (such as us-central1-a) a whole number of members; %q does not", z)
			}
			given.Zones[z] = n
		}
	}
	if hasZones || hasTotal {
		if d.config.Assume == nil {
			d.config.Assume = map[string]sizing.Given{}
		}
		d.config.Assume[label] = given
	}
}

func (d *decoder) traffic(b *hclsyntax.Block) {
	label, ok := d.labels(b, "the address of a backend service")
	if !ok {
		return
	}
	body := d.open(b.Type, b.DefRange(), b.Body, []string{"clients", "monthly_gib"}, nil)
	body.requires("clients")
	t := validate.Traffic{Clients: map[string]topology.Ratio{}, MonthlyGiB: body.number("monthly_gib")}
	names, shares, at, _ := body.fields("clients")
	for _, z := range names {
		r, ok := exact(shares[z])
		if !ok || r.Negative() || !topology.IsZone(z) {
			d.problem(at, "clients of a traffic block gives each zone (such as us-central1-a) its share of the connections, a number of at least 0; %q does not", z)
		}
		t.Clients[z] = r
	}
	if d.config.Traffic == nil {
		d.config.Traffic = map[string]validate.Traffic{}
	}
	d.config.Traffic[label] = t
}
