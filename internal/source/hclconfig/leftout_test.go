// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
)

// An argument that comes out as null is left out, wherever the null comes from:
// modules leave most of theirs to optional variables.
func TestArgumentsThatAreNull(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "main.tf", `
variable "null" {
  type    = string
  default = null
}
variable "open" {
  type = string
}
variable "trackings" {
  type    = list(object({ idle = optional(number) }))
  default = [{}]
}
resource "google_compute_region_backend_service" "s" {
  name             = "s"
  region           = "us-central1"
  session_affinity = var.null
  protocol         = var.open
  dynamic "connection_tracking_policy" {
    for_each = var.trackings
    content {
      tracking_mode    = "PER_SESSION"
      idle_timeout_sec = connection_tracking_policy.value.idle
    }
  }
}
resource "google_compute_region_backend_service" "t" {
  name   = "t"
  region = "us-central1"
  dynamic "failover_policy" {
    for_each = [var.open]
    content {
      failover_ratio                       = 0.5
      disable_connection_drain_on_failover = failover_policy.value
    }
  }
}
resource "google_compute_instance_group_manager" "m" {
  name        = "m"
  zone        = "us-central1-a"
  target_size = true ? null : 3
}
`)
	g, diags := Load(dir, Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	manager, service, other := g.Instances[0].After, g.Instances[1].After, g.Instances[2].After
	one := func(block string) graph.Value { return other.Get(block).Elements()[0] }
	got := map[string]bool{
		"target_size":      manager.Get("target_size").IsLeftOut(),
		"session_affinity": service.Get("session_affinity").IsLeftOut(),
		"protocol":         service.Get("protocol").IsLeftOut(),
		"idle_timeout_sec": service.Get("connection_tracking_policy").Elements()[0].Get("idle_timeout_sec").IsLeftOut(),
		"self_link":        service.Get("self_link").IsLeftOut(),
		"drop":             one("failover_policy").Get("drop_traffic_if_unhealthy").IsLeftOut(),
		"drain":            one("failover_policy").Get("disable_connection_drain_on_failover").IsLeftOut(),
	}
	want := map[string]bool{"target_size": true, "session_affinity": true, "protocol": false, "idle_timeout_sec": true, "self_link": false,
		"drop": true, "drain": false}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
	if v, ok := merge(graph.UnknownValue(), graph.LeftOutValue(), shape{}); !ok || !v.IsLeftOut() {
		t.Errorf("a plan that is filled knows %+v, %t", v, ok)
	}
	if v, ok := merge(graph.StringValue("NONE"), graph.LeftOutValue(), shape{}); !ok || v.IsUnknown() {
		t.Errorf("what a plan knows becomes %+v, %t", v, ok)
	}
}
