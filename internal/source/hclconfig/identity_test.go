// SPDX-License-Identifier: MPL-2.0

package hclconfig

import (
	"strings"
	"testing"
)

// An id that is known after apply is there all the same: what is made of a
// module's optional argument does not wait for it.
func TestIdentitiesAreNeverNull(t *testing.T) {
	t.Parallel()
	const fixture = `
variable "project_id" {
  type = string
}
provider "google" {
  project = var.project_id
}
resource "google_compute_health_check" "h" {
  name = "h"
}
resource "google_compute_region_backend_service" "x" {
  count  = CONDITION ? 2 : 1
  name   = "x-${count.index}"
  region = "us-central1"
}
`
	for name, c := range map[string]struct {
		condition string
		instances int // 0: not known
	}{
		"id is null":            {`google_compute_health_check.h.id == null`, 1},
		"self link is there":    {`google_compute_health_check.h.self_link != null`, 2},
		"self link is empty":    {`google_compute_health_check.h.self_link == ""`, 1},
		"id begins otherwise":   {`google_compute_health_check.h.id == "regions/x"`, 1},
		"id may be this one":    {`google_compute_health_check.h.id == "projects/p/global/healthChecks/h"`, 0},
		"another attribute":     {`google_compute_health_check.h.type == null`, 0},
		"through an expression": {`try(google_compute_health_check.h.self_link, null) != null`, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "main.tf", strings.Replace(fixture, "CONDITION", c.condition, 1))
			g, diags := Load(dir, Options{})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			n := 0
			for _, i := range g.Instances {
				if i.Name == "x" {
					n++
				}
			}
			if n != c.instances || (len(g.Unexpanded) > 0) != (c.instances == 0) {
				t.Errorf("%d instances, not expanded %v; want %d", n, g.Unexpanded, c.instances)
			}
		})
	}
}
