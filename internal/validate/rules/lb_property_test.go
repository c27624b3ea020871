// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
	"terraform-provider-spillway/internal/validate"
)

// lbVeils each make a part of a topology unknown.
var lbVeils = map[string]func(*t.Snapshot){
	"scheme":           eachOf(func(s *t.BackendService) { s.Scheme = t.Unknown[string]() }),
	"protocol":         eachOf(func(s *t.BackendService) { s.Protocol = t.Unknown[string]() }),
	"session affinity": eachOf(func(s *t.BackendService) { s.SessionAffinity = t.Unknown[string]() }),
	"locality policy":  eachOf(func(s *t.BackendService) { s.LocalityPolicy = t.Unknown[string]() }),
	"draining":         eachOf(func(s *t.BackendService) { s.DrainingTimeout = t.Unknown[int]() }),
	"region":           eachOf(func(s *t.BackendService) { s.Location = t.Unknown[string]() }),
	"health checks":    eachOf(func(s *t.BackendService) { s.HealthChecks = t.LinkList{} }),
	"more checks":      eachOf(func(s *t.BackendService) { s.HealthChecks.Complete = false }),
	"traffic policy":   eachOf(func(s *t.BackendService) { s.TrafficPolicy = t.Unknown[t.TrafficPolicy]() }),
	"failover":         eachOf(func(s *t.BackendService) { s.Failover = t.Unknown[t.FailoverPolicy]() }),
	"subsetting":       eachOf(func(s *t.BackendService) { s.Subsetting = t.Unknown[t.Subsetting]() }),
	"HA policy":        eachOf(func(s *t.BackendService) { s.HAPolicy = t.Unknown[t.HAPolicy]() }),
	"tracking":         eachOf(func(s *t.BackendService) { s.Tracking = t.Unknown[t.ConnectionTracking]() }),
	"backends":         eachOf(func(s *t.BackendService) { s.Backends = t.Backends{Reason: "hidden"} }),
	"more backends":    eachOf(func(s *t.BackendService) { s.Backends.Complete = false }),
	"first backend": eachOf(func(s *t.BackendService) {
		if len(s.Backends.List) > 0 {
			b := &s.Backends.List[0]
			*b = t.Backend{Path: b.Path, Group: t.Link{Path: b.Group.Path, Reason: "hidden"}}
		}
	}),
	"links to groups": eachOf(func(s *t.BackendService) {
		for i := range s.Backends.List {
			l := &s.Backends.List[i].Group
			*l = hidden(*l)
		}
	}),
	"group facts": func(s *t.Snapshot) {
		for _, g := range s.Groups {
			g.Location, g.NEGType, g.Members.Complete = t.Unknown[string](), unless(g.NEGType.IsNull(), g.NEGType), false
			g.Capacity.Members, g.Capacity.TargetSize = unless(g.Capacity.Members.IsNull(), g.Capacity.Members), t.Unknown[int]()
			g.Capacity.Autoscaled, g.Capacity.TargetSizeWritten = t.Unknown[bool](), t.Unknown[bool]()
		}
	},
	"rule facts": func(s *t.Snapshot) {
		for _, r := range s.Rules {
			r.Protocol, r.AllPorts, r.Ports, r.PortRange = t.Unknown[string](), t.Unknown[bool](), t.Unknown[[]string](), t.Unknown[string]()
			r.MirroringCollector = t.Unknown[bool]()
		}
	},
	"rule scheme": func(s *t.Snapshot) {
		for _, r := range s.Rules {
			r.Scheme = t.Unknown[string]()
		}
	},
	"rule links": func(s *t.Snapshot) {
		for _, r := range s.Rules {
			r.BackendService, r.Target = hidden(r.BackendService), hidden(r.Target)
		}
	},
	"routes": func(s *t.Snapshot) {
		for _, r := range s.Routes {
			r.NextHop, r.NextHopIP = hidden(r.NextHop), t.Unknown[string]()
		}
	},
	"collectors": func(s *t.Snapshot) {
		for _, m := range s.Mirrorings {
			m.Collector = hidden(m.Collector)
		}
	},
	"attachments": func(s *t.Snapshot) {
		for _, a := range s.Attachments {
			a.TargetService = hidden(a.TargetService)
		}
	},
	"autoscalers": func(s *t.Snapshot) {
		for _, a := range s.Autoscalers {
			a.Min = t.Unknown[int]()
		}
	},
	"members": func(s *t.Snapshot) {
		for _, g := range s.Groups {
			for i, l := range g.Members.Links {
				g.Members.Links[i] = hidden(l)
			}
		}
	},
	"unread parts": func(s *t.Snapshot) { s.LinksComplete = false },
}

func eachOf(change func(*t.BackendService)) func(*t.Snapshot) {
	return func(s *t.Snapshot) {
		for _, v := range s.Services {
			change(v)
		}
	}
}

// hidden is a link of which it is not known what it names.
func hidden(l t.Link) t.Link { return t.Link{Path: l.Path, Reason: "hidden"} }

// unless keeps a null value, which is one of the kind of the object.
func unless[T any](null bool, v t.Known[T]) t.Known[T] {
	if null {
		return v
	}
	return t.Unknown[T]()
}

// What a rule answers while a part is unknown, it answers when all is known:
// no failure that the unknown part takes back, and no pass that it breaks.
func TestLBMoreKnownKeepsAnswers(tb *testing.T) {
	for _, table := range []map[string]ruleCase{lbServiceCases, lbSessionCases, lbFrontendCases, lbGroupCases} {
		for name, c := range table {
			if c.input != nil {
				continue
			}
			full := c.veiled(nil)
			for one, hide := range lbVeils {
				if got := c.veiled(hide); !keeps(got, full) {
					tb.Errorf("%s, %s: %s while %s is not known, %s when all is", c.rule.ID, name, got, one, full)
				}
				for two, also := range lbVeils {
					if two <= one {
						continue
					}
					both := func(s *t.Snapshot) { hide(s); also(s) }
					if got := c.veiled(both); !keeps(got, full) {
						tb.Errorf("%s, %s: %s while %s and %s are not known, %s when all is", c.rule.ID, name, got, one, two, full)
					}
				}
			}
		}
	}
}

// veiled returns the rule's answers, with a part of the plan hidden.
func (c ruleCase) veiled(hide func(*t.Snapshot)) veiledAnswers {
	b := tt.New()
	c.build(b)
	in := validate.Input{After: b.Snapshot()}
	if hide != nil {
		hide(in.After)
	}
	if c.before != nil {
		prior := tt.New()
		c.before(prior)
		in.Before = prior.Snapshot()
	}
	got := validate.Run(in, []*validate.Rule{c.rule})
	return veiledAnswers{fails: len(got.Findings), undecided: len(got.Undecided), passes: got.Evaluated - len(got.Findings) - len(got.Undecided)}
}

type veiledAnswers struct{ fails, undecided, passes int }

func (a veiledAnswers) String() string {
	switch {
	case a.fails > 0:
		return "failing"
	case a.undecided > 0:
		return "undecided"
	case a.passes > 0:
		return "passing"
	}
	return "silent"
}

// keeps reports whether answers with a part unknown may stand beside those with
// all known. A rule may pass an object that it turns out not to be about.
func keeps(part, full veiledAnswers) bool {
	switch {
	case part.fails > full.fails:
		return false
	case part.undecided == 0 && part.fails == 0 && part.passes+full.passes > 0:
		return full.fails == 0 && full.undecided == 0
	case part.undecided == 0 && part.fails == 0:
		return full.fails == 0
	}
	return true
}
