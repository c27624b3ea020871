// SPDX-License-Identifier: MPL-2.0

package health

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Google's defaults for thresholds that are left out (Compute API v1,
// healthPercentThreshold and minHealthyThreshold).
const (
	DefaultPercent = 60
	DefaultMinimum = 1
)

// Thresholds are the two conditions of a health aggregation policy, as they
// apply; both must hold.
type Thresholds struct {
	Percent topology.Known[int] // 0 to 100
	Minimum topology.Known[int] // a count, from 0
	// Undecided says why a threshold is not known.
	Undecided []sizing.Cause
	// Defaulted says, in sentences without a final period, which written zeros
	// do not apply.
	Defaulted []string
}

// ThresholdsOf returns the thresholds that apply under a policy. Null means
// Google's default, and so does a zero that the google provider does not send.
// A number that Google refuses applies nowhere: the threshold is unknown, with
// a cause.
func ThresholdsOf(p *topology.HealthPolicy) Thresholds {
	var t Thresholds
	t.Percent = t.effective(p, "healthy_percent_threshold", p.Percent, DefaultPercent, 100)
	t.Minimum = t.effective(p, "min_healthy_threshold", p.Minimum, DefaultMinimum, 1<<32-1)
	return t
}

func (t *Thresholds) effective(p *topology.HealthPolicy, name string, written topology.Known[topology.Ratio], def, largest int) topology.Known[int] {
	r, ok := written.Value()
	switch {
	case written.IsNull():
		return topology.Of(def)
	case !ok:
		t.because(p, name+" of "+p.Address+" is known after apply")
		return topology.Unknown[int]()
	case r.IsZero() && !p.ZeroIsSent:
		t.Defaulted = append(t.Defaulted, fmt.Sprintf("%s of %s is written as 0, which the google provider does not send; Google's default %d applies", name, p.Address, def))
		return topology.Of(def)
	}
	n, whole := r.Whole()
	if !whole || n < 0 || n > largest {
		t.because(p, fmt.Sprintf("%s of %s is %s, which Google refuses", name, p.Address, r))
		return topology.Unknown[int]()
	}
	return topology.Of(n)
}

func (t *Thresholds) because(p *topology.HealthPolicy, reason string) {
	t.Undecided = append(t.Undecided, sizing.Cause{Reason: reason, Addresses: []string{p.Address}})
}

// PercentNeeds returns the smallest count of total that is at least percent of
// it, ⌈percent·total/100⌉, without rounding on the way. Both are from 0 on.
func PercentNeeds(percent, total int) int {
	return percent*(total/100) + (percent*(total%100)+99)/100
}

// Needs returns the smallest number of healthy endpoints, of total, that keeps
// a service healthy under both thresholds, and false when no number does.
// A service without endpoints is never healthy.
func Needs(percent, minimum, total int) (int, bool) {
	n := max(PercentNeeds(percent, total), minimum)
	return n, total > 0 && n <= total
}

// Aggregate returns the state of a service with that many healthy endpoints:
// HEALTHY when healthy·100 ≥ percent·total and healthy ≥ minimum, both
// inclusive (Google documentation, health aggregation policy). An empty
// service is UNHEALTHY (an assumption, see [Switches]). What is not known leaves the
// state undecided only where it matters: one missed threshold is enough.
func Aggregate(healthy, total, percent, minimum topology.Known[int]) topology.Known[State] {
	h, okH := healthy.Value()
	n, okN := total.Value()
	p, okP := percent.Value()
	m, okM := minimum.Value()
	switch {
	case okN && n <= 0,
		okM && okH && h < m,
		okM && okN && n < m,
		okP && okH && okN && h < PercentNeeds(p, n):
		return topology.Of(Unhealthy)
	case okH && okN && okP && okM:
		return topology.Of(Healthy)
	}
	return topology.Unknown[State]()
}
