// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

func TestCompositeRules(t *testing.T) { runCases(t, chCompositeCases) }
func TestPlanRules(t *testing.T)      { runCases(t, chPlanCases) }

// sources makes the composite name n sources.
func sources(n int, complete bool) func(*tt.Builder) {
	return producing(func(x *producerSide) {
		x.composite.Sources = t.LinkList{Complete: complete, Reason: "it is known after apply"}
		for range n {
			x.composite.Sources.Links = append(x.composite.Sources.Links, unresolved())
		}
	})
}

func destination(l t.Link) func(*tt.Builder) {
	return producing(func(x *producerSide) { x.composite.Destination = l })
}

func ruleOf(change func(r *t.ForwardingRule)) func(*tt.Builder) {
	return producing(func(x *producerSide) { change(x.rule) })
}

// second adds another composite with a destination.
func second(l func(x *producerSide) t.Link) func(*tt.Builder) {
	return producing(func(x *producerSide) {
		c := x.Composite("second", x.rule, x.source)
		c.Destination = l(x)
	})
}

const (
	foreignRule   = "projects/p/regions/us-central1/forwardingRules/x"
	foreignSource = "projects/p/regions/us-central1/healthSources/x"
)

// bothForeign is two composites with destinations outside the input.
func bothForeign(a, b string) func(*tt.Builder) {
	return func(builder *tt.Builder) {
		x := produce(builder)
		x.composite.Destination = tt.External(a)
		x.Composite("second", x.rule, x.source).Destination = tt.External(b)
	}
}

var chCompositeCases = map[string]ruleCase{
	"eleven sources": {rule: CH014, build: sources(11, true), want: wantFail, at: compositeAddress,
		says: []string{"The composite health check names 11 health sources, and Google takes at most 10."}},
	"eleven of an open list": {rule: CH014, build: sources(11, false), want: wantFail, says: []string{"at least 11"}},
	"ten sources":            {rule: CH014, build: sources(10, true), want: wantPass},
	"no sources":             {rule: CH014, build: sources(0, true), want: wantFail, says: []string{"names no health source"}},
	"an open list":           {rule: CH014, build: sources(3, false), want: wantUndecided},

	"source twice by reference": {rule: CH015, build: producing(func(x *producerSide) { x.composite.Sources = tt.Links(x.source, x.source) }), want: wantFail, at: compositeAddress, says: []string{"google_compute_region_health_source.api stands twice in health_sources."}},
	"source twice by URL": {rule: CH015, build: producing(func(x *producerSide) {
		x.composite.Sources.Links = []t.Link{tt.External(foreignSource), tt.External("https://www.googleapis.com/compute/v1/" + foreignSource)}
	}), want: wantFail},
	"sources all different": {rule: CH015, build: producing(func(x *producerSide) {
		x.composite.Sources.Links = append(x.composite.Sources.Links, tt.External(foreignSource))
	}), want: wantPass},
	"sources that may be the one": {rule: CH015, build: producing(func(x *producerSide) { x.composite.Sources.Links = append(x.composite.Sources.Links, unresolved()) }), want: wantUndecided},
	"one source, not resolved":    {rule: CH015, build: sources(1, true), want: wantPass},

	"policy in another region": {rule: CH016, build: producing(func(x *producerSide) { x.policy.Location = t.Of("us-east1") }), want: wantFail, at: sourceAddress,
		says: []string{"The object is in us-central1, and google_compute_region_health_aggregation_policy.api is in us-east1. Google refuses a link of composite health to another region. Link to an object in us-central1."}},
	"service in another region":        {rule: CH016, build: producing(func(x *producerSide) { x.service.Location = t.Of("us-east1") }), want: wantFail, at: sourceAddress},
	"destination in another region":    {rule: CH016, build: producing(func(x *producerSide) { x.rule.Location = t.Of("us-east1") }), want: wantFail, at: compositeAddress},
	"foreign rule of another region":   {rule: CH016, build: destination(tt.External("projects/p/regions/us-east1/forwardingRules/x")), want: wantFail, at: compositeAddress},
	"source by its bare name":          {rule: CH016, build: sourceLinks(tt.External("api")), want: wantPass}, // CH030
	"sensitive destination of a place": {rule: CH016, build: destination(hiddenLink), want: wantUndecided, at: compositeAddress, says: []string{"health_destination is marked as sensitive"}},
	"all in one region":                {rule: CH016, build: producing(unchanged), want: wantPass},
	"destination is global":            {rule: CH016, build: destination(tt.External("projects/p/global/forwardingRules/x")), want: wantPass},
	"region of the rule not known":     {rule: CH016, build: ruleOf(func(r *t.ForwardingRule) { r.Location = t.Unknown[string]() }), want: wantUndecided, at: compositeAddress},
	"region of the source not known":   {rule: CH016, build: producing(func(x *producerSide) { x.source.Location = t.Unknown[string](); x.composite.Sources.Links = nil }), want: wantUndecided, at: sourceAddress},
	"rule is one of this region":       {rule: CH016, build: producing(func(x *producerSide) { x.composite.Destination = candidates(x.rule) }), want: wantPass},
	"rule is one of several regions":   {rule: CH016, build: producing(func(x *producerSide) { _, r := x.publishEast(); x.composite.Destination = candidates(x.rule, r) }), want: wantUndecided},
	"sources of the composite open":    {rule: CH016, build: sources(0, false), want: wantUndecided, at: compositeAddress},
	"policy in another project":        {rule: CH017, build: producing(func(x *producerSide) { x.policy.Project = t.Of("q") }), want: wantFail, at: sourceAddress, says: []string{"The object is in project p, and google_compute_region_health_aggregation_policy.api is in q."}},
	"foreign rule of another project":  {rule: CH017, build: destination(tt.External("projects/q/regions/us-central1/forwardingRules/x")), want: wantFail, at: compositeAddress},
	"consumer in another project":      {rule: CH017, build: consumed(func(x *consumerSide) { x.consumer.Project = t.Of("q"); x.negs[0].Project = t.Of("q") }), want: wantPass},
	"project by its number":            {rule: CH017, build: destination(tt.External("projects/123456/regions/us-central1/forwardingRules/x")), want: wantUndecided},
	"project not known":                {rule: CH017, build: producing(func(x *producerSide) { x.policy.Project = t.Unknown[string]() }), want: wantUndecided},

	"one destination of the input": {rule: CH018, build: second(func(x *producerSide) t.Link { return tt.To(x.rule) }), want: wantFail, answers: 2, at: compositeAddress,
		says: []string{"google_compute_forwarding_rule.api is also the destination of google_compute_region_composite_health_check.second, and Google allows a forwarding rule only one composite health check. Put the health sources of both into one."}},
	"one destination, two spellings":      {rule: CH018, build: bothForeign(foreignRule, "https://www.googleapis.com/compute/v1/"+foreignRule), want: wantFail, answers: 2},
	"one destination, two API hosts":      {rule: CH018, build: bothForeign("https://compute.googleapis.com/compute/v1/"+foreignRule, "https://www.googleapis.com/compute/beta/"+foreignRule), want: wantFail, answers: 2},
	"one destination, or another":         {rule: CH018, build: second(func(*producerSide) t.Link { return unresolved() }), want: wantUndecided, answers: 2},
	"one destination, no second":          {rule: CH018, build: producing(unchanged), want: wantPass},
	"destinations that differ":            {rule: CH018, build: second(func(x *producerSide) t.Link { return tt.External(foreignRule) }), want: wantPass},
	"destinations of different spellings": {rule: CH018, build: bothForeign(foreignRule, "projects/p/regions/us-central1/forwardingRules/y"), want: wantPass},
	"second destination in another region": {rule: CH018, build: producing(func(x *producerSide) {
		c := x.Composite("second", x.rule, x.source)
		c.Destination, c.Location = unresolved(), t.Of("us-east1")
	}), want: wantPass},

	"rule is not published": {rule: CH019, build: producing(func(x *producerSide) { x.Raw().Attachments = nil }), want: wantFail, at: compositeAddress,
		says: []string{"No service attachment targets google_compute_forwarding_rule.api, so that the state of the composite goes nowhere and no consumer fails over. Publish this rule, or name the published one."}},
	"another rule is published": {rule: CH019, build: producing(func(x *producerSide) { x.attachment.TargetService = tt.To(x.Rule("other", x.service)) }), want: wantFail},
	"rule is published":         {rule: CH019, build: producing(unchanged), want: wantPass},
	"foreign rule is published": {rule: CH019, build: producing(func(x *producerSide) {
		x.composite.Destination, x.attachment.TargetService = tt.External(foreignRule), tt.External(foreignRule)
	}), want: wantPass},
	"foreign rule, published or not": {rule: CH019, build: destination(tt.External(foreignRule)), want: wantUndecided},
	"attachment that may publish":    {rule: CH019, build: producing(func(x *producerSide) { x.attachment.TargetService = unresolved() }), want: wantUndecided},
	"attachment of another region": {rule: CH019, build: producing(func(x *producerSide) {
		x.attachment.TargetService = unresolved()
		x.attachment.Location = t.Of("us-east1")
	}), want: wantFail},
	"rule of another configuration":    {rule: CH019, build: producing(func(x *producerSide) { x.Raw().Attachments = nil; x.rule.Data = true }), want: wantUndecided},
	"attachments that are not read":    {rule: CH019, build: producing(func(x *producerSide) { x.Raw().Attachments = nil; x.Raw().LinksComplete = false }), want: wantUndecided},
	"destination known at apply":       {rule: CH019, build: destination(unresolved()), want: wantUndecided},
	"destination is global by link":    {rule: CH020, build: destination(tt.External("projects/p/global/forwardingRules/x")), want: wantFail, at: compositeAddress, says: []string{"projects/p/global/forwardingRules/x is a global forwarding rule"}},
	"destination is a global rule":     {rule: CH020, build: ruleOf(func(r *t.ForwardingRule) { r.Type = "google_compute_global_forwarding_rule" }), want: wantFail},
	"destination is external":          {rule: CH020, build: ruleOf(func(r *t.ForwardingRule) { r.Scheme = t.Of("EXTERNAL") }), want: wantFail, says: []string{"has the scheme EXTERNAL"}},
	"destination without a scheme":     {rule: CH020, build: ruleOf(func(r *t.ForwardingRule) { r.Scheme = t.Null[string]() }), want: wantFail, says: []string{"PSC endpoint"}},
	"destination is a PSC endpoint":    {rule: CH020, build: ruleOf(func(r *t.ForwardingRule) { r.Scheme = t.Of("") }), want: wantFail, says: []string{"PSC endpoint"}},
	"destination is internal":          {rule: CH020, build: producing(unchanged), want: wantPass},
	"destination is managed":           {rule: CH020, build: ruleOf(func(r *t.ForwardingRule) { r.Scheme = t.Of("INTERNAL_MANAGED") }), want: wantPass},
	"destination scheme not known":     {rule: CH020, build: ruleOf(func(r *t.ForwardingRule) { r.Scheme = t.Unknown[string]() }), want: wantUndecided},
	"destination outside the input":    {rule: CH020, build: destination(tt.External(foreignRule)), want: wantUndecided},
	"destination is a backend service": {rule: CH020, build: producing(func(x *producerSide) { x.composite.Destination = tt.To(x.service) }), want: wantPass},

	"another service is watched": {rule: CH026, build: producing(watchOther), want: wantFail, at: compositeAddress,
		says: []string{"None of the health sources watches google_compute_region_backend_service.api, the service behind the destination google_compute_forwarding_rule.api."}},
	"the service itself is watched": {rule: CH026, build: producing(unchanged), want: wantPass},
	"watched beside another":        {rule: CH026, build: producing(func(x *producerSide) { x.composite.Sources.Links = append(x.composite.Sources.Links, unresolved()) }), want: wantPass},
	"another, and one not known": {rule: CH026, build: producing(func(x *producerSide) {
		watchOther(x)
		x.composite.Sources.Links = append(x.composite.Sources.Links, unresolved())
	}), want: wantUndecided},
	"a source that is none":         {rule: CH026, build: producing(func(x *producerSide) { x.composite.Sources = tt.Links(x.service) }), want: wantPass},         // CH030
	"a source by its bare name":     {rule: CH026, build: producing(func(x *producerSide) { x.composite.Sources.Links[0] = tt.External("api") }), want: wantPass}, // CH030
	"a source of a group":           {rule: CH026, build: producing(func(x *producerSide) { x.source.Sources = tt.Links(x.a) }), want: wantPass},                  // CH030
	"a source of a bare name":       {rule: CH026, build: sourceLinks(tt.External("api")), want: wantPass},                                                        // CH030
	"a source of nothing":           {rule: CH026, build: sourceLinks(), want: wantPass},                                                                          // CH008
	"watched through a URL map":     {rule: CH026, build: producing(func(x *producerSide) { behindProxy(x) }), want: wantPass},
	"another through a URL map":     {rule: CH026, build: producing(func(x *producerSide) { behindProxy(x); watchOther(x) }), want: wantFail},
	"in front of a target VM":       {rule: CH026, build: target(tt.External("projects/p/zones/us-central1-a/targetInstances/x")), want: wantPass}, // CH032
	"URL map that is not known":     {rule: CH026, build: producing(func(x *producerSide) { behindProxy(x).Services = t.LinkList{}; watchOther(x) }), want: wantUndecided},
	"service of the rule not known": {rule: CH026, build: producing(func(x *producerSide) { x.rule.BackendService = unresolved() }), want: wantUndecided},
	"watched service is foreign": {rule: CH026, build: producing(func(x *producerSide) {
		x.rule.BackendService = tt.External("projects/p/regions/us-central1/backendServices/y")
		watchOther(x)
	}), want: wantFail},
	"source link to a group":         {rule: CH030, build: producing(func(x *producerSide) { x.source.Sources = tt.Links(x.a) }), want: wantFail, at: sourceAddress, says: []string{"The link leads to google_compute_instance_group.a, which is not a backend service. The provider plans it, and Google refuses it at apply. Refer to a backend service."}},
	"source link by its name":        {rule: CH030, build: sourceLinks(tt.External("web")), want: wantFail, says: []string{`"web" is no URL of a backend service`}},
	"source link resolved by name":   {rule: CH030, build: producing(func(x *producerSide) { x.source.Sources.Links[0].Proof = t.ByName }), want: wantFail},
	"source link to a foreign group": {rule: CH030, build: sourceLinks(tt.External("projects/p/zones/us-central1-a/instanceGroups/x")), want: wantFail},
	"policy link to a service":       {rule: CH030, build: producing(func(x *producerSide) { x.source.Policy = tt.To(x.service) }), want: wantFail, at: sourceAddress},
	"policy link by its name":        {rule: CH030, build: producing(func(x *producerSide) { x.source.Policy = tt.External("api") }), want: wantPass},
	"destination link to a service":  {rule: CH030, build: producing(func(x *producerSide) { x.composite.Destination = tt.To(x.service) }), want: wantFail, at: compositeAddress},
	"destination link by its name":   {rule: CH030, build: destination(tt.External("api")), want: wantPass},
	"composite link by its name":     {rule: CH030, build: producing(func(x *producerSide) { x.composite.Sources.Links = []t.Link{tt.External("api")} }), want: wantFail, at: compositeAddress},
	"destination link to a gateway":  {rule: CH030, build: destination(gateway()), want: wantFail},
	"sensitive source link":          {rule: CH030, build: sourceLinks(hiddenLink), want: wantUndecided, says: []string{"sources is marked as sensitive"}},
	"sensitive destination":          {rule: CH030, build: destination(hiddenLink), want: wantUndecided, at: compositeAddress},
	"links of the right kinds":       {rule: CH030, build: producing(unchanged), want: wantPass},
	"links to one of the right kind": {rule: CH030, build: producing(func(x *producerSide) { x.source.Sources.Links = []t.Link{candidates(x.service)} }), want: wantPass},
	"link to one of two kinds":       {rule: CH030, build: producing(func(x *producerSide) { x.source.Sources.Links = []t.Link{candidates(x.service, x.a)} }), want: wantUndecided},
	"link that is not known":         {rule: CH030, build: destination(unresolved()), want: wantUndecided, at: compositeAddress},
	"destination of a target VM":     {rule: CH032, build: target(tt.External("projects/p/zones/us-central1-a/targetInstances/x")), want: wantFail, at: compositeAddress, says: []string{"google_compute_forwarding_rule.api belongs to protocol forwarding to a target instance, which has no composite health."}},
	"destination is a gateway":       {rule: CH032, build: destination(gateway()), want: wantPass}, // CH030
	"destination targets a gateway":  {rule: CH032, build: target(gateway()), want: wantFail, says: []string{"Secure Web Proxy"}},
	"destination of port mapping":    {rule: CH032, build: negBackend(t.RegionNEG, negPortMapping), want: wantFail, says: []string{"port mapping"}},
	"destination of a balancer":      {rule: CH032, build: producing(unchanged), want: wantPass},
	"destination of a proxy":         {rule: CH032, build: producing(func(x *producerSide) { behindProxy(x) }), want: wantPass},
	"target not known":               {rule: CH032, build: target(unresolved()), want: wantUndecided},
	"rule outside the input":         {rule: CH032, build: destination(tt.External(foreignRule)), want: wantUndecided},
	"published over hybrid NEGs": {rule: CH035, build: producing(func(x *producerSide) {
		watchOther(x)
		x.a.GroupKind, x.a.NEGType = t.ZonalNEG, t.Of("NON_GCP_PRIVATE_IP_PORT")
	}), want: wantFail, at: compositeAddress, says: []string{"The published service itself is not watched, and cannot be: google_compute_region_backend_service.api has NEGs of type NON_GCP_PRIVATE_IP_PORT as a backend"}},
	"published and watched":          {rule: CH035, build: negBackend(t.ZonalNEG, "NON_GCP_PRIVATE_IP_PORT"), want: wantPass},
	"published over groups":          {rule: CH035, build: producing(watchOther), want: wantPass},
	"published by a target VM":       {rule: CH035, build: target(tt.External("projects/p/zones/us-central1-a/targetInstances/x")), want: wantPass}, // CH032
	"published over port mapping":    {rule: CH035, build: producing(func(x *producerSide) { watchOther(x); x.a.GroupKind, x.a.NEGType = t.RegionNEG, t.Of(negPortMapping) }), want: wantPass},
	"published over an unknown type": {rule: CH035, build: producing(func(x *producerSide) { watchOther(x); x.a.GroupKind, x.a.NEGType = t.ZonalNEG, t.Unknown[string]() }), want: wantUndecided},
	"published, watched or not": {rule: CH035, build: producing(func(x *producerSide) {
		x.composite.Sources = t.LinkList{}
		x.a.GroupKind, x.a.NEGType = t.ZonalNEG, t.Of("NON_GCP_PRIVATE_IP_PORT")
	}), want: wantUndecided},
	"published by who knows what":  {rule: CH035, build: target(unresolved()), want: wantUndecided},
	"second without a destination": {rule: CH018, build: second(func(x *producerSide) t.Link { return tt.Absent() }), want: wantPass},
}

// watchOther makes the source watch another service than the published one.
func watchOther(x *producerSide) {
	s := x.Service("db")
	tt.Attach(s, x.Group("db", tt.Zone("a"), 4), false)
	x.source.Sources = tt.Links(s)
}

// behindProxy puts a proxy and a URL map between the rule and the service.
func behindProxy(x *producerSide) *t.URLMap {
	m := &t.URLMap{Object: tt.Object("google_compute_region_url_map", t.KindURLMap, "api", tt.Region), Services: tt.Links(x.service)}
	p := &t.Proxy{Object: tt.Object("google_compute_region_target_http_proxy", t.KindTargetHTTPProxy, "api", tt.Region), Next: tt.To(m)}
	s := x.Raw()
	s.URLMaps, s.Proxies = append(s.URLMaps, m), append(s.Proxies, p)
	x.service.Scheme, x.rule.Scheme = t.Of("INTERNAL_MANAGED"), t.Of("INTERNAL_MANAGED")
	x.rule.BackendService, x.rule.Target = tt.Absent(), tt.To(p)
	return m
}

func target(l t.Link) func(*tt.Builder) {
	return ruleOf(func(r *t.ForwardingRule) { r.BackendService, r.Target = tt.Absent(), l })
}

// gateway is a link to a secure web proxy.
func gateway() t.Link {
	return tt.To(&t.OtherTarget{Object: tt.Object("google_other", t.KindGateway, "x", tt.Region)})
}

// planned marks the objects of a producer's side as changed by the plan.
func planned(change func(x *producerSide)) func(*tt.Builder) {
	return producing(func(x *producerSide) {
		for _, n := range []t.Node{x.policy, x.source, x.composite} {
			n.Base().Change = t.ChangeCreate
		}
		change(x)
	})
}

// publishedAlready is a prior state with the published service alone.
func publishedAlready(b *tt.Builder) {
	x := produce(b)
	s := x.Raw()
	s.Policies, s.Sources, s.Composites = nil, nil, nil
}

func unreachable(x *producerSide) { x.policy.Minimum = ratio("9") }

var chPlanCases = map[string]ruleCase{
	"a composite that is unhealthy at once": {rule: CH024, build: planned(unreachable), before: publishedAlready, want: wantFail, at: compositeAddress,
		says: []string{"Applying this plan makes google_compute_region_composite_health_check.api UNHEALTHY with every endpoint healthy: google_compute_region_health_source.api asks for 9 healthy endpoints of 4. The service is already published by google_compute_service_attachment.api, and its consumers leave the region us-central1 at once. Correct the thresholds or the sizes before the apply."}},
	"a policy that makes it unhealthy": {rule: CH024, build: producing(func(x *producerSide) { unreachable(x); x.policy.Change = t.ChangeUpdate }), before: producing(unchanged), want: wantFail, at: policyAddress},
	"a group that makes it unhealthy": {rule: CH024, build: producing(func(x *producerSide) {
		x.policy.Minimum, x.a.Capacity.Members, x.a.Change = ratio("3"), t.Of(0), t.ChangeUpdate
	}), before: producing(func(x *producerSide) { x.policy.Minimum = ratio("3") }), want: wantFail, at: "google_compute_instance_group.a", says: []string{"asks for 3 healthy endpoints of 2"}},
	"a composite that is healthy":             {rule: CH024, build: planned(unchanged), before: publishedAlready, want: wantPass},
	"unhealthy before already":                {rule: CH024, build: producing(func(x *producerSide) { unreachable(x); x.policy.Change = t.ChangeUpdate }), before: producing(unreachable), want: wantPass},
	"unhealthy, and published only now":       {rule: CH024, build: planned(unreachable), before: func(*tt.Builder) {}, want: wantPass},
	"unhealthy, and nothing changes":          {rule: CH024, build: producing(unreachable), before: producing(unchanged), want: wantPass},
	"unhealthy, without a prior state":        {rule: CH024, build: planned(unreachable), want: wantNothing},
	"without endpoints, state not documented": {rule: CH024, build: planned(func(x *producerSide) { x.service.Backends.List = nil }), before: publishedAlready, want: wantUndecided, says: []string{"does not say in which state a service without endpoints is"}},
	"unhealthy or not":                        {rule: CH024, build: planned(func(x *producerSide) { x.a.Capacity.Members = t.Unknown[int](); x.policy.Minimum = ratio("3") }), before: publishedAlready, want: wantUndecided},
	"unhealthy now, and before who knows":     {rule: CH024, build: producing(func(x *producerSide) { unreachable(x); x.policy.Change = t.ChangeUpdate }), before: producing(func(x *producerSide) { x.policy.Minimum = t.Unknown[t.Ratio]() }), want: wantUndecided},

	"a composite of a published service": {rule: CH033, build: planned(unchanged), before: publishedAlready, want: wantFail, at: compositeAddress,
		says: []string{"The plan changes google_compute_region_composite_health_check.api, google_compute_region_health_source.api and google_compute_region_health_aggregation_policy.api, and google_compute_forwarding_rule.api is published: it acts on consumers at once. With every endpoint healthy it is HEALTHY. google_compute_region_health_source.api needs 2 of 4, so that 2 may fail."}},
	"a policy of a published service": {rule: CH033, build: producing(func(x *producerSide) { x.policy.Change = t.ChangeUpdate }), before: producing(unchanged), want: wantFail, says: []string{"The plan changes google_compute_region_health_aggregation_policy.api, and"}},
	"backends of the same plan":       {rule: CH033, build: planned(func(x *producerSide) { x.a.Change = t.ChangeCreate }), before: publishedAlready, want: wantFail, says: []string{"The same plan creates google_compute_instance_group.a: new endpoints are unhealthy until they pass their health checks"}},
	"a state that is not predicted":   {rule: CH033, build: planned(func(x *producerSide) { x.a.Capacity.Members = t.Unknown[int]() }), before: publishedAlready, want: wantFail, says: []string{"Its state with every endpoint healthy is not decided:"}},
	"a composite that is not changed": {rule: CH033, build: producing(unchanged), before: producing(unchanged), want: wantPass},
	"a composite of no published one": {rule: CH033, build: planned(func(x *producerSide) { x.Raw().Attachments = nil }), before: func(*tt.Builder) {}, want: wantPass},
	"published or not":                {rule: CH033, build: planned(func(x *producerSide) { x.attachment.TargetService = unresolved() }), before: func(*tt.Builder) {}, want: wantUndecided},
	"a composite of no plan":          {rule: CH033, build: producing(unchanged), want: wantNothing},
}
