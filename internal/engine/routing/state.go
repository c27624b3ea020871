// SPDX-License-Identifier: MPL-2.0

package routing

import (
	"slices"

	"terraform-provider-spillway/internal/engine/sizing"
)

// State is a service at one moment: its config, and how many endpoints are
// healthy. It is immutable.
type State struct {
	*Config
	zones   []Zone
	healthy [2]int // by pool
	// The eligible set does not depend on the client: its kind and size, or
	// what is missing to choose it.
	kind     EligibleKind
	eligible int
	open     Missing
}

// State returns the service with the given number of healthy endpoints in
// each slot of its layout, in the order of the slots. Numbers outside 0 to
// the slot's count, and slots that the list leaves out, count as the nearest
// number and as healthy.
func (c *Config) State(healthy []int) *State {
	s := &State{Config: c, zones: slices.Clone(c.zones)}
	for i, at := range c.slots {
		if i >= len(healthy) || at.zone < 0 {
			continue
		}
		sick := at.count - min(max(healthy[i], 0), at.count)
		s.zones[at.zone].pool(at.pool).Healthy -= sick
	}
	s.sum()
	return s
}

// AllHealthy returns the service with every endpoint healthy.
func (c *Config) AllHealthy() *State { return c.State(nil) }

// Zones returns the endpoints by zone, sorted. The caller does not change it.
func (s *State) Zones() []Zone { return s.zones }

func (s *State) sum() {
	for _, z := range s.zones {
		s.healthy[sizing.Primary] += z.Primary.Healthy
		s.healthy[sizing.Failover] += z.Failover.Healthy
	}
	s.kind, s.open = s.choose()
	switch s.kind {
	case AllHealthy:
		s.eligible = s.healthy[sizing.Primary] + s.healthy[sizing.Failover]
	case All:
		s.eligible = s.total[sizing.Primary] + s.total[sizing.Failover]
	case HealthyPrimary:
		s.eligible = s.healthy[sizing.Primary]
	case HealthyFailover:
		s.eligible = s.healthy[sizing.Failover]
	case AllPrimary:
		s.eligible = s.total[sizing.Primary]
	}
}

// choose picks the eligible set (Google documentation, traffic distribution
// for internal passthrough Network Load Balancers, eligible backends). An
// empty set is None: there is nothing that a packet could be sent to.
func (s *State) choose() (EligibleKind, Missing) {
	healthy := s.healthy[sizing.Primary] + s.healthy[sizing.Failover]
	switch {
	case s.total == [2]int{}:
		return None, 0
	case s.missing&MissingFailover != 0:
		return None, MissingFailover
	case !s.policy.FailoverConfigured && healthy > 0:
		return AllHealthy, 0
	case !s.policy.FailoverConfigured:
		return All, 0
	case healthy > 0:
		return s.chooseHealthy()
	case s.total[sizing.Primary] == 0:
		return None, 0
	case s.missing&MissingDrop != 0:
		return None, MissingDrop
	case s.policy.Drop:
		return None, 0
	}
	return AllPrimary, 0
}

// chooseHealthy picks a pool while failover is configured and an endpoint is
// healthy. Meeting the failover ratio exactly keeps the primaries (the page
// on traffic distribution; other texts of Google differ, which a rule says).
func (s *State) chooseHealthy() (EligibleKind, Missing) {
	switch {
	case s.healthy[sizing.Primary] == 0:
		return HealthyFailover, 0
	case s.healthy[sizing.Failover] == 0:
		return HealthyPrimary, 0
	case s.missing&MissingFailoverRatio != 0:
		return None, MissingFailoverRatio
	case s.healthy[sizing.Primary] >= s.failoverNeed:
		return HealthyPrimary, 0
	}
	return HealthyFailover, 0
}

// serving returns the pool whose endpoints the zonal match looks at: the
// failover pool in failover mode, else the primary one (without failover all
// endpoints are primary).
func (s *State) serving() sizing.Pool {
	if s.kind == HealthyFailover {
		return sizing.Failover
	}
	return sizing.Primary
}

// eligibleIn returns the eligible endpoints of a zone, healthy and unhealthy.
func (s *State) eligibleIn(zone int) (healthy, sick int) {
	c := s.zones[zone].pool(s.serving())
	switch {
	case s.kind == None:
		return 0, 0
	case s.kind.LastResort():
		return 0, c.Configured
	}
	return c.Healthy, 0
}
