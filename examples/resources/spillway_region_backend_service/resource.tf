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

# How many healthy endpoints keep the clients of a zone local: 3 of 3.
output "keeps_local_at" {
  value = spillway_region_backend_service.web.keeps_local_at
}

# Where clients of zone a go when that zone is down.
output "zone_down" {
  value = spillway_region_backend_service.web.routing["us-central1-a"]["zone-down:us-central1-a"]
}
