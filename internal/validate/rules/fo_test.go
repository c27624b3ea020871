// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

func policyUnknown(_ *tt.Builder, s *t.BackendService) { s.Failover = t.Unknown[t.FailoverPolicy]() }

// policyOf sets a failover policy and changes it.
func policyOf(change func(p *t.FailoverPolicy)) tweak {
	return service(func(s *t.BackendService) {
		p := t.FailoverPolicy{Ratio: t.Null[t.Ratio](), Drop: t.Null[bool](), DisableDrain: t.Null[bool]()}
		change(&p)
		s.Failover = t.Of(p)
	})
}

func ratioOpen(p *t.FailoverPolicy) { p.Ratio = t.Unknown[t.Ratio]() }

func drains(flag t.Known[bool], protocol t.Known[string]) tweak {
	return func(b *tt.Builder, s *t.BackendService) {
		policyOf(func(p *t.FailoverPolicy) { p.DisableDrain = flag })(b, s)
		s.Protocol = protocol
	}
}

var foCases = map[string]ruleCase{
	"a policy and no failover backend":   {rule: FO001, want: wantFail, at: web, says: []string{"2 backends"}, build: lb("a3 b3", failover("0.5", false))},
	"a policy and one failover backend":  {rule: FO001, want: wantPass, build: lb("a3 | b3", failover("0.5", false))},
	"no policy":                          {rule: FO001, want: wantPass, build: lb("a3 b3")},
	"a policy of another scheme":         {rule: FO001, want: wantNothing, build: lb("a3 b3", failover("0.5", false), scheme(t.Of("EXTERNAL")))},
	"a policy, a flag unknown":           {rule: FO001, want: wantUndecided, says: []string{"backend[1].failover"}, build: lb("a3 b3", failover("0.5", false), flagUnknown(1))},
	"a policy, backends unknown":         {rule: FO001, want: wantUndecided, build: lb("", failover("0.5", false), service(unknownBackends))},
	"perhaps a policy":                   {rule: FO001, want: wantUndecided, build: lb("a3 b3", policyUnknown)},
	"failover backends, no policy":       {rule: FO002, want: wantFail, at: web, build: lb("a3 | b3")},
	"failover backends and a policy":     {rule: FO002, want: wantPass, build: lb("a3 | b3", failover("", false))},
	"neither backends nor a policy":      {rule: FO002, want: wantPass, build: lb("a3 b3")},
	"failover backends, perhaps one":     {rule: FO002, want: wantUndecided, build: lb("a3 | b3", policyUnknown)},
	"no policy, a flag unknown":          {rule: FO002, want: wantUndecided, build: lb("a3 b3", flagUnknown(0))},
	"failover ratio above one":           {rule: FO003, want: wantFail, at: web, build: lb("a3 | b3", failover("1.5", false))},
	"failover ratio below zero":          {rule: FO003, want: wantFail, build: lb("a3 | b3", failover("-1", false))},
	"failover ratio as a percentage":     {rule: FO003, want: wantFail, says: []string{"write 0.75"}, build: lb("a3 | b3", failover("75", false))},
	"failover ratio of one":              {rule: FO003, want: wantPass, build: lb("a3 | b3", failover("1.0", false))},
	"failover ratio left out":            {rule: FO003, want: wantPass, build: lb("a3 | b3", failover("", true))},
	"failover ratio unknown":             {rule: FO003, want: wantUndecided, build: lb("a3 | b3", policyOf(ratioOpen))},
	"an autoscaled primary":              {rule: FO004, want: wantFail, at: web, says: []string{"from 3 to 9"}, build: lb("a3 b3 | c6", failover("0.3", false), scaledTo(0, 3, 9))},
	"an autoscaled failover group":       {rule: FO004, want: wantFail, build: lb("a3 b3 | c6", scaledTo(2, 3, 9))},
	"autoscaled from outside":            {rule: FO004, want: wantFail, says: []string{"An autoscaler changes"}, build: lb("abc6 | a3", service(func(s *t.BackendService) { groupOf(s, 0).Capacity.Autoscaled = t.Of(true) }))},
	"autoscaled without failover":        {rule: FO004, want: wantPass, build: lb("a3 b3", scaledTo(0, 3, 9))},
	"groups of fixed size":               {rule: FO004, want: wantPass, build: lb("a3 b3 | c6", failover("0.3", false))},
	"autoscaled to one size":             {rule: FO004, want: wantPass, build: lb("a3 b3 | c6", scaledTo(0, 3, 3))},
	"an autoscaler switched off":         {rule: FO004, want: wantPass, build: lb("a3 b3 | c6", scaledTo(0, 3, 9, mode(t.Of("OFF"))))},
	"an autoscaler, mode unknown":        {rule: FO004, want: wantUndecided, build: lb("a3 b3 | c6", scaledTo(0, 3, 9, mode(t.Unknown[string]())))},
	"an autoscaler, limits unknown":      {rule: FO004, want: wantUndecided, build: lb("a3 b3 | c6", scaledBy(0, t.Of(3), t.Unknown[int]()))},
	"perhaps an autoscaler":              {rule: FO004, want: wantUndecided, build: lb("a3 b3 | c6", maybeScaled(1))},
	"a group of failover outside":        {rule: FO004, want: wantUndecided, build: lb("a3 | b3", beyond("projects/p/zones/us-central1-b/instanceGroups/x"))},
	"an endpoint group outside":          {rule: FO004, want: wantPass, build: lb("a3 | b3", beyond("projects/p/zones/us-central1-b/networkEndpointGroups/x"))},
	"autoscaled, perhaps failover":       {rule: FO004, want: wantUndecided, build: lb("a3 b3", scaledTo(0, 3, 9), flagUnknown(1))},
	"every backend is failover":          {rule: FO005, want: wantFail, at: web, says: []string{"All 2 backends"}, build: lb("| a3 b3", failover("", false))},
	"the only backend is failover":       {rule: FO005, want: wantFail, says: []string{"The only backend"}, build: lb("| a3")},
	"one backend is primary":             {rule: FO005, want: wantPass, build: lb("a3 | b3 ?")},
	"no backend is there":                {rule: FO005, want: wantPass, build: lb("")},
	"every known backend is failover":    {rule: FO005, want: wantUndecided, build: lb("| a3 b3", flagUnknown(1))},
	"failover backends and unknown ones": {rule: FO005, want: wantUndecided, build: lb("| a3", service(func(s *t.BackendService) { s.Backends.Complete = false }))},

	"failover ratio met exactly":              {rule: FO006, want: wantFail, at: web, says: []string{"3 healthy primary endpoints of 6"}, build: lb("a3 b3 | c6", failover("0.5", false))},
	"failover ratio one, exactly":             {rule: FO006, want: wantFail, says: []string{"met exactly by 3 healthy primary endpoints of 3."}, build: lb("a3 | c6", failover("1", false))},
	"an even pool of seven":                   {rule: FO006, want: wantFail, says: []string{"7 healthy primary endpoints of 7"}, build: lb("abc7 | a6", failover("1", false))},
	"failover ratio between the steps":        {rule: FO006, want: wantPass, build: lb("a3 b3 | c6", failover("0.4", false))},
	"failover ratio zero":                     {rule: FO006, want: wantPass, build: lb("a3 b3 | c6", failover("0", false))},
	"failover ratio far out":                  {rule: FO006, want: wantPass, build: lb("a3 b3 | c6", failover("2", false))},
	"failover ratio without failover":         {rule: FO006, want: wantPass, build: lb("a3 b3", failover("0.5", false))},
	"failover ratio of no primary":            {rule: FO006, want: wantPass, build: lb("a0 | c6", failover("0.5", false))},
	"never whole, whichever size":             {rule: FO006, want: wantPass, build: lb("ab0 | c6", failover("0.01", false), scaledTo(0, 6, 12))},
	"failover ratio of unknown size":          {rule: FO006, want: wantUndecided, build: lb("a3 b? | c6", failover("0.5", false))},
	"failover ratio known after apply":        {rule: FO006, want: wantUndecided, build: lb("a3 b3 | c6", policyOf(ratioOpen))},
	"sometimes whole, by the size":            {rule: FO006, want: wantUndecided, build: lb("ab0 | c6", failover("0.5", false), scaledTo(0, 6, 12))},
	"failover ratio one":                      {rule: FO007, want: wantFail, at: web, build: lb("a3 | b3", failover("1.0", false))},
	"failover ratio one, no primary":          {rule: FO007, want: wantPass, build: lb("| a3 b3", failover("1.0", false))},
	"failover ratio one, perhaps no primary":  {rule: FO007, want: wantUndecided, says: []string{"backend[0].failover"}, build: lb("a3 | b3", failover("1.0", false), flagUnknown(0))},
	"failover ratio just below":               {rule: FO007, want: wantPass, build: lb("a3 | b3", failover("0.99", false))},
	"failover ratio, no policy":               {rule: FO007, want: wantPass, build: lb("a3 b3")},
	"failover ratio, policy unknown":          {rule: FO007, want: wantUndecided, build: lb("a3 | b3", policyUnknown)},
	"drain flag with UDP":                     {rule: FO009, want: wantFail, at: web, says: []string{"protocol UDP"}, build: lb("a3 | b3", drains(t.Of(true), t.Of("UDP")))},
	"drain flag with UNSPECIFIED":             {rule: FO009, want: wantFail, build: lb("a3 | b3", drains(t.Of(true), t.Of("UNSPECIFIED")))},
	"drain flag with TCP":                     {rule: FO009, want: wantPass, build: lb("a3 | b3", drains(t.Of(true), t.Of("TCP")))},
	"drain flag, protocol left out":           {rule: FO009, want: wantPass, build: lb("a3 | b3", drains(t.Of(true), t.Null[string]()))},
	"no drain flag with UDP":                  {rule: FO009, want: wantPass, build: lb("a3 | b3", drains(t.Null[bool](), t.Of("UDP")))},
	"drain flag unknown with UDP":             {rule: FO009, want: wantUndecided, build: lb("a3 | b3", drains(t.Unknown[bool](), t.Of("UDP")))},
	"drain flag unknown with TCP":             {rule: FO009, want: wantPass, build: lb("a3 | b3", drains(t.Unknown[bool](), t.Of("TCP")))},
	"drain flag, protocol unknown":            {rule: FO009, want: wantUndecided, build: lb("a3 | b3", drains(t.Of(true), t.Unknown[string]()))},
	"drain policy unknown with UDP":           {rule: FO009, want: wantUndecided, build: lb("a3 | b3", policyUnknown, service(func(s *t.BackendService) { s.Protocol = t.Of("UDP") }))},
	"four for seven":                          {rule: FO010, want: wantFail, at: web, says: []string{"10 primary", "7 of them", "at least 7"}, build: lb("a5 b5 | a2 b2", failover("0.8", false))},
	"one below what is asked":                 {rule: FO010, want: wantFail, build: lb("a5 b5 | a6", failover("0.8", false))},
	"as many as are asked":                    {rule: FO010, want: wantPass, build: lb("a5 b5 | a7", failover("0.8", false))},
	"ratio zero, one for ten":                 {rule: FO010, want: wantPass, build: lb("a5 b5 | a1", failover("0", false))},
	"no ratio, one for ten":                   {rule: FO010, want: wantPass, build: lb("a5 b5 | a1")},
	"an empty failover pool":                  {rule: FO010, want: wantPass, build: lb("a5 b5 | a0", failover("0.8", false))},
	"a failover pool, perhaps empty":          {rule: FO010, want: wantUndecided, build: lb("a5 b5 | a0", failover("0.8", false), scaledTo(2, 0, 3))},
	"no failover pool to compare":             {rule: FO010, want: wantPass, build: lb("a5 b5", failover("0.8", false))},
	"no primary to replace":                   {rule: FO010, want: wantPass, build: lb("| a1 b1", failover("0.8", false))},
	"enough, whichever the size":              {rule: FO010, want: wantPass, build: lb("a0 | b9", failover("1", false), scaledTo(0, 3, 10))},
	"too few, whichever the size":             {rule: FO010, want: wantFail, build: lb("a0 | b1", failover("1", false), scaledTo(0, 3, 10))},
	"a primary pool of unknown size":          {rule: FO010, want: wantUndecided, build: lb("a3 b? | a2", failover("0.8", false))},
	"too few for those that are known":        {rule: FO010, want: wantFail, says: []string{"at least 5 primary"}, build: lb("a5 b? | a2", failover("0.8", false))},
	"a failover pool of unknown size":         {rule: FO010, want: wantUndecided, build: lb("a5 b5 | a?", failover("0.8", false))},
	"failover size by an unknown ratio":       {rule: FO010, want: wantUndecided, build: lb("a5 b5 | a2", policyOf(ratioOpen))},
	"enough by an unknown ratio":              {rule: FO010, want: wantPass, build: lb("a5 b5 | a9", policyOf(ratioOpen))},
	"both pools in one zone":                  {rule: FO011, want: wantFail, at: web, says: []string{"us-central1-a"}, build: lb("a3 | a3", failover("0.5", false))},
	"both pools in one, sizes unknown":        {rule: FO011, want: wantFail, build: lb("a? | a?")},
	"pools in different zones":                {rule: FO011, want: wantPass, build: lb("a3 | b3")},
	"pools in different zones, open in which": {rule: FO011, want: wantPass, build: lb("ab1 | c3")},
	"one that may be in the failover zone":    {rule: FO011, want: wantUndecided, build: lb("ab1 | b3")},
	"primaries in two zones":                  {rule: FO011, want: wantPass, build: lb("a3 b3 | a3")},
	"one zone and no failover":                {rule: FO011, want: wantPass, build: lb("a3")},
	"one zone and all failover":               {rule: FO011, want: wantPass, build: lb("| a3")},
	"a second failover zone, perhaps":         {rule: FO011, want: wantUndecided, build: lb("a3 | a3 b?")},
	"a failover group to resolve":             {rule: FO011, want: wantUndecided, build: lb("a3 | ?")},
}

// firewall is a rule that lets probes in to port 80 of network main.
func firewall(name string, changes ...func(f *t.Firewall)) tweak {
	return func(b *tt.Builder, _ *t.BackendService) {
		f := &t.Firewall{
			Object: tt.Object("google_compute_firewall", t.KindFirewall, name, t.Global), Network: mainLink,
			Direction: t.Null[string](), Disabled: t.Null[bool](), Priority: t.Null[int](),
			SourceRanges: t.Of([]string{"130.211.0.0/22", "35.191.0.0/16"}), TargetTags: t.Null[[]string](), TargetSAs: t.Null[[]string](),
			AllowComplete: true, Allow: []t.FirewallAllow{{Protocol: t.Of("tcp"), Ports: t.Of([]string{"80"})}},
		}
		for _, change := range changes {
			change(f)
		}
		b.Raw().Firewalls = append(b.Raw().Firewalls, f)
	}
}

func fromRanges(ranges ...string) func(*t.Firewall) {
	return func(f *t.Firewall) { f.SourceRanges = t.Of(ranges) }
}

func allowing(protocol string, ports ...string) func(*t.Firewall) {
	return func(f *t.Firewall) { f.Allow = []t.FirewallAllow{{Protocol: t.Of(protocol), Ports: t.Of(ports)}} }
}

func denying(priority int) func(*t.Firewall) {
	return func(f *t.Firewall) {
		f.Allow, f.Denies, f.Priority, f.SourceRanges = nil, true, t.Of(priority), t.Of([]string{"0.0.0.0/0"})
	}
}

// dropping is a service that drops when unhealthy, probed on port 80, with a
// forwarding rule in network main.
func dropping(tweaks ...tweak) func(*tt.Builder) {
	probed := func(b *tt.Builder, s *t.BackendService) {
		c := &t.HealthCheck{
			Object:    tt.Object("google_compute_region_health_check", t.KindHealthCheck, "hc", tt.Region),
			CheckType: t.Of("TCP"), Port: t.Of(80), PortSpec: t.Null[string](),
		}
		b.Raw().HealthChecks = append(b.Raw().HealthChecks, c)
		s.HealthChecks = tt.Links(c)
	}
	return lb("a3 | b3", append([]tweak{probed, failover("0.5", true), ruled()}, tweaks...)...)
}

var foFirewallCases = map[string]ruleCase{
	"probes on another port":     {rule: FO008, want: wantFail, at: web, says: []string{"network main", "google_compute_firewall.fw", "port 80"}, build: dropping(firewall("fw", allowing("tcp", "22")))},
	"other sources only":         {rule: FO008, want: wantFail, build: dropping(firewall("fw", fromRanges("10.0.0.0/8")))},
	"probes by another protocol": {rule: FO008, want: wantFail, build: dropping(firewall("fw", allowing("udp", "80")))},
	"a rule that is disabled":    {rule: FO008, want: wantFail, build: dropping(firewall("fw", func(f *t.Firewall) { f.Disabled = t.Of(true) }), firewall("ssh", allowing("tcp", "22")))},
	"probes by port, health unknown": {rule: FO008, want: wantFail, says: []string{"probes in. All"}, build: dropping(firewall("fw", fromRanges("10.0.0.0/8")), service(func(s *t.BackendService) {
		s.HealthChecks = t.LinkList{Links: []t.Link{tt.External("projects/p/global/healthChecks/x")}, Complete: true}
	}))},
	"probes are let in":              {rule: FO008, want: wantPass, build: dropping(firewall("fw"), firewall("ssh", allowing("tcp", "22")))},
	"one of the ranges":              {rule: FO008, want: wantPass, build: dropping(firewall("fw", fromRanges("35.191.0.0/16")))},
	"the ranges of IPv6":             {rule: FO008, want: wantPass, build: dropping(firewall("fw", fromRanges("2600:2d00:1:b029::/64")))},
	"every source":                   {rule: FO008, want: wantPass, build: dropping(firewall("fw", fromRanges("0.0.0.0/0"), allowing("all")))},
	"protocol by its number":         {rule: FO008, want: wantPass, build: dropping(firewall("fw", allowing("6", "1-1024")))},
	"protocol in capitals":           {rule: FO008, want: wantPass, build: dropping(firewall("fw", allowing("TCP")))},
	"no drop":                        {rule: FO008, want: wantPass, build: dropping(firewall("fw", allowing("tcp", "22")), failover("0.5", false))},
	"drop without a failover pool":   {rule: FO008, want: wantPass, build: dropping(firewall("fw", allowing("tcp", "22")), service(func(s *t.BackendService) { s.Backends.List = s.Backends.List[:1] }))},
	"no firewall rule":               {rule: FO008, want: wantPass, build: dropping()},
	"rules of another network":       {rule: FO008, want: wantPass, build: dropping(firewall("fw", allowing("tcp", "22"), func(f *t.Firewall) { f.Network = t.Of("projects/p/global/networks/other") }))},
	"rules for leaving packets":      {rule: FO008, want: wantPass, build: dropping(firewall("fw", allowing("tcp", "22"), func(f *t.Firewall) { f.Direction = t.Of("EGRESS") }))},
	"rules that deny only":           {rule: FO008, want: wantPass, build: dropping(firewall("fw", denying(900)))},
	"a weaker rule denies":           {rule: FO008, want: wantPass, build: dropping(firewall("fw"), firewall("deny", denying(65534)))},
	"a stronger rule denies":         {rule: FO008, want: wantUndecided, says: []string{"denies"}, build: dropping(firewall("fw"), firewall("deny", denying(900)))},
	"source ranges unknown":          {rule: FO008, want: wantUndecided, build: dropping(firewall("fw", func(f *t.Firewall) { f.SourceRanges = t.Unknown[[]string]() }))},
	"sources by tags, perhaps":       {rule: FO008, want: wantUndecided, build: dropping(firewall("fw", func(f *t.Firewall) { f.SourceRanges = t.Null[[]string]() }))},
	"ports unknown":                  {rule: FO008, want: wantUndecided, build: dropping(firewall("fw", func(f *t.Firewall) { f.Allow[0].Ports = t.Unknown[[]string]() }))},
	"allow blocks unknown":           {rule: FO008, want: wantUndecided, build: dropping(firewall("fw", func(f *t.Firewall) { f.Allow, f.AllowComplete = nil, false }))},
	"port of the probes unknown":     {rule: FO008, want: wantUndecided, says: []string{"port of the health check"}, build: dropping(firewall("fw"), service(func(s *t.BackendService) { s.HealthChecks = t.LinkList{Complete: false} }))},
	"port of the probes by name":     {rule: FO008, want: wantUndecided, build: dropping(firewall("fw"), func(b *tt.Builder, _ *t.BackendService) { b.Raw().HealthChecks[0].PortSpec = t.Of("USE_SERVING_PORT") })},
	"network of the rule unknown":    {rule: FO008, want: wantUndecided, build: dropping(firewall("fw", func(f *t.Firewall) { f.Network = t.Unknown[string]() }))},
	"network of the service unknown": {rule: FO008, want: wantUndecided, says: []string{"network of the service"}, build: dropping(firewall("fw", allowing("tcp", "22")), func(b *tt.Builder, _ *t.BackendService) { b.Raw().Rules[0].Network = t.Unknown[string]() })},
	"direction unknown":              {rule: FO008, want: wantUndecided, build: dropping(firewall("fw", func(f *t.Firewall) { f.Direction = t.Unknown[string]() }))},
	"drop unknown":                   {rule: FO008, want: wantUndecided, build: dropping(firewall("fw", allowing("tcp", "22")), policyOf(func(p *t.FailoverPolicy) { p.Drop = t.Unknown[bool]() }))},
	"an odd source":                  {rule: FO008, want: wantUndecided, build: dropping(firewall("fw", fromRanges("somewhere")))},
	"one address of the probes":      {rule: FO008, want: wantPass, build: dropping(firewall("fw", fromRanges("35.191.4.4")))},
}

func TestFORules(tb *testing.T) {
	runCases(tb, foCases)
	runCases(tb, foFirewallCases)
	texts(tb, "testdata/fo.txt", foCases)
	texts(tb, "testdata/fo_firewall.txt", foFirewallCases)
}
