// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

const groupA = "google_compute_instance_group.a"

// twoGroups builds a service over a group in zone a, and a second backend.
func twoGroups(second func(b *tt.Builder, s *t.BackendService, a *t.Group)) func(*tt.Builder) {
	return func(b *tt.Builder) {
		s, a := b.Service("web"), b.Group("a", tt.Zone("a"), 3)
		tt.Attach(s, a, false)
		second(b, s, a)
	}
}

// grouped builds an unmanaged group in zone a with members.
func grouped(members ...t.Link) func(*tt.Builder) {
	return func(b *tt.Builder) { b.Group("a", tt.Zone("a"), len(members)).Members.Links = members }
}

func url(zone, name string) t.Link {
	l := tt.External("projects/p/zones/" + zone + "/instances/" + name)
	l.Path = "instances[0]"
	return l
}

func bare(name string) t.Link { return t.Link{State: t.LinkExternal, Text: name, Path: "instances[0]"} }

func instance(b *tt.Builder, name, zone string) *t.Instance {
	i := &t.Instance{Object: tt.Object("google_compute_instance", t.KindInstance, name, zone)}
	b.Raw().Instances = append(b.Raw().Instances, i)
	return i
}

// held is a prior state in which "web" has group "a".
func held(b *tt.Builder) {
	tt.Attach(b.Service("web"), b.Group("a", tt.Zone("a"), 3), false)
}

// removes is a plan that destroys group "a" and keeps "web".
func removes(change func(b *tt.Builder, s *t.BackendService)) func(*tt.Builder) {
	return func(b *tt.Builder) {
		g := tt.New().Group("a", tt.Zone("a"), 3)
		g.Change = t.ChangeDelete
		b.Raw().Removed = append(b.Raw().Removed, g)
		s := b.Service("web")
		s.Change = t.ChangeUpdate
		change(b, s)
	}
}

// replaces is a plan that replaces group "a" under "web".
func replaces(how t.Change) func(*tt.Builder) {
	return func(b *tt.Builder) {
		g := b.Group("a", tt.Zone("a"), 3)
		g.Change = how
		tt.Attach(b.Service("web"), g, false)
	}
}

// sized builds a managed group of a written size, and an autoscaler on it.
func sized(change func(g *t.Group)) func(*tt.Builder) {
	return func(b *tt.Builder) {
		g := b.RegionGroup("m", 6, tt.Zone("a"), tt.Zone("b"))
		g.Capacity.TargetSizeWritten, g.Capacity.Autoscaled = t.Of(true), t.Of(true)
		change(g)
	}
}

func scaler(least, most t.Known[int]) func(*tt.Builder) {
	return func(b *tt.Builder) {
		b.Raw().Autoscalers = append(b.Raw().Autoscalers, &t.Autoscaler{
			Object: tt.Object("google_compute_autoscaler", t.KindAutoscaler, "s", tt.Zone("a")), Min: least, Max: most,
		})
	}
}

var lbGroupCases = map[string]ruleCase{
	"a group of another region": {rule: LB017, want: wantFail, at: web, says: []string{"us-east1", "instance_group.far"}, build: twoGroups(func(b *tt.Builder, s *t.BackendService, _ *t.Group) {
		tt.Attach(s, b.Group("far", "us-east1-b", 3), false)
	})},
	"a group of another region outside the input": {rule: LB017, want: wantFail, build: twoGroups(func(_ *tt.Builder, s *t.BackendService, _ *t.Group) {
		attachLink(s, tt.External("projects/p/regions/us-east1/instanceGroups/x"))
	})},
	"a group of another region behind a proxy": {rule: LB017, want: wantFail, build: twoGroups(func(b *tt.Builder, s *t.BackendService, _ *t.Group) {
		s.Scheme = t.Of("INTERNAL_MANAGED")
		tt.Attach(s, b.Group("far", "us-east1-b", 3), false)
	})},
	"groups of two regions, region unknown": {rule: LB017, want: wantFail, says: []string{"us-central1 and us-east1"}, build: twoGroups(func(b *tt.Builder, s *t.BackendService, _ *t.Group) {
		s.Location = t.Unknown[string]()
		tt.Attach(s, b.Group("far", "us-east1-b", 3), false)
	})},
	"one of two groups of other regions": {rule: LB017, want: wantFail, build: twoGroups(func(b *tt.Builder, s *t.BackendService, _ *t.Group) {
		g, h := b.Group("g", "us-east1-b", 3), b.Group("h", "us-east1-c", 3)
		attachLink(s, t.Link{Candidates: []string{g.Address, h.Address}})
	})},
	"groups of the region": {rule: LB017, want: wantPass, build: twoGroups(func(b *tt.Builder, s *t.BackendService, _ *t.Group) {
		tt.Attach(s, b.RegionGroup("m", 3, tt.Zone("b")), false)
		attachLink(s, tt.External(externalA))
	})},
	"a global service": {rule: LB017, want: wantNothing, build: twoGroups(func(b *tt.Builder, s *t.BackendService, _ *t.Group) {
		s.Type, s.Location = "google_compute_backend_service", t.Of(t.Global)
	})},
	"a group of unknown zone": {rule: LB017, want: wantUndecided, says: []string{"location of " + groupA}, build: twoGroups(func(_ *tt.Builder, _ *t.BackendService, a *t.Group) {
		a.Location = t.Unknown[string]()
	})},
	"a group that is not known": {rule: LB017, want: wantUndecided, build: twoGroups(func(_ *tt.Builder, s *t.BackendService, _ *t.Group) {
		attachLink(s, tt.UnresolvedLink("a local"))
	})},
	"groups of one region, region unknown": {rule: LB017, want: wantUndecided, says: []string{"region is"}, build: twoGroups(func(_ *tt.Builder, s *t.BackendService, _ *t.Group) {
		s.Location = t.Unknown[string]()
	})},

	"a group and a NEG": {rule: LB018, want: wantFail, at: web, says: []string{groupA, "network_endpoint_group.n"}, build: twoGroups(func(b *tt.Builder, s *t.BackendService, _ *t.Group) {
		tt.Attach(s, neg(b, "n", tt.Zone("b"), "GCE_VM_IP"), false)
	})},
	"a group and a NEG outside": {rule: LB018, want: wantFail, build: twoGroups(func(_ *tt.Builder, s *t.BackendService, _ *t.Group) {
		attachLink(s, tt.External("projects/p/zones/us-central1-b/networkEndpointGroups/n"))
	})},
	"two groups": {rule: LB018, want: wantPass, build: twoGroups(func(b *tt.Builder, s *t.BackendService, _ *t.Group) {
		tt.Attach(s, b.RegionGroup("m", 3, tt.Zone("b")), false)
	})},
	"one unknown group": {rule: LB018, want: wantPass, build: func(b *tt.Builder) { attachLink(b.Service("web"), tt.UnresolvedLink("a local")) }},
	"a group and an unknown one": {rule: LB018, want: wantUndecided, says: []string{"a local"}, build: twoGroups(func(_ *tt.Builder, s *t.BackendService, _ *t.Group) {
		attachLink(s, tt.UnresolvedLink("a local"))
	})},
	"a group and unseen ones": {rule: LB018, want: wantUndecided, build: twoGroups(func(_ *tt.Builder, s *t.BackendService, _ *t.Group) { s.Backends.Complete = false })},

	"a group destroyed":              {rule: LB019, want: wantFail, at: groupA, says: []string{"The plan destroys the group", web}, before: held, build: removes(func(*tt.Builder, *t.BackendService) {})},
	"a group replaced":               {rule: LB019, want: wantFail, says: []string{"destroys and creates again"}, before: held, build: replaces(t.ChangeReplace)},
	"a group replaced, create first": {rule: LB019, want: wantPass, before: held, build: replaces(t.ChangeReplaceCreateFirst)},
	"a group destroyed with its service": {rule: LB019, want: wantPass, before: held, build: func(b *tt.Builder) {
		removes(func(*tt.Builder, *t.BackendService) {})(b)
		raw := b.Raw()
		raw.Removed = append(raw.Removed, raw.Services[0])
		raw.Services = nil
	}},
	"a group destroyed, its service replaced": {rule: LB019, want: wantPass, before: held, build: removes(func(_ *tt.Builder, s *t.BackendService) { s.Change = t.ChangeReplace })},
	"a group destroyed that nothing has": {rule: LB019, want: wantPass, build: removes(func(*tt.Builder, *t.BackendService) {}), before: func(b *tt.Builder) {
		b.Group("a", tt.Zone("a"), 3)
		b.Service("web")
	}},
	"a group kept":   {rule: LB019, want: wantNothing, before: held, build: replaces(t.ChangeUpdate)},
	"no prior state": {rule: LB019, want: wantNothing, build: removes(func(*tt.Builder, *t.BackendService) {})},
	"a group destroyed, its service forgotten": {rule: LB019, want: wantUndecided, says: []string{"does not say what becomes of " + web}, before: held, build: func(b *tt.Builder) {
		removes(func(*tt.Builder, *t.BackendService) {})(b)
		b.Raw().Services = nil
	}},
	"a group destroyed that something may have": {rule: LB019, want: wantUndecided, at: groupA, build: removes(func(*tt.Builder, *t.BackendService) {}), before: func(b *tt.Builder) {
		b.Group("a", tt.Zone("a"), 3)
		attachLink(b.Service("web"), tt.UnresolvedLink("a local"))
	}},

	"a group twice": {rule: LB022, want: wantFail, at: web, says: []string{"backend[0] and backend[1]", groupA}, build: twoGroups(func(_ *tt.Builder, s *t.BackendService, a *t.Group) {
		tt.Attach(s, a, true)
	})},
	"a group outside twice, in two spellings": {rule: LB022, want: wantFail, build: func(b *tt.Builder) {
		s := b.Service("web")
		attachLink(s, tt.External(externalA))
		attachLink(s, tt.External("projects/p/zones/us-central1-a/instanceGroups/a"))
	}},
	"two different groups": {rule: LB022, want: wantPass, build: twoGroups(func(b *tt.Builder, s *t.BackendService, _ *t.Group) {
		tt.Attach(s, b.Group("b", tt.Zone("a"), 3), false)
		attachLink(s, tt.External("projects/p/zones/us-central1-b/instanceGroups/a"))
	})},
	"a group that is another than the first": {rule: LB022, want: wantPass, build: twoGroups(func(b *tt.Builder, s *t.BackendService, _ *t.Group) {
		attachLink(s, t.Link{Candidates: []string{b.Group("b", tt.Zone("a"), 1).Address, b.Group("c", tt.Zone("a"), 1).Address}})
	})},
	"a group that may be the first": {rule: LB022, want: wantUndecided, build: twoGroups(func(b *tt.Builder, s *t.BackendService, a *t.Group) {
		attachLink(s, t.Link{Candidates: []string{a.Address, b.Group("c", tt.Zone("a"), 1).Address}})
	})},
	"two groups that may be one": {rule: LB022, want: wantUndecided, build: func(b *tt.Builder) {
		s, g, h := b.Service("web"), b.Group("g", tt.Zone("a"), 1), b.Group("h", tt.Zone("a"), 1)
		attachLink(s, t.Link{Candidates: []string{g.Address, h.Address}})
		attachLink(s, t.Link{Candidates: []string{h.Address}})
	}},
	"an unknown group beside the first": {rule: LB022, want: wantUndecided, says: []string{"a local"}, build: twoGroups(func(_ *tt.Builder, s *t.BackendService, _ *t.Group) {
		attachLink(s, tt.UnresolvedLink("a local"))
	})},

	"an instance of another zone":       {rule: LB023, want: wantFail, at: groupA, says: []string{"us-central1-b"}, build: grouped(url("us-central1-a", "x"), url("us-central1-b", "y"))},
	"a linked instance of another zone": {rule: LB023, want: wantFail, build: func(b *tt.Builder) { grouped(tt.To(instance(b, "x", tt.Zone("b"))))(b) }},
	"an unknown instance of another zone": {rule: LB023, want: wantFail, build: func(b *tt.Builder) {
		x, y := instance(b, "x", tt.Zone("b")), instance(b, "y", tt.Zone("b"))
		grouped(t.Link{Candidates: []string{x.Address, y.Address}})(b)
	}},
	"instances of the zone":   {rule: LB023, want: wantPass, build: grouped(url("us-central1-a", "x"), url("us-central1-a", "y"))},
	"a bare name in the zone": {rule: LB023, want: wantPass, build: grouped(bare("x"))},
	"no instances":            {rule: LB023, want: wantPass, build: grouped()},
	"an unknown instance":     {rule: LB023, want: wantUndecided, says: []string{"a local"}, build: grouped(tt.UnresolvedLink("a local"))},
	"unseen instances":        {rule: LB023, want: wantUndecided, build: func(b *tt.Builder) { b.Group("a", tt.Zone("a"), 1).Members.Complete = false }},
	"instances, zone unknown": {rule: LB023, want: wantUndecided, says: []string{"zone is"}, build: func(b *tt.Builder) {
		grouped(url("us-central1-a", "x"))(b)
		b.Raw().Groups[0].Location = t.Unknown[string]()
	}},
	"a member that is no instance": {rule: LB023, want: wantUndecided, says: []string{web + " is no instance"}, build: func(b *tt.Builder) { grouped(tt.To(b.Service("web")))(b) }},
	"an instance, its zone unknown": {rule: LB023, want: wantUndecided, says: []string{"zone of google_compute_instance.x"}, build: func(b *tt.Builder) {
		x := instance(b, "x", "")
		x.Location = t.Unknown[string]()
		grouped(tt.To(x))(b)
	}},
	"a managed group": {rule: LB023, want: wantNothing, build: func(b *tt.Builder) { b.RegionGroup("m", 3, tt.Zone("a")) }},

	"a bare name":         {rule: LB024, want: wantFail, at: groupA, says: []string{"1 instance", "vm-0"}, build: grouped(bare("vm-0"), url("us-central1-a", "y"))},
	"a URL":               {rule: LB024, want: wantPass, build: grouped(url("us-central1-a", "y"))},
	"an object":           {rule: LB024, want: wantPass, build: func(b *tt.Builder) { grouped(tt.To(instance(b, "x", tt.Zone("a"))))(b) }},
	"an unknown member":   {rule: LB024, want: wantUndecided, build: grouped(tt.UnresolvedLink("a local"))},
	"members not counted": {rule: LB024, want: wantUndecided, build: func(b *tt.Builder) { b.Group("a", tt.Zone("a"), 1).Members.Complete = false }},

	"minimum above maximum":      {rule: LB030, want: wantFail, at: "google_compute_autoscaler.s", says: []string{"9", "6"}, build: scaler(t.Of(9), t.Of(6))},
	"minimum at maximum":         {rule: LB030, want: wantPass, build: scaler(t.Of(6), t.Of(6))},
	"minimum 0, maximum unknown": {rule: LB030, want: wantPass, build: scaler(t.Of(0), t.Unknown[int]())},
	"minimum unknown":            {rule: LB030, want: wantUndecided, build: scaler(t.Unknown[int](), t.Of(6))},
	"maximum unknown":            {rule: LB030, want: wantUndecided, build: scaler(t.Of(1), t.Unknown[int]())},

	"a size and an autoscaler": {rule: LB031, want: wantFail, at: "google_compute_region_instance_group_manager.m", says: []string{"fixed size 6"}, build: sized(func(*t.Group) {})},
	"a size in a plan that makes the group": {rule: LB031, want: wantFail, build: sized(func(g *t.Group) {
		g.Capacity.TargetSizeWritten, g.Change = t.Unknown[bool](), t.ChangeCreate
	})},
	"a size":        {rule: LB031, want: wantPass, build: sized(func(g *t.Group) { g.Capacity.Autoscaled = t.Of(false) })},
	"an autoscaler": {rule: LB031, want: wantPass, build: sized(func(g *t.Group) { g.Capacity.TargetSizeWritten = t.Of(false) })},
	"an autoscaler and no size": {rule: LB031, want: wantPass, build: sized(func(g *t.Group) {
		g.Capacity.TargetSizeWritten, g.Capacity.TargetSize = t.Unknown[bool](), t.Null[int]()
	})},
	"an autoscaler and a size that is ignored": {rule: LB031, want: wantPass, build: sized(func(g *t.Group) { g.Capacity.TargetSizeIgnored = true })},
	"a size and perhaps a scaler":              {rule: LB031, want: wantUndecided, build: sized(func(g *t.Group) { g.Capacity.Autoscaled = t.Unknown[bool]() })},
	"a size of a state":                        {rule: LB031, want: wantUndecided, says: []string{"whether the configuration sets target_size"}, build: sized(func(g *t.Group) { g.Capacity.TargetSizeWritten = t.Unknown[bool]() })},
	"an unmanaged one":                         {rule: LB031, want: wantNothing, build: func(b *tt.Builder) { b.Group("a", tt.Zone("a"), 1) }},
}

func TestLBGroupRules(tb *testing.T) { runCases(tb, lbGroupCases) }
