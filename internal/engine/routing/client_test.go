// SPDX-License-Identifier: MPL-2.0

package routing_test

import (
	"strings"
	"testing"

	"terraform-provider-spillway/internal/engine/routing"
)

func TestParseClient(t *testing.T) {
	for name, tc := range map[string]struct {
		spec string
		want routing.Client
	}{
		"a zone alone":           {"us-central1-a", routing.Client{Zone: "us-central1-a", Region: "us-central1"}},
		"a VM in a zone":         {"vm:us-central1-a", routing.Client{Zone: "us-central1-a", Region: "us-central1"}},
		"a VM in any other zone": {"vm:*", routing.Client{Zone: "*"}},
		"a tunnel":               {"vpn", routing.Client{Kind: routing.VPN}},
		"a tunnel elsewhere":     {"vpn:europe-west1", routing.Client{Kind: routing.VPN, Region: "europe-west1"}},
		"a VLAN attachment":      {"interconnect", routing.Client{Kind: routing.Interconnect}},
		"one elsewhere":          {"interconnect:us-east4", routing.Client{Kind: routing.Interconnect, Region: "us-east4"}},
		"a PSC endpoint":         {"psc-endpoint:us-central1-b", routing.Client{Kind: routing.PSCEndpoint, Zone: "us-central1-b", Region: "us-central1"}},
		"a PSC backend":          {"psc-backend", routing.Client{Kind: routing.PSCBackend}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := routing.ParseClient(tc.spec)
			if err != nil || got != tc.want {
				t.Fatalf("%+v, %v; want %+v", got, err, tc.want)
			}
			again, err := routing.ParseClient(got.String())
			if err != nil || again != got {
				t.Errorf("%q is read as %+v, %v", got.String(), again, err)
			}
		})
	}
}

func TestParseClientErrors(t *testing.T) {
	for name, tc := range map[string]struct{ spec, says string }{
		"empty":                  {"", "is empty"},
		"a misspelt kind":        {"interconect", "did you mean interconnect?"},
		"a region":               {"us-central1", "a zone ends with a letter"},
		"a VM in a region":       {"vm:us-central1", "vm needs a zone"},
		"a VM nowhere":           {"vm", "vm needs a zone"},
		"a VM in nothing":        {"vm:", "vm needs a zone"},
		"an endpoint nowhere":    {"psc-endpoint", "psc-endpoint needs a zone"},
		"a tunnel in a zone":     {"vpn:us-central1-a", "vpn takes a region"},
		"a tunnel in nothing":    {"vpn:", "vpn takes a region"},
		"a backend with a place": {"psc-backend:us-central1-a", "takes no place"},
		"capital letters":        {"US-CENTRAL1-A", "neither a zone nor"},
		"a zone with a space":    {"us-central 1-a", "neither a zone nor"},
	} {
		t.Run(name, func(t *testing.T) {
			if c, err := routing.ParseClient(tc.spec); err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("%+v, %v; want an error that says %q", c, err, tc.says)
			}
		})
	}
}
