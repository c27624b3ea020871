// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"cmp"
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

const collectorPath = "collector_ilb[0].url"

// LB028 asks for a collector behind a packet mirroring.
var LB028 = &validate.Rule{
	ID:       "LB028",
	Name:     "mirroring-target",
	Title:    "Packet mirroring to a forwarding rule that is no collector",
	Severity: validate.Error,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "A packet mirroring policy sends its copies to a forwarding rule that says with `is_mirroring_collector` that it " +
		"takes them. Google refuses a policy that names any other. The flag cannot be changed later: the rule is replaced.",
	Source: "Compute API v1, PacketMirroring.collectorIlb and ForwardingRule.isMirroringCollector",
	Fix:    "Set `is_mirroring_collector = true` on the rule that the policy names, or name the collector's rule.",
	Bad:    mirroringExample(""),
	Good:   mirroringExample("\n  is_mirroring_collector = true"),
	Check: func(p *validate.Pass) {
		for _, m := range p.After.Mirrorings {
			if !m.Data {
				give(p, m, topology.Of(true), "", checkMirroringTarget(m))
			}
		}
	},
}

func mirroringExample(argument string) string {
	return `resource "google_compute_forwarding_rule" "tap" {
  name                   = "tap"
  region                 = "us-central1"
  load_balancing_scheme  = "INTERNAL"` + argument + `
  all_ports              = true
  network                = "projects/demo/global/networks/main"
  subnetwork             = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service        = "projects/demo/regions/us-central1/backendServices/tap"
}

resource "google_compute_packet_mirroring" "tap" {
  name   = "tap"
  region = "us-central1"
  network {
    url = "projects/demo/global/networks/main"
  }
  collector_ilb {
    url = google_compute_forwarding_rule.tap.id
  }
  mirrored_resources {
    tags = ["mirrored"]
  }
}
`
}

func checkMirroringTarget(m *topology.PacketMirroring) answer {
	switch r, ok := topology.To[*topology.ForwardingRule](m.Collector); {
	case m.Collector.State == topology.LinkAbsent:
		return answer{} // the provider refuses it
	case ok && r.MirroringCollector.IsUnknown():
		return open(collectorPath, "is_mirroring_collector of "+r.Address+" is known after apply")
	case ok && topology.Is(r.MirroringCollector, true):
		return answer{}
	case ok:
		return fail(collectorPath, fmt.Sprintf("The policy sends its copies to %s, which is no mirroring collector. Set "+
			"is_mirroring_collector = true on that rule.", r.Address),
			validate.Related{Address: r.Address, Message: "has no is_mirroring_collector"})
	case m.Collector.State == topology.LinkResolved, isOtherKind(m.Collector.ID.Kind, topology.KindForwardingRule):
		return fail(collectorPath, fmt.Sprintf("The policy sends its copies to %s, which is no forwarding rule. Name the forwarding rule "+
			"of the collector.", linkName(m.Collector)))
	}
	return open(collectorPath, linkReason(m.Collector, cmp.Or(m.Collector.Path, collectorPath)))
}

// isOtherKind reports whether a link's identity is certainly of another kind.
func isOtherKind(kind, want topology.Kind) bool { return kind != "" && kind != want }
