// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// FO005 asks for a primary pool.
var FO005 = &validate.Rule{
	ID:       "FO005",
	Name:     "all-backends-failover",
	Title:    "Every backend is a failover backend",
	Severity: validate.Warning,
	Rationale: "Failover moves traffic between a primary and a failover pool. With `failover = true` on every backend there is no primary " +
		"pool: what the failover ratio is a part of, and who serves when all endpoints are sick, is not documented.",
	Source: "Google Cloud documentation, traffic distribution for internal passthrough Network Load Balancers, which describes the case " +
		"nowhere",
	Fix: "Leave `failover` out on the backends that are to serve first.",
	Bad: hclGroups + hclSpareGroups + hclService + hclSpareBackends + `  failover_policy {
    failover_ratio = 0.4
  }
}
`,
	Good: hclFailover + `  failover_policy {
    failover_ratio = 0.4
  }
}
`,
	Check: func(p *validate.Pass) { eachPassthrough(p, checkPrimaryPool) },
}

func checkPrimaryPool(s *topology.BackendService) answer {
	a := backendsComplete(s)
	for i := range s.Backends.List {
		switch b := &s.Backends.List[i]; {
		case topology.IsNot(b.Failover, true):
			return answer{}
		case b.Failover.IsUnknown():
			a = worst(a, open(b.Path+".failover", b.Path+".failover is known after apply"))
		}
	}
	if n := len(s.Backends.List); n > 0 && a.verdict == passes {
		what := fmt.Sprintf("All %d backends of the service are failover backends", n)
		if n == 1 {
			what = "The only backend of the service is a failover backend"
		}
		return fail(s.Backends.List[0].Path+".failover", what+", so that there is no primary pool. What Google does then is not documented. Leave "+
			"failover out on the backends that are to serve first.")
	}
	return a
}
