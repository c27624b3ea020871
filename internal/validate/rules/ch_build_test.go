// SPDX-License-Identifier: MPL-2.0

package rules

import (
	t "terraform-provider-spillway/internal/engine/topology"
	tt "terraform-provider-spillway/internal/engine/topology/topologytest"
)

// producerSide is a published service with composite health: four endpoints in
// two zones, of which the policy asks for two.
type producerSide struct {
	*tt.Builder
	a, b       *t.Group
	service    *t.BackendService
	rule       *t.ForwardingRule
	attachment *t.ServiceAttachment
	policy     *t.HealthPolicy
	source     *t.HealthSource
	composite  *t.CompositeHealth
}

// producing builds a producer's side, and changes it.
func producing(change func(x *producerSide)) func(*tt.Builder) {
	return func(b *tt.Builder) { change(produce(b)) }
}

func produce(b *tt.Builder) *producerSide {
	x := &producerSide{Builder: b}
	x.service = b.Service("api")
	x.a, x.b = b.Group("a", tt.Zone("a"), 2), b.Group("b", tt.Zone("b"), 2)
	tt.Attach(x.service, x.a, false)
	tt.Attach(x.service, x.b, false)
	x.rule = b.Rule("api", x.service)
	x.rule.AllPorts, x.rule.Ports, x.rule.GlobalAccess = t.Of(false), t.Of([]string{"443"}), t.Of(true)
	x.attachment = b.Attachment("api", x.rule)
	x.policy = b.Policy("api", "50", "1")
	x.source = b.Source("api", x.service, x.policy)
	x.composite = b.Composite("api", x.rule, x.source)
	return x
}

func unchanged(*producerSide) {}

// consumerSide is a global service over PSC NEGs, with a producer behind the
// first of them.
type consumerSide struct {
	*producerSide
	consumer *t.BackendService
	negs     []*t.Group
}

// consumed builds a producer in us-central1 with a consumer that reaches it,
// and a foreign service in us-east1.
func consumed(change func(x *consumerSide)) func(*tt.Builder) {
	return func(b *tt.Builder) {
		x := &consumerSide{producerSide: produce(b)}
		x.consumer = globalService(b, "shop")
		x.connect("central", tt.Region, tt.To(x.attachment))
		x.connect("east", "us-east1", foreignAttachment("us-east1"))
		change(x)
	}
}

func globalService(b *tt.Builder, name string) *t.BackendService {
	s := b.Service(name)
	s.Object = tt.Object("google_compute_backend_service", t.KindBackendService, name, t.Global)
	s.Scheme, s.Protocol = t.Of("EXTERNAL_MANAGED"), t.Of("HTTPS")
	s.HealthChecks = t.LinkList{Complete: true}
	return s
}

func foreignAttachment(region string) t.Link {
	return tt.External("projects/other/regions/" + region + "/serviceAttachments/api")
}

func (x *consumerSide) connect(name, region string, target t.Link) {
	g := pscNEG(x.Builder, name, region, target)
	tt.Attach(x.consumer, g, false)
	last := &x.consumer.Backends.List[len(x.consumer.Backends.List)-1]
	last.BalancingMode, last.Capacity = t.Of("UTILIZATION"), t.Of(t.MustRatio("1.0"))
	x.negs = append(x.negs, g)
}

func pscNEG(b *tt.Builder, name, region string, target t.Link) *t.Group {
	g := b.Group(name, region, 0)
	g.Object = tt.Object("google_compute_region_network_endpoint_group", t.KindNetworkEndpointGroup, name, region)
	g.GroupKind, g.NEGType, g.TargetService = t.RegionNEG, t.Of("PRIVATE_SERVICE_CONNECT"), target
	return g
}

// publishEast publishes the same service in us-east1, without composite health.
func (x *producerSide) publishEast() (*t.ServiceAttachment, *t.ForwardingRule) {
	s := x.Service("east")
	s.Location = t.Of("us-east1")
	r := x.Rule("east", s)
	r.Location, r.GlobalAccess, r.AllPorts = t.Of("us-east1"), t.Of(true), t.Of(false)
	a := x.Attachment("east", r)
	a.Location = t.Of("us-east1")
	a.Name = x.attachment.Name
	return a, r
}

func ratio(text string) t.Known[t.Ratio] { return t.Of(t.MustRatio(text)) }

func unresolved() t.Link { return tt.UnresolvedLink("it is known after apply") }

func candidates(nodes ...t.Node) t.Link {
	l := unresolved()
	for _, n := range nodes {
		l.Candidates = append(l.Candidates, n.Base().Address)
	}
	return l
}

const (
	policyAddress    = "google_compute_region_health_aggregation_policy.api"
	sourceAddress    = "google_compute_region_health_source.api"
	compositeAddress = "google_compute_region_composite_health_check.api"
	consumerAddress  = "google_compute_backend_service.shop"
	ruleAddress      = "google_compute_forwarding_rule.api"
	negAddress       = "google_compute_region_network_endpoint_group.central"
)
