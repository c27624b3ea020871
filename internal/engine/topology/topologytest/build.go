// SPDX-License-Identifier: MPL-2.0

// Package topologytest builds small topologies for tests: every argument that
// a test does not set is null, as if its author had left it out, and every
// object is in project "p" and region "us-central1".
package topologytest

import (
	"cmp"
	"fmt"
	"slices"

	t "terraform-provider-spillway/internal/engine/topology"
)

// Region is the region of everything that a [Builder] makes.
const Region = "us-central1"

// Zone returns a zone of Region by its letter.
func Zone(letter string) string { return Region + "-" + letter }

// Builder collects objects. Make one with New, take the result with Snapshot.
type Builder struct{ s t.Snapshot }

// New returns an empty builder.
func New() *Builder { return &Builder{s: t.Snapshot{LinksComplete: true}} }

// Snapshot returns what was built, sorted by address.
func (b *Builder) Snapshot() *t.Snapshot {
	sortByAddress(b.s.Services)
	sortByAddress(b.s.Groups)
	sortByAddress(b.s.Rules)
	sortByAddress(b.s.Attachments)
	sortByAddress(b.s.Policies)
	sortByAddress(b.s.Sources)
	sortByAddress(b.s.Composites)
	return &b.s
}

// Raw gives access to the snapshot for objects that have no method here.
func (b *Builder) Raw() *t.Snapshot { return &b.s }

func sortByAddress[T t.Node](list []T) {
	slices.SortFunc(list, func(x, y T) int { return cmp.Compare(x.Base().Address, y.Base().Address) })
}

// Object returns the common part of an object: address TYPE.NAME, name, project
// and location.
func Object(resourceType string, kind t.Kind, name, location string) t.Object {
	return t.Object{
		Address: resourceType + "." + name, Type: resourceType, Kind: kind,
		Name: t.Of(name), Project: t.Of("p"), Location: t.Of(location),
	}
}

// To returns a link that a reference proves.
func To(n t.Node) t.Link {
	return t.Link{State: t.LinkResolved, Target: n, ID: n.Base().Identity(), Proof: t.ByReference}
}

// Absent is a link that is not set.
func Absent() t.Link { return t.Link{State: t.LinkAbsent} }

// External returns a link to an object outside the input.
func External(url string) t.Link {
	id, _ := t.ParseURL(url)
	return t.Link{State: t.LinkExternal, ID: id, Text: url}
}

// UnresolvedLink returns a link that nothing resolves.
func UnresolvedLink(reason string) t.Link {
	return t.Link{State: t.LinkUnresolved, Proof: t.Unresolved, Reason: reason}
}

// Links returns a complete list of links to objects.
func Links(nodes ...t.Node) t.LinkList {
	l := t.LinkList{Complete: true}
	for _, n := range nodes {
		l.Links = append(l.Links, To(n))
	}
	return l
}

// Service adds a regional INTERNAL TCP backend service with a health check,
// without backends, affinity and failover.
func (b *Builder) Service(name string) *t.BackendService {
	s := &t.BackendService{
		Object:          Object("google_compute_region_backend_service", t.KindBackendService, name, Region),
		Scheme:          t.Of("INTERNAL"),
		Protocol:        t.Of("TCP"),
		SessionAffinity: t.Of("NONE"),
		LocalityPolicy:  t.Null[string](),
		Network:         t.Null[string](),
		Description:     t.Null[string](),
		DrainingTimeout: t.Of(300),
		HealthChecks:    t.LinkList{Links: []t.Link{External("projects/p/regions/" + Region + "/healthChecks/hc")}, Complete: true},
		Backends:        t.Backends{Complete: true},
		TrafficPolicy:   t.Null[t.TrafficPolicy](),
		Failover:        t.Null[t.FailoverPolicy](),
		Subsetting:      t.Null[t.Subsetting](),
		HAPolicy:        t.Null[t.HAPolicy](),
		Tracking:        t.Null[t.ConnectionTracking](),
		Outlier:         t.Null[t.OutlierDetection](),
	}
	b.s.Services = append(b.s.Services, s)
	return s
}

// Affinity sets zonal affinity; an empty ratio leaves it out.
func Affinity(s *t.BackendService, spillover, ratio string) {
	za := t.ZonalAffinity{Spillover: t.Of(spillover), Ratio: t.Null[t.Ratio](), SpilloverWritten: t.Of(true)}
	if ratio != "" {
		za.Ratio = t.Of(t.MustRatio(ratio))
	}
	s.TrafficPolicy = t.Of(t.TrafficPolicy{ZonalAffinity: t.Of(za)})
}

// FailoverPolicy sets the failover policy; an empty ratio leaves it out.
func FailoverPolicy(s *t.BackendService, ratio string, drop bool) {
	p := t.FailoverPolicy{Ratio: t.Null[t.Ratio](), Drop: t.Of(drop), DisableDrain: t.Of(false)}
	if ratio != "" {
		p.Ratio = t.Of(t.MustRatio(ratio))
	}
	s.Failover = t.Of(p)
}

// Group adds an unmanaged instance group of n members in a zone.
func (b *Builder) Group(name, zone string, n int) *t.Group {
	g := &t.Group{
		Object:    Object("google_compute_instance_group", t.KindInstanceGroup, name, zone),
		GroupKind: t.UnmanagedGroup,
		NEGType:   t.Null[string](),
		Capacity: t.Capacity{
			Members: t.Of(n), TargetSize: t.Null[int](), Autoscaled: t.Of(false),
			Zones: t.Of([]string{zone}), Shape: t.Null[string](), From: t.SizeFromPlan,
		},
		Members:       t.LinkList{Complete: true},
		Update:        t.Null[t.UpdatePolicy](),
		TargetService: Absent(), ProducerPort: t.Null[string](), Network: t.Null[string](),
	}
	b.s.Groups = append(b.s.Groups, g)
	return g
}

// RegionGroup adds a regional managed group of n members over zones.
func (b *Builder) RegionGroup(name string, n int, zones ...string) *t.Group {
	g := b.Group(name, Region, 0)
	g.Object = Object("google_compute_region_instance_group_manager", t.KindInstanceGroup, name, Region)
	g.GroupKind = t.RegionManagedGroup
	g.Capacity = t.Capacity{
		Members: t.Null[int](), TargetSize: t.Of(n), Autoscaled: t.Of(false),
		Zones: t.Of(zones), Shape: t.Null[string](), From: t.SizeFromPlan,
	}
	return g
}

// Attach adds a group to a service's backends.
func Attach(s *t.BackendService, g *t.Group, failover bool) {
	path := fmt.Sprintf("backend[%d]", len(s.Backends.List))
	link := To(g)
	link.Path = path + ".group"
	s.Backends.List = append(s.Backends.List, t.Backend{
		Path: path, Group: link, Failover: t.Of(failover), BalancingMode: t.Of("CONNECTION"),
		Capacity: t.Null[t.Ratio](),
	})
}

// Rule adds an internal forwarding rule of a service, with all ports.
func (b *Builder) Rule(name string, s *t.BackendService) *t.ForwardingRule {
	r := &t.ForwardingRule{
		Object: Object("google_compute_forwarding_rule", t.KindForwardingRule, name, Region),
		Scheme: t.Of("INTERNAL"), BackendService: To(s), Target: Absent(), Protocol: t.Of("TCP"),
		AllPorts: t.Of(true), Ports: t.Null[[]string](), PortRange: t.Null[string](),
		GlobalAccess: t.Of(false), MirroringCollector: t.Of(false), IPAddress: t.Null[string](),
		ReservedAddress: Absent(), Network: t.Null[string](), Subnetwork: t.Null[string](),
	}
	b.s.Rules = append(b.s.Rules, r)
	return r
}

// Attachment publishes a rule.
func (b *Builder) Attachment(name string, r *t.ForwardingRule) *t.ServiceAttachment {
	a := &t.ServiceAttachment{
		Object:        Object("google_compute_service_attachment", t.KindServiceAttachment, name, Region),
		TargetService: To(r),
	}
	b.s.Attachments = append(b.s.Attachments, a)
	return a
}

// Policy adds a health aggregation policy; an empty text leaves a threshold
// out.
func (b *Builder) Policy(name, percent, minimum string) *t.HealthPolicy {
	p := &t.HealthPolicy{
		Object:     Object("google_compute_region_health_aggregation_policy", t.KindHealthPolicy, name, Region),
		PolicyType: t.Of("BACKEND_SERVICE_POLICY"), Percent: t.Null[t.Ratio](), Minimum: t.Null[t.Ratio](),
	}
	if percent != "" {
		p.Percent = t.Of(t.MustRatio(percent))
	}
	if minimum != "" {
		p.Minimum = t.Of(t.MustRatio(minimum))
	}
	b.s.Policies = append(b.s.Policies, p)
	return p
}

// Source adds a health source over a service.
func (b *Builder) Source(name string, s *t.BackendService, p *t.HealthPolicy) *t.HealthSource {
	h := &t.HealthSource{
		Object:     Object("google_compute_region_health_source", t.KindHealthSource, name, Region),
		SourceType: t.Of("BACKEND_SERVICE"), Sources: Links(s), Policy: To(p),
	}
	b.s.Sources = append(b.s.Sources, h)
	return h
}

// Composite adds a composite health check over sources.
func (b *Builder) Composite(name string, destination *t.ForwardingRule, sources ...*t.HealthSource) *t.CompositeHealth {
	c := &t.CompositeHealth{
		Object:      Object("google_compute_region_composite_health_check", t.KindCompositeHealth, name, Region),
		Destination: To(destination), Sources: t.LinkList{Complete: true},
	}
	for _, h := range sources {
		c.Sources.Links = append(c.Sources.Links, To(h))
	}
	b.s.Composites = append(b.s.Composites, c)
	return c
}
