// SPDX-License-Identifier: MPL-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sensitiveFolder gives every argument that may end up in a text the value of
// a sensitive variable, as it is and inside lists and maps.
const sensitiveFolder = `
provider "google" {
  project = "p"
  region  = "us-central1"
}

resource "google_compute_instance_group" "a" {
  name      = local.text
  zone      = "us-central1-a"
  instances = local.list
}
resource "google_compute_instance_group" "b" {
  count = local.number
  name  = "b"
  zone  = local.text
}
resource "google_compute_region_backend_service" "s" {
  name     = "s"
  protocol = local.text
  dynamic "backend" {
    for_each = local.list
    content {
      group          = backend.value
      balancing_mode = local.map["k"]
    }
  }
}
resource "google_compute_forwarding_rule" "f" {
  name            = upper(local.text)
  region          = "us-central1"
  backend_service = google_compute_region_backend_service.s.id
  ports           = local.list
}
resource "google_compute_region_health_aggregation_policy" "p" {
  name                      = "p"
  region                    = "us-central1"
  healthy_percent_threshold = local.number
}
resource "google_compute_region_health_source" "h" {
  name                      = "h"
  region                    = local.text
  source_type               = "BACKEND_SERVICE"
  sources                   = local.list
  health_aggregation_policy = local.text
}
resource "google_compute_region_composite_health_check" "c" {
  name               = "c"
  region             = "us-central1"
  health_sources     = concat([google_compute_region_health_source.h.id], local.list)
  health_destination = local.text
}
resource "google_compute_region_network_endpoint_group" "n" {
  name                  = "n"
  region                = "us-central1"
  network_endpoint_type = "PRIVATE_SERVICE_CONNECT"
  psc_target_service    = local.text
}
resource "google_compute_backend_service" "g" {
  name = "g"
  backend {
    group = local.list[0]
  }
  backend {
    group = tonumber(local.text)
  }
}
`

// Whatever is wrong with a sensitive value, no form says what it is.
func TestSensitiveVariablesAreNeverPrinted(t *testing.T) {
	const secret, number = "hunter2", "918273645"
	for name, locals := range map[string]string{
		"values": `
variable "text" {
  sensitive = true
  default   = "hunter2"
}
variable "number" {
  sensitive = true
  default   = 918273645
}
variable "list" {
  sensitive = true
  default   = ["hunter2-a", "hunter2-b"]
}
variable "map" {
  sensitive = true
  default   = { k = "hunter2" }
}
locals {
  text   = var.text
  number = var.number
  list   = var.list
  map    = var.map
}
`,
		"elements": `
variable "text" {
  sensitive = true
  default   = "hunter2"
}
locals {
  text   = "x-${var.text}"
  number = length(var.text) * 131181949
  list   = [var.text, "${var.text}-b"]
  map    = { k = var.text }
}
`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(sensitiveFolder+locals), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, form := range everyForm {
				stdout, stderr, _ := lint(t, append(form, dir)...)
				for _, s := range []string{secret, strings.ToUpper(secret), number, "918273643"} {
					if strings.Contains(stdout+stderr, s) {
						t.Errorf("%v prints a sensitive value:\n%s%s", form, stdout, stderr)
					}
				}
			}
		})
	}
}
