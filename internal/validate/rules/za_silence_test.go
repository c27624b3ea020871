// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"slices"
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
	"terraform-provider-spillway/internal/validate"
)

// One problem, one finding: what a rule explains, another one does not repeat.
func TestZASilence(tb *testing.T) {
	for name, c := range map[string]struct {
		build    func(b *tt.Builder)
		without  string // a rule that is switched off
		want     []string
		rejected []string
	}{
		"a group that picks one zone":             {build: lb("abc9", stay, shaped(0, t.Of("ANY_SINGLE_ZONE"))), want: []string{"ZA027"}, rejected: []string{"ZA011"}},
		"the same, unexplained":                   {build: lb("abc9", stay, shaped(0, t.Of("ANY_SINGLE_ZONE"))), without: "ZA027", want: []string{"ZA011"}},
		"one zone beside an uneven failover pool": {build: lb("a3 | bc4", stay, shaped(1, t.Of("ANY"))), want: []string{"ZA011", "ZA027"}},
		"a policy without failover backends":      {build: lb("a3 b3", failover("1.0", true)), want: []string{"FO001"}, rejected: []string{"FO007", "FO008", "FO010"}},
		"a failover ratio out of range":           {build: lb("a9 | b1", failover("1.5", false)), want: []string{"FO003"}, rejected: []string{"FO006", "FO007", "FO010"}},
		"a spillover ratio out of range":          {build: lb("a3 b3", spill("80")), want: []string{"ZA003"}, rejected: []string{"ZA017", "ZA018", "ZA019", "ZA021"}},
		"a misspelt value with a ratio":           {build: lb("a3 b3", zonal(func(za *t.ZonalAffinity) { za.Spillover = t.Of("SPILL") })), want: []string{"ZA002"}, rejected: []string{"ZA004", "ZA032"}},
		"a block with a ratio alone":              {build: lb("a3 b3", noValue(t.Of(false), t.Of(t.MustRatio("0.5")))), want: []string{"ZA004"}, rejected: []string{"ZA032"}},
		"dropping without probes":                 {build: dropping(firewall("fw", allowing("tcp", "22"))), want: []string{"FO008"}, rejected: []string{"LB032"}},
		"an HA policy with affinity":              {build: lb("a3 b3", stay, haPolicy(t.Of(t.HAPolicy{}))), want: []string{"ZA010"}, rejected: []string{"LB020"}},
	} {
		tb.Run(name, func(tb *testing.T) {
			b := tt.New()
			c.build(b)
			in := validate.Input{After: b.Snapshot(), Settings: map[string]validate.Setting{c.without: {Disabled: true}}}
			var got []string
			for _, f := range validate.Run(in, All).Findings {
				got = append(got, f.Rule.ID)
			}
			for _, id := range c.want {
				if !slices.Contains(got, id) {
					tb.Errorf("no %s in %v", id, got)
				}
			}
			for _, id := range c.rejected {
				if slices.Contains(got, id) {
					tb.Errorf("%s in %v", id, got)
				}
			}
		})
	}
}
