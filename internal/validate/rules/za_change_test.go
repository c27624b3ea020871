// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

// pair builds two next-hop services, "web" and "back", over the groups of a
// sketch.
func pair(sketch string, tweaks ...tweak) func(*tt.Builder) {
	return lb(sketch, append([]tweak{ruled(hopOver), secondHop}, tweaks...)...)
}

// secondHop adds service "back" over the same groups, with affinity.
func secondHop(b *tt.Builder, s *t.BackendService) {
	back := b.Service("back")
	back.Backends = s.Backends
	tt.Affinity(back, t.AffinitySpill, "0.5")
	r := b.Rule("second", back)
	route(b, r, "")
}

// theBack changes the service of secondHop.
func theBack(change func(s *t.BackendService)) tweak {
	return func(b *tt.Builder, _ *t.BackendService) { change(b.Raw().Services[1]) }
}

func ownGroups(b *tt.Builder, _ *t.BackendService) {
	back := b.Raw().Services[1]
	back.Backends = t.Backends{Complete: true}
	tt.Attach(back, b.Group("own-a", tt.Zone("a"), 3), false)
}

// rolled gives a group an update policy.
func rolled(i int, change func(u *t.UpdatePolicy)) tweak {
	return service(func(s *t.BackendService) {
		g := groupOf(s, i)
		if g.GroupKind == t.UnmanagedGroup {
			g.GroupKind, g.Capacity.TargetSize, g.Capacity.Members = t.ManagedGroup, g.Capacity.Members, t.Null[int]()
		}
		u := t.UpdatePolicy{
			Type: t.Of("PROACTIVE"), MinimalAction: t.Of("REPLACE"), MaxUnavailableFixed: t.Null[int](), MaxUnavailablePercent: t.Null[int](),
			MaxSurgeFixed: t.Null[int](), MaxSurgePercent: t.Null[int](),
		}
		change(&u)
		g.Update = t.Of(u)
	})
}

func fixed(n int) func(*t.UpdatePolicy) {
	return func(u *t.UpdatePolicy) { u.MaxUnavailableFixed = t.Of(n) }
}

func byPercent(n int) func(*t.UpdatePolicy) {
	return func(u *t.UpdatePolicy) { u.MaxUnavailablePercent = t.Of(n) }
}

var zaChangeCases = map[string]ruleCase{
	"affinity on one side":        {rule: ZA025, want: wantFail, at: web, says: []string{"google_compute_region_backend_service.back"}, build: pair("a3 b3")},
	"affinity on both sides":      {rule: ZA025, want: wantPass, build: pair("a3 b3", spill("0.5"))},
	"affinity on no side":         {rule: ZA025, want: wantPass, build: pair("a3 b3", theBack(func(s *t.BackendService) { s.TrafficPolicy = t.Null[t.TrafficPolicy]() }))},
	"sides of different groups":   {rule: ZA025, want: wantPass, build: pair("a3 b3", ownGroups)},
	"sides without endpoints":     {rule: ZA025, want: wantPass, build: pair("")},
	"no next hop on either side":  {rule: ZA025, want: wantNothing, build: lb("a3 b3", spill("0.5"))},
	"one side no next hop":        {rule: ZA025, want: wantPass, build: pair("a3 b3", func(b *tt.Builder, _ *t.BackendService) { b.Raw().Routes = b.Raw().Routes[1:] })},
	"one side of another scheme":  {rule: ZA025, want: wantPass, build: pair("a3 b3", theBack(func(s *t.BackendService) { s.Scheme = t.Of("EXTERNAL") }))},
	"other side's value unknown":  {rule: ZA025, want: wantUndecided, at: web, build: pair("a3 b3", theBack(func(s *t.BackendService) { unknownValue(nil, s) }))},
	"other side's groups unknown": {rule: ZA025, want: wantUndecided, at: web, build: pair("a3 b3", theBack(unknownBackends))},
	"this side's groups unknown":  {rule: ZA025, want: wantUndecided, at: web, build: pair("a3 b3", service(unknownBackends))},
	"other side holds more groups": {rule: ZA025, want: wantPass, build: pair("a3 b3", func(b *tt.Builder, s *t.BackendService) {
		ownGroups(b, s)
		attachLink(b.Raw().Services[1], tt.UnresolvedLink("a local"))
	})},
	"other side perhaps a hop":    {rule: ZA025, want: wantUndecided, at: web, build: pair("a3 b3", func(b *tt.Builder, _ *t.BackendService) { b.Raw().Routes[1].NextHop = openLink })},
	"other side's scheme unknown": {rule: ZA025, want: wantUndecided, at: web, build: pair("a3 b3", theBack(func(s *t.BackendService) { s.Scheme = t.Unknown[string]() }))},

	"the group is emptied":            {rule: ZA031, want: wantFail, at: web, says: []string{"primary", "us-central1-b (3)"}, before: lb("a3 b3", spill("0.5")), build: lb("a3 b0", spill("0.5"))},
	"the group is detached":           {rule: ZA031, want: wantFail, before: lb("a3 b3 c2", stay), build: lb("a3 b3", stay)},
	"the failover pool leaves":        {rule: ZA031, want: wantFail, says: []string{"failover", "us-central1-b (1)"}, before: lb("a3 b3 | a1 b1", stay), build: lb("a3 b3 | a1", stay)},
	"affinity is switched on as well": {rule: ZA031, want: wantFail, before: lb("a3 b3"), build: lb("a3", stay)},
	"a zone becomes failover":         {rule: ZA031, want: wantFail, says: []string{"last primary endpoints"}, before: lb("a3 b3", stay), build: lb("a3 | b3", stay)},
	"a zone keeps some":               {rule: ZA031, want: wantPass, before: lb("a3 b3", stay), build: lb("a3 b2", stay)},
	"a zone gains some":               {rule: ZA031, want: wantPass, before: lb("a3 b0", stay), build: lb("a3 b2", stay)},
	"affinity is switched off":        {rule: ZA031, want: wantPass, before: lb("a3 b3", stay), build: lb("a3")},
	"failover is given up":            {rule: ZA031, want: wantPass, before: lb("a3 b3 | c3", stay), build: lb("a3 b3", stay)},
	"a group is replaced by another":  {rule: ZA031, want: wantPass, before: lb("a3 b3", stay), build: lb("a3 b2 b0", stay)},
	"the service is new":              {rule: ZA031, want: wantPass, before: func(*tt.Builder) {}, build: lb("a3", stay)},
	"the service is removed":          {rule: ZA031, want: wantNothing, before: lb("a3 b3", stay), build: func(*tt.Builder) {}},
	"an even group stays":             {rule: ZA031, want: wantPass, before: lb("abc7", stay), build: lb("abc8", stay)},
	"no prior state":                  {rule: ZA031, want: wantNothing, build: lb("a3 b0", stay)},
	"a size becomes unknown":          {rule: ZA031, want: wantUndecided, says: []string{"members of google_compute_instance_group.b"}, before: lb("a3 b3", stay), build: lb("a3 b?", stay)},
	"a size was unknown":              {rule: ZA031, want: wantUndecided, before: lb("a3 b?", stay), build: lb("a3", stay)},
	"a group left to resolve":         {rule: ZA031, want: wantUndecided, before: lb("a3 b3", stay), build: lb("a3 ?", stay)},
	"value unknown afterwards":        {rule: ZA031, want: wantUndecided, before: lb("a3 b3", stay), build: lb("a3", unknownValue)},
	"a failover flag is open":         {rule: ZA031, want: wantUndecided, before: lb("a3 b3", stay), build: lb("a3 b3", stay, flagUnknown(1))},

	"an update of all at once":          {rule: ZA033, want: wantFail, at: web, says: []string{"takes 2 endpoints of us-central1-a", "can lose 1"}, build: lb("abc6", spill("0.5"), rolled(0, fixed(6)))},
	"an update after a failover":        {rule: ZA033, want: wantPass, build: lb("a3 b3 | c6", spill("1"), failover("1", false), rolled(0, fixed(1)))},
	"an update before a failover":       {rule: ZA033, want: wantFail, says: []string{"while the primary pool serves"}, build: lb("a3 b3 | c6", spill("1"), failover("0.5", false), rolled(0, fixed(1)))},
	"an update, failover open":          {rule: ZA033, want: wantUndecided, says: []string{"failover_ratio"}, build: lb("a3 b3 | c6", spill("1"), policyOf(ratioOpen), rolled(0, fixed(1)))},
	"an update of two in a zone":        {rule: ZA033, want: wantFail, build: lb("a5 b5", spill("0.8"), rolled(0, fixed(2)))},
	"an update of the last ones":        {rule: ZA033, want: wantFail, says: []string{"can lose 2"}, build: lb("a3 b3", spill("0"), rolled(0, fixed(3)))},
	"an update by restarts":             {rule: ZA033, want: wantFail, build: lb("a5 b5", spill("0.8"), rolled(0, func(u *t.UpdatePolicy) { fixed(2)(u); u.MinimalAction = t.Of("RESTART") }))},
	"an update of half, exactly":        {rule: ZA033, want: wantFail, says: []string{"takes 5"}, build: lb("a10 b5", spill("0.6"), rolled(0, byPercent(50)))},
	"an update that leaves enough":      {rule: ZA033, want: wantPass, build: lb("a5 b5", spill("0.8"), rolled(0, fixed(1)))},
	"an update spread over zones":       {rule: ZA033, want: wantPass, build: lb("abc6", spill("0.5"), rolled(0, fixed(3)))},
	"an update with others there":       {rule: ZA033, want: wantPass, build: lb("a5 a5", spill("0.8"), rolled(0, fixed(2)))},
	"an update that only surges":        {rule: ZA033, want: wantPass, build: lb("a2 b2", spill("1"), rolled(0, fixed(0)))},
	"an update on occasion":             {rule: ZA033, want: wantPass, build: lb("a2 b2", spill("1"), rolled(0, func(u *t.UpdatePolicy) { fixed(2)(u); u.Type = t.Of("OPPORTUNISTIC") }))},
	"an update that only refreshes":     {rule: ZA033, want: wantPass, build: lb("a2 b2", spill("1"), rolled(0, func(u *t.UpdatePolicy) { fixed(2)(u); u.MinimalAction = t.Of("REFRESH") }))},
	"an update with STAY":               {rule: ZA033, want: wantPass, build: lb("a2 b2", stay, rolled(0, fixed(2)))},
	"an update of the failover pool":    {rule: ZA033, want: wantPass, build: lb("a2 b2 | a3", spill("1"), rolled(2, fixed(3)))},
	"no update policy":                  {rule: ZA033, want: wantPass, build: lb("a2 b2", spill("1"))},
	"an update, ratio out of range":     {rule: ZA033, want: wantPass, build: lb("a2 b2", spill("80"), rolled(0, fixed(2)))},
	"a fifth of nine, with room":        {rule: ZA033, want: wantPass, build: lb("a9 b5", spill("0.7"), rolled(0, byPercent(20)))},
	"a budget that is left out":         {rule: ZA033, want: wantFail, build: lb("a3 b3", spill("1"), rolled(0, fixedNot))},
	"a regional budget left out":        {rule: ZA033, want: wantUndecided, says: []string{"default"}, build: lb("abc6", spill("1"), rolled(0, fixedNot))},
	"a fifth of nine, rounded":          {rule: ZA033, want: wantUndecided, says: []string{"rounding"}, build: lb("a9 b5", spill("0.8"), rolled(0, byPercent(20)))},
	"a budget known after apply":        {rule: ZA033, want: wantUndecided, says: []string{"max_unavailable of"}, build: lb("a3 b3", spill("0.5"), rolled(0, func(u *t.UpdatePolicy) { u.MaxUnavailableFixed = t.Unknown[int]() }))},
	"an update of unknown type":         {rule: ZA033, want: wantUndecided, build: lb("a3 b3", spill("0.5"), rolled(0, func(u *t.UpdatePolicy) { fixed(3)(u); u.Type = t.Unknown[string]() }))},
	"an update of unknown policy":       {rule: ZA033, want: wantUndecided, build: lb("a3 b3", spill("0.5"), rolled(0, fixed(3)), service(func(s *t.BackendService) { groupOf(s, 0).Update = t.Unknown[t.UpdatePolicy]() }))},
	"an update of an unknown size":      {rule: ZA033, want: wantUndecided, build: lb("a? b3", spill("0.5"), rolled(0, fixed(3)))},
	"an update by an unknown ratio":     {rule: ZA033, want: wantUndecided, build: lb("a3 b3", unknownRatio, rolled(0, fixed(1)))},
	"an update, perhaps failover":       {rule: ZA033, want: wantUndecided, build: lb("a3 b3", spill("0.5"), rolled(0, fixed(3)), flagUnknown(0))},
	"an update of a group to resolve":   {rule: ZA033, want: wantUndecided, build: lb("a3 ?", spill("0.5"))},
	"an update over unknown zones":      {rule: ZA033, want: wantUndecided, build: lb("abc6", spill("0.5"), rolled(0, fixed(6)), noZones())},
	"no update while zones are unknown": {rule: ZA033, want: wantPass, build: lb("abc6", spill("0.5"), rolled(0, fixed(0)), noZones())},
}

func fixedNot(*t.UpdatePolicy) {}

func TestZAChangeRules(tb *testing.T) {
	runCases(tb, zaChangeCases)
	texts(tb, "testdata/za_change.txt", zaChangeCases)
}
