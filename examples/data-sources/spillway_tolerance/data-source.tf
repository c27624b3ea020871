resource "spillway_instance_group" "a" {
  name = "web-a"
  zone = "us-central1-a"
  size = 3
}

resource "spillway_instance_group" "b" {
  name = "web-b"
  zone = "us-central1-b"
  size = 3
}

# Clients stay in their zone while at least 80 percent of its endpoints are
# healthy.
resource "spillway_region_backend_service" "web" {
  name          = "web"
  health_checks = ["projects/demo-project/regions/us-central1/healthChecks/web"]

  backend = [
    { group = spillway_instance_group.a.id },
    { group = spillway_instance_group.b.id },
  ]

  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.8
    }
  }
}

data "spillway_tolerance" "web" {
  service = spillway_region_backend_service.web.id
}

check "one_may_fail" {
  assert {
    condition     = try(data.spillway_tolerance.web.tolerates >= 0, false)
    error_message = "The clients of a zone leave it even while everything is healthy."
  }
}

# How many endpoints of each zone may fail until its clients leave.
output "tolerates" {
  value = { for z in data.spillway_tolerance.web.zones : z.zone => z.tolerates }
}
