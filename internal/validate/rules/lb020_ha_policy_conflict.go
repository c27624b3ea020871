// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// providerDraining is the draining timeout, in seconds, that the google
// provider plans where nothing is written.
const providerDraining = 300

// LB020 looks for what ha_policy excludes.
var LB020 = &validate.Rule{
	ID:       "LB020",
	Name:     "ha-policy-conflict",
	Title:    "Argument that ha_policy excludes",
	Severity: validate.Error,
	Rationale: "A service with `ha_policy` does not balance load: one endpoint is the leader and gets every packet. Google refuses " +
		"what only a load balancer needs together with it: health checks, session affinity, connection tracking, failover, " +
		"connection draining, subsetting, a locality policy and a traffic policy. The provider knows about the first four. " +
		"What it always plans, such as a draining timeout of 300 seconds, is no conflict.",
	Source:     "Compute API v1, BackendService.haPolicy",
	Fix:        "Remove the arguments, or remove `ha_policy`.",
	SilencedBy: []string{"ZA010"},
	Bad:        haPolicyExample("  locality_lb_policy    = \"MAGLEV\"\n"),
	Good:       haPolicyExample(""),
	Check: func(p *validate.Pass) {
		for _, s := range p.After.Services {
			if !s.Data && !s.HAPolicy.IsNull() {
				give(p, s, topology.Of(true), "", checkHAPolicy(s))
			}
		}
	},
}

func haPolicyExample(argument string) string {
	return `resource "google_compute_network_endpoint_group" "a" {
  name                  = "a"
  zone                  = "us-central1-a"
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  network_endpoint_type = "GCE_VM_IP"
}

resource "google_compute_region_backend_service" "db" {
  name                  = "db"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  network               = "projects/demo/global/networks/main"
` + argument + `
  ha_policy {
    fast_ip_move = "GARP_RA"
  }

  backend {
    group          = google_compute_network_endpoint_group.a.id
    balancing_mode = "CONNECTION"
  }
}
`
}

func checkHAPolicy(s *topology.BackendService) answer {
	var wrong []string
	var a answer
	for _, f := range haExcluded(s) {
		switch set, ok := f.set.Value(); {
		case !ok:
			a = worst(a, open(f.name, f.name+" is known after apply"))
		case set:
			wrong = append(wrong, f.name)
		}
	}
	switch {
	case len(wrong) == 0:
		return a
	case s.HAPolicy.IsUnknown():
		return open("ha_policy", "ha_policy is known after apply")
	}
	return fail(wrong[0], fmt.Sprintf("The service has an ha_policy together with %s. Such a service does not balance load, and Google "+
		"refuses the arguments that only a load balancer needs. Remove them, or the ha_policy.", enumerate(wrong)))
}

// exclusion is an argument that ha_policy excludes, and whether it is set to
// anything that the provider does not plan by itself.
type exclusion struct {
	name string
	set  topology.Known[bool]
}

func haExcluded(s *topology.BackendService) []exclusion {
	return []exclusion{
		{"health_checks", s.HealthChecks.Any()},
		{"session_affinity", otherThan(s.SessionAffinity, "", "NONE")},
		{"connection_tracking_policy", isSet(s.Tracking)},
		{"failover_policy", isSet(s.Failover)},
		{"connection_draining_timeout_sec", otherThan(s.DrainingTimeout, 0, providerDraining)},
		{"subsetting", s.SubsettingOn()},
		{"locality_lb_policy", otherThan(s.LocalityPolicy, "")},
		{"network_pass_through_lb_traffic_policy", isSet(s.ZonalAffinity())}, // a policy without the block is not sent
	}
}

// isSet reports whether a value is there at all.
func isSet[T any](k topology.Known[T]) topology.Known[bool] {
	if k.IsUnknown() {
		return topology.Unknown[bool]()
	}
	return topology.Of(k.IsSet())
}

// otherThan reports whether a value is set, and to none of those given.
func otherThan[T comparable](k topology.Known[T], values ...T) topology.Known[bool] {
	if k.IsUnknown() {
		return topology.Unknown[bool]()
	}
	for _, v := range values {
		if topology.Is(k, v) {
			return topology.Of(false)
		}
	}
	return topology.Of(k.IsSet())
}
