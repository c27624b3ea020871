// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"testing"

	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

func TestConsumerRules(t *testing.T) { runCases(t, pscConsumerCases) }
func TestProducerRules(t *testing.T) { runCases(t, pscProducerCases) }

// covers makes the second NEG reach the service in us-east1, with or without
// composite health.
func covers(withHealth bool) func(*tt.Builder) {
	return consumed(func(x *consumerSide) { x.coverEast(withHealth) })
}

func (x *consumerSide) coverEast(withHealth bool) (*t.ServiceAttachment, *t.ForwardingRule) {
	a, r := x.publishEast()
	x.negs[1].TargetService = tt.To(a)
	if withHealth {
		x.Composite("east", r, x.source)
	}
	return a, r
}

func consumerService(change func(s *t.BackendService)) func(*tt.Builder) {
	return consumed(func(x *consumerSide) { change(x.consumer) })
}

func consumerBackend(change func(b *t.Backend)) func(*tt.Builder) {
	return consumed(func(x *consumerSide) { change(&x.consumer.Backends.List[0]) })
}

func oneNEG(change func(g *t.Group)) func(*tt.Builder) {
	return consumed(func(x *consumerSide) { change(x.negs[0]) })
}

func producerRule(change func(r *t.ForwardingRule)) func(*tt.Builder) {
	return consumed(func(x *consumerSide) { change(x.rule) })
}

// regionalConsumer makes the consumer a regional service.
func regionalConsumer(x *consumerSide) {
	x.consumer.Object = tt.Object("google_compute_region_backend_service", t.KindBackendService, "shop", tt.Region)
}

// endpoint adds a PSC endpoint of an attachment.
func endpoint(x *producerSide) *t.ForwardingRule {
	r := x.Rule("endpoint", x.service)
	r.BackendService, r.Target, r.Scheme = tt.Absent(), tt.To(x.attachment), t.Of("")
	return r
}

// tcpProxy makes the producer a regional internal proxy load balancer.
func tcpProxy(x *producerSide) {
	p := &t.Proxy{Object: tt.Object("google_compute_region_target_tcp_proxy", t.KindTargetTCPProxy, "api", tt.Region), Next: tt.To(x.service)}
	x.Raw().Proxies = append(x.Raw().Proxies, p)
	x.service.Scheme, x.rule.Scheme = t.Of("INTERNAL_MANAGED"), t.Of("INTERNAL_MANAGED")
	x.rule.BackendService, x.rule.Target = tt.Absent(), tt.To(p)
}

func outlier(errors, gateway, success t.Known[int]) t.Known[t.OutlierDetection] {
	return t.Of(t.OutlierDetection{
		ConsecutiveErrors: t.Of(5), EnforcingConsecutiveErrors: errors, EnforcingConsecutiveGateway: gateway, EnforcingSuccessRate: success,
	})
}

func api() t.Link { return t.Link{State: t.LinkExternal, Text: "us-central1-cloudkms.googleapis.com"} }

var pscConsumerCases = map[string]ruleCase{
	"one region with, one without": {rule: CH023, build: covers(false), want: wantFail, at: consumerAddress,
		says: []string{"Behind this service us-central1 has a composite health check and us-east1 has none."}},
	"both regions with":     {rule: CH023, build: covers(true), want: wantPass},
	"both regions without":  {rule: CH023, build: consumed(func(x *consumerSide) { x.coverEast(false); x.Raw().Composites = nil }), want: wantPass},
	"one with, one foreign": {rule: CH023, build: consumed(func(*consumerSide) {}), want: wantUndecided},
	"one region only, with": {rule: CH023, build: consumerService(func(s *t.BackendService) { s.Backends.List = s.Backends.List[:1] }), want: wantPass},
	"a composite that may cover": {rule: CH023, build: consumed(func(x *consumerSide) {
		_, r := x.coverEast(false)
		c := x.Composite("east", r, x.source)
		c.Destination, c.Location = unresolved(), t.Of("us-east1")
	}), want: wantUndecided},
	"a composite of elsewhere": {rule: CH023, build: consumed(func(x *consumerSide) {
		_, r := x.coverEast(false)
		c := x.Composite("east", r, x.source)
		c.Destination = unresolved()
	}), want: wantFail},
	"a regional consumer's regions": {rule: CH023, build: consumed(func(x *consumerSide) { x.coverEast(false); regionalConsumer(x) }), want: wantPass},
	"a NEG of a Google API":         {rule: CH023, build: consumed(func(x *consumerSide) { x.negs[1].TargetService = api() }), want: wantPass},
	"no consumer at all":            {rule: CH023, build: producing(unchanged), want: wantNothing},

	"NEGs in one region": {rule: PSC001, build: consumerService(func(s *t.BackendService) { s.Backends.List = s.Backends.List[:1] }), want: wantFail, at: consumerAddress,
		says: []string{"All PSC NEGs of the service are in us-central1, so that there is no region to fail over to."}},
	"NEGs in two regions":           {rule: PSC001, build: consumed(func(*consumerSide) {}), want: wantPass},
	"one NEG, and more to come":     {rule: PSC001, build: consumerService(func(s *t.BackendService) { s.Backends.List, s.Backends.Complete = s.Backends.List[:1], false }), want: wantUndecided},
	"two NEGs, and more to come":    {rule: PSC001, build: consumerService(func(s *t.BackendService) { s.Backends.Complete = false }), want: wantPass},
	"one region not known":          {rule: PSC001, build: consumed(func(x *consumerSide) { x.negs[1].Location = t.Unknown[string]() }), want: wantUndecided},
	"a regional service of one NEG": {rule: PSC001, build: consumed(func(x *consumerSide) { regionalConsumer(x); x.consumer.Backends.List = x.consumer.Backends.List[:1] }), want: wantPass},
	"one NEG of a Google API": {rule: PSC001, build: consumed(func(x *consumerSide) {
		x.consumer.Backends.List = x.consumer.Backends.List[1:]
		x.negs[1].TargetService = api()
	}), want: wantPass},
	"a consumer of another configuration": {rule: PSC001, build: consumerService(func(s *t.BackendService) { s.Data = true }), want: wantNothing},

	"a PSC endpoint of a covered service": {rule: PSC002, build: producing(func(x *producerSide) { endpoint(x) }), want: wantFail, at: "google_compute_forwarding_rule.endpoint",
		says: []string{"The rule is a PSC endpoint of google_compute_service_attachment.api, whose service has the composite health check google_compute_region_composite_health_check.api."}},
	"a regional consumer":                   {rule: PSC002, build: consumed(regionalConsumer), want: wantFail, at: "google_compute_region_backend_service.shop", says: []string{"of a regional load balancer"}},
	"a classic consumer":                    {rule: PSC002, build: consumerService(func(s *t.BackendService) { s.Scheme = t.Of("EXTERNAL") }), want: wantFail, at: consumerAddress, says: []string{"of a classic load balancer"}},
	"a global consumer":                     {rule: PSC002, build: consumed(func(*consumerSide) {}), want: wantPass},
	"a cross-region internal consumer":      {rule: PSC002, build: consumerService(func(s *t.BackendService) { s.Scheme = t.Of("INTERNAL_MANAGED") }), want: wantPass},
	"a consumer of a scheme not known":      {rule: PSC002, build: consumerService(func(s *t.BackendService) { s.Scheme = t.Unknown[string]() }), want: wantUndecided},
	"a regional consumer of a foreign one":  {rule: PSC002, build: consumed(func(x *consumerSide) { regionalConsumer(x); x.negs[0].TargetService = foreignAttachment(tt.Region) }), want: wantPass},
	"an endpoint of an uncovered service":   {rule: PSC002, build: producing(func(x *producerSide) { endpoint(x); x.Raw().Composites = nil }), want: wantPass},
	"an endpoint of a foreign service":      {rule: PSC002, build: producing(func(x *producerSide) { endpoint(x).Target = foreignAttachment(tt.Region) }), want: wantNothing},
	"an endpoint of a service, who knows":   {rule: PSC002, build: producing(func(x *producerSide) { endpoint(x); x.composite.Destination = unresolved() }), want: wantUndecided},
	"a regional consumer, destination open": {rule: PSC002, build: consumed(func(x *consumerSide) { regionalConsumer(x); x.composite.Destination = unresolved() }), want: wantUndecided},
	"an Application LB over a TCP proxy": {rule: PSC003, build: consumed(func(x *consumerSide) { tcpProxy(x.producerSide) }), want: wantFail, at: consumerAddress,
		says: []string{"reaches google_compute_forwarding_rule.api, the rule of a regional internal proxy Network Load Balancer. The two do not go together."}},
	"an Application LB over a foreign proxy": {rule: PSC003, build: producerRule(func(r *t.ForwardingRule) {
		r.Scheme, r.BackendService, r.Target = t.Of("INTERNAL_MANAGED"), tt.Absent(), tt.External("projects/p/regions/us-central1/targetTcpProxies/x")
	}), want: wantFail},
	"a proxy LB over a TCP proxy":              {rule: PSC003, build: consumed(func(x *consumerSide) { tcpProxy(x.producerSide); x.consumer.Protocol = t.Of("TCP") }), want: wantPass},
	"a cross-region LB over a TCP proxy":       {rule: PSC003, build: consumed(func(x *consumerSide) { tcpProxy(x.producerSide); x.consumer.Scheme = t.Of("INTERNAL_MANAGED") }), want: wantPass},
	"an Application LB over an HTTP proxy":     {rule: PSC003, build: consumed(func(x *consumerSide) { behindProxy(x.producerSide); x.coverEast(false) }), want: wantPass},
	"an Application LB over a passthrough one": {rule: PSC003, build: covers(true), want: wantPass},
	"an LB of a protocol not known":            {rule: PSC003, build: consumed(func(x *consumerSide) { tcpProxy(x.producerSide); x.consumer.Protocol = t.Unknown[string]() }), want: wantUndecided},
	"an LB of a scheme not known":              {rule: PSC003, build: consumed(func(x *consumerSide) { tcpProxy(x.producerSide); x.consumer.Scheme = t.Unknown[string]() }), want: wantUndecided, says: []string{"load_balancing_scheme"}},
	"an LB of a URL map": {rule: PSC003, build: consumed(func(x *consumerSide) {
		tcpProxy(x.producerSide)
		x.consumer.Protocol = t.Unknown[string]()
		x.Raw().URLMaps = append(x.Raw().URLMaps, &t.URLMap{Object: tt.Object("google_compute_url_map", t.KindURLMap, "shop", t.Global), Services: tt.Links(x.consumer)})
	}), want: wantFail},
	"an Application LB over who knows what": {rule: PSC003, build: consumed(func(*consumerSide) {}), want: wantUndecided},

	"a NEG with a balancing mode": {rule: PSC007, build: consumerBackend(func(b *t.Backend) { b.BalancingMode = t.Of("RATE") }), want: wantFail, at: consumerAddress,
		says: []string{"The backend google_compute_region_network_endpoint_group.central has the balancing mode RATE. It has no effect on a PSC NEG. Remove it."}},
	"a NEG with a capacity":            {rule: PSC007, build: consumerBackend(func(b *t.Backend) { b.Capacity = ratio("0.5") }), want: wantFail},
	"a NEG with a capacity of zero":    {rule: PSC007, build: consumerBackend(func(b *t.Backend) { b.Capacity = ratio("0") }), want: wantFail, says: []string{"the capacity 0"}},
	"a NEG with a limit":               {rule: PSC007, build: consumerBackend(func(b *t.Backend) { b.Limits = []t.Limit{{Name: "max_rate_per_endpoint", Value: ratio("100")}} }), want: wantFail, says: []string{"max_rate_per_endpoint = 100"}},
	"a NEG with a limit of zero":       {rule: PSC007, build: consumerBackend(func(b *t.Backend) { b.Limits = []t.Limit{{Name: "max_rate", Value: ratio("0")}} }), want: wantPass},
	"a NEG with the provider's values": {rule: PSC007, build: consumed(func(*consumerSide) {}), want: wantPass},
	"a NEG without any values":         {rule: PSC007, build: consumerBackend(func(b *t.Backend) { b.BalancingMode, b.Capacity = t.Null[string](), t.Null[t.Ratio]() }), want: wantPass},
	"a NEG with a mode not known":      {rule: PSC007, build: consumerBackend(func(b *t.Backend) { b.BalancingMode = t.Unknown[string]() }), want: wantUndecided},
	"a backend that may be a NEG":      {rule: PSC007, build: consumerBackend(func(b *t.Backend) { b.Group, b.Capacity = unresolved(), ratio("0.5") }), want: wantUndecided},
	"outlier detection across regions": {rule: PSC008, build: consumerService(func(s *t.BackendService) {
		s.Scheme, s.Outlier = t.Of("INTERNAL_MANAGED"), outlier(t.Of(100), t.Null[int](), t.Null[int]())
	}), want: wantFail, at: consumerAddress, says: []string{"cross-region internal load balancer (global, INTERNAL_MANAGED), which takes no outlier detection"}},
	"outlier detection all zero":    {rule: PSC008, build: consumerService(func(s *t.BackendService) { s.Outlier = outlier(t.Of(0), t.Of(0), t.Of(0)) }), want: wantFail, says: []string{"Every enforcing percentage of outlier detection is written as 0."}},
	"outlier detection partly zero": {rule: PSC008, build: consumerService(func(s *t.BackendService) { s.Outlier = outlier(t.Of(0), t.Null[int](), t.Null[int]()) }), want: wantPass},
	"outlier detection by default":  {rule: PSC008, build: consumerService(func(s *t.BackendService) { s.Outlier = outlier(t.Null[int](), t.Null[int](), t.Null[int]()) }), want: wantPass},
	"no outlier detection":          {rule: PSC008, build: consumed(func(*consumerSide) {}), want: wantPass},
	"outlier detection not known":   {rule: PSC008, build: consumerService(func(s *t.BackendService) { s.Outlier = t.Unknown[t.OutlierDetection]() }), want: wantUndecided},
	"outlier detection, scheme not known": {rule: PSC008, build: consumerService(func(s *t.BackendService) {
		s.Scheme, s.Outlier = t.Unknown[string](), outlier(t.Of(100), t.Null[int](), t.Null[int]())
	}), want: wantUndecided},
	"a health check over NEGs":            {rule: PSC011, build: consumerService(func(s *t.BackendService) { s.HealthChecks = t.LinkList{Links: []t.Link{unresolved()}, Complete: true} }), want: wantFail, at: consumerAddress, says: []string{"The backends of the service are PSC NEGs, which cannot be probed"}},
	"no health check over NEGs":           {rule: PSC011, build: consumed(func(*consumerSide) {}), want: wantPass},
	"health checks of NEGs, perhaps none": {rule: PSC011, build: consumerService(laterChecks), want: wantUndecided},
	"health checks of NEGs not known":     {rule: PSC011, build: consumerService(func(s *t.BackendService) { s.HealthChecks = t.LinkList{} }), want: wantUndecided},
	"a health check over what may be NEGs": {rule: PSC011, build: consumed(func(x *consumerSide) {
		x.consumer.Backends.List = nil
		x.consumer.Backends.Complete = false
		x.consumer.HealthChecks.Links = []t.Link{unresolved()}
	}), want: wantUndecided},

	"a published region left out": {rule: PSC012, build: consumed(leavesOutEast), want: wantFail, at: consumerAddress,
		says: []string{"The service is also published in us-east1, with composite health, and this consumer has no PSC NEG there"}},
	"all published regions used":          {rule: PSC012, build: covers(true), want: wantPass},
	"a region without composite":          {rule: PSC012, build: consumed(func(x *consumerSide) { leavesOutEast(x); x.Raw().Composites = x.Raw().Composites[:1] }), want: wantPass},
	"a region reached in a wrong way":     {rule: PSC012, build: consumed(func(x *consumerSide) { leavesOutEast(x); x.connect("stray", "us-east1", tt.To(x.attachment)) }), want: wantPass}, // PSC006
	"another service left out":            {rule: PSC012, build: consumed(func(x *consumerSide) { leavesOutEast(x); x.Raw().Attachments[1].Name = t.Of("other") }), want: wantPass},
	"a region left out, more to come":     {rule: PSC012, build: consumed(func(x *consumerSide) { leavesOutEast(x); x.consumer.Backends.Complete = false }), want: wantUndecided},
	"a region left out by a regional one": {rule: PSC012, build: consumed(func(x *consumerSide) { leavesOutEast(x); regionalConsumer(x) }), want: wantPass},
}

// leavesOutEast publishes the service in us-east1, with composite health, and
// takes the NEG there away.
func leavesOutEast(x *consumerSide) {
	x.coverEast(true)
	x.consumer.Backends.List = x.consumer.Backends.List[:1]
}

var pscProducerCases = map[string]ruleCase{
	"rule without global access": {rule: PSC004, build: producerRule(func(r *t.ForwardingRule) { r.GlobalAccess = t.Of(false) }), want: wantFail, at: ruleAddress,
		says: []string{"google_compute_region_network_endpoint_group.central, in the global backend service google_compute_backend_service.shop, reaches google_compute_forwarding_rule.api, which has no global access."}},
	"global access left out":             {rule: PSC004, build: producerRule(func(r *t.ForwardingRule) { r.GlobalAccess = t.Null[bool]() }), want: wantFail},
	"rule with global access":            {rule: PSC004, build: consumed(func(*consumerSide) {}), want: wantPass},
	"global access not known":            {rule: PSC004, build: producerRule(func(r *t.ForwardingRule) { r.GlobalAccess = t.Unknown[bool]() }), want: wantUndecided},
	"no global access, regional service": {rule: PSC004, build: consumed(func(x *consumerSide) { regionalConsumer(x); x.rule.GlobalAccess = t.Of(false) }), want: wantNothing},
	"no global access, use not known":    {rule: PSC004, build: consumed(func(x *consumerSide) { x.rule.GlobalAccess = t.Of(false); x.consumer.Backends = t.Backends{} }), want: wantUndecided},
	"no global access of a foreign rule": {rule: PSC004, build: consumed(func(x *consumerSide) { x.attachment.TargetService = tt.External(foreignRule) }), want: wantNothing},
	"no global access of a data source":  {rule: PSC004, build: producerRule(func(r *t.ForwardingRule) { r.GlobalAccess, r.Data = t.Of(false), true }), want: wantFail, at: negAddress},

	"all ports without a producer port": {rule: PSC005, build: consumed(func(x *consumerSide) { allPorts(x); x.coverEast(true) }), want: wantFail, at: negAddress,
		says: []string{"The NEG names no producer port, and google_compute_forwarding_rule.api takes all ports: connections go to port 1."}},
	"all ports with a producer port": {rule: PSC005, build: consumed(func(x *consumerSide) { allPorts(x); x.coverEast(true); x.negs[0].ProducerPort = t.Of("443") }), want: wantPass},
	"listed ports, no producer port": {rule: PSC005, build: covers(true), want: wantPass},
	"ports of a foreign service":     {rule: PSC005, build: consumed(func(*consumerSide) {}), want: wantUndecided, at: "google_compute_region_network_endpoint_group.east"},
	"all ports or not":               {rule: PSC005, build: consumed(func(x *consumerSide) { x.coverEast(true); x.rule.AllPorts = t.Unknown[bool]() }), want: wantUndecided},
	"a producer port or not":         {rule: PSC005, build: consumed(func(x *consumerSide) { allPorts(x); x.coverEast(true); x.negs[0].ProducerPort = t.Unknown[string]() }), want: wantUndecided},
	"all ports of a Google API":      {rule: PSC005, build: consumed(func(x *consumerSide) { x.negs[1].TargetService = api() }), want: wantPass},
	"a NEG of another type":          {rule: PSC005, build: oneNEGOfType(t.Of("SERVERLESS")), want: wantNothing},
	"a NEG of a type not known":      {rule: PSC005, build: oneNEGOfType(t.Unknown[string]()), want: wantUndecided},
	"a NEG of another region": {rule: PSC006, build: oneNEG(func(g *t.Group) { g.Location = t.Of("us-west1") }), want: wantFail, at: negAddress,
		says: []string{"The NEG is in us-west1 and its service attachment google_compute_service_attachment.api in us-central1."}},
	"a NEG of another region, foreign": {rule: PSC006, build: oneNEG(func(g *t.Group) { g.TargetService = foreignAttachment("us-east4") }), want: wantFail},
	"NEGs of the right regions":        {rule: PSC006, build: consumed(func(*consumerSide) {}), want: wantPass},
	"a NEG of an open region":          {rule: PSC006, build: oneNEG(func(g *t.Group) { g.Location = t.Unknown[string]() }), want: wantUndecided},
	"a NEG with an open target":        {rule: PSC006, build: oneNEG(func(g *t.Group) { g.TargetService = unresolved() }), want: wantUndecided},
	"a NEG of one of its region's":     {rule: PSC006, build: consumed(func(x *consumerSide) { x.negs[0].TargetService = candidates(x.attachment) }), want: wantPass},
	"a NEG with a sensitive target":    {rule: PSC006, build: oneNEG(func(g *t.Group) { g.TargetService = hiddenLink }), want: wantUndecided},
	"a NEG of a Google API's region":   {rule: PSC006, build: oneNEG(func(g *t.Group) { g.TargetService = api() }), want: wantPass},

	"an attachment of a service": {rule: PSC009, build: attachmentTo(func(x *producerSide) t.Link { return tt.To(x.service) }), want: wantFail, at: "google_compute_service_attachment.api",
		says: []string{"The service attachment targets google_compute_region_backend_service.api, which is no forwarding rule."}},
	"an attachment of a foreign service": {rule: PSC009, build: attachmentTo(func(*producerSide) t.Link { return tt.External("projects/p/regions/r/backendServices/x") }), want: wantFail},
	"an attachment of a rule":            {rule: PSC009, build: producing(unchanged), want: wantPass},
	"an attachment of a rule's name":     {rule: PSC009, build: attachmentTo(func(*producerSide) t.Link { return tt.External("api") }), want: wantPass},
	"an attachment of a gateway":         {rule: PSC009, build: attachmentTo(func(*producerSide) t.Link { return tt.External("projects/p/locations/us-central1/gateways/x") }), want: wantPass},
	"an attachment of a gateway here":    {rule: PSC009, build: attachmentTo(func(*producerSide) t.Link { return gateway() }), want: wantPass},
	"an attachment of who knows what":    {rule: PSC009, build: attachmentTo(func(*producerSide) t.Link { return unresolved() }), want: wantUndecided},
	"a NEG without a target":             {rule: PSC010, build: oneNEG(func(g *t.Group) { g.TargetService = tt.Absent() }), want: wantFail, at: negAddress, says: []string{"The NEG is of type PRIVATE_SERVICE_CONNECT and names no target service, and Google refuses it."}},
	"NEGs with targets":                  {rule: PSC010, build: consumed(func(*consumerSide) {}), want: wantPass},
	"a NEG with a target, who knows":     {rule: PSC010, build: oneNEG(func(g *t.Group) { g.TargetService = unresolved() }), want: wantUndecided},
	"a NEG that may need a target":       {rule: PSC010, build: consumed(func(x *consumerSide) { x.negs[0].NEGType, x.negs[0].TargetService = t.Unknown[string](), tt.Absent() }), want: wantUndecided},
}

func allPorts(x *consumerSide) { x.rule.AllPorts, x.rule.Ports = t.Of(true), t.Null[[]string]() }

// oneNEGOfType has one NEG in front of a rule with all ports.
func oneNEGOfType(negType t.Known[string]) func(*tt.Builder) {
	return func(b *tt.Builder) {
		x := produce(b)
		x.rule.AllPorts = t.Of(true)
		pscNEG(b, "central", tt.Region, tt.To(x.attachment)).NEGType = negType
	}
}

func attachmentTo(l func(x *producerSide) t.Link) func(*tt.Builder) {
	return producing(func(x *producerSide) { x.attachment.TargetService = l(x) })
}
