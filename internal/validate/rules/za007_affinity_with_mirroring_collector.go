// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA007 keeps zonal affinity off the collectors of packet mirroring.
var ZA007 = &validate.Rule{
	ID:       "ZA007",
	Name:     "affinity-with-mirroring-collector",
	Title:    "Zonal affinity on a packet mirroring collector",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "Packet Mirroring sends copies of packets to a forwarding rule that is a collector. Every edition of Google's " +
		"documentation names zonal affinity as incompatible with such a load balancer.",
	Source: "Google Cloud documentation, zonal affinity for internal passthrough Network Load Balancers, feature compatibility; " +
		"Compute API v1, ForwardingRule.isMirroringCollector and PacketMirroring.collectorIlb",
	Fix: "Give the collector a backend service of its own, without zonal affinity.",
	Bad: hclTwoZones + hclSpill + `
resource "google_compute_forwarding_rule" "web" {
  name                   = "web"
  region                 = "us-central1"
  load_balancing_scheme  = "INTERNAL"
  ip_protocol            = "TCP"
  all_ports              = true
  network                = "projects/demo/global/networks/main"
  subnetwork             = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service        = google_compute_region_backend_service.web.id
  is_mirroring_collector = true
}
`,
	Good: hclTwoZones + `}

resource "google_compute_forwarding_rule" "web" {
  name                   = "web"
  region                 = "us-central1"
  load_balancing_scheme  = "INTERNAL"
  ip_protocol            = "TCP"
  all_ports              = true
  network                = "projects/demo/global/networks/main"
  subnetwork             = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service        = google_compute_region_backend_service.web.id
  is_mirroring_collector = true
}
`,
	Check: func(p *validate.Pass) {
		withFrontedAffinity(p, func(s *topology.BackendService, r *topology.ForwardingRule) answer { return checkCollector(p, s, r) })
	},
}

func checkCollector(p *validate.Pass, s *topology.BackendService, r *topology.ForwardingRule) answer {
	rule := r.Address
	failure := func(why string, related validate.Related) answer {
		return fail(spilloverPath, "The service has zonal affinity ("+s.Affinity().Default("")+"), and "+why+". Google documents zonal affinity as "+
			"incompatible with a mirroring collector: give the collector a backend service without affinity.", related)
	}
	switch collector := r.MirroringCollector.Or(false); {
	case topology.Is(collector, true):
		return failure("its forwarding rule "+rule+" is a mirroring collector", validate.Related{Address: rule, Message: "is_mirroring_collector is true here"})
	case collector.IsUnknown():
		a := open("", "is_mirroring_collector of "+rule+" is known after apply")
		return worst(checkMirrorings(p, r, failure), a)
	}
	return checkMirrorings(p, r, failure)
}

func checkMirrorings(p *validate.Pass, r *topology.ForwardingRule, failure func(string, validate.Related) answer) answer {
	return named(r, p.Index.MirroringsOf(r), func(m *topology.PacketMirroring) topology.Link { return m.Collector }, "collector_ilb",
		func(m *topology.PacketMirroring) answer {
			return failure("the packet mirroring "+m.Address+" names its forwarding rule "+r.Address+" as the collector",
				validate.Related{Address: m.Address, Message: "collector_ilb names " + r.Address})
		})
}
