terraform {
  required_providers {
    spillway = { source = "spillway/spillway" }
  }
}

provider "spillway" {
  project     = "demo-project"
  region      = "us-central1"
  engine_path = ":memory:"
}

resource "spillway_instance_group" "a" {
  name = "ig-a"
  zone = "us-central1-a"
  size = 3
}

resource "spillway_instance_group" "b" {
  name = "ig-b"
  zone = "us-central1-b"
  size = 3
}

resource "spillway_region_backend_service" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc-web"]
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
  backend = [
    { group = spillway_instance_group.a.id, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.b.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_forwarding_rule" "web" {
  name                  = "web"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["80"]
  network               = "projects/demo-project/global/networks/main"
  subnetwork            = "projects/demo-project/regions/us-central1/subnetworks/main"
  backend_service       = spillway_region_backend_service.web.id
}

resource "spillway_region_backend_service" "tap" {
  name                  = "tap"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/hc-web"]
  backend = [
    { group = spillway_instance_group.a.id, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.b.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_forwarding_rule" "tap" {
  name                   = "tap"
  region                 = "us-central1"
  load_balancing_scheme  = "INTERNAL"
  ip_protocol            = "TCP"
  all_ports              = true
  network                = "projects/demo-project/global/networks/main"
  subnetwork             = "projects/demo-project/regions/us-central1/subnetworks/main"
  backend_service        = spillway_region_backend_service.tap.id
  is_mirroring_collector = true
}

resource "spillway_packet_mirroring" "tap" {
  name   = "tap"
  region = "us-central1"
  collector_ilb = {
    url = spillway_forwarding_rule.tap.id
  }
}
