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
  name = "web-a"
  zone = "us-central1-a"
  size = 5
}

resource "spillway_instance_group" "b" {
  name = "web-b"
  zone = "us-central1-b"
  size = 5
}

resource "spillway_instance_group" "c" {
  name = "web-c"
  zone = "us-central1-c"
  size = 2
}

resource "spillway_region_backend_service" "ilb" {
  name                  = "web-ilb"
  region                = "us-central1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/web-hc"]
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.8
    }
  }
  backend = [
    { group = spillway_instance_group.a.self_link, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.b.self_link, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.c.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_forwarding_rule" "fr" {
  name                  = "web-fr"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["80", "443"]
  network               = "projects/demo-project/global/networks/ilb-net"
  subnetwork            = "projects/demo-project/regions/us-central1/subnetworks/ilb-sub"
  backend_service       = spillway_region_backend_service.ilb.id
}
