// SPDX-License-Identifier: MPL-2.0

package google_test

import (
	"testing"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/source/graph"
)

const (
	groupAddress   = "google_compute_instance_group.g"
	serviceAddress = "google_compute_region_backend_service.s"
)

// A value that is known after apply, and tells which object it names, is a
// link to that object, wherever it stands.
func TestReferredObjects(t *testing.T) {
	t.Parallel()
	g := planOf(
		res(groupAddress, obj{"id": after, "name": after, "zone": "us-central1-a", "instances": list{}}),
		res(serviceAddress, obj{
			"id": after, "name": after, "region": "us-central1", "load_balancing_scheme": "INTERNAL",
			"backend": list{obj{"group": referring(groupAddress), "balancing_mode": "CONNECTION", "failover": after}},
		}),
		res("google_compute_forwarding_rule.f", obj{"name": "f", "region": "us-central1", "backend_service": referring(serviceAddress)}),
		res("google_compute_region_health_source.h", obj{"name": "h", "region": "us-central1", "sources": list{referring(serviceAddress), after}}),
		res("google_compute_region_health_source.stray", obj{"name": "i", "region": "us-central1", "sources": list{referring("google_compute_region_backend_service.gone")}}),
	)
	s := build(g)
	service := s.Services[0]
	if l := service.Backends.List[0].Group; l.Target != topology.Node(s.Groups[0]) || l.Proof != topology.ByConfiguration {
		t.Errorf("the group is %+v", l)
	}
	if l := s.Rules[0].BackendService; l.Target != topology.Node(service) {
		t.Errorf("the service is %+v", l)
	}
	h := s.Sources[0].Sources
	if len(h.Links) != 2 || h.Links[0].Target != topology.Node(service) || h.Links[1].State != topology.LinkUnresolved {
		t.Errorf("the sources are %+v", h.Links)
	}
	if l := s.Sources[1].Sources.Links[0]; l.State != topology.LinkUnresolved {
		t.Errorf("a reference to nothing is %+v", l)
	}
}

// A name means the object in the same project, known or not: that of one input
// and one origin.
func TestNamesInAProjectOfOneOrigin(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		policy graph.Value
		region string
		found  bool
	}{
		"same origin":      {graph.OriginValue("var.p"), "us-central1", true},
		"another origin":   {graph.OriginValue("var.q"), "us-central1", false},
		"of no origin":     {graph.UnknownValue(), "us-central1", false},
		"a known project":  {graph.StringValue("p"), "us-central1", false},
		"another location": {graph.OriginValue("var.p"), "us-east1", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := build(planOf(
				res("google_compute_region_health_aggregation_policy.p", obj{"name": "p", "region": c.region, "project": c.policy}),
				res("google_compute_region_health_source.h", obj{
					"name": "h", "region": "us-central1", "project": graph.OriginValue("var.p"), "health_aggregation_policy": "p",
				}),
			))
			if l := s.Sources[0].Policy; (l.State == topology.LinkResolved) != c.found {
				t.Errorf("the policy is %+v", l)
			}
		})
	}
}

// An argument that is written, and known after apply, is not what the provider
// block sets.
func TestWrittenArgumentsAreNotTheProviders(t *testing.T) {
	t.Parallel()
	const policy = "google_compute_region_health_aggregation_policy.p"
	for name, c := range map[string]struct {
		written obj
		want    topology.Known[string]
	}{
		"left out": {obj{}, topology.Of("us-central1")},
		"written":  {obj{"region": refs{"var.region"}}, topology.Unknown[string]()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := build(config{provider: obj{"region": "us-central1"}, written: map[string]obj{policy: c.written}}.of(
				res(policy, obj{"name": "p", "region": after}),
			))
			if got := s.Policies[0].Location; got != c.want {
				t.Errorf("the region is %v, want %v", got, c.want)
			}
		})
	}
}
