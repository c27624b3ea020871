// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// PSC008 looks for outlier detection that is other than it reads.
var PSC008 = &validate.Rule{
	ID:       "PSC008",
	Name:     "outlier-detection-no-op",
	Title:    "Outlier detection that does not do what it says",
	Severity: validate.Warning,
	Rationale: "Outlier detection is the older way to leave a failing region. The google provider sends no zero: with every enforcing percentage written " +
		"as 0, which reads as off, Google's defaults apply, and regions are ejected after gateway failures. On a cross-region internal " +
		"Application Load Balancer outlier detection is not available at all.",
	Source: "Compute API v1, BackendService.outlierDetection and its defaults; behaviour of the google provider",
	Fix:    "Remove the `outlier_detection` block to switch it off, and rely on composite health; or write percentages above 0.",
	Bad: whole(exampleNEG("central", "us-central1", exampleForeign("us-central1")), exampleNEG("east", "us-east1", exampleForeign("us-east1")), `
resource "google_compute_backend_service" "shop" {
  name                  = "shop"
  load_balancing_scheme = "INTERNAL_MANAGED"
  protocol              = "HTTPS"

  backend {
    group = google_compute_region_network_endpoint_group.central.id
  }
  backend {
    group = google_compute_region_network_endpoint_group.east.id
  }
  outlier_detection {
    consecutive_errors           = 5
    enforcing_consecutive_errors = 100
  }
}
`),
	Good: whole(exampleNEG("central", "us-central1", exampleForeign("us-central1")), exampleNEG("east", "us-east1", exampleForeign("us-east1")), `
resource "google_compute_backend_service" "shop" {
  name                  = "shop"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTPS"

  backend {
    group = google_compute_region_network_endpoint_group.central.id
  }
  backend {
    group = google_compute_region_network_endpoint_group.east.id
  }
  outlier_detection {
    consecutive_errors           = 5
    enforcing_consecutive_errors = 100
  }
}
`),
	Check: func(p *validate.Pass) { eachConsumer(p, checkOutlierDetection) },
}

func checkOutlierDetection(s *topology.BackendService) answer {
	const path = "outlier_detection"
	o, ok := s.Outlier.Value()
	switch {
	case s.Outlier.IsUnknown():
		return open(path, path+" is known after apply")
	case !ok:
		return answer{}
	case s.IsGlobal() && topology.Is(s.Scheme, "INTERNAL_MANAGED"):
		return fail(path, "The service belongs to a cross-region internal load balancer (global, INTERNAL_MANAGED), which takes no outlier "+
			"detection. Remove the block; composite health of the producer is what moves traffic between its regions.")
	}
	zero := and(isZero(o.EnforcingConsecutiveErrors), isZero(o.EnforcingConsecutiveGateway), isZero(o.EnforcingSuccessRate))
	switch {
	case topology.Is(zero, true):
		return fail(path, "Every enforcing percentage of outlier detection is written as 0. The google provider does not send a zero, so that Google's "+
			"defaults apply and regions are ejected after consecutive gateway failures. Remove the block to switch outlier detection off.")
	case zero.IsUnknown():
		return open(path, "the enforcing percentages of outlier_detection are known after apply")
	case s.IsGlobal() && s.Scheme.IsUnknown():
		return open("load_balancing_scheme", "load_balancing_scheme is known after apply")
	}
	return answer{}
}

// isZero is true for a written zero, and false for any other number and one
// that is left out.
func isZero(k topology.Known[int]) topology.Known[bool] { return equals(k, 0) }
