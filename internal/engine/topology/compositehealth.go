// SPDX-License-Identifier: MPL-2.0

package topology

// HealthPolicy is a health aggregation policy.
type HealthPolicy struct {
	Object
	PolicyType Known[string]
	// Percent (healthy_percent_threshold) and Minimum (min_healthy_threshold)
	// are the thresholds as the input gives them, out of range or fractional
	// included; null when they are left out. Which numbers apply is for package
	// health: the google provider does not send a zero.
	Percent Known[Ratio]
	Minimum Known[Ratio]
	// ZeroIsSent is true where a written 0 really is 0: in our own resources.
	ZeroIsSent bool
}

// HealthSource gives the health of one backend service.
type HealthSource struct {
	Object
	SourceType Known[string]
	Sources    LinkList
	Policy     Link
}

// CompositeHealth combines health sources into the state of a published
// service of one region.
type CompositeHealth struct {
	Object
	Sources     LinkList
	Destination Link
}
