// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// networkOf returns the VPC network of an internal load balancer: its own, or
// that of its forwarding rules. It is unknown where neither says it, or says
// it before apply.
func networkOf(p *validate.Pass, s *topology.BackendService) topology.Known[string] {
	if v, ok := s.Network.Value(); ok && v != "" {
		return s.Network
	}
	if s.Network.IsUnknown() {
		return topology.Unknown[string]()
	}
	for _, r := range p.Index.RulesOf(s).Certain {
		if v, ok := r.Network.Value(); ok && v != "" {
			return r.Network
		}
	}
	return topology.Unknown[string]()
}

// networkBetween is sameNetwork for what two objects say of their networks. Of
// two inputs, networks that are not known are not the same.
func networkBetween(a topology.Node, of topology.Known[string], b topology.Node, with topology.Known[string]) topology.Known[bool] {
	same := sameNetwork(of, with)
	if same.IsUnknown() && !topology.MayReach(a, b) {
		return topology.Of(false)
	}
	return same
}

// sameNetwork reports whether two references name one network. Where one of
// them has no project, the names decide.
func sameNetwork(a, b topology.Known[string]) topology.Known[bool] {
	x, okX := a.Value()
	y, okY := b.Value()
	if !okX || !okY || x == "" || y == "" {
		return topology.Unknown[bool]()
	}
	p, okP := topology.ParseURL(x)
	q, okQ := topology.ParseURL(y)
	apart := okP && okQ && p.Project != "" && q.Project != "" && p.Project != q.Project
	return topology.Of(topology.LastSegment(x) == topology.LastSegment(y) && !apart)
}
