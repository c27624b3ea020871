// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

// withService builds the service "web" over one group of three in zone a.
func withService(change func(s *t.BackendService)) func(*tt.Builder) {
	return func(b *tt.Builder) {
		s := b.Service("web")
		tt.Attach(s, b.Group("a", tt.Zone("a"), 3), false)
		change(s)
	}
}

// backendField changes the first backend of the service.
func backendField(change func(b *t.Backend)) func(*tt.Builder) {
	return withService(func(s *t.BackendService) { change(&s.Backends.List[0]) })
}

// tracking sets a connection tracking policy, PER_SESSION with CLIENT_IP.
func tracking(change func(s *t.BackendService, c *t.ConnectionTracking)) func(*tt.Builder) {
	return withService(func(s *t.BackendService) {
		s.SessionAffinity = t.Of("CLIENT_IP")
		c := t.ConnectionTracking{
			Mode: t.Of("PER_SESSION"), Persistence: t.Null[string](), IdleTimeout: t.Null[int](), StrongAffinity: t.Null[bool](),
		}
		change(s, &c)
		s.Tracking = t.Of(c)
	})
}

func subsetting(policy string) t.Known[t.Subsetting] {
	return t.Of(t.Subsetting{Policy: t.Of(policy), Size: t.Null[int]()})
}

// neg adds a network endpoint group.
func neg(b *tt.Builder, name, zone, negType string) *t.Group {
	g := b.Group(name, zone, 2)
	g.Object = tt.Object("google_compute_network_endpoint_group", t.KindNetworkEndpointGroup, name, zone)
	g.GroupKind, g.NEGType = t.ZonalNEG, t.Of(negType)
	return g
}

// portMap adds a port mapping NEG.
func portMap(b *tt.Builder) *t.Group {
	g := neg(b, "map", tt.Region, negPortMapping)
	g.GroupKind = t.RegionNEG
	return g
}

// attachLink adds a backend whose group is any link.
func attachLink(s *t.BackendService, l t.Link) {
	path := fmt.Sprintf("backend[%d]", len(s.Backends.List))
	l.Path = path + ".group"
	s.Backends.List = append(s.Backends.List, t.Backend{
		Path: path, Group: l, Failover: t.Of(false), BalancingMode: t.Of("CONNECTION"), Capacity: t.Null[t.Ratio](),
	})
}

const (
	web       = "google_compute_region_backend_service.web"
	externalA = "https://www.googleapis.com/compute/v1/projects/p/zones/us-central1-a/instanceGroups/a"
)

func unknownBackends(s *t.BackendService) {
	s.Backends = t.Backends{Reason: "the backends come from a dynamic block"}
}

// laterChecks is a list that is known after apply as a whole, and may come out
// empty.
func laterChecks(s *t.BackendService) {
	s.HealthChecks = t.LinkList{Links: []t.Link{unresolved()}, Reason: "health_checks is known after apply"}
}

func noHealthCheck(s *t.BackendService) { s.HealthChecks = t.LinkList{Complete: true} }

var lbServiceCases = map[string]ruleCase{
	"no health check": {rule: LB001, want: wantFail, at: web, says: []string{"1 backend"}, build: withService(noHealthCheck)},
	"no health check, group outside the input": {rule: LB001, want: wantFail, build: func(b *tt.Builder) {
		s := b.Service("web")
		attachLink(s, tt.External(externalA))
		noHealthCheck(s)
	}},
	"no health check, unresolved group": {rule: LB001, want: wantFail, build: func(b *tt.Builder) {
		s := b.Service("web")
		attachLink(s, tt.UnresolvedLink("a local"))
		noHealthCheck(s)
	}},
	"no health check, unresolved group that may map ports": {rule: LB001, want: wantUndecided, build: func(b *tt.Builder) {
		s := b.Service("web")
		portMap(b)
		attachLink(s, tt.UnresolvedLink("a local"))
		noHealthCheck(s)
	}},
	"health check":            {rule: LB001, want: wantPass, build: withService(func(*t.BackendService) {})},
	"no backends":             {rule: LB001, want: wantPass, build: func(b *tt.Builder) { noHealthCheck(b.Service("web")) }},
	"no health check with ha": {rule: LB001, want: wantPass, build: withService(func(s *t.BackendService) { noHealthCheck(s); s.HAPolicy = t.Of(t.HAPolicy{}) })},
	"no health check with port mapping": {rule: LB001, want: wantPass, build: func(b *tt.Builder) {
		s := b.Service("web")
		tt.Attach(s, portMap(b), false)
		noHealthCheck(s)
	}},
	"no health check, another scheme": {rule: LB001, want: wantNothing, build: withService(func(s *t.BackendService) { noHealthCheck(s); s.Scheme = t.Of("EXTERNAL") })},
	"no health check, scheme unknown": {rule: LB001, want: wantUndecided, says: []string{"load_balancing_scheme"}, build: withService(func(s *t.BackendService) { noHealthCheck(s); s.Scheme = t.Unknown[string]() })},
	"health checks known as a whole":  {rule: LB001, want: wantUndecided, build: withService(laterChecks)},
	"health checks unknown":           {rule: LB001, want: wantUndecided, build: withService(func(s *t.BackendService) { s.HealthChecks = t.LinkList{} })},
	"no health check, ha unknown":     {rule: LB001, want: wantUndecided, build: withService(func(s *t.BackendService) { noHealthCheck(s); s.HAPolicy = t.Unknown[t.HAPolicy]() })},
	"no health check, unknown backends": {rule: LB001, want: wantUndecided, says: []string{"dynamic"}, build: withService(func(s *t.BackendService) {
		noHealthCheck(s)
		unknownBackends(s)
	})},
	"no health check in a data source": {rule: LB001, want: wantNothing, build: withService(func(s *t.BackendService) { noHealthCheck(s); s.Data = true })},

	"two health checks": {rule: LB002, want: wantFail, at: web, says: []string{"2 health checks", "healthChecks/x"}, build: withService(func(s *t.BackendService) {
		s.HealthChecks.Links = append(s.HealthChecks.Links, tt.External("projects/p/regions/us-central1/healthChecks/x"))
	})},
	"two of more health checks": {rule: LB002, want: wantFail, build: withService(func(s *t.BackendService) {
		s.HealthChecks.Links = append(s.HealthChecks.Links, tt.External("projects/p/global/healthChecks/x"))
		s.HealthChecks.Complete = false
	})},
	"one health check": {rule: LB002, want: wantPass, build: withService(func(*t.BackendService) {})},
	"one health check twice": {rule: LB002, want: wantPass, build: withService(func(s *t.BackendService) {
		s.HealthChecks.Links = append(s.HealthChecks.Links, s.HealthChecks.Links[0])
	})},
	"one unresolved health check": {rule: LB002, want: wantPass, build: withService(func(s *t.BackendService) {
		s.HealthChecks.Links = []t.Link{tt.UnresolvedLink("a local")}
	})},
	"a second unresolved health check": {rule: LB002, want: wantUndecided, build: withService(func(s *t.BackendService) {
		s.HealthChecks.Links = append(s.HealthChecks.Links, tt.UnresolvedLink("a local"))
	})},
	"one of more health checks": {rule: LB002, want: wantUndecided, at: web, build: withService(func(s *t.BackendService) { s.HealthChecks.Complete = false })},

	"a NEG of addresses with ports": {rule: LB003, want: wantFail, at: web, says: []string{"GCE_VM_IP_PORT", "network_endpoint_group.n"}, build: func(b *tt.Builder) {
		tt.Attach(b.Service("web"), neg(b, "n", tt.Zone("a"), "GCE_VM_IP_PORT"), false)
	}},
	"a NEG of the default type": {rule: LB003, want: wantFail, build: func(b *tt.Builder) {
		g := neg(b, "n", tt.Zone("a"), "")
		g.NEGType = t.Null[string]()
		tt.Attach(b.Service("web"), g, false)
	}},
	"a NEG of addresses": {rule: LB003, want: wantPass, build: func(b *tt.Builder) {
		tt.Attach(b.Service("web"), neg(b, "n", tt.Zone("a"), "GCE_VM_IP"), false)
	}},
	"a port mapping NEG":                  {rule: LB003, want: wantPass, build: func(b *tt.Builder) { tt.Attach(b.Service("web"), portMap(b), false) }},
	"an instance group":                   {rule: LB003, want: wantPass, build: withService(func(*t.BackendService) {})},
	"an instance group outside the input": {rule: LB003, want: wantPass, build: func(b *tt.Builder) { attachLink(b.Service("web"), tt.External(externalA)) }},
	"one of two instance groups": {rule: LB003, want: wantPass, build: func(b *tt.Builder) {
		g, h := b.Group("g", tt.Zone("a"), 1), b.Group("h", tt.Zone("b"), 1)
		attachLink(b.Service("web"), t.Link{Candidates: []string{g.Address, h.Address}})
	}},
	"one of two NEGs of different types": {rule: LB003, want: wantUndecided, build: func(b *tt.Builder) {
		g, h := neg(b, "g", tt.Zone("a"), "GCE_VM_IP"), neg(b, "h", tt.Zone("b"), "GCE_VM_IP_PORT")
		attachLink(b.Service("web"), t.Link{Candidates: []string{g.Address, h.Address}, Reason: "count.index stands in arithmetic"})
	}},
	"a NEG outside the input": {rule: LB003, want: wantUndecided, says: []string{"networkEndpointGroups/n is not in the input"}, build: func(b *tt.Builder) {
		attachLink(b.Service("web"), tt.External("projects/p/zones/us-central1-a/networkEndpointGroups/n"))
	}},
	"a NEG of unknown type": {rule: LB003, want: wantUndecided, says: []string{"network_endpoint_type"}, build: func(b *tt.Builder) {
		g := neg(b, "n", tt.Zone("a"), "")
		g.NEGType = t.Unknown[string]()
		tt.Attach(b.Service("web"), g, false)
	}},
	"a NEG of addresses with ports, another scheme": {rule: LB003, want: wantNothing, build: func(b *tt.Builder) {
		s := b.Service("web")
		s.Scheme = t.Of("INTERNAL_MANAGED")
		tt.Attach(s, neg(b, "n", tt.Zone("a"), "GCE_VM_IP_PORT"), false)
	}},

	"mode UTILIZATION": {rule: LB004, want: wantFail, at: web, says: []string{"1 backend is", "instance_group.a (UTILIZATION)"}, build: backendField(func(b *t.Backend) { b.BalancingMode = t.Of("UTILIZATION") })},
	"mode RATE beside an unknown one": {rule: LB004, want: wantFail, build: func(b *tt.Builder) {
		s := b.Service("web")
		tt.Attach(s, b.Group("a", tt.Zone("a"), 1), false)
		tt.Attach(s, b.Group("b", tt.Zone("b"), 1), false)
		s.Backends.List[0].BalancingMode = t.Unknown[string]()
		s.Backends.List[1].BalancingMode = t.Of("RATE")
	}},
	"mode CONNECTION": {rule: LB004, want: wantPass, build: backendField(func(*t.Backend) {})},
	"mode null":       {rule: LB004, want: wantPass, build: backendField(func(b *t.Backend) { b.BalancingMode = t.Null[string]() })},
	"mode empty":      {rule: LB004, want: wantPass, build: backendField(func(b *t.Backend) { b.BalancingMode = t.Of("") })},
	"mode of a port mapping NEG": {rule: LB004, want: wantPass, build: func(b *tt.Builder) {
		s := b.Service("web")
		tt.Attach(s, portMap(b), false)
		s.Backends.List[0].BalancingMode = t.Of("UTILIZATION")
	}},
	"mode unknown":     {rule: LB004, want: wantUndecided, says: []string{"backend[0].balancing_mode"}, build: backendField(func(b *t.Backend) { b.BalancingMode = t.Unknown[string]() })},
	"backends unknown": {rule: LB004, want: wantUndecided, build: withService(unknownBackends)},
	"mode UTILIZATION, another scheme": {rule: LB004, want: wantNothing, build: withService(func(s *t.BackendService) {
		s.Scheme = t.Of("INTERNAL_MANAGED")
		s.Backends.List[0].BalancingMode = t.Of("UTILIZATION")
	})},

	"capacity scaler": {rule: LB005, want: wantFail, at: web, says: []string{"capacity_scaler = 0.5"}, build: backendField(func(b *t.Backend) { b.Capacity = t.Of(t.MustRatio("0.5")) })},
	"connection limit": {rule: LB005, want: wantFail, says: []string{"max_connections = 100"}, build: backendField(func(b *t.Backend) {
		b.Limits = []t.Limit{{Name: "max_rate", Value: t.Null[t.Ratio]()}, {Name: "max_connections", Value: t.Of(t.MustRatio("100"))}}
	})},
	"no capacity": {rule: LB005, want: wantPass, build: backendField(func(*t.Backend) {})},
	"zero limits": {rule: LB005, want: wantPass, build: backendField(func(b *t.Backend) {
		b.Capacity = t.Of(t.MustRatio("0"))
		b.Limits = []t.Limit{{Name: "max_utilization", Value: t.Of(t.MustRatio("0.0"))}}
	})},
	"capacity unknown": {rule: LB005, want: wantUndecided, build: backendField(func(b *t.Backend) { b.Capacity = t.Unknown[t.Ratio]() })},
	"limit unknown":    {rule: LB005, want: wantUndecided, says: []string{"backend[0].max_rate"}, build: backendField(func(b *t.Backend) { b.Limits = []t.Limit{{Name: "max_rate"}} })},

	"51 primary groups":            {rule: LB006, want: wantFail, at: web, says: []string{"primary pool has 51"}, build: manyGroups(51, 0, 0)},
	"51 failover groups":           {rule: LB006, want: wantFail, says: []string{"failover pool has 51"}, build: manyGroups(1, 51, 0)},
	"101 groups in unknown pools":  {rule: LB006, want: wantFail, says: []string{"101 groups"}, build: manyGroups(0, 0, 101)},
	"50 groups in each pool":       {rule: LB006, want: wantPass, build: manyGroups(50, 50, 0)},
	"50 groups and an unknown one": {rule: LB006, want: wantUndecided, build: manyGroups(50, 0, 1)},
	"more than the 50 groups":      {rule: LB006, want: wantUndecided, build: func(b *tt.Builder) { manyGroups(50, 0, 0)(b); b.Raw().Services[0].Backends.Complete = false }},
	"51 groups of a proxy":         {rule: LB006, want: wantNothing, build: func(b *tt.Builder) { manyGroups(51, 0, 0)(b); b.Raw().Services[0].Scheme = t.Of("INTERNAL_MANAGED") }},

	"251 endpoints":          {rule: LB007, want: wantFail, at: web, says: []string{"primary pool has 251"}, build: members(251, 0)},
	"251 failover endpoints": {rule: LB007, want: wantFail, says: []string{"failover pool has 251"}, build: members(1, 251)},
	"301 endpoints that do not spread evenly": {rule: LB007, want: wantFail, says: []string{"301"}, build: func(b *tt.Builder) {
		tt.Attach(b.Service("web"), b.RegionGroup("m", 301, tt.Zone("a"), tt.Zone("b"), tt.Zone("c")), false)
	}},
	"251 endpoints beside unknown ones": {rule: LB007, want: wantFail, says: []string{"at least 251"}, build: func(b *tt.Builder) {
		members(251, 0)(b)
		attachLink(b.Raw().Services[0], tt.UnresolvedLink("a local"))
	}},
	"an autoscaler's minimum of 251":     {rule: LB007, want: wantFail, build: autoscaled(251, 300)},
	"250 endpoints in each pool":         {rule: LB007, want: wantPass, build: members(250, 250)},
	"300 endpoints with subsetting":      {rule: LB007, want: wantPass, build: func(b *tt.Builder) { members(300, 0)(b); b.Raw().Services[0].Subsetting = subsetting(t.SubsettingHash) }},
	"an autoscaler's maximum of 250":     {rule: LB007, want: wantPass, build: autoscaled(1, 250)},
	"an autoscaler's range over 250":     {rule: LB007, want: wantUndecided, says: []string{"200 to 260"}, build: autoscaled(200, 260)},
	"300 endpoints, subsetting unknown":  {rule: LB007, want: wantUndecided, says: []string{"subsetting"}, build: func(b *tt.Builder) { members(300, 0)(b); b.Raw().Services[0].Subsetting = t.Unknown[t.Subsetting]() }},
	"an unresolved group":                {rule: LB007, want: wantUndecided, says: []string{"a local"}, build: func(b *tt.Builder) { attachLink(b.Service("web"), tt.UnresolvedLink("a local")) }},
	"300 endpoints, subsetting by NONE":  {rule: LB007, want: wantFail, build: func(b *tt.Builder) { members(300, 0)(b); b.Raw().Services[0].Subsetting = subsetting("NONE") }},
	"endpoints of a group outside":       {rule: LB007, want: wantUndecided, build: func(b *tt.Builder) { attachLink(b.Service("web"), tt.External(externalA)) }},
	"few endpoints and no more backends": {rule: LB007, want: wantPass, build: withService(func(*t.BackendService) {})},
	"few endpoints and unseen backends":  {rule: LB007, want: wantUndecided, build: withService(func(s *t.BackendService) { s.Backends.Complete = false })},

	"subsetting with CLIENT_IP": {rule: LB008, want: wantFail, at: web, says: []string{"CLIENT_IP"}, build: withService(func(s *t.BackendService) {
		s.Subsetting, s.SessionAffinity = subsetting(t.SubsettingHash), t.Of("CLIENT_IP")
	})},
	"subsetting with the 5-tuple": {rule: LB008, want: wantPass, build: withService(func(s *t.BackendService) {
		s.Subsetting, s.SessionAffinity = subsetting(t.SubsettingHash), t.Of("CLIENT_IP_PORT_PROTO")
	})},
	"CLIENT_IP without subsetting": {rule: LB008, want: wantPass, build: withService(func(s *t.BackendService) { s.SessionAffinity = t.Of("CLIENT_IP") })},
	"unknown subsetting with NONE": {rule: LB008, want: wantPass, build: withService(func(s *t.BackendService) { s.Subsetting = t.Unknown[t.Subsetting]() })},
	"subsetting, unknown affinity": {rule: LB008, want: wantUndecided, build: withService(func(s *t.BackendService) {
		s.Subsetting, s.SessionAffinity = subsetting(t.SubsettingHash), t.Unknown[string]()
	})},
	"unknown policy with CLIENT_IP": {rule: LB008, want: wantUndecided, build: withService(func(s *t.BackendService) { s.Subsetting, s.SessionAffinity = t.Of(t.Subsetting{}), t.Of("CLIENT_IP") })},
}

func manyGroups(primary, failover, unknown int) func(*tt.Builder) {
	return func(b *tt.Builder) {
		s := b.Service("web")
		for i := range primary + failover + unknown {
			tt.Attach(s, b.Group(fmt.Sprint("g", i), tt.Zone("a"), 1), i < failover)
		}
		for i := range unknown {
			s.Backends.List[len(s.Backends.List)-1-i].Failover = t.Unknown[bool]()
		}
	}
}

func members(primary, failover int) func(*tt.Builder) {
	return func(b *tt.Builder) {
		s := b.Service("web")
		tt.Attach(s, b.Group("p", tt.Zone("a"), primary), false)
		tt.Attach(s, b.Group("f", tt.Zone("b"), failover), true)
	}
}

func autoscaled(least, most int) func(*tt.Builder) {
	return func(b *tt.Builder) {
		g := b.RegionGroup("m", 0, tt.Zone("a"), tt.Zone("b"))
		g.Capacity.TargetSize, g.Capacity.Autoscaled = t.Null[int](), t.Of(true)
		g.Capacity.Autoscaler = &t.Autoscaler{Min: t.Of(least), Max: t.Of(most), Mode: t.Null[string]()}
		tt.Attach(b.Service("web"), g, false)
	}
}

func TestLBServiceRules(tb *testing.T) { runCases(tb, lbServiceCases) }

// TestBalancingModeOutsideTheInput stands apart: a link that is known after
// apply counts as one into the input, and never as this one.
func TestBalancingModeOutsideTheInput(tb *testing.T) {
	runCases(tb, map[string]ruleCase{
		"mode of a regional NEG outside the input": {rule: LB004, want: wantUndecided, says: []string{"port mapping NEG"}, build: withService(func(s *t.BackendService) {
			attachLink(s, tt.External("projects/p/regions/us-central1/networkEndpointGroups/map"))
			s.Backends.List[len(s.Backends.List)-1].BalancingMode = t.Of("UTILIZATION")
		})},
	})
}
