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
