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

data "spillway_routing" "web" {
  service   = spillway_region_backend_service.web.id
  scenarios = ["all-healthy", "zone-down", "unhealthy:us-central1-a=1"]
}

# Two of three are less than 80 percent: the clients of zone a go to both.
output "one_sick_in_a" {
  value = one([
    for o in data.spillway_routing.web.outcomes : o.destinations[*].zone
    if o.scenario == "unhealthy:us-central1-a=1" && o.client == "us-central1-a"
  ])
}

check "never_sick" {
  assert {
    condition     = alltrue([for o in data.spillway_routing.web.outcomes : o.unhealthy_share == 0])
    error_message = "Clients reach unhealthy endpoints."
  }
}
