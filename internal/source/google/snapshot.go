// SPDX-License-Identifier: MPL-2.0

package google

import (
	"cmp"
	"slices"

	"terraform-provider-spillway/internal/engine/topology"
)

// newNode returns an empty noun for a type, nil for one that becomes none.
func newNode(t *resourceType) topology.Node {
	switch t.noun {
	case service:
		return &topology.BackendService{}
	case group:
		return &topology.Group{}
	case autoscaler:
		return &topology.Autoscaler{}
	case instance:
		return &topology.Instance{}
	case rule:
		return &topology.ForwardingRule{}
	case attachment:
		return &topology.ServiceAttachment{}
	case mirroring:
		return &topology.PacketMirroring{}
	case deployment:
		return &topology.SecurityDeployment{}
	case route:
		return &topology.Route{}
	case hybrid:
		return &topology.HybridAttachment{}
	case firewall, policyRule:
		return &topology.Firewall{}
	case healthCheck:
		return &topology.HealthCheck{}
	case proxy:
		return &topology.Proxy{}
	case urlMap:
		return &topology.URLMap{}
	case otherTarget:
		return &topology.OtherTarget{}
	case policy:
		return &topology.HealthPolicy{}
	case source:
		return &topology.HealthSource{}
	case composite:
		return &topology.CompositeHealth{}
	}
	return nil
}

// fill fills in an object of the topology; services and the main part of
// forwarding rules are filled in before.
func (b *builder) fill(o *object) {
	switch n := o.node.(type) {
	case *topology.Group:
		b.group(o, n)
	case *topology.Autoscaler:
		b.autoscaler(o, n)
	case *topology.Instance:
		b.instance(o, n)
	case *topology.ForwardingRule:
		b.target(o, n)
	case *topology.ServiceAttachment:
		b.attachment(o, n)
	case *topology.PacketMirroring:
		b.mirroring(o, n)
	case *topology.SecurityDeployment:
		b.deployment(o, n)
	case *topology.HybridAttachment:
		b.hybrid(o, n)
	case *topology.Firewall:
		if o.typ.noun == policyRule {
			b.policyRule(o, n)
		} else {
			b.firewall(o, n)
		}
	case *topology.HealthCheck:
		b.healthCheck(o, n)
	case *topology.Proxy:
		b.proxy(o, n)
	case *topology.URLMap:
		b.urlMap(o, n)
	case *topology.OtherTarget:
		b.otherTarget(o, n)
	case *topology.HealthPolicy:
		b.policy(o, n)
	case *topology.HealthSource:
		b.source(o, n)
	case *topology.CompositeHealth:
		b.composite(o, n)
	}
}

// fillRemoved fills in an object that the plan destroys, from the prior state.
func (b *builder) fillRemoved(o *object) {
	switch n := o.node.(type) {
	case *topology.BackendService:
		b.service(o)
	case *topology.ForwardingRule:
		b.rule(o)
		b.target(o, n)
	case *topology.Route:
		b.nextHop(o, n)
	case *topology.Group:
		b.group(o, n)
		if n.GroupKind == topology.UnmanagedGroup {
			n.Members = b.linkList(o, "instances", toInstanceByURL)
			n.Capacity.Members = n.Members.Count()
		}
	default:
		b.fill(o)
	}
}

// add puts an object into its slice.
func add(s *topology.Snapshot, n topology.Node) {
	switch n := n.(type) {
	case *topology.BackendService:
		s.Services = append(s.Services, n)
	case *topology.Group:
		s.Groups = append(s.Groups, n)
	case *topology.Autoscaler:
		s.Autoscalers = append(s.Autoscalers, n)
	case *topology.Instance:
		s.Instances = append(s.Instances, n)
	case *topology.ForwardingRule:
		s.Rules = append(s.Rules, n)
	case *topology.ServiceAttachment:
		s.Attachments = append(s.Attachments, n)
	case *topology.PacketMirroring:
		s.Mirrorings = append(s.Mirrorings, n)
	case *topology.SecurityDeployment:
		s.Deployments = append(s.Deployments, n)
	case *topology.Route:
		s.Routes = append(s.Routes, n)
	case *topology.HybridAttachment:
		s.Hybrids = append(s.Hybrids, n)
	case *topology.Firewall:
		s.Firewalls = append(s.Firewalls, n)
	case *topology.HealthCheck:
		s.HealthChecks = append(s.HealthChecks, n)
	case *topology.Proxy:
		s.Proxies = append(s.Proxies, n)
	case *topology.URLMap:
		s.URLMaps = append(s.URLMaps, n)
	case *topology.OtherTarget:
		s.Others = append(s.Others, n)
	case *topology.HealthPolicy:
		s.Policies = append(s.Policies, n)
	case *topology.HealthSource:
		s.Sources = append(s.Sources, n)
	case *topology.CompositeHealth:
		s.Composites = append(s.Composites, n)
	}
}

// sortAll sorts a snapshot by address.
func sortAll(s *topology.Snapshot) {
	sorted(s.Services)
	sorted(s.Groups)
	sorted(s.Autoscalers)
	sorted(s.Instances)
	sorted(s.Rules)
	sorted(s.Attachments)
	sorted(s.Mirrorings)
	sorted(s.Deployments)
	sorted(s.Routes)
	sorted(s.Hybrids)
	sorted(s.Firewalls)
	sorted(s.HealthChecks)
	sorted(s.Proxies)
	sorted(s.URLMaps)
	sorted(s.Others)
	sorted(s.Policies)
	sorted(s.Sources)
	sorted(s.Composites)
	sorted(s.Removed)
	slices.SortFunc(s.Notices, func(a, b topology.Notice) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Text, b.Text))
	})
}

func sorted[T topology.Node](list []T) {
	byAddress := func(x, y T) int { return cmp.Compare(x.Base().Address, y.Base().Address) }
	if !slices.IsSortedFunc(list, byAddress) {
		slices.SortStableFunc(list, byAddress)
	}
}
