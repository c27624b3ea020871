terraform {
  required_providers {
    spillway = { source = "spillway/spillway" }
  }
}

provider "spillway" {
  project     = "demo-project"
  region      = "us-central1"
  engine_path = ":memory:"
  edition     = "current"
}

resource "spillway_instance_group" "ig" {
  count = 2
  name  = "psc-${count.index}"
  zone  = element(["us-west2-a", "us-west2-b"], count.index)
  size  = 1
}

resource "spillway_region_backend_service" "bs" {
  name                  = "psc-ilb"
  region                = "us-west2"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-west2/healthChecks/psc-hc"]
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 1
    }
  }
  backend = [
    { group = spillway_instance_group.ig[0].self_link, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.ig[1].self_link, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_forwarding_rule" "fr" {
  name                  = "psc-fr"
  region                = "us-west2"
  load_balancing_scheme = "INTERNAL"
  backend_service       = spillway_region_backend_service.bs.id
  all_ports             = true
  network               = "projects/demo-project/global/networks/psc-net"
  subnetwork            = "projects/demo-project/regions/us-west2/subnetworks/psc-sub"
}

resource "spillway_service_attachment" "sa" {
  name           = "psc-sa"
  region         = "us-west2"
  target_service = spillway_forwarding_rule.fr.id
}
