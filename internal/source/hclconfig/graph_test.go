// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"terraform-provider-spillway/internal/source/graph"
)

func TestNotices(t *testing.T) {
	t.Parallel()
	g, _ := files{"main.tf": `
		variable "n" { type = number }
		module "vpc" { source = "terraform-google-modules/network/google" }
		resource "google_compute_network" "a" {
		  count = var.n
		  name  = "a"
		}`}.load(t, Options{})
	var got []string
	for _, n := range g.Notices {
		if n.Where == nil {
			t.Errorf("no place: %s", n.Text)
		}
		got = append(got, n.Text)
	}
	all := strings.Join(got, "\n")
	for _, want := range []string{"module.vpc", "terraform init", "google_compute_network.a[*]", "count is known after apply"} {
		if !strings.Contains(all, want) {
			t.Errorf("no notice says %q:\n%s", want, all)
		}
	}
}

func TestSelection(t *testing.T) {
	t.Parallel()
	g, diags := files{"main.tf": provider + `
		resource "google_compute_instance_group" "a" {
		  name        = "a"
		  description = nosuch()
		}
		resource "google_compute_network" "n" { name = nosuch() }
		resource "google_compute_forwarding_rule" "r" {
		  name            = "r"
		  backend_service = google_compute_instance_group.a.id
		}`}.load(t, Options{Select: graph.Selection{
		"google_compute_forwarding_rule": graph.Select("name", "backend_service", "nosuch"),
		"google_compute_instance_group":  graph.Select("name"),
	}})
	if len(diags) > 0 {
		t.Errorf("something was evaluated that nobody asked for: %v", diags)
	}
	want := map[string]string{
		"google_compute_instance_group.a":  `{name:"a"}`,
		"google_compute_forwarding_rule.r": `{backend_service:"projects/p/zones/us-central1-a/instanceGroups/a",name:"r"}`,
	}
	got := map[string]string{}
	for _, i := range g.Instances {
		got[i.Address] = text(i.After)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestConfiguration(t *testing.T) {
	t.Parallel()
	c, _ := files{"main.tf": provider + `
		variable "f" { default = true }
		resource "google_compute_region_backend_service" "b" {
		  name    = "b"
		  project = null
		  backend {
		    group    = google_compute_instance_group.g["a"].id
		    failover = var.f
		  }
		  dynamic "backend" {
		    for_each = ["x"]
		    content { group = backend.value }
		  }
		  backend { group = "lit" }
		  outer {
		    inner {}
		    dynamic "inner" {
		      for_each = [1]
		      content {}
		    }
		  }
		  dynamic "loop" {
		    for_each = [1]
		    content {
		      inner {}
		    }
		  }
		}`}.open(t, Options{})
	inst := &graph.Instance{Address: "google_compute_region_backend_service.b", Type: "google_compute_region_backend_service", Name: "b"}
	for path, want := range map[string]struct {
		static  int
		dynamic bool
	}{
		"backend": {2, true}, "failover_policy": {0, false}, "outer.inner": {1, true}, "outer[0].inner": {1, true}, "outer[1].inner": {0, false},
		"loop": {0, true}, "loop[0].inner": {0, true}, "none[0].inner": {0, false}, "": {0, false}, "backend[x]": {0, false},
	} {
		if n, dynamic := c.Blocks(inst, path); n != want.static || dynamic != want.dynamic {
			t.Errorf("%q: %d blocks, dynamic %v, want %v", path, n, dynamic, want)
		}
	}
	for path, want := range map[string]string{
		"name": `"b" []`, "region": "", "project": "null []", "backend[0].group": `? [google_compute_instance_group.g["a"].id google_compute_instance_group.g["a"] google_compute_instance_group.g]`,
		"backend[0].failover": "? [var.f]", "backend[1].group": `"lit" []`, "backend[2].group": "", "backend[1].failover": "",
	} {
		got := ""
		if e, ok := c.Expression(inst, path); ok {
			got = text(e.Constant) + " [" + strings.Join(e.References, " ") + "]"
		}
		if got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	for name, want := range map[string]string{"region": `"us-central1"`, "credentials": "null"} {
		if got := text(c.ProviderArgument(inst, name)); got != want {
			t.Errorf("provider argument %s is %s, want %s", name, got, want)
		}
	}
	if _, ok := c.Expression(&graph.Instance{Type: "google_compute_network", Name: "no"}, "name"); ok {
		t.Error("an instance that is not there has an expression")
	}
}
