// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"slices"
	"strings"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA025 compares the two sides of a set of appliances.
var ZA025 = &validate.Rule{
	ID:       "ZA025",
	Name:     "one-sided-affinity",
	Title:    "Zonal affinity on one of two next hops over the same endpoints",
	Severity: validate.Warning,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "Two load balancers over the same appliances, each the next hop of a route, carry the two directions of connections. " +
		"They choose the same appliance for both only if they choose in the same way. With affinity on one of them the one looks " +
		"at zones and the other does not.",
	Source: "Google Cloud documentation, zonal affinity, symmetric hashing (preview edition); internal passthrough Network Load " +
		"Balancers as next hops, symmetric hashing",
	Fix:   "Switch affinity off on both, or, where clients and servers are always in one zone, on.",
	Bad:   hclTwoZones + "}\n" + hclNextHop + "\n" + hclService2 + hclBackendA + hclBackendB + hclSpill + hclNextHop2,
	Good:  hclTwoZones + "}\n" + hclNextHop + "\n" + hclService2 + hclBackendA + hclBackendB + "}\n" + hclNextHop2,
	Check: checkOneSided,
}

const (
	hclService2 = `resource "google_compute_region_backend_service" "back" {
  name                  = "back"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

`
	hclNextHop2 = `
resource "google_compute_forwarding_rule" "back" {
  name                  = "back"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  all_ports             = true
  network               = "projects/demo/global/networks/other"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/other"
  backend_service       = google_compute_region_backend_service.back.id
}

resource "google_compute_route" "back" {
  name         = "to-back"
  network      = "projects/demo/global/networks/other"
  dest_range   = "10.20.0.0/16"
  next_hop_ilb = google_compute_forwarding_rule.back.id
}
`
)

// hop is a service that is, or may be, the next hop of a route.
type hop struct {
	service *topology.BackendService
	is      topology.Known[bool] // an internal passthrough load balancer and a next hop
	on      topology.Known[bool] // affinity
	missing string               // why is or on is not known
	// groups are the names of its groups, sorted. Where some are not known,
	// open says why, and groups are the others.
	groups []string
	open   string
}

func checkOneSided(p *validate.Pass) {
	hops := hopsOf(p)
	same := map[string][]*hop{} // with affinity, perhaps, by all groups
	var partners []*hop         // with affinity, perhaps; those whose groups are not all known first
	for _, h := range hops {
		switch {
		case topology.Is(h.on, false):
		case h.open != "":
			partners = append(partners, h)
		default:
			same[h.key()] = append(same[h.key()], h)
		}
	}
	unclear := len(partners)
	for _, h := range hops {
		if !topology.Is(h.on, false) && h.open == "" {
			partners = append(partners, h)
		}
	}
	for _, h := range hops {
		switch {
		case h.service.Data:
		case topology.Is(h.on, true):
			p.OK(h.service)
		case h.open != "":
			give(p, h.service, topology.Of(true), "", h.compare(partners))
		default:
			give(p, h.service, topology.Of(true), "", worst(h.compare(same[h.key()]), h.compare(partners[:unclear])))
		}
	}
}

// key stands for all groups of a service.
func (h *hop) key() string { return strings.Join(h.groups, "\n") }

// hopsOf returns the services that may be next hops, in order.
func hopsOf(p *validate.Pass) []*hop {
	var out []*hop
	for _, s := range p.After.Services {
		through := s.Passthrough()
		if topology.Is(through, false) {
			continue
		}
		routes, maybe := nextHopsOf(p, s)
		if len(routes) == 0 && maybe == "" {
			continue
		}
		h := &hop{service: s, is: through, on: s.AffinityOn()}
		switch {
		case through.IsUnknown():
			h.missing = "load_balancing_scheme of " + s.Address + " is known after apply"
		case len(routes) == 0:
			h.is, h.missing = topology.Unknown[bool](), maybe
		case h.on.IsUnknown():
			h.missing = affinityReason(s)
		}
		h.groups, h.open = groupNames(s)
		out = append(out, h)
	}
	return out
}

// groupNames returns the names of a service's groups, and why some of them
// are not known.
func groupNames(s *topology.BackendService) (names []string, missing string) {
	if !s.Backends.Complete {
		missing = s.BackendsReason()
	}
	for i := range s.Backends.List {
		switch link := s.Backends.List[i].Group; {
		case link.State == topology.LinkResolved, link.State == topology.LinkExternal && link.ID.Complete():
			names = append(names, linkName(link))
		default:
			missing = cmp.Or(missing, linkReason(link, s.Backends.List[i].Path+".group of "+s.Address))
		}
	}
	slices.Sort(names)
	return slices.Compact(names), missing
}

// compare looks for a partner with affinity over the same groups, and stops
// at the first one. The answer stands at the service without affinity.
func (h *hop) compare(partners []*hop) answer {
	for _, t := range partners {
		if a := h.against(t); a.verdict != passes {
			return a
		}
	}
	return answer{}
}

// against compares a service without affinity, perhaps, with one that has it,
// perhaps.
func (h *hop) against(t *hop) answer {
	if h == t || !h.mayShare(t) {
		return answer{}
	}
	if why := cmp.Or(h.missing, t.missing, h.open, t.open); why != "" {
		return answer{verdict: undecided, text: why}
	}
	return fail(spilloverPath, "The service and "+t.service.Address+" are next hops over the same endpoints, and only the other one has zonal affinity ("+
		t.service.Affinity().Default("")+"). The two directions of a connection can then take different appliances. Switch affinity off on both, or, where "+
		"clients and servers are always in one zone, on.", validate.Related{Address: t.service.Address, Message: "this one has zonal affinity"})
}

// mayShare reports whether the groups of two services can be the same ones.
// Groups that are not known are those of the service's own input.
func (h *hop) mayShare(t *hop) bool {
	if (h.open != "" || t.open != "") && !topology.MayReach(h.service, t.service) {
		return false
	}
	if len(h.groups)+len(t.groups) == 0 && h.open == "" && t.open == "" {
		return false // neither has an endpoint
	}
	return (t.open != "" || contains(t.groups, h.groups)) && (h.open != "" || contains(h.groups, t.groups))
}

// contains reports whether a sorted list holds all of another one.
func contains(list, all []string) bool {
	for _, s := range all {
		if _, ok := slices.BinarySearch(list, s); !ok {
			return false
		}
	}
	return true
}
