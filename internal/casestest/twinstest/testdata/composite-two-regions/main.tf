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

resource "spillway_instance_group" "central_a" {
  name = "central-a"
  zone = "us-central1-a"
  size = 3
}

resource "spillway_instance_group" "central_b" {
  name = "central-b"
  zone = "us-central1-b"
  size = 3
}

resource "spillway_region_backend_service" "central" {
  name                  = "shop"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/shop"]
  backend = [
    { group = spillway_instance_group.central_a.id, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.central_b.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_forwarding_rule" "central" {
  name                  = "shop"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  backend_service       = spillway_region_backend_service.central.id
  ip_protocol           = "TCP"
  ports                 = ["443"]
  allow_global_access   = true
  network               = "default"
}

resource "spillway_service_attachment" "central" {
  name           = "shop"
  region         = "us-central1"
  target_service = spillway_forwarding_rule.central.id
}

resource "spillway_health_aggregation_policy" "central" {
  name                      = "shop"
  region                    = "us-central1"
  healthy_percent_threshold = 50
  min_healthy_threshold     = 2
}

resource "spillway_health_source" "central" {
  name                      = "shop"
  region                    = "us-central1"
  source_type               = "BACKEND_SERVICE"
  sources                   = [spillway_region_backend_service.central.id]
  health_aggregation_policy = spillway_health_aggregation_policy.central.id
}

resource "spillway_composite_health_check" "central" {
  name               = "shop"
  region             = "us-central1"
  health_sources     = [spillway_health_source.central.id]
  health_destination = spillway_forwarding_rule.central.id
}

resource "spillway_psc_network_endpoint_group" "central" {
  name               = "shop-from-central"
  region             = "us-central1"
  psc_target_service = spillway_service_attachment.central.self_link
}

resource "spillway_instance_group" "east_b" {
  name = "east-b"
  zone = "us-east1-b"
  size = 2
}

resource "spillway_instance_group" "east_c" {
  name = "east-c"
  zone = "us-east1-c"
  size = 2
}

resource "spillway_region_backend_service" "east" {
  name                  = "shop"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-east1/healthChecks/shop"]
  backend = [
    { group = spillway_instance_group.east_b.id, balancing_mode = "CONNECTION" },
    { group = spillway_instance_group.east_c.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_forwarding_rule" "east" {
  name                  = "shop"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  backend_service       = spillway_region_backend_service.east.id
  ip_protocol           = "TCP"
  ports                 = ["443"]
  allow_global_access   = true
  network               = "default"
}

resource "spillway_service_attachment" "east" {
  name           = "shop"
  region         = "us-east1"
  target_service = spillway_forwarding_rule.east.id
}

resource "spillway_health_aggregation_policy" "east" {
  name                      = "shop"
  region                    = "us-east1"
  healthy_percent_threshold = 60
  min_healthy_threshold     = 1
}

resource "spillway_health_source" "east" {
  name                      = "shop"
  region                    = "us-east1"
  source_type               = "BACKEND_SERVICE"
  sources                   = [spillway_region_backend_service.east.id]
  health_aggregation_policy = spillway_health_aggregation_policy.east.id
}

resource "spillway_composite_health_check" "east" {
  name               = "shop"
  region             = "us-east1"
  health_sources     = [spillway_health_source.east.id]
  health_destination = spillway_forwarding_rule.east.id
}

resource "spillway_psc_network_endpoint_group" "east" {
  name               = "shop-from-east"
  region             = "us-east1"
  psc_target_service = spillway_service_attachment.east.self_link
}

resource "spillway_backend_service" "shop" {
  name                  = "shop"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTPS"
  backend = [
    { group = spillway_psc_network_endpoint_group.central.id },
    { group = spillway_psc_network_endpoint_group.east.id },
  ]
}
