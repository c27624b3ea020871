resource "spillway_region_instance_group" "web" {
  name = "web"

  zones = {
    us-central1-a = { size = 3 }
    us-central1-b = { size = 3 }
  }
}

resource "spillway_region_backend_service" "web" {
  name          = "web"
  health_checks = ["projects/demo-project/regions/us-central1/healthChecks/web"]

  backend = [{ group = spillway_region_instance_group.web.id }]
}

resource "spillway_forwarding_rule" "web" {
  name                  = "web"
  load_balancing_scheme = "INTERNAL"
  backend_service       = spillway_region_backend_service.web.id
  all_ports             = true
  allow_global_access   = true
}
