// SPDX-License-Identifier: MPL-2.0

package google

import "terraform-provider-spillway/internal/engine/topology"

func (b *builder) policy(o *object, p *topology.HealthPolicy) {
	p.PolicyType = o.text(o.value.Get("policy_type"))
	p.Percent = o.number(o.value.Get("healthy_percent_threshold"))
	p.Minimum = o.number(o.value.Get("min_healthy_threshold"))
}

func (b *builder) source(o *object, s *topology.HealthSource) {
	s.SourceType = o.text(o.value.Get("source_type"))
	s.Sources = b.linkList(o, "sources", toServiceByURL)
	s.Policy = b.link(o, o.value.Get("health_aggregation_policy"), "health_aggregation_policy", "health_aggregation_policy", toPolicy)
}

func (b *builder) composite(o *object, c *topology.CompositeHealth) {
	c.Sources = b.linkList(o, "health_sources", toSourceByURL)
	c.Destination = b.link(o, o.value.Get("health_destination"), "health_destination", "health_destination", toRule)
}
