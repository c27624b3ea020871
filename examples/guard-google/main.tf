# A module that guards a load balancer of google's with the provider's
# functions. The service is given as an object here, so that the example runs
# without an account; beside real resources, pass
# google_compute_region_backend_service.web itself.
terraform {
  required_version = ">= 1.8"
  required_providers {
    spillway = { source = "spillway/spillway" }
  }
}

variable "spillover" {
  type    = string
  default = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
}

variable "spillover_ratio" {
  type    = number
  default = 0.5
}

variable "sizes" {
  description = "How many members the group of each zone has."
  type        = map(number)
  default     = { us-central1-a = 4, us-central1-b = 4 }
}

locals {
  # In place of google_compute_region_backend_service.web.
  service = {
    name                  = "web"
    region                = "us-central1"
    load_balancing_scheme = "INTERNAL"
    id                    = terraform_data.group["us-central1-a"].id
    failover_policy       = []
    network_pass_through_lb_traffic_policy = [{
      zonal_affinity = [{ spillover = var.spillover, spillover_ratio = var.spillover_ratio }]
    }]
  }

  # A backend of google's names a group, and neither its zone nor its size.
  groups = [for zone, size in var.sizes : { zone = zone, size = size }]

  after_loss = {
    for zone in keys(var.sizes) :
    zone => provider::spillway::route(local.service, local.groups, zone, "zone-down:${zone}")
  }
}

# In place of the groups; their ids are known after apply.
resource "terraform_data" "group" {
  for_each = var.sizes
  input    = each.value
}

# In place of the forwarding rule: nothing is published before the condition
# holds.
resource "terraform_data" "forwarding_rule" {
  input = local.service.id

  lifecycle {
    precondition {
      condition     = alltrue([for zone, o in local.after_loss : o.unhealthy_share == 0])
      error_message = "Clients of a zone that is lost would reach unhealthy endpoints: use ZONAL_AFFINITY_SPILL_CROSS_ZONE."
    }
  }
}

# A warning on every plan and apply while one failure is enough to send
# clients across zones.
check "one_failure_stays_local" {
  assert {
    condition = alltrue([
      for zone, size in var.sizes :
      provider::spillway::route(local.service, local.groups, zone, { (zone) = 1 }).cross_zone_share == 0
    ])
    error_message = "One unhealthy endpoint sends clients of its zone to another one."
  }
}

output "after_loss" {
  description = "Where the clients of each zone go when it is lost."
  value       = { for zone, o in local.after_loss : zone => o.zones }
}

output "keeps_local_at" {
  description = "How many healthy members keep the clients of each zone local."
  value       = { for zone, size in var.sizes : zone => provider::spillway::spill_threshold(size, var.spillover_ratio) }
}
