// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// FO003 bounds the failover ratio.
var FO003 = &validate.Rule{
	ID:       "FO003",
	Name:     "failover-ratio-range",
	Title:    "Failover ratio outside 0.0 to 1.0",
	Severity: validate.Error,
	Rationale: "The ratio is a part of the primary endpoints, from none (0.0) to all of them (1.0). The provider checks no range, so " +
		"that a percentage passes the plan and fails in the middle of an apply.",
	Source: "Compute API v1, BackendServiceFailoverPolicy.failoverRatio",
	Fix:    "Write the ratio as a number from 0.0 to 1.0.",
	Bad: hclFailover + `  failover_policy {
    failover_ratio = 1.5
  }
}
`,
	Good: hclFailover + `  failover_policy {
    failover_ratio = 0.4
  }
}
`,
	Check: func(p *validate.Pass) { eachPassthrough(p, checkFailoverRatioRange) },
}

func checkFailoverRatioRange(s *topology.BackendService) answer {
	ratio, _ := s.EffectiveFailover()
	r, known := ratio.Value()
	switch {
	case !known:
		return open(failoverRatioPath, failoverReason(s, failoverRatioPath))
	case !outOfRange(r):
		return answer{}
	}
	return fail(failoverRatioPath, fmt.Sprintf("failover_ratio is %s; Google takes a part of the primary endpoints, from 0.0 to 1.0.%s", r, percentHint(r)))
}
