// SPDX-License-Identifier: MPL-2.0

package check

import (
	"slices"

	"terraform-provider-spillway/internal/validate"
	"terraform-provider-spillway/internal/validate/rules"
)

// conflictRules are the rules that say of a service that Google refuses its
// configuration, or documents it as unsupported, with zonal affinity.
var conflictRules = []string{"ZA001", "ZA003", "ZA006", "ZA007", "ZA008", "ZA009", "ZA010"}

// Conflicts runs those rules, with the severities of the edition and whatever
// the configuration file makes of them, and returns the IDs by service.
func (r *Run) Conflicts() map[string][]string {
	list := slices.DeleteFunc(slices.Clone(rules.All), func(v *validate.Rule) bool { return !slices.Contains(conflictRules, v.ID) })
	result := validate.Run(validate.Input{After: r.After, Edition: r.Edition}, list)
	out := map[string][]string{}
	for _, f := range result.Findings {
		if ids := out[f.Address]; f.Severity == validate.Error && !slices.Contains(ids, f.Rule.ID) {
			out[f.Address] = append(ids, f.Rule.ID)
		}
	}
	for _, ids := range out {
		slices.Sort(ids)
	}
	return out
}
