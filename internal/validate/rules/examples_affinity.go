// SPDX-License-Identifier: MPL-2.0

package rules

// The examples of the rules on zonal affinity and failover are put together
// from these blocks. A service is left open, so that an example can add what
// it is about and close it.
const (
	hclProvider = `provider "google" {
  project = "demo"
  region  = "us-central1"
}

`
	hclGroupA = `resource "google_compute_instance_group" "a" {
  name = "web-a"
  zone = "us-central1-a"
  instances = [
    "projects/demo/zones/us-central1-a/instances/web-a-0",
    "projects/demo/zones/us-central1-a/instances/web-a-1",
    "projects/demo/zones/us-central1-a/instances/web-a-2",
  ]
}

`
	hclGroupB = `resource "google_compute_instance_group" "b" {
  name = "web-b"
  zone = "us-central1-b"
  instances = [
    "projects/demo/zones/us-central1-b/instances/web-b-0",
    "projects/demo/zones/us-central1-b/instances/web-b-1",
    "projects/demo/zones/us-central1-b/instances/web-b-2",
  ]
}

`
	hclGroupC = `resource "google_compute_instance_group" "c" {
  name = "web-c"
  zone = "us-central1-c"
  instances = [
    "projects/demo/zones/us-central1-c/instances/web-c-0",
    "projects/demo/zones/us-central1-c/instances/web-c-1",
    "projects/demo/zones/us-central1-c/instances/web-c-2",
  ]
}

`
	hclService = `resource "google_compute_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo/regions/us-central1/healthChecks/web"]

`
	hclBackendA = `  backend {
    group          = google_compute_instance_group.a.id
    balancing_mode = "CONNECTION"
  }
`
	hclBackendB = `  backend {
    group          = google_compute_instance_group.b.id
    balancing_mode = "CONNECTION"
  }
`
	hclBackendC = `  backend {
    group          = google_compute_instance_group.c.id
    balancing_mode = "CONNECTION"
  }
`
	hclGroups   = hclProvider + hclGroupA + hclGroupB
	hclTwoZones = hclGroups + hclService + hclBackendA + hclBackendB

	hclSpill = `  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}
`
	hclStay = `  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
    }
  }
}
`
	hclForwardingRule = `
resource "google_compute_forwarding_rule" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["443"]
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service       = google_compute_region_backend_service.web.id
`
	hclNextHop = `
resource "google_compute_forwarding_rule" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  all_ports             = true
  network               = "projects/demo/global/networks/main"
  subnetwork            = "projects/demo/regions/us-central1/subnetworks/main"
  backend_service       = google_compute_region_backend_service.web.id
}

resource "google_compute_route" "web" {
  name         = "to-web"
  network      = "projects/demo/global/networks/main"
  dest_range   = "10.80.0.0/16"
  next_hop_ilb = google_compute_forwarding_rule.web.id
}
`
	hclSpareGroups = `resource "google_compute_instance_group" "spare_a" {
  name = "spare-a"
  zone = "us-central1-a"
  instances = [
    "projects/demo/zones/us-central1-a/instances/spare-a-0",
    "projects/demo/zones/us-central1-a/instances/spare-a-1",
    "projects/demo/zones/us-central1-a/instances/spare-a-2",
  ]
}

resource "google_compute_instance_group" "spare_b" {
  name = "spare-b"
  zone = "us-central1-b"
  instances = [
    "projects/demo/zones/us-central1-b/instances/spare-b-0",
    "projects/demo/zones/us-central1-b/instances/spare-b-1",
    "projects/demo/zones/us-central1-b/instances/spare-b-2",
  ]
}

`
	hclSpareBackends = `  backend {
    group          = google_compute_instance_group.spare_a.id
    balancing_mode = "CONNECTION"
    failover       = true
  }
  backend {
    group          = google_compute_instance_group.spare_b.id
    balancing_mode = "CONNECTION"
    failover       = true
  }
`
	hclFailover = hclGroups + hclSpareGroups + hclService + hclBackendA + hclBackendB + hclSpareBackends

	// A regional managed group in place of the two groups, left open.
	hclRegionGroup = hclProvider + `resource "google_compute_region_instance_group_manager" "web" {
  name                      = "web"
  region                    = "us-central1"
  base_instance_name        = "web"
  distribution_policy_zones = ["us-central1-a", "us-central1-b", "us-central1-c"]
  version {
    instance_template = "projects/demo/global/instanceTemplates/web"
  }
`
	hclRegionService = "\n" + hclService + `  backend {
    group          = google_compute_region_instance_group_manager.web.instance_group
    balancing_mode = "CONNECTION"
  }
`
)
