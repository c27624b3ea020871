// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"slices"
	"strings"
	"testing"

	"terraform-provider-spillway/internal/source/graph"
)

// An address that Google picks is known after apply; whose it is, is not.
func TestReferencesToAddresses(t *testing.T) {
	t.Parallel()
	const fixture = `
resource "google_compute_address" "ip" {
  name   = "ip"
  region = "us-central1"
}
resource "google_compute_forwarding_rule" "web" {
  for_each = toset(["a", "b"])
  name     = "web-${each.key}"
  region   = "us-central1"
}
resource "google_compute_forwarding_rule" "reserved" {
  name       = "reserved"
  region     = "us-central1"
  ip_address = google_compute_address.ip.address
}
resource "google_compute_forwarding_rule" "fixed" {
  name       = "fixed"
  region     = "us-central1"
  ip_address = "10.0.0.9"
}
data "google_compute_forwarding_rule" "there" {
  name   = "there"
  region = "us-central1"
}
locals {
  hops = { for k, r in google_compute_forwarding_rule.web : k => r.ip_address }
}
resource "google_network_connectivity_policy_based_route" "r" {
  name            = "r"
  network         = "n"
  next_hop_ilb_ip = HOP
}
`
	for name, c := range map[string]struct{ hop, want string }{
		"a rule's":            {`google_compute_forwarding_rule.web["b"].ip_address`, `google_compute_forwarding_rule.web["b"]`},
		"through a local":     {`local.hops["a"]`, `google_compute_forwarding_rule.web["a"]`},
		"reserved":            {`google_compute_address.ip.address`, `google_compute_address.ip`},
		"of a rule with one":  {`google_compute_forwarding_rule.reserved.ip_address`, `google_compute_address.ip`},
		"known":               {`google_compute_forwarding_rule.fixed.ip_address`, `"10.0.0.9"`},
		"of a data source":    {`data.google_compute_forwarding_rule.there.ip_address`, `data.google_compute_forwarding_rule.there`},
		"another one":         {`cidrhost("${google_compute_forwarding_rule.web["a"].ip_address}/24", 5)`, `?`},
		"a part of it":        {`split(".", google_compute_forwarding_rule.web["a"].ip_address)[0]`, `?`},
		"with something else": {`"${google_compute_forwarding_rule.web["a"].ip_address}1"`, `?`},
		"another attribute":   {`google_compute_forwarding_rule.web["a"].psc_connection_id`, `?`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "main.tf", strings.Replace(fixture, "HOP", c.hop, 1))
			g, diags := Load(dir, Options{})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			k := slices.IndexFunc(g.Instances, func(i *graph.Instance) bool { return i.Name == "r" })
			hop := g.Instances[k].After.Get("next_hop_ilb_ip")
			got, ok := hop.Refers()
			if !ok {
				got = text(hop)
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
