// SPDX-License-Identifier: MPL-2.0

package routing

import (
	"cmp"
	"slices"

	"terraform-provider-spillway/internal/engine/sizing"
	"terraform-provider-spillway/internal/engine/topology"
)

// Mode is the zonal affinity option of a service.
type Mode uint8

// The options (Compute API v1, zonalAffinity.spillover).
const (
	Disabled Mode = iota
	Stay
	Spill
)

var modeNames = [...]string{Disabled: topology.AffinityDisabled, Stay: topology.AffinityStay, Spill: topology.AffinitySpill}

// String returns the option's word in the API.
func (m Mode) String() string { return modeNames[m] }

// modeOf returns the option that a value of spillover selects; a value that
// is none of the three is off.
func modeOf(spillover string) Mode {
	switch spillover {
	case topology.AffinityStay:
		return Stay
	case topology.AffinitySpill:
		return Spill
	}
	return Disabled
}

// Counts are the endpoints of a pool, in one zone or in all.
type Counts struct{ Configured, Healthy int }

// sick returns the number of unhealthy endpoints.
func (c Counts) sick() int { return c.Configured - c.Healthy }

// Zone is the endpoints of a service in one zone.
type Zone struct {
	Name              string
	Primary, Failover Counts
}

func (z *Zone) pool(p sizing.Pool) *Counts {
	if p == sizing.Failover {
		return &z.Failover
	}
	return &z.Primary
}

// Policy is what the arguments of a service and its forwarding rules say, as
// far as it decides where connections go.
type Policy struct {
	// Region is the region of the load balancer.
	Region string
	// Edition is the edition of the documentation that holds; empty means
	// preview.
	Edition topology.Edition
	// GlobalAccess says that clients of other regions get in.
	GlobalAccess bool
	// FailoverConfigured says that a failover policy or a failover backend is
	// there.
	FailoverConfigured bool
	FailoverRatio      topology.Ratio
	// Drop is drop_traffic_if_unhealthy.
	Drop bool
	Mode Mode
	// Ratio is the spillover ratio.
	Ratio topology.Ratio
}

// Config is a service without the health of its endpoints. It is immutable.
type Config struct {
	policy  Policy
	missing Missing
	service *topology.BackendService // nil for a config from New
	access  Access
	// zones are sorted by name, with all endpoints healthy.
	zones []Zone
	// needs holds, for each zone and pool, how many healthy endpoints meet the
	// spillover ratio; failoverNeed how many primaries meet the failover ratio.
	needs        [][2]int
	failoverNeed int
	total        [2]int
	slots        []slotAt
}

// slotAt says where a slot of the layout counts.
type slotAt struct {
	zone  int // -1: the slot holds no endpoint
	pool  sizing.Pool
	count int
}

// New returns a state from its numbers, for inputs that are no backend
// service. The zones may be in any order, with unique names.
func New(p Policy, zones []Zone) *State {
	c := &Config{policy: p, zones: slices.Clone(zones)}
	slices.SortFunc(c.zones, func(a, b Zone) int { return cmp.Compare(a.Name, b.Name) })
	s := &State{Config: c, zones: slices.Clone(c.zones)}
	for i := range c.zones {
		z := &c.zones[i]
		z.Primary.Healthy, z.Failover.Healthy = z.Primary.Configured, z.Failover.Configured
	}
	c.prepare()
	s.sum()
	return s
}

// Compile turns a backend service, its layout and who may reach it into a
// config. Where the layout is undecided there is no config, and the causes
// are the layout's. Other inputs that are not known stay open in the config;
// each decision names those that it misses.
func Compile(s *topology.BackendService, l *sizing.Layout, a Access, e topology.Edition) (*Config, []sizing.Cause) {
	if !l.Decided() {
		return nil, l.Undecided
	}
	c := &Config{service: s, access: a, policy: Policy{Edition: e}}
	ratio, drop := s.EffectiveFailover()
	mode := topology.Unknown[Mode]()
	if spillover, ok := s.Affinity().Value(); ok {
		mode = topology.Of(modeOf(spillover))
	}
	take(c, &c.policy.Region, s.Region(), MissingRegion)
	take(c, &c.policy.GlobalAccess, a.Global, MissingAccess)
	take(c, &c.policy.FailoverConfigured, s.FailoverConfigured(), MissingFailover)
	take(c, &c.policy.FailoverRatio, ratio, MissingFailoverRatio)
	take(c, &c.policy.Drop, drop, MissingDrop)
	take(c, &c.policy.Mode, mode, MissingMode)
	take(c, &c.policy.Ratio, s.SpilloverRatio(), MissingRatio)
	c.place(l)
	c.prepare()
	return c, nil
}

func take[T any](c *Config, to *T, from topology.Known[T], m Missing) {
	v, ok := from.Value()
	if !ok {
		c.missing |= m
	}
	*to = v
}

// place adds the slots of the layout up by zone.
func (c *Config) place(l *sizing.Layout) {
	c.zones = make([]Zone, len(l.Zones))
	for i, z := range l.Zones {
		c.zones[i] = Zone{z.Name, Counts{z.Primary, z.Primary}, Counts{z.Failover, z.Failover}}
	}
	c.slots = make([]slotAt, len(l.Slots))
	for i, s := range l.Slots {
		c.slots[i] = slotAt{zone: c.zoneIndex(s.Zone), pool: s.Pool, count: s.Count}
	}
}

// prepare computes what depends on configured counts alone.
func (c *Config) prepare() {
	if c.policy.Edition == "" {
		c.policy.Edition = topology.Preview
	}
	c.needs = make([][2]int, len(c.zones))
	for i, z := range c.zones {
		c.total[sizing.Primary] += z.Primary.Configured
		c.total[sizing.Failover] += z.Failover.Configured
		c.needs[i] = [2]int{atLeast(c.policy.Ratio, z.Primary.Configured), atLeast(c.policy.Ratio, z.Failover.Configured)}
	}
	if c.total[sizing.Failover] > 0 {
		c.policy.FailoverConfigured = true
		c.missing &^= MissingFailover
	}
	c.failoverNeed = atLeast(c.policy.FailoverRatio, c.total[sizing.Primary])
}

// atLeast returns the smallest number of healthy ones of n that meets a
// ratio: n+1 where even all of them do not.
func atLeast(r topology.Ratio, n int) int {
	if r.AboveOne() {
		return n + 1
	}
	return r.Needs(n)
}

func (c *Config) zoneIndex(name string) int {
	for i := range c.zones {
		if c.zones[i].Name == name {
			return i
		}
	}
	return -1
}

// KeepsLocalAt returns how many healthy endpoints of a pool a zone needs so
// that SPILL_CROSS_ZONE keeps the zone's clients local while that pool
// serves: the effective need, ⌈ratio × configured⌉ and at least one. It is
// null where the option is another one, where the zone holds no endpoint of
// the pool, and where no number is enough, because the ratio is above 1.
func (c *Config) KeepsLocalAt(zone string, p sizing.Pool) topology.Known[int] {
	i := c.zoneIndex(zone)
	if i < 0 || c.zones[i].pool(p).Configured == 0 {
		return topology.Null[int]()
	}
	switch n := c.needs[i][p]; {
	case c.missing&MissingMode != 0:
		return topology.Unknown[int]()
	case c.policy.Mode != Spill:
		return topology.Null[int]()
	case c.missing&MissingRatio != 0:
		return topology.Unknown[int]()
	case n > c.zones[i].pool(p).Configured:
		return topology.Null[int]()
	default:
		return topology.Of(max(n, 1))
	}
}
