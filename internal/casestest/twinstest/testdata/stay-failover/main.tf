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

resource "spillway_instance_group" "primary_a" {
  name = "db-primary-a"
  zone = "us-central1-a"
  size = 3
}

resource "spillway_instance_group" "primary_b" {
  name = "db-primary-b"
  zone = "us-central1-b"
  size = 2
}

resource "spillway_instance_group" "failover_f" {
  name = "db-failover-f"
  zone = "us-central1-f"
  size = 1
}

resource "spillway_region_backend_service" "db" {
  name                  = "db-ilb"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  session_affinity      = "CLIENT_IP"
  health_checks         = ["projects/demo-project/global/healthChecks/db-hc"]
  failover_policy = {
    failover_ratio                       = 0.5
    drop_traffic_if_unhealthy            = true
    disable_connection_drain_on_failover = true
  }
  connection_tracking_policy = {
    tracking_mode                                = "PER_SESSION"
    connection_persistence_on_unhealthy_backends = "NEVER_PERSIST"
    idle_timeout_sec                             = 60
  }
  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
    }
  }
  backend = [
    { group = spillway_instance_group.primary_a.self_link, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.primary_b.self_link, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.failover_f.self_link, balancing_mode = "CONNECTION", failover = true },
  ]
}

resource "spillway_forwarding_rule" "db" {
  name                  = "db-fr"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  all_ports             = true
  allow_global_access   = true
  network               = "default"
  backend_service       = spillway_region_backend_service.db.self_link
}
