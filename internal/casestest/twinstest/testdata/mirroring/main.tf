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

resource "spillway_instance_group" "ids_a" {
  name = "ids-a"
  zone = "us-central1-a"
  size = 1
}

resource "spillway_instance_group" "ids_b" {
  name = "ids-b"
  zone = "us-central1-b"
  size = 1
}

resource "spillway_region_backend_service" "ids" {
  name                  = "ids-collector"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "UDP"
  health_checks         = ["projects/demo-project/global/healthChecks/ids-hc"]
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
    }
  }
  backend = [
    { group = spillway_instance_group.ids_a.id, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.ids_b.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_forwarding_rule" "collector" {
  name                   = "ids-collector-fr"
  region                 = "us-central1"
  is_mirroring_collector = true
  ip_protocol            = "UDP"
  load_balancing_scheme  = "INTERNAL"
  backend_service        = spillway_region_backend_service.ids.id
  all_ports              = true
  network                = "projects/demo-project/global/networks/mirror-net"
  subnetwork             = "projects/demo-project/regions/us-central1/subnetworks/mirror-sub"
}

resource "spillway_packet_mirroring" "pm" {
  name   = "mirror-all"
  region = "us-central1"
  collector_ilb = {
    url = spillway_forwarding_rule.collector.id
  }
}
