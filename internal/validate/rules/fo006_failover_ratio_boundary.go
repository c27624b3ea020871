// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// FO006 says that the sources disagree at equality.
var FO006 = &validate.Rule{
	ID:       "FO006",
	Name:     "failover-ratio-boundary",
	Title:    "Failover ratio that the primary pool can meet exactly",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedSizes},
	Rationale: "The ratio times the primary endpoints is a whole number, so that the healthy part can be equal to the ratio. The page on " +
		"traffic distribution and the API reference keep the primaries then; the help of gcloud and the provider's documentation fail " +
		"over at or below the ratio. The predictions of this tool follow the page.",
	Source: "Google Cloud documentation, traffic distribution for internal passthrough Network Load Balancers; Compute API v1, " +
		"failoverPolicy.failoverRatio; google provider, failover_ratio",
	Fix: "Choose a ratio that lies between two numbers of endpoints, such as 0.45 instead of 0.5.",
	Bad: hclFailover + `  failover_policy {
    failover_ratio = 0.5
  }
}
`,
	Good: hclFailover + `  failover_policy {
    failover_ratio = 0.45
  }
}
`,
	Check: func(p *validate.Pass) {
		withFailover(p, func(s *topology.BackendService) answer { return checkFailoverBoundary(p, s) })
	},
}

func checkFailoverBoundary(p *validate.Pass, s *topology.BackendService) answer {
	ratio, _ := s.EffectiveFailover()
	r, known := ratio.Value()
	if known && (r.IsZero() || outOfRange(r)) {
		return answer{}
	}
	total := primariesOf(p, s).total
	n, exact := total.exact()
	switch {
	case total.high == 0:
		return answer{}
	case !known:
		return open(failoverRatioPath, failoverReason(s, failoverRatioPath))
	case !exact && topology.Is(total.all(func(n int) bool { return n > 0 && meets(r, n) }), false), exact && !meets(r, n):
		return answer{}
	case !exact:
		return open("backend", total.why)
	}
	need := r.Needs(n)
	return fail(failoverRatioPath, fmt.Sprintf("failover_ratio %s is met exactly by %s of %d. Google's page on traffic distribution "+
		"keeps the primaries then, the help of gcloud fails over. If it matters, choose a ratio between two numbers of endpoints.", r, count(need, "healthy primary endpoint"), n))
}
