// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/health"
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH005 looks for thresholds that are written as zero.
var CH005 = &validate.Rule{
	ID:       "CH005",
	Name:     "threshold-zero",
	Title:    "Threshold written as 0",
	Severity: validate.Warning,
	Rationale: "The google provider leaves a zero out of what it sends, so that Google's default applies: 60 percent, and one " +
		"endpoint. The plan shows 0, and the region still fails over below 60 percent. In Spillway's own resources a " +
		"percentage of 0 is one: then only the minimum protects the region.",
	Source: "Behaviour of the google provider, observed in the requests that it sends; Compute API v1, HealthAggregationPolicy",
	Fix: "Write the number that is meant: 1 for a percentage that practically never decides, and 1 for the smallest minimum. " +
		"Leave the argument out for Google's default.",
	Bad: `resource "google_compute_region_health_aggregation_policy" "api" {
  name                      = "api"
  region                    = "us-central1"
  healthy_percent_threshold = 0
  min_healthy_threshold     = 2
}
`,
	Good: `resource "google_compute_region_health_aggregation_policy" "api" {
  name                      = "api"
  region                    = "us-central1"
  healthy_percent_threshold = 1
  min_healthy_threshold     = 2
}
`,
	Check: func(p *validate.Pass) { eachPolicy(p, checkThresholdZero) },
}

func checkThresholdZero(o *topology.HealthPolicy) answer {
	return worst(
		zeroThreshold(o, "healthy_percent_threshold", o.Percent, fmt.Sprintf("%d percent", health.DefaultPercent)),
		zeroThreshold(o, "min_healthy_threshold", o.Minimum, fmt.Sprintf("a minimum of %d", health.DefaultMinimum)),
	)
}

func zeroThreshold(o *topology.HealthPolicy, path string, v topology.Known[topology.Ratio], def string) answer {
	r, ok := v.Value()
	switch {
	case v.IsUnknown():
		return open(path, path+" is known after apply")
	case !ok || !r.IsZero():
		return answer{}
	case o.ZeroIsSent && bothZero(o):
		return fail(path, path+" is 0, and so is the other threshold: the source is healthy whatever becomes of its endpoints. Set a number above 0.")
	case o.ZeroIsSent:
		return fail(path, path+" is 0, so that this threshold never decides and the other one alone protects the region. "+
			"Set a number above 0 if that is not meant.")
	}
	return fail(path, fmt.Sprintf("%s is 0. The google provider does not send a zero, and Google's default applies: %s. "+
		"Write the number that is meant, or leave the argument out.", path, def))
}

// bothZero reports whether both thresholds are written as zero.
func bothZero(o *topology.HealthPolicy) bool {
	percent, okPercent := o.Percent.Value()
	minimum, okMinimum := o.Minimum.Value()
	return okPercent && okMinimum && percent.IsZero() && minimum.IsZero()
}
