// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

type ruleTweak = func(b *tt.Builder, r *t.ForwardingRule)

func collecting(flag t.Known[bool]) ruleTweak {
	return func(_ *tt.Builder, r *t.ForwardingRule) { r.MirroringCollector = flag }
}

// mirroredTo adds a packet mirroring with a collector link; nil links it to
// the rule.
func mirroredTo(region string, link *t.Link) ruleTweak {
	return func(b *tt.Builder, r *t.ForwardingRule) {
		to := tt.To(r)
		if link != nil {
			to = *link
		}
		b.Raw().Mirrorings = append(b.Raw().Mirrorings, &t.PacketMirroring{
			Object: tt.Object("google_compute_packet_mirroring", t.KindPacketMirroring, "tap", region), Collector: to,
		})
	}
}

func deployed(link *t.Link) ruleTweak {
	return func(b *tt.Builder, r *t.ForwardingRule) {
		to := tt.To(r)
		if link != nil {
			to = *link
		}
		b.Raw().Deployments = append(b.Raw().Deployments, &t.SecurityDeployment{
			Object: tt.Object("google_network_security_intercept_deployment", t.KindSecurityDeployment, "fw", tt.Zone("a")), ForwardingRule: to,
		})
	}
}

func attachedBy(link *t.Link) ruleTweak {
	return func(b *tt.Builder, r *t.ForwardingRule) {
		a := b.Attachment("pub", r)
		if link != nil {
			a.TargetService = *link
		}
	}
}

func globalAccess(v t.Known[bool]) ruleTweak {
	return func(_ *tt.Builder, r *t.ForwardingRule) { r.GlobalAccess = v }
}

// tunnel adds a VPN tunnel.
func tunnel(region, network t.Known[string]) tweak {
	return func(b *tt.Builder, _ *t.BackendService) {
		h := &t.HybridAttachment{Object: tt.Object("google_compute_vpn_tunnel", t.KindVPNTunnel, "office", ""), Network: network}
		h.Location = region
		b.Raw().Hybrids = append(b.Raw().Hybrids, h)
	}
}

func hopOver(b *tt.Builder, r *t.ForwardingRule) { route(b, r, "") }

var (
	openLink = tt.UnresolvedLink("it comes from local.rule")
	here     = t.Of(tt.Region)
	mainNet  = t.Of("projects/p/global/networks/main")
	mainLink = t.Of("https://www.googleapis.com/compute/v1/projects/p/global/networks/main")
	notRead  = func(b *tt.Builder, _ *t.BackendService) { b.Raw().LinksComplete = false }
)

var zaLinkCases = map[string]ruleCase{
	"the rule is a collector":            {rule: ZA007, want: wantFail, at: web, build: lb("a3 b3", stay, ruled(collecting(t.Of(true))))},
	"a mirroring names the rule":         {rule: ZA007, want: wantFail, says: []string{"google_compute_packet_mirroring.tap"}, build: lb("a3 b3", spill("0.5"), ruled(mirroredTo(tt.Region, nil)))},
	"a mirroring, flag unknown":          {rule: ZA007, want: wantFail, build: lb("a3 b3", stay, ruled(collecting(t.Unknown[bool]()), mirroredTo(tt.Region, nil)))},
	"a collector without affinity":       {rule: ZA007, want: wantPass, build: lb("a3 b3", ruled(collecting(t.Of(true))))},
	"no collector":                       {rule: ZA007, want: wantPass, build: lb("a3 b3", stay, ruled())},
	"collector flag left out":            {rule: ZA007, want: wantPass, build: lb("a3 b3", stay, ruled(collecting(t.Null[bool]())))},
	"no rule":                            {rule: ZA007, want: wantPass, build: lb("a3 b3", stay)},
	"collector flag unknown":             {rule: ZA007, want: wantUndecided, build: lb("a3 b3", stay, ruled(collecting(t.Unknown[bool]())))},
	"a mirroring to somewhere":           {rule: ZA007, want: wantUndecided, says: []string{"local.rule"}, build: lb("a3 b3", stay, ruled(mirroredTo(tt.Region, &openLink)))},
	"a mirroring of another region":      {rule: ZA007, want: wantPass, build: lb("a3 b3", stay, ruled(mirroredTo("us-east1", &openLink)))},
	"perhaps a collector of the service": {rule: ZA007, want: wantUndecided, build: lb("a3 b3", stay, ruled(collecting(t.Of(true)), perhaps))},
	"perhaps a rule of the service":      {rule: ZA007, want: wantPass, build: lb("a3 b3", stay, ruled(perhaps))},
	"a collector of another region": {rule: ZA007, want: wantPass, build: lb("a3 b3", stay, ruled(collecting(t.Of(true)), perhaps, func(_ *tt.Builder, r *t.ForwardingRule) {
		r.Location = t.Of("us-east1")
	}))},
	"an external rule of somewhere": {rule: ZA007, want: wantPass, build: lb("a3 b3", stay, ruled(collecting(t.Of(true)), perhaps, func(_ *tt.Builder, r *t.ForwardingRule) {
		r.Scheme = t.Of("EXTERNAL")
	}))},
	"collector of an unknown value":    {rule: ZA007, want: wantUndecided, build: lb("a3 b3", unknownValue, ruled(collecting(t.Of(true))))},
	"input that could not be read":     {rule: ZA007, want: wantUndecided, build: lb("a3 b3", stay, notRead)},
	"input not read, affinity off":     {rule: ZA007, want: wantPass, build: lb("a3 b3", notRead)},
	"a deployment names the rule":      {rule: ZA008, want: wantFail, at: web, build: lb("a3 b3", spill("0.5"), ruled(deployed(nil)))},
	"a deployment without affinity":    {rule: ZA008, want: wantPass, build: lb("a3 b3", ruled(deployed(nil)))},
	"no deployment":                    {rule: ZA008, want: wantPass, build: lb("a3 b3", stay, ruled())},
	"a deployment to somewhere":        {rule: ZA008, want: wantUndecided, build: lb("a3 b3", stay, ruled(deployed(&openLink)))},
	"a deployment, value unknown":      {rule: ZA008, want: wantUndecided, build: lb("a3 b3", unknownPolicy, ruled(deployed(nil)))},
	"published, preview":               {rule: ZA009, want: wantFail, at: web, says: []string{"preview edition", "current one supports"}, build: lb("a3 b3", spill("1.0"), ruled(attachedBy(nil)))},
	"published, current":               {rule: ZA009, want: wantFail, input: current, says: []string{"Edition current holds"}, build: lb("a3 b3", stay, ruled(attachedBy(nil)))},
	"published without affinity":       {rule: ZA009, want: wantPass, build: lb("a3 b3", ruled(attachedBy(nil)))},
	"published with DISABLED":          {rule: ZA009, want: wantPass, build: lb("a3 b3", spillover(t.AffinityDisabled), ruled(attachedBy(nil)))},
	"not published":                    {rule: ZA009, want: wantPass, build: lb("a3 b3", stay, ruled())},
	"perhaps published":                {rule: ZA009, want: wantUndecided, build: lb("a3 b3", stay, ruled(attachedBy(&openLink)))},
	"with global access":               {rule: ZA022, want: wantFail, at: web, build: lb("a3 b3", stay, ruled(globalAccess(t.Of(true))))},
	"without global access":            {rule: ZA022, want: wantPass, build: lb("a3 b3", stay, ruled(globalAccess(t.Null[bool]())))},
	"global access, no affinity":       {rule: ZA022, want: wantPass, build: lb("a3 b3", ruled(globalAccess(t.Of(true))))},
	"global access unknown":            {rule: ZA022, want: wantUndecided, build: lb("a3 b3", stay, ruled(globalAccess(t.Unknown[bool]())))},
	"perhaps a rule with access":       {rule: ZA022, want: wantUndecided, build: lb("a3 b3", stay, ruled(globalAccess(t.Of(true)), perhaps))},
	"a tunnel in the network":          {rule: ZA023, want: wantFail, at: web, build: lb("a3 b3", stay, ruled(), tunnel(here, mainLink))},
	"a tunnel by the service's own":    {rule: ZA023, want: wantFail, build: lb("a3 b3", stay, tunnel(here, mainNet), service(func(s *t.BackendService) { s.Network = mainNet }))},
	"a tunnel without affinity":        {rule: ZA023, want: wantPass, build: lb("a3 b3", ruled(), tunnel(here, mainNet))},
	"a tunnel in another network":      {rule: ZA023, want: wantPass, build: lb("a3 b3", stay, ruled(), tunnel(here, t.Of("projects/p/global/networks/other")))},
	"a tunnel in another region":       {rule: ZA023, want: wantPass, build: lb("a3 b3", stay, ruled(), tunnel(t.Of("us-east1"), mainNet))},
	"no tunnel":                        {rule: ZA023, want: wantPass, build: lb("a3 b3", stay, ruled())},
	"a tunnel of no known network":     {rule: ZA023, want: wantUndecided, says: []string{"google_compute_vpn_tunnel.office"}, build: lb("a3 b3", stay, ruled(), tunnel(here, t.Unknown[string]()))},
	"a tunnel of no known region":      {rule: ZA023, want: wantUndecided, build: lb("a3 b3", stay, ruled(), tunnel(t.Unknown[string](), mainNet))},
	"a tunnel, no network known":       {rule: ZA023, want: wantUndecided, says: []string{"network of the service"}, build: lb("a3 b3", stay, tunnel(here, mainNet))},
	"a tunnel, region unknown":         {rule: ZA023, want: wantUndecided, build: lb("a3 b3", stay, ruled(), tunnel(here, mainNet), service(func(s *t.BackendService) { s.Location = t.Unknown[string]() }))},
	"the next hop of a route":          {rule: ZA024, want: wantFail, at: web, says: []string{"google_compute_route.out"}, build: lb("a3 b3", spill("0.5"), ruled(hopOver))},
	"the next hop by address":          {rule: ZA024, want: wantFail, build: lb("a3 b3", stay, ruled(func(b *tt.Builder, r *t.ForwardingRule) { r.IPAddress = t.Of("10.0.0.7"); route(b, nil, "10.0.0.7") }))},
	"the next hop without affinity":    {rule: ZA024, want: wantPass, build: lb("a3 b3", ruled(hopOver))},
	"no next hop":                      {rule: ZA024, want: wantPass, build: lb("a3 b3", stay, ruled())},
	"perhaps the next hop":             {rule: ZA024, want: wantUndecided, build: lb("a3 b3", stay, ruled(func(b *tt.Builder, r *t.ForwardingRule) { route(b, r, "").NextHop = openLink }))},
	"the next hop, value unknown":      {rule: ZA024, want: wantUndecided, build: lb("a3 b3", unknownValue, ruled(hopOver))},
	"a group with shape ANY":           {rule: ZA027, want: wantFail, at: web, build: lb("abc9", stay, shaped(0, t.Of("ANY")))},
	"a group that picks one zone":      {rule: ZA027, want: wantFail, says: []string{"in one zone"}, build: lb("abc9", spill("0.5"), shaped(0, t.Of("ANY_SINGLE_ZONE")))},
	"a failover group with shape ANY":  {rule: ZA027, want: wantFail, build: lb("a3 b3 | ab4", stay, shaped(2, t.Of("ANY")))},
	"an even group":                    {rule: ZA027, want: wantPass, build: lb("abc9", stay, shaped(0, t.Of("EVEN")))},
	"a balanced group":                 {rule: ZA027, want: wantPass, build: lb("abc9", stay, shaped(0, t.Of("BALANCED")))},
	"shape left out":                   {rule: ZA027, want: wantPass, build: lb("abc9", stay)},
	"shape ANY without affinity":       {rule: ZA027, want: wantPass, build: lb("abc9", shaped(0, t.Of("ANY")))},
	"shape ANY over one zone":          {rule: ZA027, want: wantPass, build: lb("abc9", stay, shaped(0, t.Of("ANY")), service(func(s *t.BackendService) { groupOf(s, 0).Capacity.Zones = t.Of([]string{tt.Zone("a")}) }))},
	"a zonal group outside":            {rule: ZA027, want: wantPass, build: lb("a3", stay, beyond("projects/p/zones/us-central1-b/instanceGroups/x"))},
	"a regional group outside":         {rule: ZA027, want: wantUndecided, build: lb("a3", stay, beyond("projects/p/regions/us-central1/instanceGroups/x"))},
	"shape unknown":                    {rule: ZA027, want: wantUndecided, build: lb("abc9", stay, shaped(0, t.Unknown[string]()))},
	"shape ANY, value unknown":         {rule: ZA027, want: wantUndecided, build: lb("abc9", unknownValue, shaped(0, t.Of("ANY")))},
	"a group that is not resolved":     {rule: ZA027, want: wantUndecided, says: []string{"local.group"}, build: lb("a3 ?", stay)},
	"backends that are not known":      {rule: ZA027, want: wantUndecided, build: lb("a3", stay, service(unknownBackends))},
	"shape ANY beside unknown groups":  {rule: ZA027, want: wantFail, build: lb("? abc9", stay, shaped(1, t.Of("ANY")))},
	"one zone explained by its shape":  {rule: ZA011, want: wantFail, says: []string{"picks"}, build: lb("abc9", stay, shaped(0, t.Of("ANY_SINGLE_ZONE")))},
	"groups of one kind, another even": {rule: ZA011, want: wantUndecided, build: lb("abc9 a3", stay, shaped(0, t.Of("ANY_SINGLE_ZONE")))},
}

// beyond adds a backend whose group is not in the input.
func beyond(url string) tweak {
	return service(func(s *t.BackendService) { attachLink(s, tt.External(url)) })
}

func TestZALinkRules(tb *testing.T) {
	runCases(tb, zaLinkCases)
	texts(tb, "testdata/za_links.txt", zaLinkCases)
}
