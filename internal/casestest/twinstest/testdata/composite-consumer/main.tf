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

resource "spillway_instance_group" "front_c1" {
  name = "front-c1"
  zone = "us-central1-a"
  size = 4
}

resource "spillway_instance_group" "db_c1" {
  name = "dbx-c1"
  zone = "us-central1-b"
  size = 3
}

resource "spillway_region_backend_service" "front_c1" {
  name                  = "front-c1"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/prod-hc-c1"]
  backend = [
    { group = spillway_instance_group.front_c1.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_region_backend_service" "db_c1" {
  name                  = "db-c1"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-central1/healthChecks/prod-hc-c1"]
  backend = [
    { group = spillway_instance_group.db_c1.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_forwarding_rule" "c1" {
  name                  = "prod-fr-c1"
  region                = "us-central1"
  load_balancing_scheme = "INTERNAL"
  backend_service       = spillway_region_backend_service.front_c1.id
  ports                 = ["80"]
  network               = "projects/demo-project/global/networks/prod-net"
  subnetwork            = "projects/demo-project/regions/us-central1/subnetworks/prod-c1"
}

resource "spillway_service_attachment" "c1" {
  name           = "prod-sa-c1"
  region         = "us-central1"
  target_service = spillway_forwarding_rule.c1.id
}

resource "spillway_health_aggregation_policy" "c1" {
  name                      = "agg-c1"
  region                    = "us-central1"
  healthy_percent_threshold = 50
  min_healthy_threshold     = 2
}

resource "spillway_health_source" "front_c1" {
  name                      = "hs-front-c1"
  region                    = "us-central1"
  source_type               = "BACKEND_SERVICE"
  sources                   = [spillway_region_backend_service.front_c1.id]
  health_aggregation_policy = spillway_health_aggregation_policy.c1.id
}

resource "spillway_health_source" "db_c1" {
  name                      = "hs-db-c1"
  region                    = "us-central1"
  source_type               = "BACKEND_SERVICE"
  sources                   = [spillway_region_backend_service.db_c1.self_link]
  health_aggregation_policy = spillway_health_aggregation_policy.c1.id
}

resource "spillway_composite_health_check" "c1" {
  name   = "chc-c1"
  region = "us-central1"
  health_sources = [
    spillway_health_source.front_c1.id,
    spillway_health_source.db_c1.id,
  ]
  health_destination = spillway_forwarding_rule.c1.id
}

resource "spillway_instance_group" "front_e1" {
  name = "front-e1"
  zone = "us-east1-b"
  size = 2
}

resource "spillway_region_backend_service" "front_e1" {
  name                  = "front-e1"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = ["projects/demo-project/regions/us-east1/healthChecks/prod-hc-e1"]
  backend = [
    { group = spillway_instance_group.front_e1.id, balancing_mode = "CONNECTION" },
  ]
}

resource "spillway_forwarding_rule" "e1" {
  name                  = "prod-fr-e1"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  backend_service       = spillway_region_backend_service.front_e1.id
  ports                 = ["80"]
  network               = "projects/demo-project/global/networks/prod-net"
  subnetwork            = "projects/demo-project/regions/us-east1/subnetworks/prod-e1"
}

resource "spillway_service_attachment" "e1" {
  name           = "prod-sa-e1"
  region         = "us-east1"
  target_service = spillway_forwarding_rule.e1.id
}

resource "spillway_health_aggregation_policy" "e1" {
  name   = "agg-e1"
  region = "us-east1"
}

resource "spillway_health_source" "front_e1" {
  name                      = "hs-front-e1"
  region                    = "us-east1"
  source_type               = "BACKEND_SERVICE"
  sources                   = [spillway_region_backend_service.front_e1.id]
  health_aggregation_policy = spillway_health_aggregation_policy.e1.id
}

resource "spillway_composite_health_check" "e1" {
  name               = "chc-e1"
  region             = "us-east1"
  health_sources     = [spillway_health_source.front_e1.id]
  health_destination = spillway_forwarding_rule.e1.id
}

resource "spillway_psc_network_endpoint_group" "c1" {
  name               = "cons-neg-c1"
  region             = "us-central1"
  psc_target_service = spillway_service_attachment.c1.self_link
  psc_data = {
    producer_port = "80"
  }
}

resource "spillway_psc_network_endpoint_group" "e1" {
  name               = "cons-neg-e1"
  region             = "us-east1"
  psc_target_service = spillway_service_attachment.e1.id
}

resource "spillway_backend_service" "cons" {
  name                  = "cons-bs"
  protocol              = "HTTPS"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  outlier_detection = {
    consecutive_errors = 5
  }
  backend = [
    { group = spillway_psc_network_endpoint_group.c1.id },
    { group = spillway_psc_network_endpoint_group.e1.id },
  ]
}

resource "spillway_forwarding_rule" "endpoint" {
  name                  = "cons-endpoint"
  region                = "us-central1"
  load_balancing_scheme = ""
  target                = spillway_service_attachment.c1.id
  network               = "projects/consumer-project/global/networks/cons"
}
