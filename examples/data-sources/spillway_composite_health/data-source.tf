resource "spillway_region_instance_group" "api" {
  name = "api"

  zones = {
    us-central1-a = { size = 3 }
    us-central1-b = { size = 3 }
  }
}

resource "spillway_region_backend_service" "api" {
  name          = "api"
  health_checks = ["projects/demo-project/regions/us-central1/healthChecks/api"]

  backend = [{ group = spillway_region_instance_group.api.id }]
}

resource "spillway_forwarding_rule" "api" {
  name                  = "api"
  load_balancing_scheme = "INTERNAL"
  backend_service       = spillway_region_backend_service.api.id
  all_ports             = true
  allow_global_access   = true
}

resource "spillway_service_attachment" "api" {
  name           = "api"
  target_service = spillway_forwarding_rule.api.id
}

resource "spillway_health_aggregation_policy" "most" {
  name                      = "most"
  region                    = "us-central1"
  healthy_percent_threshold = 75
  min_healthy_threshold     = 2
}

resource "spillway_health_source" "api" {
  name                      = "api"
  sources                   = [spillway_region_backend_service.api.id]
  health_aggregation_policy = spillway_health_aggregation_policy.most.id
}

resource "spillway_composite_health_check" "api" {
  name               = "api"
  health_sources     = [spillway_health_source.api.id]
  health_destination = spillway_forwarding_rule.api.id
}

data "spillway_composite_health" "api" {
  composite_health_check = spillway_composite_health_check.api.id
}

# HEALTHY with everything healthy, UNHEALTHY when a zone, half of the
# endpoints, is down.
output "states" {
  value = { for e in data.spillway_composite_health.api.evaluations : e.scenario => e.state }
}
