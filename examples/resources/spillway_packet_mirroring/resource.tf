resource "spillway_region_instance_group" "ids" {
  name = "ids"

  zones = {
    us-central1-a = { size = 3 }
    us-central1-b = { size = 3 }
  }
}

resource "spillway_region_backend_service" "ids" {
  name          = "ids"
  health_checks = ["projects/demo-project/regions/us-central1/healthChecks/ids"]

  backend = [{ group = spillway_region_instance_group.ids.id }]
}

resource "spillway_forwarding_rule" "ids" {
  name                   = "ids"
  load_balancing_scheme  = "INTERNAL"
  backend_service        = spillway_region_backend_service.ids.id
  all_ports              = true
  is_mirroring_collector = true
}

# The service of a collector has no zonal affinity: with it, the plan stops.
resource "spillway_packet_mirroring" "copy" {
  name          = "copy"
  collector_ilb = { url = spillway_forwarding_rule.ids.id }
}
