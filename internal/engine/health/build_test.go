// SPDX-License-Identifier: MPL-2.0

package health_test

import (
	t "terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/engine/topology/topologytest"
)

// consumerOf adds a global external service without backends.
func consumerOf(b *topologytest.Builder, name string) *t.BackendService {
	v := b.Service(name)
	v.Object = topologytest.Object("google_compute_backend_service", t.KindBackendService, name, t.Global)
	v.Scheme = t.Of("EXTERNAL_MANAGED")
	return v
}

// publish adds a service with a rule, an attachment and a PSC NEG in a region
// to a consumer, and returns the rule.
func publish(b *topologytest.Builder, consumer *t.BackendService, region string) *t.ForwardingRule {
	v := b.Service("front-" + region)
	v.Location = t.Of(region)
	r := b.Rule("rule-"+region, v)
	r.Location = t.Of(region)
	a := b.Attachment("attachment-"+region, r)
	a.Location = t.Of(region)
	topologytest.Attach(consumer, neg(b, "neg-"+region, region, topologytest.To(a)), false)
	return r
}

// neg adds a PSC NEG.
func neg(b *topologytest.Builder, name, region string, target t.Link) *t.Group {
	g := b.Group(name, region, 0)
	g.Object = topologytest.Object("google_compute_region_network_endpoint_group", t.KindNetworkEndpointGroup, name, region)
	g.GroupKind, g.NEGType = t.RegionNEG, t.Of("PRIVATE_SERVICE_CONNECT")
	g.TargetService = target
	return g
}
