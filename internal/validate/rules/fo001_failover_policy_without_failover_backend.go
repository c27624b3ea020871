// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// FO001 asks for somewhere to fail over to.
var FO001 = &validate.Rule{
	ID:       "FO001",
	Name:     "failover-policy-without-failover-backend",
	Title:    "Failover policy without a failover backend",
	Severity: validate.Error,
	Rationale: "A failover policy needs at least one backend with `failover = true`; Google refuses it otherwise. The provider checks " +
		"nothing, so that the plan is clean. Without a failover backend nothing is dropped either: the load balancer fails open.",
	Source: "Compute API v1, BackendService.failoverPolicy",
	Fix:    "Set `failover = true` on a backend, or remove `failover_policy`.",
	Bad: hclTwoZones + `  failover_policy {
    failover_ratio = 0.5
  }
}
`,
	Good: hclFailover + `  failover_policy {
    failover_ratio = 0.4
  }
}
`,
	Check: func(p *validate.Pass) { eachPassthrough(p, checkFailoverBackend) },
}

func checkFailoverBackend(s *topology.BackendService) answer {
	has, why := hasFailoverBackend(s)
	switch {
	case topology.Is(has, true), s.Failover.IsNull():
		return answer{}
	case s.Failover.IsUnknown():
		return open(failoverPath, failoverPath+" is known after apply")
	case has.IsUnknown():
		return open("backend", why)
	}
	return fail(failoverPath, fmt.Sprintf("The service has a failover policy, but none of its %s is a failover backend. Google refuses the policy. Set "+
		"failover = true on a backend, or remove failover_policy.", count(len(s.Backends.List), "backend")))
}
