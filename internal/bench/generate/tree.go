// SPDX-License-Identifier: MPL-2.0

package generate

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// Tree describes a repository of Terraform configuration: root modules that
// share child modules, in plain files.
type Tree struct {
	Roots        int
	FilesPerRoot int
	// ResourcesPerFile is the number of load balancers written out in a file:
	// three groups, a service and a rule each.
	ResourcesPerFile int
	Modules          int
}

// LargeTree is the tree of the speed budget: 100 root modules in 700 files of
// about 80,000 lines.
var LargeTree = Tree{Roots: 100, FilesPerRoot: 6, ResourcesPerFile: 2, Modules: 50}

// SmallRoot is what a pre-commit run usually meets: one root of three files.
var SmallRoot = Tree{Roots: 1, FilesPerRoot: 2, ResourcesPerFile: 1, Modules: 1}

// Write writes the tree below dir, and returns the number of files and lines.
func (t Tree) Write(dir string) (files, lines int, err error) {
	write := func(name string, content []byte) {
		path := filepath.Join(dir, name)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o755)
		}
		if err == nil {
			err = os.WriteFile(path, content, 0o644)
		}
		files, lines = files+1, lines+bytes.Count(content, []byte("\n"))
	}
	for m := range t.Modules {
		write(fmt.Sprintf("modules/ilb%d/main.tf", m), module(m))
		write(fmt.Sprintf("modules/ilb%d/variables.tf", m), []byte(moduleVariables))
	}
	for r := range t.Roots {
		write(fmt.Sprintf("live/root%d/main.tf", r), t.root(r))
		for f := 1; f < t.FilesPerRoot; f++ {
			write(fmt.Sprintf("live/root%d/part%d.tf", r, f), t.part(r, f))
		}
	}
	return files, lines, err
}

const moduleVariables = `variable "name" {
  type = string
}

variable "region" {
  type = string
}

variable "ratio" {
  type    = number
  default = 0.5
}

variable "backends" {
  type = list(object({
    group    = string
    failover = optional(bool, false)
  }))
}
`

func module(m int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `locals {
  full_name = "${var.name}-${var.region}-%d"
}

resource "google_compute_region_health_check" "hc" {
  name   = "${local.full_name}-hc"
  region = var.region
  tcp_health_check {
    port = 80
  }
}

resource "google_compute_region_backend_service" "bs" {
  name                  = local.full_name
  region                = var.region
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = [google_compute_region_health_check.hc.id]

  dynamic "backend" {
    for_each = var.backends
    content {
      group          = backend.value.group
      failover       = backend.value.failover
      balancing_mode = "CONNECTION"
    }
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = var.ratio
    }
  }
}

resource "google_compute_forwarding_rule" "fr" {
  name                  = "${local.full_name}-fr"
  region                = var.region
  load_balancing_scheme = "INTERNAL"
  all_ports             = true
  network               = "default"
  backend_service       = google_compute_region_backend_service.bs.id
}

output "forwarding_rule" {
  value = google_compute_forwarding_rule.fr.id
}
`, m)
	return b.Bytes()
}

func (t Tree) root(r int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `terraform {
  required_version = ">= 1.5"
  required_providers {
    google = {
      source  = "hashicorp/google"
      version = ">= 7.13"
    }
  }
}

provider "google" {
  project = "demo-project-%d"
  region  = "us-central1"
}

variable "environment" {
  type    = string
  default = "prod"
}

locals {
  zones = ["us-central1-a", "us-central1-b", "us-central1-c"]
  sizes = { for i, z in local.zones : z => i + 2 }
  groups = [for z in local.zones : {
    group = google_compute_instance_group.zonal[z].self_link
  }]
}

resource "google_compute_instance_group" "zonal" {
  for_each  = local.sizes
  name      = "${var.environment}-${each.key}"
  zone      = each.key
  instances = [for i in range(each.value) : "projects/demo-project-%d/zones/${each.key}/instances/vm-${i}"]
}

module "ilb" {
  source   = "../../modules/ilb%d"
  name     = "${var.environment}-main"
  region   = "us-central1"
  ratio    = 0.8
  backends = local.groups
}

resource "google_compute_service_attachment" "sa" {
  name                  = "sa"
  region                = "us-central1"
  connection_preference = "ACCEPT_AUTOMATIC"
  enable_proxy_protocol = false
  nat_subnets           = ["nat"]
  target_service        = module.ilb.forwarding_rule
}
`, r, r, r%max(t.Modules, 1))
	return b.Bytes()
}

func (t Tree) part(r, f int) []byte {
	var b bytes.Buffer
	for i := range t.ResourcesPerFile {
		n := fmt.Sprintf("p%d_%d", f, i)
		for _, z := range []string{"a", "b", "c"} {
			fmt.Fprintf(&b, `
resource "google_compute_instance_group" "%s_%s" {
  name = "%s-%s"
  zone = "us-central1-%s"
  instances = [
    "projects/demo-project-%d/zones/us-central1-%s/instances/%s-0",
    "projects/demo-project-%d/zones/us-central1-%s/instances/%s-1",
    "projects/demo-project-%d/zones/us-central1-%s/instances/%s-2",
  ]
}
`, n, z, n, z, z, r, z, n, r, z, n, r, z, n)
		}
		fmt.Fprintf(&b, `
resource "google_compute_region_backend_service" "%s" {
  name                            = "%s-${var.environment}"
  region                          = "us-central1"
  load_balancing_scheme           = "INTERNAL"
  protocol                        = "TCP"
  connection_draining_timeout_sec = 60
  health_checks                   = ["projects/demo-project-%d/global/healthChecks/hc"]

  backend {
    group          = google_compute_instance_group.%s_a.id
    balancing_mode = "CONNECTION"
  }

  backend {
    group          = google_compute_instance_group.%s_b.id
    balancing_mode = "CONNECTION"
  }

  backend {
    group          = google_compute_instance_group.%s_c.id
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}

resource "google_compute_forwarding_rule" "%s" {
  name                  = "%s"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  backend_service       = google_compute_region_backend_service.%s.id
  ip_protocol           = "TCP"
  ports                 = ["443"]
  network               = "default"
  labels = {
    environment = var.environment
    part        = "%s"
  }
}
`, n, n, r, n, n, n, n, n, n, n)
	}
	return b.Bytes()
}
