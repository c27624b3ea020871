# A load balancer with zonal affinity, modelled without a cloud account. Run
# make install in the root of the repository, then here
#
#   terraform init && terraform apply
#
# and look at "routing" in the plan: where new connections from each zone go,
# with everything healthy and with one zone down. REFINE: they stay in their
# zone. UNCHANGED: they spread over all healthy endpoints. IGNORED: affinity
# plays no part, since the client's zone ("vm:*") has no endpoint. "decision" is
# the row of docs/decisions/zonal-affinity.md. A second plan is empty.

terraform {
  required_providers {
    spillway = {
      source = "spillway/spillway"
    }
  }
}

provider "spillway" {
  project = "demo-project"
  region  = "us-central1"
}

resource "spillway_instance_group" "web" {
  for_each = { us-central1-a = 5, us-central1-b = 5 }

  name = "web-${each.key}"
  zone = each.key
  size = each.value # write 0 for one, and the plan shows what it does to the routing
}

resource "spillway_region_backend_service" "web" {
  name          = "web"
  health_checks = ["projects/demo-project/regions/us-central1/healthChecks/web"]

  backend = [for group in spillway_instance_group.web : { group = group.id }]

  network_pass_through_lb_traffic_policy = {
    zonal_affinity = {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.8
    }
  }

  # With "CONSISTENT_HASH_SUBSETTING" the plan stops: Google documents the two
  # as incompatible.
  subsetting = { policy = "NONE" }
}

resource "spillway_forwarding_rule" "web" {
  name                  = "web"
  load_balancing_scheme = "INTERNAL"
  backend_service       = spillway_region_backend_service.web.id
  all_ports             = true
}

output "keeps_local_at" {
  description = "How many healthy endpoints keep the clients of a zone in their zone."
  value       = spillway_region_backend_service.web.keeps_local_at
}

output "when_zone_a_is_down" {
  description = "Where clients of zone a go then."
  value       = spillway_region_backend_service.web.routing["us-central1-a"]["zone-down:us-central1-a"]
}
