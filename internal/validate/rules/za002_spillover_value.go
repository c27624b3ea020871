// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"strings"

	"terraform-provider-spillway/internal/engine/spelling"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA002 checks the word that spillover holds.
var ZA002 = &validate.Rule{
	ID:       "ZA002",
	Name:     "spillover-value",
	Title:    "Spillover value that Google does not know",
	Severity: validate.Error,
	Rationale: "`spillover` takes three words, `ZONAL_AFFINITY_DISABLED`, `ZONAL_AFFINITY_STAY_WITHIN_ZONE` and " +
		"`ZONAL_AFFINITY_SPILL_CROSS_ZONE`, with their prefix and in capitals. The provider refuses any other one.",
	Source: "Compute API v1, BackendServiceNetworkPassThroughLbTrafficPolicyZonalAffinity.spillover",
	Fix:    "Write one of the three values.",
	Bad: hclTwoZones + `  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}
`,
	Good:  hclTwoZones + hclSpill,
	Check: func(p *validate.Pass) { eachService(p, checkSpilloverValue) },
}

// spilloverValues are the words that spillover takes.
var spilloverValues = []string{topology.AffinityDisabled, topology.AffinityStay, topology.AffinitySpill}

// knownSpillover reports whether the effective spillover value is one of the
// three.
func knownSpillover(value string) bool {
	return value == topology.AffinityDisabled || value == topology.AffinityStay || value == topology.AffinitySpill
}

func checkSpilloverValue(s *topology.BackendService) answer {
	v, known := s.Affinity().Value()
	switch {
	case !known:
		return open(spilloverPath, affinityReason(s))
	case knownSpillover(v):
		return answer{}
	}
	return fail(spilloverPath, fmt.Sprintf("%q is no value of spillover; the nearest one is %s. Google takes %s.",
		v, nearestSpillover(v), enumerate(spilloverValues)))
}

// nearestSpillover returns the value that a wrong one most likely means: the
// one that goes on as it does, with or without the prefix that all three
// have, else the one that is the fewest edits away.
func nearestSpillover(wrong string) string {
	const prefix = "ZONAL_AFFINITY_"
	word := strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToUpper(strings.TrimSpace(wrong)))
	word = strings.TrimPrefix(word, prefix)
	best, distance := "", 0
	for _, v := range spilloverValues {
		short := strings.TrimPrefix(v, prefix)
		if word != "" && strings.HasPrefix(short, word) {
			return v
		}
		if d := min(spelling.Distance(word, short), spelling.Distance(word, v)); best == "" || d < distance {
			best, distance = v, d
		}
	}
	return best
}
