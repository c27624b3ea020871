// SPDX-License-Identifier: MPL-2.0

package rules

import (
	"fmt"

	"terraform-provider-spillway/internal/engine/topology"
	"terraform-provider-spillway/internal/validate"
)

// ZA023 says whom affinity leaves out behind a VPN or an Interconnect.
var ZA023 = &validate.Rule{
	ID:       "ZA023",
	Name:     "hybrid-clients",
	Title:    "Zonal affinity and clients outside Google Cloud",
	Severity: validate.Info,
	Needs:    []validate.Need{validate.NeedLinks},
	Rationale: "Packets that come in through a Cloud VPN tunnel or a VLAN attachment belong to no zone. The load balancer ignores " +
		"affinity for them and spreads them over all zones.",
	Source: "Google Cloud documentation, zonal affinity, compatible clients",
	Fix:    "Nothing, where this is meant: do not expect affinity for clients outside Google Cloud.",
	Bad:    hclTwoZones + hclSpill + hclForwardingRule + "}\n" + hclTunnel("us-central1"),
	Good:   hclTwoZones + hclSpill + hclForwardingRule + "}\n" + hclTunnel("europe-west1"),
	Check: func(p *validate.Pass) {
		byRegion := validate.Shared(p, "hybrids by region", func() map[string][]*topology.HybridAttachment { return indexHybrids(p.After) })
		withAffinity(p, func(s *topology.BackendService) answer { return checkHybrids(p, s, byRegion) })
	},
}

// hclTunnel is a VPN tunnel of the example's network.
func hclTunnel(region string) string {
	return fmt.Sprintf(`
resource "google_compute_router" "office" {
  name    = "office"
  region  = %[1]q
  network = "projects/demo/global/networks/main"
}

resource "google_compute_vpn_tunnel" "office" {
  name                            = "office"
  region                          = %[1]q
  vpn_gateway                     = "projects/demo/regions/%[1]s/vpnGateways/office"
  peer_external_gateway           = "projects/demo/global/externalVpnGateways/office"
  peer_external_gateway_interface = 0
  vpn_gateway_interface           = 0
  router                          = google_compute_router.office.id
  shared_secret                   = "example"
}
`, region)
}

// indexHybrids returns the tunnels and VLAN attachments by region; those whose
// region is not known are under the empty name.
func indexHybrids(s *topology.Snapshot) map[string][]*topology.HybridAttachment {
	out := map[string][]*topology.HybridAttachment{}
	for _, h := range s.Hybrids {
		region := h.Region().Default("")
		out[region] = append(out[region], h)
	}
	return out
}

func checkHybrids(p *validate.Pass, s *topology.BackendService, byRegion map[string][]*topology.HybridAttachment) answer {
	if len(byRegion) == 0 {
		return answer{}
	}
	region, regionKnown := s.Region().Value()
	near := byRegion[region]
	if !regionKnown {
		near = p.After.Hybrids
	}
	network := networkOf(p, s)
	var a answer
	for _, h := range near {
		switch same := networkBetween(h, h.Network, s, network); {
		case topology.Is(same, true) && regionKnown && region != "":
			return fail(spilloverPath, fmt.Sprintf("%s is in the network and region of the service. Clients that come through it belong to no zone: "+
				"zonal affinity is ignored for them, and their connections spread over all zones.", h.Address),
				validate.Related{Address: h.Address, Message: "clients come in here without a zone"})
		case !topology.Is(same, false):
			a = worst(a, open("", hybridReason(h, network, regionKnown)))
		}
	}
	for _, h := range byRegion[""] {
		if !topology.Is(networkBetween(h, h.Network, s, network), false) {
			a = worst(a, open("", "region of "+h.Address+" is known after apply"))
		}
	}
	return a
}

func hybridReason(h *topology.HybridAttachment, network topology.Known[string], regionKnown bool) string {
	switch {
	case !regionKnown:
		return "region is known after apply"
	case !network.IsSet():
		return "the network of the service is not in the input"
	}
	return "the network of " + h.Address + " is not in the input"
}
