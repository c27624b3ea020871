// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA022 says whom affinity leaves out where global access is on.
var ZA022 = &validate.Rule{
	ID:       "ZA022",
	Name:     "global-access-clients",
	Title:    "Zonal affinity and clients of other regions",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "With `allow_global_access` clients of other regions reach the load balancer. They have no zone in its region, and " +
		"affinity is ignored for them: their connections spread over all zones.",
	Source: "Google Cloud documentation, zonal affinity, compatible clients",
	Fix:    "Nothing, where this is meant; else serve other regions by a load balancer of their own.",
	Bad:    hclTwoZones + hclSpill + hclForwardingRule + "  allow_global_access   = true\n}\n",
	Good:   hclTwoZones + hclSpill + hclForwardingRule + "}\n",
	Check:  func(p *validate.Pass) { withFrontedAffinity(p, checkGlobalAccess) },
}

func checkGlobalAccess(_ *topology.BackendService, r *topology.ForwardingRule) answer {
	rule := r.Address
	switch access := r.GlobalAccess.Or(false); {
	case topology.Is(access, false):
		return answer{}
	case access.IsUnknown():
		return open("", "allow_global_access of "+rule+" is known after apply")
	}
	return fail(spilloverPath, "The forwarding rule "+rule+" allows global access. Clients of other regions that come through it never get zonal "+
		"affinity; their connections spread over all zones.", validate.Related{Address: rule, Message: "allow_global_access is true here"})
}
