// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// FO002 says what holds where no policy is written.
var FO002 = &validate.Rule{
	ID:       "FO002",
	Name:     "failover-without-policy",
	Title:    "Failover backends without a failover policy",
	Severity: validate.Info,
	Rationale: "Without a policy its defaults hold: failover ratio 0.0, so that traffic moves only when no primary endpoint is healthy; " +
		"nothing is dropped when all are sick; connections are drained for up to ten minutes.",
	Source: "Google Cloud documentation, configure failover for internal passthrough Network Load Balancers; Compute API v1, " +
		"BackendService.failoverPolicy",
	Fix: "Write `failover_policy`, also where the defaults are meant.",
	Bad: hclFailover + "}\n",
	Good: hclFailover + `  failover_policy {
    failover_ratio = 0.4
  }
}
`,
	Check: func(p *validate.Pass) { withFailover(p, checkFailoverPolicy) },
}

func checkFailoverPolicy(s *topology.BackendService) answer {
	switch {
	case s.Failover.IsSet():
		return answer{}
	case s.Failover.IsUnknown():
		return open(failoverPath, failoverPath+" is known after apply")
	}
	return fail(failoverPath, "The service has failover backends and no failover_policy, so that the defaults hold: they take over only when no primary "+
		"endpoint is healthy (failover_ratio 0.0), and nothing is dropped when all endpoints are sick. Write the policy if something else is meant.")
}
