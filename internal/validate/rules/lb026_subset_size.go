// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

const subsetSizePath = "subsetting[0].subset_size"

// LB026 refuses a subset size.
var LB026 = &validate.Rule{
	ID:       "LB026",
	Name:     "subset-size",
	Title:    "Subset size on an internal passthrough load balancer",
	Severity: validate.Error,
	Rationale: "A passthrough load balancer chooses the size of its subsets itself. `subset_size` belongs to the schemes " +
		"`INTERNAL_MANAGED` and `INTERNAL_SELF_MANAGED`, and Google refuses it on INTERNAL.",
	Source: "Compute API beta, BackendService.subsetting.subsetSize",
	Fix:    "Remove `subset_size`.",
	Bad:    subsetExample("\n    subset_size = 10"),
	Good:   subsetExample(""),
	Check:  func(p *validate.Pass) { eachPassthrough(p, checkSubsetSize) },
}

func subsetExample(argument string) string {
	return `resource "google_compute_region_backend_service" "web" {
  provider              = google-beta
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  subsetting {
    policy = "CONSISTENT_HASH_SUBSETTING"` + argument + `
  }

  backend {
    group          = "projects/demo/zones/us-central1-a/instanceGroups/web-a"
    balancing_mode = "CONNECTION"
  }
}
`
}

func checkSubsetSize(s *topology.BackendService) answer {
	v, ok := s.Subsetting.Value()
	switch {
	case s.Subsetting.IsUnknown():
		return open("subsetting", "subsetting is known after apply")
	case !ok, v.Size.IsNull(), topology.Is(v.Size, 0): // the provider does not send a zero
		return answer{}
	case v.Size.IsUnknown():
		return open(subsetSizePath, "subset_size is known after apply")
	}
	return fail(subsetSizePath, fmt.Sprintf("The subset size is %d; Google takes one on schemes INTERNAL_MANAGED and "+
		"INTERNAL_SELF_MANAGED only. Remove subset_size.", v.Size.Default(0)))
}
