// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// FO007 says what a ratio of 1.0 means.
var FO007 = &validate.Rule{
	ID:       "FO007",
	Name:     "failover-ratio-one",
	Title:    "Failover ratio of 1.0",
	Severity: validate.Info,
	Rationale: "At 1.0 every primary endpoint has to be healthy. One sick endpoint, or one that is restarted, moves all new connections " +
		"to the failover pool.",
	Source:     "Google Cloud documentation, traffic distribution for internal passthrough Network Load Balancers, eligible backends",
	Fix:        "Choose a ratio below 1.0 that leaves room for a failure.",
	SilencedBy: []string{"FO001", "FO003"},
	Bad: hclFailover + `  failover_policy {
    failover_ratio = 1.0
  }
}
`,
	Good: hclFailover + `  failover_policy {
    failover_ratio = 0.4
  }
}
`,
	Check: func(p *validate.Pass) { eachPassthrough(p, checkFailoverRatioOne) },
}

func checkFailoverRatioOne(s *topology.BackendService) answer {
	ratio, _ := s.EffectiveFailover()
	r, known := ratio.Value()
	switch {
	case !known:
		return open(failoverRatioPath, failoverReason(s, failoverRatioPath))
	case !r.IsOne():
		return answer{}
	}
	switch primary := checkPrimaryPool(s); primary.verdict {
	case fails: // FO005: there is no primary endpoint to be sick
		return answer{}
	case undecided:
		return primary
	}
	return fail(failoverRatioPath, "With failover_ratio 1.0 every primary endpoint has to be healthy: a single sick one moves all new connections to the "+
		"failover pool. Choose a lower ratio if one failure is to be borne.")
}
