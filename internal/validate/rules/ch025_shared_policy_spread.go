// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// CH025 compares what one policy asks of several services.
var CH025 = &validate.Rule{
	ID:       "CH025",
	Name:     "shared-policy-spread",
	Title:    "One aggregation policy that means very different things",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks, validate.NeedSizes},
	Rationale: "A policy can be shared, and its two thresholds scale differently: the percentage grows with a service, the minimum does " +
		"not. Over a small and a large service the minimum decides for the one and the percentage for the other, so that the " +
		"small one tolerates nothing while the large one may lose almost everything.",
	Source: "Google Cloud documentation, composite health, health aggregation policy; the rest is arithmetic",
	Fix:    "Give services of very different size policies of their own.",
	Options: []validate.Option{{
		Name: "factor", Default: topology.MustRatio("2"),
		Doc: "how many times the share of healthy endpoints that one service needs may be that of another",
	}},
	Bad:  whole(exampleTwoSizes, examplePolicy("api", 10, 2), exampleTwoSources("api")),
	Good: whole(exampleTwoSizes, examplePolicy("api", 10, 2), examplePolicy("small", 50, 1), exampleTwoSources("small")),
	Check: func(p *validate.Pass) {
		eachPolicy(p, func(o *topology.HealthPolicy) answer { return checkSharedPolicySpread(p, o) })
	},
}

// exampleTwoSizes are a service of two endpoints and one of sixty.
var exampleTwoSizes = exampleManagedService("large", 60) + exampleManagedService("small", 2)

// exampleManagedService is a service over a managed group of two zones.
func exampleManagedService(name string, size int) string {
	return fmt.Sprintf(`resource "google_compute_region_instance_group_manager" "%s" {
  name                      = "%[1]s"
  region                    = "us-central1"
  base_instance_name        = "%[1]s"
  distribution_policy_zones = ["us-central1-a", "us-central1-b"]
  target_size               = %d

  version {
    instance_template = "projects/demo/global/instanceTemplates/web"
  }
}

resource "google_compute_region_backend_service" "%[1]s" {
  name                  = "%[1]s"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

  backend {
    group          = google_compute_region_instance_group_manager.%[1]s.instance_group
    balancing_mode = "CONNECTION"
  }
}

`, name, size)
}

func exampleTwoSources(small string) string {
	return fmt.Sprintf(`resource "google_compute_region_health_source" "large" {
  name                      = "large"
  region                    = "us-central1"
  source_type               = "BACKEND_SERVICE"
  sources                   = [google_compute_region_backend_service.large.id]
  health_aggregation_policy = google_compute_region_health_aggregation_policy.api.id
}

resource "google_compute_region_health_source" "small" {
  name                      = "small"
  region                    = "us-central1"
  source_type               = "BACKEND_SERVICE"
  sources                   = [google_compute_region_backend_service.small.id]
  health_aggregation_policy = google_compute_region_health_aggregation_policy.%s.id
}
`, small)
}

// share is the part of a service's endpoints that a policy asks to be healthy.
type share struct {
	source       *topology.HealthSource
	needs, total int
}

func (s share) String() string {
	return fmt.Sprintf("%d of %d behind %s", s.needs, s.total, s.source.Address)
}

func checkSharedPolicySpread(p *validate.Pass, o *topology.HealthPolicy) answer {
	users := p.Index.SourcesWith(o)
	if len(users.Certain)+len(users.Possible) < 2 {
		return answer{}
	}
	shares, missing := sharesOf(p, users.Certain)
	if len(shares) > 1 {
		low, high := slices.MinFunc(shares, compareShares), slices.MaxFunc(shares, compareShares)
		if differMuch(low, high, p.Option("factor")) {
			return fail("", fmt.Sprintf("The policy is shared by services for which it means very different things: %s have to be healthy, and %s. "+
				"The region fails over for a small fault of the one and stands almost any of the other. Give them policies of their own.",
				high, low), validate.Related{Address: high.source.Address, Message: "tolerates the least"},
				validate.Related{Address: low.source.Address, Message: "tolerates the most"})
		}
	}
	if missing.verdict == passes && len(users.Possible) > 0 {
		h := users.Possible[0]
		missing = open("", linkReason(h.Policy, "health_aggregation_policy of "+h.Address))
	}
	return missing
}

// sharesOf returns what a policy asks of the services of several sources. A
// source that is never healthy has no share: CH003.
func sharesOf(p *validate.Pass, sources []*topology.HealthSource) (shares []share, missing answer) {
	for _, h := range sources {
		m, a, ok := measure(p, h)
		if m == nil {
			if ok {
				missing = worst(missing, a)
			}
			continue
		}
		if m.refused() {
			continue
		}
		if a := worst(m.thresholdsKnown(), m.sized()); a.verdict != passes {
			missing = worst(missing, open("", a.text))
			continue
		}
		if needs, reachable := m.needs(m.members.low); reachable {
			shares = append(shares, share{h, needs, m.members.low})
		}
	}
	return shares, missing
}

// differMuch reports whether one share is more than factor times another.
func differMuch(low, high share, factor topology.Ratio) bool {
	part, whole := high.needs*low.total, high.total*low.needs
	return whole == 0 && part > 0 || whole > 0 && factor.AtMost(part, whole) && !factor.Equals(part, whole)
}

func compareShares(a, b share) int { return a.needs*b.total - b.needs*a.total }
