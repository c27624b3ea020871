// SPDX-License-Identifier: MPL-2.0

package policy

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// Effective returns the settings that hold as a configuration file: what the
// file sets, with the defaults of what it leaves out. Blocks whose content
// stays with the file (scenarios, policies) are named in comments.
func Effective(c *Config, edition topology.Edition) string {
	var b strings.Builder
	if c.Path == "" {
		fmt.Fprintf(&b, "# No %s was found; these are the defaults.\n\n", FileName)
	} else {
		fmt.Fprintf(&b, "# From %s.\n\n", c.Path)
	}
	failOn := c.FailOn
	if failOn == "" {
		failOn = "error"
	}
	b.WriteString("spillway {\n")
	if c.RequiredVersion != "" {
		fmt.Fprintf(&b, "  required_version = %s\n", quote(c.RequiredVersion))
	}
	fmt.Fprintf(&b, "  edition = %s\n  fail_on = %s\n}\n", quote(string(edition)), quote(failOn))
	for _, id := range slices.Sorted(maps.Keys(c.Rules)) {
		b.WriteString(effectiveRule(id, c.Rules[id]))
	}
	for i := range c.Suppressions {
		b.WriteString(effectiveSuppression(&c.Suppressions[i]))
	}
	for _, address := range slices.Sorted(maps.Keys(c.Assume)) {
		g := c.Assume[address]
		if g.Zones == nil {
			fmt.Fprintf(&b, "\nassume %s {\n  total = %d\n}\n", quote(address), g.Total)
			continue
		}
		fmt.Fprintf(&b, "\nassume %s {\n  zones = %s\n}\n", quote(address), object(g.Zones, strconv.Itoa))
	}
	for _, address := range slices.Sorted(maps.Keys(c.Traffic)) {
		t := c.Traffic[address]
		fmt.Fprintf(&b, "\ntraffic %s {\n  clients = %s\n", quote(address), object(t.Clients, topology.Ratio.String))
		if g, ok := t.MonthlyGiB.Value(); ok {
			fmt.Fprintf(&b, "  monthly_gib = %s\n", g)
		}
		b.WriteString("}\n")
	}
	names(&b, "scenario", slices.Sorted(maps.Keys(c.Scenarios)))
	var policies []string
	for _, p := range c.Policies {
		policies = append(policies, p.Name)
	}
	names(&b, "policy", policies)
	return string(hclwrite.Format([]byte(b.String())))
}

func effectiveRule(id string, s validate.Setting) string {
	text := "\nrule " + quote(id) + " {\n"
	if s.Disabled {
		text += "  enabled = false\n"
	}
	if s.Severity != validate.NoSeverity {
		text += "  severity = " + quote(s.Severity.String()) + "\n"
	}
	if len(s.Options) > 0 {
		text += "  options = " + object(s.Options, topology.Ratio.String) + "\n"
	}
	return text + "}\n"
}

func effectiveSuppression(s *Suppression) string {
	text := "\nsuppress {\n  rule = " + quote(s.Rule) + "\n  address = " + quote(s.Address.String()) + "\n  reason = " + quote(s.Reason) + "\n"
	if !s.Expires.IsZero() {
		text += "  expires = " + quote(s.Expires.String()) + "\n"
	}
	return text + "}\n"
}

func names(b *strings.Builder, block string, list []string) {
	if len(list) > 0 {
		fmt.Fprintf(b, "\n# %s blocks: %s\n", block, strings.Join(quoted(list), ", "))
	}
}

// object returns a map in HCL's notation, sorted.
func object[V any](m map[string]V, text func(V) string) string {
	parts := make([]string, 0, len(m))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, k+" = "+text(m[k]))
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// quote returns a text as HCL writes it.
func quote(s string) string { return string(hclwrite.TokensForValue(cty.StringVal(s)).Bytes()) }

func quoted(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = quote(s)
	}
	return out
}
