// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

// route adds a route to a rule by link, or by its address where r is nil.
func route(b *tt.Builder, r *t.ForwardingRule, ip string) *t.Route {
	x := &t.Route{
		Object: tt.Object("google_compute_route", t.KindRoute, "out", t.Global), NextHop: tt.Absent(),
		NextHopIP: t.Null[string](), Network: t.Of("projects/p/global/networks/main"),
	}
	if r != nil {
		x.NextHop = tt.To(r)
	} else {
		x.NextHopIP = t.Of(ip)
	}
	b.Raw().Routes = append(b.Raw().Routes, x)
	return x
}

// routed builds a service with CLIENT_IP affinity and a rule at 10.0.0.7.
func routed(change func(b *tt.Builder, s *t.BackendService, r *t.ForwardingRule)) func(*tt.Builder) {
	return func(b *tt.Builder) {
		s := b.Service("web")
		s.SessionAffinity = t.Of("CLIENT_IP")
		r := b.Rule("front", s)
		r.IPAddress, r.Network = t.Of("10.0.0.7"), t.Of("projects/p/global/networks/main")
		change(b, s, r)
	}
}

var lbSessionCases = map[string]ruleCase{
	"next hop with CLIENT_IP": {rule: LB009, want: wantFail, at: web, says: []string{"google_compute_route.out"}, build: routed(func(b *tt.Builder, _ *t.BackendService, r *t.ForwardingRule) {
		route(b, r, "")
	})},
	"next hop with CLIENT_IP by address": {rule: LB009, want: wantFail, build: routed(func(b *tt.Builder, _ *t.BackendService, _ *t.ForwardingRule) {
		route(b, nil, "10.0.0.7")
	})},
	"a route to another address": {rule: LB009, want: wantPass, build: routed(func(b *tt.Builder, _ *t.BackendService, _ *t.ForwardingRule) {
		route(b, nil, "10.0.0.8")
	})},
	"a route in another network": {rule: LB009, want: wantPass, build: routed(func(b *tt.Builder, _ *t.BackendService, _ *t.ForwardingRule) {
		route(b, nil, "10.0.0.7").Network = t.Of("projects/p/global/networks/other")
	})},
	"a route in a network of another project": {rule: LB009, want: wantPass, build: routed(func(b *tt.Builder, _ *t.BackendService, _ *t.ForwardingRule) {
		route(b, nil, "10.0.0.7").Network = t.Of("projects/q/global/networks/main")
	})},
	"CLIENT_IP without a route": {rule: LB009, want: wantPass, build: routed(func(*tt.Builder, *t.BackendService, *t.ForwardingRule) {})},
	"next hop with CLIENT_IP_NO_DESTINATION": {rule: LB009, want: wantPass, build: routed(func(b *tt.Builder, s *t.BackendService, r *t.ForwardingRule) {
		s.SessionAffinity = t.Of("CLIENT_IP_NO_DESTINATION")
		route(b, r, "")
	})},
	"next hop with unknown affinity": {rule: LB009, want: wantUndecided, says: []string{"session_affinity"}, build: routed(func(b *tt.Builder, s *t.BackendService, r *t.ForwardingRule) {
		s.SessionAffinity = t.Unknown[string]()
		route(b, r, "")
	})},
	"a route of unknown next hop": {rule: LB009, want: wantUndecided, says: []string{"the index is computed"}, build: routed(func(b *tt.Builder, _ *t.BackendService, r *t.ForwardingRule) {
		route(b, r, "").NextHop = tt.UnresolvedLink("the index is computed")
	})},
	"a route of unknown address": {rule: LB009, want: wantUndecided, says: []string{"google_compute_route.out"}, build: routed(func(b *tt.Builder, _ *t.BackendService, _ *t.ForwardingRule) {
		route(b, nil, "").NextHopIP = t.Unknown[string]()
	})},
	"a routed rule of an unknown service": {rule: LB009, want: wantUndecided, build: routed(func(b *tt.Builder, _ *t.BackendService, r *t.ForwardingRule) {
		r.BackendService = tt.UnresolvedLink("a local")
		route(b, r, "")
	})},
	"an input that could not be read": {rule: LB009, want: wantUndecided, build: routed(func(b *tt.Builder, _ *t.BackendService, _ *t.ForwardingRule) {
		b.Raw().LinksComplete = false
	})},

	"idle timeout below the range": {rule: LB010, want: wantFail, at: web, says: []string{"599 seconds", "600 to 57600"}, build: idle(599)},
	"idle timeout above the range": {rule: LB010, want: wantFail, build: idle(57601)},
	"idle timeout below the range, mode unknown": {rule: LB010, want: wantFail, build: tracking(func(_ *t.BackendService, c *t.ConnectionTracking) {
		c.IdleTimeout, c.Mode = t.Of(10), t.Unknown[string]()
	})},
	"idle timeout of single connections": {rule: LB010, want: wantFail, says: []string{"PER_CONNECTION"}, build: tracking(func(_ *t.BackendService, c *t.ConnectionTracking) {
		c.IdleTimeout, c.Mode = t.Of(1200), t.Null[string]()
	})},
	"idle timeout of the 5-tuple": {rule: LB010, want: wantFail, says: []string{"session affinity NONE"}, build: tracking(func(s *t.BackendService, c *t.ConnectionTracking) {
		c.IdleTimeout, s.SessionAffinity = t.Of(1200), t.Null[string]()
	})},
	"idle timeout at the lower end": {rule: LB010, want: wantPass, build: idle(600)},
	"idle timeout at the upper end": {rule: LB010, want: wantPass, build: idle(57600)},
	"idle timeout of zero": {rule: LB010, want: wantPass, build: tracking(func(_ *t.BackendService, c *t.ConnectionTracking) {
		c.IdleTimeout, c.Mode = t.Of(0), t.Of("PER_CONNECTION")
	})},
	"no tracking policy":      {rule: LB010, want: wantPass, build: withService(func(*t.BackendService) {})},
	"tracking policy unknown": {rule: LB010, want: wantUndecided, build: withService(func(s *t.BackendService) { s.Tracking = t.Unknown[t.ConnectionTracking]() })},
	"idle timeout unknown": {rule: LB010, want: wantUndecided, build: tracking(func(_ *t.BackendService, c *t.ConnectionTracking) {
		c.IdleTimeout = t.Unknown[int]()
	})},
	"idle timeout unknown, mode PER_CONNECTION": {rule: LB010, want: wantUndecided, says: []string{"whether idle_timeout_sec is set"}, build: tracking(func(_ *t.BackendService, c *t.ConnectionTracking) {
		c.IdleTimeout, c.Mode = t.Unknown[int](), t.Of("PER_CONNECTION")
	})},
	"idle timeout, mode unknown": {rule: LB010, want: wantUndecided, says: []string{"tracking_mode"}, build: tracking(func(_ *t.BackendService, c *t.ConnectionTracking) {
		c.IdleTimeout, c.Mode = t.Of(1200), t.Unknown[string]()
	})},
	"idle timeout, affinity unknown": {rule: LB010, want: wantUndecided, says: []string{"session_affinity"}, build: tracking(func(s *t.BackendService, c *t.ConnectionTracking) {
		c.IdleTimeout, s.SessionAffinity = t.Of(1200), t.Unknown[string]()
	})},
	"idle timeout of an external one": {rule: LB010, want: wantNothing, build: func(b *tt.Builder) { idle(60)(b); b.Raw().Services[0].Scheme = t.Of("EXTERNAL") }},

	"always persist per session":            {rule: LB011, want: wantFail, at: web, build: persist("ALWAYS_PERSIST", t.Of("PER_SESSION"))},
	"always persist per connection":         {rule: LB011, want: wantPass, build: persist("ALWAYS_PERSIST", t.Of("PER_CONNECTION"))},
	"always persist by default mode":        {rule: LB011, want: wantPass, build: persist("ALWAYS_PERSIST", t.Null[string]())},
	"never persist per session":             {rule: LB011, want: wantPass, build: persist("NEVER_PERSIST", t.Of("PER_SESSION"))},
	"never persist, mode unknown":           {rule: LB011, want: wantPass, build: persist("NEVER_PERSIST", t.Unknown[string]())},
	"always persist, mode unknown":          {rule: LB011, want: wantUndecided, says: []string{"tracking_mode"}, build: persist("ALWAYS_PERSIST", t.Unknown[string]())},
	"persistence unknown, per session":      {rule: LB011, want: wantUndecided, build: tracking(func(_ *t.BackendService, c *t.ConnectionTracking) { c.Persistence = t.Unknown[string]() })},
	"persistence with an unknown policy":    {rule: LB011, want: wantUndecided, build: withService(func(s *t.BackendService) { s.Tracking = t.Unknown[t.ConnectionTracking]() })},
	"persistence without a tracking policy": {rule: LB011, want: wantPass, build: withService(func(*t.BackendService) {})},
	"always persist per session, proxy load": {rule: LB011, want: wantNothing, build: func(b *tt.Builder) {
		persist("ALWAYS_PERSIST", t.Of("PER_SESSION"))(b)
		b.Raw().Services[0].Scheme = t.Of("INTERNAL_MANAGED")
	}},

	"cookie":           {rule: LB012, want: wantFail, at: web, says: []string{"GENERATED_COOKIE"}, build: affinity("GENERATED_COOKIE")},
	"header":           {rule: LB012, want: wantFail, build: affinity("HEADER_FIELD")},
	"CLIENT_IP_PROTO":  {rule: LB012, want: wantPass, build: affinity("CLIENT_IP_PROTO")},
	"no affinity":      {rule: LB012, want: wantPass, build: withService(func(s *t.BackendService) { s.SessionAffinity = t.Null[string]() })},
	"unknown affinity": {rule: LB012, want: wantUndecided, build: withService(func(s *t.BackendService) { s.SessionAffinity = t.Unknown[string]() })},
	"cookie, unknown scheme": {rule: LB012, want: wantUndecided, build: withService(func(s *t.BackendService) {
		s.SessionAffinity, s.Scheme = t.Of("HTTP_COOKIE"), t.Unknown[string]()
	})},
	"CLIENT_IP, unknown scheme": {rule: LB012, want: wantPass, build: withService(func(s *t.BackendService) {
		s.SessionAffinity, s.Scheme = t.Of("CLIENT_IP"), t.Unknown[string]()
	})},
	"cookie of a proxy": {rule: LB012, want: wantNothing, build: withService(func(s *t.BackendService) {
		s.SessionAffinity, s.Scheme = t.Of("GENERATED_COOKIE"), t.Of("INTERNAL_MANAGED")
	})},

	"weighted maglev":         {rule: LB014, want: wantFail, at: web, build: withService(func(s *t.BackendService) { s.LocalityPolicy = t.Of("WEIGHTED_MAGLEV") })},
	"weighted rendezvous":     {rule: LB014, want: wantPass, build: withService(func(s *t.BackendService) { s.LocalityPolicy = t.Of("WEIGHTED_GCP_RENDEZVOUS") })},
	"no locality policy":      {rule: LB014, want: wantPass, build: withService(func(*t.BackendService) {})},
	"unknown locality policy": {rule: LB014, want: wantUndecided, build: withService(func(s *t.BackendService) { s.LocalityPolicy = t.Unknown[string]() })},
	"weighted maglev, external": {rule: LB014, want: wantNothing, build: withService(func(s *t.BackendService) {
		s.LocalityPolicy, s.Scheme = t.Of("WEIGHTED_MAGLEV"), t.Of("EXTERNAL")
	})},

	"strong affinity":                      {rule: LB025, want: wantFail, at: web, build: tracking(func(_ *t.BackendService, c *t.ConnectionTracking) { c.StrongAffinity = t.Of(true) })},
	"weak affinity":                        {rule: LB025, want: wantPass, build: tracking(func(_ *t.BackendService, c *t.ConnectionTracking) { c.StrongAffinity = t.Of(false) })},
	"strong affinity unset":                {rule: LB025, want: wantPass, build: withService(func(*t.BackendService) {})},
	"strong affinity unknown":              {rule: LB025, want: wantUndecided, build: tracking(func(_ *t.BackendService, c *t.ConnectionTracking) { c.StrongAffinity = t.Unknown[bool]() })},
	"strong affinity of an unknown policy": {rule: LB025, want: wantUndecided, build: withService(func(s *t.BackendService) { s.Tracking = t.Unknown[t.ConnectionTracking]() })},

	"subset size":         {rule: LB026, want: wantFail, at: web, says: []string{"10"}, build: subsetSize(t.Of(10))},
	"no subset size":      {rule: LB026, want: wantPass, build: subsetSize(t.Null[int]())},
	"subset size of zero": {rule: LB026, want: wantPass, build: subsetSize(t.Of(0))},
	"subset size unknown": {rule: LB026, want: wantUndecided, build: subsetSize(t.Unknown[int]())},
	"no subsetting":       {rule: LB026, want: wantPass, build: withService(func(*t.BackendService) {})},
	"subsetting unknown":  {rule: LB026, want: wantUndecided, build: withService(func(s *t.BackendService) { s.Subsetting = t.Unknown[t.Subsetting]() })},

	"HTTP":             {rule: LB021, want: wantFail, at: web, says: []string{"HTTP"}, build: protocol(t.Of("HTTP"))},
	"SSL":              {rule: LB021, want: wantFail, build: protocol(t.Of("SSL"))},
	"UDP":              {rule: LB021, want: wantPass, build: protocol(t.Of("UDP"))},
	"UNSPECIFIED":      {rule: LB021, want: wantPass, build: protocol(t.Of("UNSPECIFIED"))},
	"protocol unset":   {rule: LB021, want: wantPass, build: protocol(t.Null[string]())},
	"protocol empty":   {rule: LB021, want: wantPass, build: protocol(t.Of(""))},
	"protocol unknown": {rule: LB021, want: wantUndecided, build: protocol(t.Unknown[string]())},
	"HTTP of a proxy":  {rule: LB021, want: wantNothing, build: func(b *tt.Builder) { protocol(t.Of("HTTP"))(b); b.Raw().Services[0].Scheme = t.Of("INTERNAL_MANAGED") }},

	"ha with a locality policy": {rule: LB020, want: wantFail, at: web, says: []string{"locality_lb_policy"}, build: ha(func(s *t.BackendService) { s.LocalityPolicy = t.Of("MAGLEV") })},
	"ha with two of them": {rule: LB020, want: wantFail, says: []string{"session_affinity and failover_policy"}, build: ha(func(s *t.BackendService) {
		s.SessionAffinity = t.Of("CLIENT_IP")
		tt.FailoverPolicy(s, "0.5", false)
	})},
	"ha with a health check": {rule: LB020, want: wantFail, build: ha(func(s *t.BackendService) {
		s.HealthChecks.Links = []t.Link{tt.External("projects/p/global/healthChecks/h")}
	})},
	"ha with health checks that may be none": {rule: LB020, want: wantUndecided, says: []string{"health_checks"}, build: ha(laterChecks)},
	"ha with a traffic policy":               {rule: LB020, want: wantFail, build: ha(func(s *t.BackendService) { tt.Affinity(s, t.AffinitySpill, "") })},
	"ha with an empty traffic policy": {rule: LB020, want: wantPass, build: ha(func(s *t.BackendService) {
		s.TrafficPolicy = t.Of(t.TrafficPolicy{ZonalAffinity: t.Null[t.ZonalAffinity]()})
	})},
	"ha with a traffic policy that may be empty": {rule: LB020, want: wantUndecided, says: []string{"network_pass_through_lb_traffic_policy"}, build: ha(func(s *t.BackendService) {
		s.TrafficPolicy = t.Of(t.TrafficPolicy{})
	})},
	"ha with subsetting":             {rule: LB020, want: wantFail, build: ha(func(s *t.BackendService) { s.Subsetting = subsetting(t.SubsettingHash) })},
	"ha with connection draining":    {rule: LB020, want: wantFail, build: ha(func(s *t.BackendService) { s.DrainingTimeout = t.Of(60) })},
	"ha with what is always planned": {rule: LB020, want: wantPass, build: ha(func(*t.BackendService) {})},
	"ha with no draining":            {rule: LB020, want: wantPass, build: ha(func(s *t.BackendService) { s.DrainingTimeout = t.Of(0) })},
	"no ha":                          {rule: LB020, want: wantNothing, build: withService(func(s *t.BackendService) { s.LocalityPolicy = t.Of("MAGLEV") })},
	"ha with an unknown affinity":    {rule: LB020, want: wantUndecided, says: []string{"session_affinity"}, build: ha(func(s *t.BackendService) { s.SessionAffinity = t.Unknown[string]() })},
	"ha with unknown health checks":  {rule: LB020, want: wantUndecided, says: []string{"health_checks"}, build: ha(func(s *t.BackendService) { s.HealthChecks.Complete = false })},
	"unknown ha with a health check": {rule: LB020, want: wantUndecided, says: []string{"ha_policy"}, build: withService(func(s *t.BackendService) { s.HAPolicy = t.Unknown[t.HAPolicy]() })},
	"unknown ha with nothing":        {rule: LB020, want: wantPass, build: ha(func(s *t.BackendService) { s.HAPolicy = t.Unknown[t.HAPolicy]() })},
}

func idle(seconds int) func(*tt.Builder) {
	return tracking(func(_ *t.BackendService, c *t.ConnectionTracking) { c.IdleTimeout = t.Of(seconds) })
}

func persist(value string, mode t.Known[string]) func(*tt.Builder) {
	return tracking(func(_ *t.BackendService, c *t.ConnectionTracking) { c.Persistence, c.Mode = t.Of(value), mode })
}

func affinity(value string) func(*tt.Builder) {
	return withService(func(s *t.BackendService) { s.SessionAffinity = t.Of(value) })
}

func protocol(v t.Known[string]) func(*tt.Builder) {
	return withService(func(s *t.BackendService) { s.Protocol = v })
}

func subsetSize(n t.Known[int]) func(*tt.Builder) {
	return withService(func(s *t.BackendService) {
		s.Subsetting = t.Of(t.Subsetting{Policy: t.Of(t.SubsettingHash), Size: n})
	})
}

func ha(change func(s *t.BackendService)) func(*tt.Builder) {
	return withService(func(s *t.BackendService) {
		noHealthCheck(s)
		s.HAPolicy = t.Of(t.HAPolicy{FastIPMove: t.Of("GARP_RA")})
		change(s)
	})
}

func TestLBSessionRules(tb *testing.T) { runCases(tb, lbSessionCases) }
