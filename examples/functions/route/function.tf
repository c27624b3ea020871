terraform {
  required_providers {
    spillway = { source = "spillway/spillway" }
  }
}

locals {
  # A google_compute_region_backend_service has the same shape.
  service = {
    network_pass_through_lb_traffic_policy = [{
      zonal_affinity = [{ spillover = "ZONAL_AFFINITY_SPILL_CROSS_ZONE", spillover_ratio = 0.8 }]
    }]
  }

  groups = [
    { zone = "us-central1-a", size = 5 },
    { zone = "us-central1-b", size = 3 },
  ]
}

# Two of five endpoints of zone a are unhealthy: 3 of 5 are less than 0.8, so
# that new connections from zone a go to both zones.
output "clients_in_a" {
  value = provider::spillway::route(local.service, local.groups, "us-central1-a", { us-central1-a = 2 })
}

check "zone_loss" {
  assert {
    condition = alltrue([
      for zone in local.groups[*].zone :
      provider::spillway::route(local.service, local.groups, zone, "zone-down:${zone}").unhealthy_share == 0
    ])
    error_message = "Clients reach unhealthy endpoints when their zone is lost."
  }
}
