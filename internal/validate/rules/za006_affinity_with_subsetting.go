// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA006 keeps zonal affinity and subsetting apart.
var ZA006 = &validate.Rule{
	ID:       "ZA006",
	Name:     "affinity-with-subsetting",
	Title:    "Zonal affinity with backend subsetting",
	Severity: validate.Error,
	Rationale: "Subsetting gives every client a part of the endpoints, chosen without regard to zones; zonal affinity chooses by " +
		"zone. Every edition of Google's documentation names the two as incompatible.",
	Source: "Google Cloud documentation, zonal affinity for internal passthrough Network Load Balancers, feature compatibility",
	Fix:    "Remove the `subsetting` block, or set `spillover` to `ZONAL_AFFINITY_DISABLED`.",
	Bad: hclTwoZones + `  subsetting {
    policy = "CONSISTENT_HASH_SUBSETTING"
  }
` + hclSpill,
	Good:  hclTwoZones + hclSpill,
	Check: func(p *validate.Pass) { withAffinity(p, checkAffinitySubsetting) },
}

func checkAffinitySubsetting(s *topology.BackendService) answer {
	switch on := s.SubsettingOn(); {
	case topology.Is(on, false):
		return answer{}
	case s.Subsetting.IsUnknown():
		return open("subsetting", "subsetting is known after apply")
	case on.IsUnknown():
		return open("subsetting[0].policy", "subsetting[0].policy is known after apply")
	}
	return fail("subsetting[0].policy", fmt.Sprintf("The service has zonal affinity (%s) and backend subsetting (%s), which Google documents as "+
		"incompatible: subsets are chosen without regard to zones. Remove one of the two.", s.Affinity().Default(""), topology.SubsettingHash))
}
