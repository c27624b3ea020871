// SPDX-License-Identifier: MPL-2.0

package routing

import (
	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Missing is a set of inputs that are not known.
type Missing uint8

// The inputs that may be missing from a config.
const (
	MissingRegion Missing = 1 << iota
	MissingAccess
	MissingFailover
	MissingFailoverRatio
	MissingDrop
	MissingMode
	MissingRatio
)

// Causes says what the missing inputs are, one cause for each, in the order
// of the pipeline.
func (c *Config) Causes(m Missing) []sizing.Cause {
	var out []sizing.Cause
	for one := MissingRegion; one <= MissingRatio; one <<= 1 {
		if m&one != 0 {
			out = append(out, c.cause(one))
		}
	}
	return out
}

func (c *Config) cause(m Missing) sizing.Cause {
	if c.service == nil {
		return sizing.Cause{Reason: argument(m, nil) + " is not known"}
	}
	address := c.service.Address
	if m == MissingAccess {
		return c.access.cause(address)
	}
	return sizing.Cause{Reason: argument(m, c.service) + " of " + address + " is known after apply", Addresses: []string{address}}
}

// argument names the argument that is missing: the block where all of it is.
func argument(m Missing, s *topology.BackendService) string {
	switch m {
	case MissingRegion:
		return "region"
	case MissingAccess:
		return "allow_global_access"
	case MissingFailover:
		return "failover_policy"
	case MissingFailoverRatio, MissingDrop:
		if s != nil && s.Failover.IsUnknown() {
			return "failover_policy"
		}
		if m == MissingDrop {
			return "failover_policy[0].drop_traffic_if_unhealthy"
		}
		return "failover_policy[0].failover_ratio"
	}
	switch {
	case s != nil && s.TrafficPolicy.IsUnknown():
		return "network_pass_through_lb_traffic_policy"
	case s != nil && s.ZonalAffinity().IsUnknown():
		return "network_pass_through_lb_traffic_policy[0].zonal_affinity"
	case m == MissingMode:
		return "network_pass_through_lb_traffic_policy[0].zonal_affinity[0].spillover"
	}
	return "network_pass_through_lb_traffic_policy[0].zonal_affinity[0].spillover_ratio"
}
