// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	"terraform-provider-spillway/internal/validate"
)

// caseTables are the case tables of all families.
var caseTables = []map[string]ruleCase{
	zaConfigCases, zaLinkCases, zaSizeCases, zaTrafficCases, zaChangeCases, foCases, foFirewallCases,
	lbServiceCases, lbSessionCases, lbFrontendCases, lbGroupCases,
	chPolicyCases, chSourceCases, chCompositeCases, chPlanCases, pscConsumerCases, pscProducerCases,
}

// Every rule has a case that fails, one that passes, and one that the input
// does not decide.
func TestEveryRuleHasCases(t *testing.T) {
	type key struct {
		rule *validate.Rule
		want wanted
	}
	have := map[key]bool{}
	for _, table := range caseTables {
		for _, c := range table {
			have[key{c.rule, c.want}] = true
		}
	}
	for _, r := range All {
		for want, word := range map[wanted]string{wantFail: "failing", wantPass: "passing", wantUndecided: "undecided"} {
			if !have[key{r, want}] {
				t.Errorf("%s has no %s case", r.ID, word)
			}
		}
	}
}
